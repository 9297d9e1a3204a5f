package tournaments

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"strings"
	"testing"

	"arbiter/server/league"
)

// "A name that a spreadsheet would take for a formula begins with an apostrophe",
// and figures, such as a negative Elo, stay numbers.
func TestCSVHasNoFormulas(t *testing.T) {
	elo := -12.5
	for name, want := range map[string]string{
		`=HYPERLINK("http://a.b","x")`: `'=HYPERLINK("http://a.b","x")`,
		"@SUM(A1)":                     "'@SUM(A1)",
		"+1":                           "'+1",
		"-mine":                        "'-mine",
		"\t=1":                         "'\t=1",
		"mine v1.2":                    "mine v1.2",
		"a=b":                          "a=b",
		"":                             "",
	} {
		var table bytes.Buffer
		summary := Summary{Standings: league.Standings{Lines: []league.Line{{Bot: name, Elo: &elo}}}}
		if err := summary.WriteCSV(&table); err != nil {
			t.Fatal(err)
		}
		rows, err := csv.NewReader(&table).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		if rows[1][1] != want || rows[1][2] != "-12.5" {
			t.Errorf("%q: row %q; want %q and -12.5", name, rows[1], want)
		}
	}
}

// "In JSON no list is null": a summary without matches has empty ones, as that of a server.
func TestSummaryWithoutMatches(t *testing.T) {
	var board league.Scoreboard
	if err := board.Fill(new(league.Table), league.Options{}); err != nil {
		t.Fatal(err)
	}
	if text, err := json.Marshal(summaryOf(board)); err != nil || !strings.Contains(string(text), `"bots":[],"matrix":[]`) {
		t.Errorf("%s, %v; want empty lists", text, err)
	}
}

// The rounds so far have a ranking. It has a winner when nothing is left to play.
func TestWinnerOfWhatIsDone(t *testing.T) {
	for _, done := range []bool{false, true} {
		s := summaryOf(league.Scoreboard{
			Tournament: "cup", Game: "domain", Format: league.Swiss, Done: done,
			Placings: []league.Placing{{Place: 1, Bot: "a@1", Points: 1.5, Buchholz: 1}, {Place: 2, Bot: "b@2"}},
		})
		var text strings.Builder
		if err := s.Print(&text); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(text.String(), "      1  a@1     1.5         1") || strings.Contains(text.String(), "winner: a@1\n") != done {
			t.Errorf("done is %v: %q", done, text.String())
		}
	}
}
