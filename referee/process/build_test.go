package process

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// shell returns a bot in a folder of its own that is built by a script.
func shell(t *testing.T, script string) Spec {
	t.Helper()
	return Spec{Name: "bold", Dir: t.TempDir(), Build: []string{"sh", "-c", script}}
}

func TestBuild(t *testing.T) {
	spec := shell(t, "echo building; touch built")
	if out, err := Build(t.Context(), spec, BuildOptions{}); err != nil || out != "building\n" {
		t.Errorf("%q, %v; want the build's output", out, err)
	}
	if _, err := os.Stat(filepath.Join(spec.Dir, "built")); err != nil {
		t.Error(err)
	}
	if _, err := Build(t.Context(), Spec{}, BuildOptions{}); err != nil {
		t.Errorf("nothing to build: %v", err)
	}
}

// A build that fails says why, as the bot's fault.
func TestBuildFails(t *testing.T) {
	for _, tt := range []struct{ name, script, want string }{
		{"status", "exit 2", "build bot bold: exit status 2"},
		{"signal", "kill -TERM $$", "build bot bold: killed by signal terminated"},
		{"time", "sleep 1000", "build bot bold: not done after 300ms, and ended; want a build that takes less"},
		{"left too much", "head -c 2000000 /dev/zero > big", "holds more than 1 MiB"},
		{"left too many", "mkdir d && cd d && for i in $(seq 20); do : > $i; done", "holds more than 16 files and folders"},
		{"never ends to write", "mkdir -p .cache && cat /dev/zero > .cache/big", "holds more than 1 MiB"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			options := BuildOptions{Timeout: time.Minute, Folder: FolderLimit{Bytes: 1 << 20, Files: 16}}
			if tt.name == "time" {
				options.Timeout = 300 * time.Millisecond
			}
			_, err := Build(t.Context(), shell(t, tt.script), options)
			var fault *SpecError
			if !errors.As(err, &fault) || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("error %v; want a SpecError with %q", err, tt.want)
			}
		})
	}
	_, err := Build(t.Context(), Spec{Name: "bold", Build: []string{"no-such-program"}}, BuildOptions{})
	if err == nil || !strings.Contains(err.Error(), `no program "no-such-program" in PATH`) {
		t.Errorf("error %v; want which program is missing", err)
	}
}

// The request that wanted the build has gone. Nobody is to blame for that.
func TestBuildIsInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(100*time.Millisecond, cancel)
	_, err := Build(ctx, shell(t, "sleep 1000"), BuildOptions{})
	if !errors.Is(err, context.Canceled) || errors.As(err, new(*SpecError)) {
		t.Errorf("error %v; want that of the context", err)
	}
}

// "Whatever the build has started and not ended is killed": in its group or out
// of it, whether it holds the output open or not, and the build itself is fine.
func TestBuildLeavesNothing(t *testing.T) {
	const say = "until [ -s pid ]; do sleep 0.01; done; cat pid" // when it is there
	for name, script := range map[string]string{
		"a child":                "sleep 1000 & echo $!",
		"a daemon":               "setsid sh -c 'echo $$ > pid; exec sleep 1000' & " + say,
		"a daemon in a daemon":   "setsid sh -c 'setsid sh -c \"echo \\$\\$ > pid; exec sleep 1000\" &'; " + say,
		"a daemon without pipes": "setsid sh -c 'echo $$ > pid; exec sleep 1000 >/dev/null 2>&1 </dev/null' & " + say,
		"one of a failed build":  "setsid sh -c 'echo $$ > pid; exec sleep 1000' & " + say + "; exit 1",
	} {
		t.Run(name, func(t *testing.T) {
			if name != "a child" && runtime.GOOS != "linux" {
				t.Skip("children that left the group are not found here") // docs/processes.md says so of macOS
			}
			out, err := Build(t.Context(), shell(t, script), BuildOptions{Timeout: ample})
			if (err != nil) != (name == "one of a failed build") {
				t.Errorf("error %v", err)
			}
			pid, err := strconv.Atoi(strings.TrimSpace(out))
			if err != nil {
				t.Fatalf("output %q; want the number of what was left", out)
			}
			wantGone(t, pid)
		})
	}
}

// "The first and the last part of what it printed": a build that prints without
// end costs no memory.
func TestBuildPrintsMuch(t *testing.T) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	out, err := Build(t.Context(), shell(t, "echo first; head -c 200000000 /dev/zero | tr '\\0' x; echo; echo last; exit 1"), BuildOptions{})
	runtime.ReadMemStats(&after)
	if err == nil || !strings.HasPrefix(out, "first\n") || !strings.HasSuffix(out, "\nlast\n") || !strings.Contains(out, " bytes left out ...") {
		t.Errorf("%.40q ... %.40q, %v; want the first and the last line", out, out[max(0, len(out)-40):], err)
	}
	if used := after.TotalAlloc - before.TotalAlloc; used > 4<<20 {
		t.Errorf("%d bytes of memory for 200 MB of output", used)
	}
}

// However it is cut into writes, an output is kept whole up to its bound, and
// beyond it its first and its last part are.
func TestBuildOutputKeepsBothEnds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var o buildOutput
		var all strings.Builder
		for _, n := range rapid.SliceOfN(rapid.IntRange(0, 40<<10), 0, 8).Draw(t, "sizes") {
			piece := strings.Repeat(string(rune('a'+all.Len()%26)), n)
			all.WriteString(piece)
			if written, err := o.Write([]byte(piece)); written != n || err != nil {
				t.Fatalf("%d, %v; want %d", written, err, n)
			}
		}
		text, got := all.String(), o.String()
		if len(text) <= keptFirst+keptLast {
			if got != text {
				t.Fatalf("%d bytes became %d", len(text), len(got))
			}
			return
		}
		if !strings.HasPrefix(got, text[:keptFirst]) || !strings.HasSuffix(got, text[len(text)-keptLast:]) {
			t.Fatalf("of %d bytes the first %d and the last %d are not kept", len(text), keptFirst, keptLast)
		}
		if note := strconv.Itoa(len(text)-keptFirst-keptLast) + " bytes left out"; !strings.Contains(got, note) {
			t.Fatalf("want %q", note)
		}
	})
}

// A terminal shows what a build printed, and obeys none of it.
func TestBuildPrintsEscapes(t *testing.T) {
	out, err := Build(t.Context(), shell(t, `printf 'a.c:1: \033]0;owned\007\n\tint x\n'`), BuildOptions{})
	if want := `a.c:1: \u001b]0;owned\u0007` + "\n\tint x\n"; out != want || err != nil {
		t.Errorf("%q, %v; want %q", out, err, want)
	}
}
