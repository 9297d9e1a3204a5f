package replay

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"arbiter/docs/reference"
)

const formatPage = "docs/replay-format.md"

// "The tables of keys name every key of the format": those that the reader accepts.
func TestReferenceKeys(t *testing.T) {
	exact := func(keys []string) []string { // what is said of bytes that are not UTF-8 stands in a paragraph
		return slices.DeleteFunc(keys, func(key string) bool {
			return strings.HasSuffix(key, "64") && key != "answer_b64" && key != "stderr_b64"
		})
	}
	for _, table := range []struct {
		name string
		keys []string
	}{
		{"header", reference.Keys(Header{}, "json")},
		{"host", reference.Keys(Host{}, "json")},
		{"turn", slices.DeleteFunc(reference.Keys(lineV1{}, "json"), func(key string) bool { return slices.Contains(reference.Keys(footerV1{}, "json"), key) })},
		{"answer", exact(reference.Keys(answerV1{}, "json"))},
		{"footer", reference.Keys(footerV1{}, "json")},
		{"frame", slices.DeleteFunc(reference.Keys(Frame{}, "json"), func(key string) bool { return key == "scene" })},
		{"seat of a frame", reference.Keys(seatFrameV1{}, "json")},
	} {
		reference.Names(t, formatPage, table.name, table.keys)
	}
}

// The limits in the document are those that the reader enforces.
func TestReferenceLimits(t *testing.T) {
	reference.Block(t, formatPage, "limits", reference.Table(
		[]string{"limit", "value"},
		[]string{"seats", fmt.Sprint(MaxSeats)},
		[]string{"turns", fmt.Sprint(MaxTurns)},
		[]string{"lines of an answer; faults of a match", fmt.Sprint(MaxList)},
		[]string{"a line", fmt.Sprintf("%d MiB", MaxLine>>20)},
		[]string{"all turns, in memory", fmt.Sprintf("%d MiB", MaxRecord>>20)},
		[]string{"stderr of a match, all seats together", fmt.Sprintf("%d MiB", MaxStderr>>20)},
		[]string{"the uncompressed file", fmt.Sprintf("%d GiB; [less](operations.md#limits-and-load) if it is sent to a server", MaxText>>30)},
	))
}

// The lines that a bot may write to stderr: each form in the document is one that is
// read, as the document says.
func TestReferenceDraw(t *testing.T) {
	values := strings.NewReplacer("X1", "1", "Y1", "2", "X2", "3", "Y2", "4", "X", "1", "Y", "2", "R", "3", "COLOR", "red", "WORDS...", "hi", "NAME", "depth", "NUMBER", "5")
	for _, row := range reference.Rows(t, formatPage, "draw") {
		form := reference.Codes(row[0])[0]
		text, err := json.Marshal(ParseDrawings([]byte(values.Replace(form))))
		if err != nil {
			t.Fatal(err)
		}
		want := strings.ReplaceAll(strings.ReplaceAll(reference.Codes(row[1])[0], `"color":"..."`, `"color":"red"`), `"text":"..."`, `"text":"hi"`)
		if want = values.Replace(want); !strings.Contains(string(text), want) || strings.Contains(string(text), "remarks") {
			t.Errorf("%s: %s is read as %s; want %s", formatPage, form, text, want)
		}
	}
}
