package external_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"arbiter/referee"
	"arbiter/referee/external"
	"arbiter/referee/process"
)

// fakeJava keeps what it is told as its classes, and plays a match of no turns whose summary is
// the archive that it was started with.
const fakeJava = `#!/bin/sh
for word; do
	case $word in
	-XX:ArchiveClassesAtExit=*) cat > "${word#*=}"; exit 1 ;;
	-XX:SharedArchiveFile=*) archive=${word#*=} ;;
	esac
done
printf '[[VIEW] 1]\nKEY_FRAME 0\n[[SUMMARY] 1]\n%s\n[[SCORES] 2]\n0 1\n1 0\n' "${archive:-none}"
`

// "It starts in half of the processor time" with kept classes. A conversation in which nobody
// answers loads the classes. They do not change the game's digest.
func TestKeepClasses(t *testing.T) {
	bin := t.TempDir()
	if err := os.WriteFile(filepath.Join(bin, "java"), []byte(fakeJava), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", bin+":"+os.Getenv("PATH"))
	g := open(t, `name = "kept"`, `jar = "referee.jar"`)
	archive := func() string {
		t.Helper()
		m, err := g.New(referee.Setup{Seed: 1}, 2)
		if err != nil {
			t.Fatal(err)
		}
		defer m.Close()
		if !m.Over() || m.Err() != nil {
			t.Fatalf("over %v, error %v", m.Over(), m.Err())
		}
		return m.View().(external.View).Events[0].Text
	}
	if used := archive(); used != "none" {
		t.Errorf("a match before used %s", used)
	}
	before, err := g.Digest()
	if err != nil {
		t.Fatal(err)
	}
	if !g.KeepClasses(t.Context(), process.BuildOptions{}) {
		t.Fatal("no classes are kept")
	}
	if used := archive(); used != ".cache/arbiter/classes.jsa" {
		t.Errorf("a match used %s; want the kept classes", used)
	}
	if after, err := g.Digest(); err != nil || after != before {
		t.Errorf("digest %s, error %v; want still %s", after, err, before)
	}
	talk, err := os.ReadFile(filepath.Join(g.Dir(), ".cache/arbiter/classes.jsa"))
	want := "[[INIT] 2]\n2\nseed=1\n[[GET_GAME_INFO] 0]\n" + strings.Repeat("[[SET_PLAYER_TIMEOUT] 0]\n[[GET_GAME_INFO] 0]\n", 64)
	if err != nil || string(talk) != want {
		t.Errorf("the referee was told %q, error %v", talk, err)
	}
	// A JVM that keeps nothing leaves matches as they were.
	if err := os.WriteFile(filepath.Join(bin, "java"), []byte(strings.Replace(fakeJava, `cat > "${word#*=}"; `, "", 1)), 0o755); err != nil {
		t.Fatal(err)
	}
	if g.KeepClasses(t.Context(), process.BuildOptions{}) || archive() != "none" {
		t.Error("classes are kept by a JVM that keeps none")
	}
	if other := open(t, `name = "other"`, fmt.Sprintf("run = %q", "true")); other.KeepClasses(t.Context(), process.BuildOptions{}) {
		t.Error("classes are kept of a referee that run starts")
	}
}
