package resolve_test

import (
	"errors"
	"fmt"
	"os/exec"
	"strings"
	"testing"

	"arbiter/server/league"
	"arbiter/server/playing/resolve"
)

// "--good and each commit after it, on the first-parent line to --bad, that changes
// the folder", and the working tree where it differs.
func TestLine(t *testing.T) {
	r := newHostileRepository(t)
	r.git("tag", "start")
	commit := func(name, text, message string) {
		r.write(name, text)
		r.git("add", ".")
		r.git("commit", "--quiet", "--message", message)
	}
	commit("bots/mine/bot.toml", "run = \"cat 1\"", "one more")
	commit("elsewhere", "x", "elsewhere")
	r.git("checkout", "--quiet", "-b", "side")
	commit("bots/mine/bot.toml", "run = \"cat 2\"", "on the side")
	commit("bots/mine/bot.toml", "run = \"cat 3\"", "on the side again")
	r.git("checkout", "--quiet", "main")
	commit("other", "x", "other")
	r.git("merge", "--quiet", "--no-ff", "--message", "merge side", "side")
	commit("bots/mine/bot.toml", "run = \"cat 1\"", "back")
	line := func(good, bad string, dirty bool) string {
		t.Helper()
		revisions, err := resolve.Line(t.Context(), resolve.End{Flag: "--good", Rev: good}, resolve.End{Flag: "--bad", Rev: bad}, "bots/mine", dirty)
		if err != nil {
			t.Fatal(err)
		}
		var text []string
		for _, r := range revisions {
			text = append(text, r.Subject)
		}
		if last := revisions[len(revisions)-1]; dirty != (last.Commit == "" && last.Typed == "bots/mine") {
			t.Errorf("last revision %+v; want the working tree where it is dirty", last)
		}
		if revisions[1].Typed != "git:"+revisions[1].Commit+":bots/mine" || len(revisions[1].Tree) < 40 {
			t.Errorf("revision %+v; want a bot typed as git:COMMIT:PATH, and its tree", revisions[1])
		}
		return strings.Join(text, ", ")
	}
	if got := line("start", "main", false); got != "one, one more, merge side, back" {
		t.Errorf("%s; want the commits of the first-parent line that change the folder", got)
	}
	revisions, err := resolve.Line(t.Context(), resolve.End{Flag: "--good", Rev: "start"}, resolve.End{Flag: "--bad", Rev: "main"}, "bots/mine", true)
	if err != nil || len(revisions) != 4 {
		t.Errorf("%v, %v; want no working tree that is as it was committed", revisions, err)
	}
	if revisions[1].Tree != revisions[3].Tree || revisions[1].Tree == revisions[2].Tree {
		t.Errorf("%+v; want the same tree before and after", revisions)
	}
	r.write("bots/mine/bot.toml", "run = \"cat 4\"")
	if got := line("start", "HEAD", true); got != "one, one more, merge side, back, files that are not committed" {
		t.Errorf("%s; want the working tree as the last one", got)
	}
}

// "A good revision that is no ancestor, a shallow clone, a path absent at an end: an
// error before the first game."
func TestLineErrorsTeach(t *testing.T) {
	r := newHostileRepository(t)
	r.git("checkout", "--quiet", "-b", "gone")
	r.git("rm", "--quiet", "-r", "bots")
	r.git("commit", "--quiet", "--message", "gone")
	r.git("checkout", "--quiet", "main")
	r.write("bots/mine/bot.toml", "run = \"cat 1\"")
	r.git("commit", "--quiet", "--all", "--message", "two")
	for _, tt := range []struct {
		good, bad, path string
		dirty           bool
		want            string
	}{
		{"gone", "main", "bots/mine", false, "--good gone is no ancestor of --bad main: 1 of its commits"},
		{"main", "main~1", "bots/mine", false, "is no ancestor"},
		{"nowhere", "main", "bots/mine", false, "--good nowhere: no such commit"},
		{"main", "--all", "bots/mine", false, "that is an option of git"},
		{"main~1", "main", "bots/none", false, "has no bots/none"},
		{"main~1", "gone", "bots/mine", false, "has no bots/mine"},
		{"main", "main", "bots/mine", false, "no commit between main and main changes bots/mine"},
		{"main~1", "main~1", "bots/mine", true, "want --bad HEAD"},
	} {
		_, err := resolve.Line(t.Context(), resolve.End{Flag: "--good", Rev: tt.good}, resolve.End{Flag: "--bad", Rev: tt.bad}, tt.path, tt.dirty)
		if !errors.As(err, new(league.UsageError)) || !strings.Contains(fmt.Sprint(err), tt.want) {
			t.Errorf("%s..%s of %s: %v; want a UsageError with %q", tt.good, tt.bad, tt.path, err, tt.want)
		}
	}
	from := "file://" + strings.TrimSpace(r.git("rev-parse", "--show-toplevel"))
	t.Chdir(t.TempDir())
	if out, err := exec.Command("git", "clone", "--quiet", "--depth", "1", from, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if _, err := resolve.Line(t.Context(), resolve.End{Flag: "--good", Rev: "main"}, resolve.End{Flag: "--bad", Rev: "main"}, "bots/mine", false); err == nil || !strings.Contains(err.Error(), "this clone is shallow (fetch-depth)") {
		t.Errorf("%v; want that the clone is shallow", err)
	}
}
