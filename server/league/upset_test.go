package league

import (
	"os"
	"strings"
	"testing"
)

// A win is an upset where the winner could expect less than a quarter of the
// points, here and on the pages.
func TestSurprise(t *testing.T) {
	if gap := UpsetGap(); gap < 190.8 || gap > 190.9 {
		t.Errorf("a gap of %.1f Elo; want 190.8, where a quarter is expected", gap)
	}
	text, err := os.ReadFile("../../web/src/ui/upsets.ts")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(text), "const SURPRISE = 0.25;") {
		t.Error("the pages' SURPRISE is another one")
	}
}
