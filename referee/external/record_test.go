package external_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"arbiter/referee"
	"arbiter/referee/external"
	"arbiter/referee/replay"
	"arbiter/referee/rewind"
)

// folder returns a folder with a referee in Python, of which a line is replaced.
func folder(t *testing.T, old, changed string) string {
	t.Helper()
	dir := t.TempDir()
	for _, name := range []string{"game.toml", "referee.py"} {
		text, err := os.ReadFile(filepath.Join("..", "..", "bots", "starter", "referee", name))
		if err != nil {
			t.Fatal(err)
		}
		text = bytes.ReplaceAll(text, []byte(old), []byte(changed))
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func openFolder(t *testing.T, dir string) *external.Game {
	t.Helper()
	g, err := external.Open(dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// "Frames and inputs are read from the record alone, without the referee."
func TestRecordAlone(t *testing.T) {
	dir := folder(t, "", "")
	g := openFolder(t, dir)
	var inputs []string
	rec, text, err := record(t, g, referee.Setup{Seed: 3}, player(func(ask referee.Ask) referee.Reply {
		inputs = append(inputs, string(ask.Input))
		return referee.Reply{Lines: []string{"1"}}
	}), names("2"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(dir, "referee.py")); err != nil {
		t.Fatal(err)
	}
	g = openFolder(t, dir)
	frames := 0
	for f, err := range replay.Frames(rec, g) {
		if err != nil {
			t.Fatal(err)
		}
		if f.View.(external.View).Frame != "" {
			frames++
		}
	}
	var read []string
	for in, err := range replay.Inputs(rec, g, 0) {
		if err != nil {
			t.Fatal(err)
		}
		read = append(read, string(in.Text))
	}
	if diff := cmp.Diff(inputs, read); diff != "" || frames != len(rec.Turns)+1 {
		t.Errorf("%d frames of %d turns, inputs %s", frames, len(rec.Turns), diff)
	}
	var full bytes.Buffer
	if err := replay.ExportFull(rec, g, &full); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(full.String(), `{\"turn\": `); n != frames { // as a frame of this referee begins
		t.Errorf("a full export has %d frames; want each of %d once", n, frames)
	}
	back, err := replay.Read(&full)
	if err != nil {
		t.Fatal(err)
	}
	var again, first bytes.Buffer
	if err := replay.ExportRecord(back, &again); err != nil {
		t.Fatal(err)
	}
	if err := replay.ExportRecord(rec, &first); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(again.Bytes(), first.Bytes()) {
		t.Error("the record is another one when it is read back from a full export")
	}
	if _, err := replay.Verify(rec, g); err == nil || !strings.Contains(err.Error(), "the referee has changed since the match") {
		t.Errorf("error %v; want that the referee has changed", err)
	}
	t.Logf("a record of %d bytes", len(text))
}

// "Where they differ it says whether the referee's files have changed since."
func TestVerifyChangedReferee(t *testing.T) {
	rec, _, err := record(t, openFolder(t, folder(t, "", "")), referee.Setup{Seed: 3}, names("1"), names("2"))
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ old, changed, want string }{
		{"# GET_GAME_INFO", "# a remark", "same: 40 turns and the result"},
		{"scores[winner] += prize", "scores[winner] += prize + 1", "differs at turn 40: "},
		{"1 to 9\"", "one to nine\"", "same: 40 turns and the result"},
		{"else 100, text)", "else 99, text)", "differs at turn 2: "},
	} {
		v, err := replay.Verify(rec, openFolder(t, folder(t, tt.old, tt.changed)))
		if err != nil || !strings.HasPrefix(v.String(), tt.want) || (v.Status == replay.Differs) != strings.HasSuffix(v.String(), "(the referee has changed since)") {
			t.Errorf("%q instead of %q: %v, error %v; want %q", tt.changed, tt.old, v, err, tt.want)
		}
	}
	rec.Turns[9].Answers[0].Lines = []string{"3"}
	v, err := replay.Verify(rec, openFolder(t, folder(t, "", "")))
	if err != nil || v.Status != replay.Differs || v.Turn < 10 || strings.Contains(v.Why, "changed") {
		t.Errorf("another answer in turn 10: %v, error %v; want a difference after it", v, err)
	}
}

// "frames = none: records keep no frames". Everything else is shown, and no referee is started
// for it: a record may be a stranger's.
func TestNoFrames(t *testing.T) {
	g := openFolder(t, folder(t, "turn = 100 ", "frames = \"none\"\nturn = 100 "))
	rec, text, err := record(t, g, referee.Setup{Seed: 3}, names("1"), names("2"))
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Contains(rec.Turns[3].Kept, []byte("frame")) {
		t.Errorf("turn 4 has %s; want no frame", rec.Turns[3].Kept)
	}
	gone := openFolder(t, folder(t, "", ""))
	if err := os.Remove(filepath.Join(gone.Dir(), "referee.py")); err != nil {
		t.Fatal(err)
	}
	for f, err := range replay.Frames(rec, gone) {
		if err != nil || f.View.(external.View).Frame != "" || f.Turn > 0 && f.View.(external.View).Asks == nil && f.Turn != len(rec.Turns) {
			t.Fatalf("turn %d is %+v, error %v; want questions without frames, and no referee", f.Turn, f.View, err)
		}
	}
	wantSame(t, g, rec)
	t.Logf("a record of %d bytes", len(text))
}

// A recorded match can be left after a turn: equal answers give an equal match up to there.
func TestBranch(t *testing.T) {
	g := lowest(t, nil, 4)
	rec, _, err := record(t, g, referee.Setup{Seed: 3}, names("1"), names("2"))
	if err != nil {
		t.Fatal(err)
	}
	branch, err := rewind.NewBranch(rec, g, 11)
	if err != nil {
		t.Fatal(err)
	}
	left, _, err := record(t, g, referee.Setup{Seed: 3}, branch.Join(0, names("3"), rewind.Present), branch.Join(1, names("2"), rewind.Fed))
	if err != nil {
		t.Fatal(err)
	}
	for i := range left.Turns {
		if same := left.Turns[i].Digest == rec.Turns[i].Digest; same != (i < 13) { // the answer of turn 13 shows in the input of the next round
			t.Fatalf("turn %d: the same digest is %v", i+1, same)
		}
	}
}

// A published referee is started with options of ours: a class with the name of the engine's
// entry point stands for it.
func TestJava(t *testing.T) {
	javac, err := exec.LookPath("javac")
	if err != nil {
		t.Skip("left out: no javac to build a referee in Java") // make test needs no Java; the other referees here need none either
	}
	dir := t.TempDir()
	source := filepath.Join("testdata", "RefereeMain.java")
	if out, err := exec.Command(javac, "-d", filepath.Join(dir, "classes"), source).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	game := "name = \"java\"\nclasspath = [\"classes\"]\nleague = 3\nseats = 3\n"
	if err := os.WriteFile(filepath.Join(dir, external.GameFile), []byte(game), 0o644); err != nil {
		t.Fatal(err)
	}
	var inputs []string
	says := player(func(ask referee.Ask) referee.Reply {
		inputs = append(inputs, string(ask.Input))
		return referee.Reply{Lines: []string{fmt.Sprint(ask.Turn)}}
	})
	g := openFolder(t, dir)
	rec, _, err := record(t, g, referee.Setup{Seed: 3}, says, says, says)
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{"multi 3 é\n", "multi 3 é\n", "multi 3 é\n"}; !slices.Equal(inputs, want) || !slices.Equal(rec.Footer.Result.Scores, []int64{1, 2, 3}) {
		t.Errorf("inputs %q, %+v; want mode and league, and the answers as scores", inputs, rec.Footer.Result)
	}
	wantSame(t, g, rec)
}
