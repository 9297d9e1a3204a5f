package external_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"arbiter/referee"
	"arbiter/referee/external"
	"arbiter/referee/process"
)

// hostedJava plays matches of no turns. It writes for each whether a host plays it, and by
// which process. A host ends after the match with seed 5, and its summary is another one in
// each match if LUCK is "yes".
const hostedJava = `#!/bin/sh
how=plain
for word; do
	[ "$word" = Host ] && how=host
done
n=0
while read -r line; do
	case $line in
	seed=5) last=yes ;;
	seed=7) asks=yes ;;
	'[[GET_GAME_INFO] 0]')
		[ LUCK = yes ] && [ $how = host ] && n=$((n + 1))
		echo "$how $$" >> PLAYED
		[ "$asks" ] && printf '[[VIEW] 1]\nKEY_FRAME 0\n[[NEXT_PLAYER_INPUT] 0]\n[[NEXT_PLAYER_INFO] 3]\n0\n1\n50\n' && continue
		printf '[[VIEW] 1]\nKEY_FRAME 0\n[[SUMMARY] 1]\n%s\n[[SCORES] 2]\n0 1\n1 0\n' "$n" ;;
	'[[ARBITER_END] 0]')
		[ "$last" ] && exit
		echo '[[ARBITER_READY] 0]' ;;
	esac
done
`

// fakeJavac makes the class that was asked for.
const fakeJavac = `#!/bin/sh
touch "$4/Host.class"
`

// hostedGame returns a game whose java is hostedJava. The function played lists who played its matches.
func hostedGame(t *testing.T, luck string) (g *external.Game, played func() []string) {
	t.Helper()
	bin := t.TempDir()
	list := filepath.Join(bin, "played")
	java := strings.NewReplacer("PLAYED", list, "LUCK", luck).Replace(hostedJava)
	for name, text := range map[string]string{"java": java, "javac": fakeJavac} {
		if err := os.WriteFile(filepath.Join(bin, name), []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("PATH", bin+":"+os.Getenv("PATH"))
	return open(t, `name = "hosted"`, `jar = "referee.jar"`), func() []string {
		text, err := os.ReadFile(list)
		if err != nil {
			t.Fatal(err)
		}
		return strings.Split(strings.TrimSpace(string(text)), "\n")
	}
}

// play plays a match of no turns.
func play(t *testing.T, g *external.Game, seed int64) {
	t.Helper()
	m, err := g.New(referee.Setup{Seed: seed}, 2)
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	if !m.Over() || m.Err() != nil {
		t.Fatalf("over %v, error %v", m.Over(), m.Err())
	}
}

// "KeepHost has a published referee play match after match in one JVM": one process plays them,
// and another one once that has ended, or a match was left in the middle.
func TestHost(t *testing.T) {
	g, played := hostedGame(t, "no")
	if kept, err := g.KeepHost(t.Context(), process.BuildOptions{}, "WAIT"); err != nil || !kept {
		t.Fatalf("kept %v, error %v; want a host", kept, err)
	}
	for _, seed := range []int64{1, 2, 5, 3} {
		play(t, g, seed)
	}
	all := played() // two matches of KeepHost by the host
	host := all[1]
	if len(all) != 7 || !strings.HasPrefix(all[0], "plain ") || !strings.HasPrefix(host, "host ") ||
		!slices.Equal(all[1:6], []string{host, host, host, host, host}) || all[6] == host {
		t.Errorf("played by %q; want a process alone, then one host, then another one after seed 5", all)
	}
	left, err := g.New(referee.Setup{Seed: 7}, 2)
	if err != nil {
		t.Fatal(err)
	}
	if left.Over() {
		t.Error("the match with seed 7 is over; want a question")
	}
	if err := left.Close(); err != nil {
		t.Error(err)
	}
	play(t, g, 1)
	if all = played(); all[7] != all[6] || all[8] == all[7] {
		t.Errorf("played by %q; want another host after a match that was left", all)
	}
}

// A referee that cannot be started leaves no file open.
func TestFailedStartLeavesNoFile(t *testing.T) {
	g := open(t, `name = "gone"`, `run = "./nosuch"`)
	files := func() int {
		t.Helper()
		all, err := os.ReadDir("/dev/fd")
		if err != nil {
			t.Fatal(err)
		}
		return len(all)
	}
	before := files()
	for range 10 {
		m, err := g.New(referee.Setup{Seed: 1}, 2)
		if err != nil {
			t.Fatal(err)
		}
		if m.Over(); m.Err() == nil {
			t.Fatal("the referee was started; want an error")
		}
		m.Close()
	}
	if after := files(); after > before+9 { // three for each start that leaks; the runtime may open some of its own
		t.Errorf("%d files are open, and were %d before ten starts that failed", after, before)
	}
}

// "If a match is the same by that, also when another one went before it."
func TestHostThatPlaysOtherwise(t *testing.T) {
	g, played := hostedGame(t, "yes")
	if kept, err := g.KeepHost(t.Context(), process.BuildOptions{}, "WAIT"); err != nil || kept {
		t.Errorf("kept %v, error %v; want no host, since its matches differ", kept, err)
	}
	play(t, g, 1)
	if all := played(); !strings.HasPrefix(all[len(all)-1], "plain ") {
		t.Errorf("played by %q; want the last one by a process of its own", all)
	}
	other := open(t, `name = "other"`, fmt.Sprintf("run = %q", "true"))
	if kept, err := other.KeepHost(t.Context(), process.BuildOptions{}, "WAIT"); err != nil || kept {
		t.Errorf("kept %v, error %v; want no host of a referee that run starts", kept, err)
	}
}

// "Each match loads the engine and the game anew": what is static in them begins anew, in real
// Java. What is known of the answers at once is told at once.
func TestJavaHost(t *testing.T) {
	javac, err := exec.LookPath("javac")
	if err != nil {
		t.Skip("left out: no javac to build a referee in Java") // make test needs no Java; the other hosts here need none either
	}
	dir := t.TempDir()
	if out, err := exec.Command(javac, "-d", filepath.Join(dir, "classes"), filepath.Join("testdata", "RefereeMain.java")).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if err := os.WriteFile(filepath.Join(dir, external.GameFile), []byte("name = \"java\"\nclasspath = [\"classes\"]\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	g := openFolder(t, dir)
	if kept, err := g.KeepHost(t.Context(), process.BuildOptions{}, "WAIT"); err != nil || !kept {
		t.Fatalf("kept %v, error %v; want a host", kept, err)
	}
	says := player(func(ask referee.Ask) referee.Reply { return referee.Reply{Lines: []string{fmt.Sprint(ask.Turn)}} })
	for range 2 {
		rec, _, err := record(t, g, referee.Setup{Seed: 3}, says, says)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(rec.Footer.Result.Scores, []int64{1, 2}) {
			t.Errorf("%+v; want the answers as scores", rec.Footer.Result)
		}
		wantSame(t, g, rec)
	}
}
