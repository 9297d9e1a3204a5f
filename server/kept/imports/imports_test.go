package imports_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	_ "github.com/mattn/go-sqlite3"

	"arbiter/referee"
	"arbiter/referee/codingame"
	"arbiter/referee/games/domain"
	"arbiter/referee/games/keeper"
	"arbiter/server/kept/audit"
	"arbiter/server/kept/imports"
	"arbiter/server/kept/sqlite"
	"arbiter/server/league"
)

// file returns a match of domain as the site tells it, whose third answer is given.
func file(number int, third string) string {
	return fmt.Sprintf(`{"gameResult":{"gameId":%d,"refereeInput":"seed=1","scores":[1,48],"ranks":[1,0],
		"agents":[{"index":0,"codingamer":{"pseudo":"human"}},{"index":1,"arenaboss":{"nickname":"builtin:domain/boss"}}],
		"frames":[{"agentId":-1},{"agentId":0,"stdout":"0 0 R\n","stderr":"@metric depth 3\n@metric depth 5\n"},{"agentId":1,"stdout":"6 6 L\n"},{"agentId":0,"stdout":"%s\n"}]}}`, number, third)
}

func keep(t *testing.T, db *sqlite.DB, g referee.Game, into, text string) ([]imports.Kept, error) {
	t.Helper()
	for m, err := range codingame.Read(strings.NewReader(text)) {
		if err != nil {
			t.Fatal(err)
		}
		played, err := m.Play(g, codingame.Options{Version: "test", At: league.Now()})
		if err != nil {
			t.Fatal(err)
		}
		return imports.Keep(t.Context(), db, g, into, m, played)
	}
	t.Fatal("no match")
	return nil, nil
}

func open(t *testing.T) *sqlite.DB {
	t.Helper()
	db, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "a.db"), sqlite.Normal)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

// "ID from the site's number or, for local files, from the content, so that importing twice
// changes nothing".
func TestKeepTwice(t *testing.T) {
	db := open(t)
	ids := map[string]bool{}
	for _, text := range []string{file(7, "0 0 D"), file(8, "0 0 D"), file(0, "0 0 D"), file(0, "0 0 D hello")} {
		first, err := keep(t, db, domain.Game{}, "", text)
		if err != nil || len(first) != 1 || first[0].Known {
			t.Fatalf("%+v, %v", first, err)
		}
		ids[first[0].ID] = true
		again, err := keep(t, db, domain.Game{}, "other", text)
		if err != nil || !again[0].Known || again[0].ID != first[0].ID || again[0].Tournament != league.ImportedTournament {
			t.Errorf("%+v, %v", again, err)
		}
	}
	if _, matches, err := db.Size(t.Context()); err != nil || matches != 4 || len(ids) != 4 {
		t.Errorf("%d matches, %d IDs, %v; want 4", matches, len(ids), err)
	}
	if _, err := db.Tournament(t.Context(), "other"); err == nil {
		t.Error("importing known matches made a tournament")
	}
	changed, err := keep(t, db, domain.Game{}, "", file(7, "0 1 D"))
	if err != nil || !changed[0].Known {
		t.Errorf("another file with the number of a known match: %+v, %v", changed, err)
	}
}

// An imported match is one like any other: its rows belong to its record, also where the rules
// differ. Its players are neither a human nor a builtin bot, whatever they call themselves.
func TestRows(t *testing.T) {
	db := open(t)
	for number, third := range []string{"0 0 D", "3 3 D", "nonsense"} {
		kept, err := keep(t, db, domain.Game{}, "", file(number+1, third))
		if err != nil || !kept[0].Match().Imported() || kept[0].Match().ByHand() {
			t.Fatalf("%+v, %v", kept, err)
		}
	}
	n, err := audit.Run(t.Context(), db, nil, func(p audit.Mismatch) { t.Error(p) }, nil)
	if err != nil || n.Played != 3 {
		t.Errorf("%+v, %v", n, err)
	}
	reports, err := db.Matches(t.Context(), league.Query{Tournament: league.ImportedTournament, Bot: "human"})
	if err != nil || len(reports) != 3 {
		t.Fatalf("%d, %v", len(reports), err)
	}
	for _, r := range reports {
		if len(r.Metrics) != 1 || r.Metrics[0].Value != 5 || r.Times[0].Wall != 0 || r.Duration != 0 {
			t.Errorf("%+v", r)
		}
	}
	status, err := db.TournamentStatus(t.Context(), league.ImportedTournament)
	if err != nil || status.State != league.Done || status.Matches != 3 || status.Bots != 2 {
		t.Errorf("%+v, %v", status, err)
	}
}

// Each game has a tournament of its own, and one that was played here stays what it is.
func TestTournaments(t *testing.T) {
	db := open(t)
	played := league.Tournament{ID: "cup", Game: "domain", Seats: 2, Format: league.RoundRobin, CreatedAt: league.Now()}
	if err := db.SaveTournament(t.Context(), played, nil, nil); err != nil {
		t.Fatal(err)
	}
	hero := `{"gameResult":{"refereeInput":"seed=1","scores":[0],"frames":[{"agentId":-1},{"agentId":0,"stdout":"MOVE 0 0\n"}]}}`
	for _, tt := range []struct {
		game       referee.Game
		into, text string
		want, err  string
	}{
		{domain.Game{}, "", file(1, "0 0 D"), "imported", ""},
		{keeper.Game{}, "", hero, "imported-keeper", ""},
		{domain.Game{}, "mine", file(2, "0 0 D"), "mine", ""},
		{domain.Game{}, "mine", file(3, "0 0 D"), "mine", ""},
		{keeper.Game{}, "mine", hero, "", "has matches of domain"},
		{domain.Game{}, "cup", file(4, "0 0 D"), "", "is played here"},
		{domain.Game{}, "\x1b", file(4, "0 0 D"), "", "obey"},
	} {
		kept, err := keep(t, db, tt.game, tt.into, tt.text)
		switch {
		case tt.err != "" && (err == nil || !strings.Contains(err.Error(), tt.err)):
			t.Errorf("%q: %v; want %q", tt.into, err, tt.err)
		case tt.err == "" && (err != nil || kept[0].Tournament != tt.want):
			t.Errorf("%q: %+v, %v; want %s", tt.into, kept, err, tt.want)
		}
	}
}
