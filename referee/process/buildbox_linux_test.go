package process

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"arbiter/referee/process/sandbox"
	"arbiter/referee/process/view"
)

// inBoxes returns options for builds in boxes with a cache.
func inBoxes(t *testing.T) BuildOptions {
	t.Helper()
	return BuildOptions{
		Isolation: boxed(t).Isolation, Cache: filepath.Join(t.TempDir(), "cache"),
		Warn: func(err error) { t.Errorf("warning: %v", err) },
	}
}

// built builds a bot and returns what its build printed.
func built(t *testing.T, spec Spec, options BuildOptions) string {
	t.Helper()
	out, err := Build(t.Context(), spec, options)
	if err != nil {
		t.Fatalf("%v:\n%s", err, out)
	}
	return out
}

// attack lets the build of a bot attack, and returns whether each attack
// succeeded, "got" or "refused".
func attackInBuild(t *testing.T, spec Spec, options BuildOptions, attacks [][2]string) (results []string) {
	t.Helper()
	var text strings.Builder
	for _, a := range attacks {
		fmt.Fprintf(&text, "%s|%s\n", a[0], a[1])
	}
	if err := os.WriteFile(filepath.Join(spec.Dir, attackFile), []byte(text.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	spec.Build, spec.Env = []string{os.Args[0]}, []string{botVariable + "=attacks as a build"}
	results = strings.Split(strings.TrimSuffix(built(t, spec, options), "\n"), "\n")
	if len(results) != len(attacks) {
		t.Fatalf("%d results of %d attacks: %q", len(results), len(attacks), results)
	}
	return results
}

// "One bot's build tries to poison the cache of another and to read or write the
// database, other bots, home, network, docker.sock": each succeeds without a box
// and fails in one.
func TestBoxKeepsBuildsFromOthers(t *testing.T) {
	v, options := newVictim(t), inBoxes(t)
	other := shell(t, "touch $HOME/library")
	built(t, other, options)
	homes, err := filepath.Glob(filepath.Join(options.Cache, "*", homeFolder, "library"))
	if err != nil || len(homes) != 1 {
		t.Fatalf("homes %q, %v; want one with a library", homes, err)
	}
	mine := filepath.Join(t.TempDir(), "mine")
	if err := errors.Join(os.Mkdir(mine, 0o755), os.WriteFile(filepath.Join(mine, "program"), nil, 0o755)); err != nil {
		t.Fatal(err)
	}
	attacks := [][2]string{
		{"read", homes[0]}, {"write", homes[0]}, {"create", filepath.Join(filepath.Dir(homes[0]), "poison")},
		{"create", filepath.Join(options.Cache, "poison")}, {"create", filepath.Join(options.Cache, "go-0", "poison")},
		{"create", filepath.Join(other.Dir, "poison")},
		{"read", v.file}, {"write", v.file}, {"chmod", v.file}, {"touch", v.file}, {"create", filepath.Join(v.folder, "new")},
		{"signal", v.pid}, {"environ", v.pid}, {"memory", v.pid}, {"inject", v.pid},
		{"dial tcp", v.tcp}, {"dial udp", v.udp}, {"dial unix", v.unix}, {"dial unix", v.abstract},
		{"setuid", "program"}, {"new setuid", "another"},
		{"create", filepath.Join(filepath.Dir(mine), "beside")},
	}
	if err := os.Mkdir(filepath.Join(options.Cache, "go-0"), 0o777); err != nil {
		t.Fatal(err)
	}
	boxed := attackInBuild(t, Spec{Name: "bold", Dir: mine}, options, attacks)
	for i, a := range attacks {
		if _, err := os.Stat(a[1]); a[0] == "create" && err != nil {
			continue // it may be one of the box's own $TMPDIR
		}
		if !strings.HasPrefix(boxed[i], "refused") {
			t.Errorf("%s %s in a box: %s; want it refused", a[0], a[1], boxed[i])
		}
	}
	free := attackInBuild(t, Spec{Name: "bold", Dir: mine}, BuildOptions{}, attacks)
	for i, a := range attacks {
		if !strings.HasPrefix(free[i], "got") {
			t.Errorf("%s %s without a box: %s; want it to succeed, or the test shows nothing", a[0], a[1], free[i])
		}
	}
}

// "The bot's folder writable during the build and nothing else", and a .git in it
// is kept: git runs what that says.
func TestBoxBuildWrites(t *testing.T) {
	options := inBoxes(t)
	spec := shell(t, `
		echo made > made && mkdir deep && touch deep/file && echo 1 > $TMPDIR/x && echo 2 > $HOME/x
		for path in .git/config .git/hooks /x /usr/x /etc/x; do
			if echo x 2>/dev/null > $path; then echo wrote $path; fi
		done
		cat .git/config`)
	if err := errors.Join(os.Mkdir(filepath.Join(spec.Dir, ".git"), 0o755), os.WriteFile(filepath.Join(spec.Dir, ".git", "config"), []byte("mine\n"), 0o644)); err != nil {
		t.Fatal(err)
	}
	if out := built(t, spec, options); out != "mine\n" {
		t.Errorf("the build said %q; want that it could read .git and write nothing there", out)
	}
	for _, path := range []string{"made", "deep/file"} {
		info, err := os.Stat(filepath.Join(spec.Dir, path))
		if err != nil {
			t.Fatal(err)
		}
		var st unix.Stat_t
		if err := unix.Stat(filepath.Join(spec.Dir, path), &st); err != nil || int(st.Uid) != os.Geteuid() || info.Mode().Perm()&0o400 == 0 {
			t.Errorf("%s is of user %d with %v, %v; want it ours", path, st.Uid, info.Mode(), err)
		}
	}
}

// A link in place of .git leads nowhere else.
func TestBoxBuildFollowsNoLink(t *testing.T) {
	v := newVictim(t)
	spec := shell(t, "cat .git/arbiter.db; cat "+v.file+"; true")
	if err := os.Symlink(v.folder, filepath.Join(spec.Dir, ".git")); err != nil {
		t.Fatal(err)
	}
	if out := built(t, spec, inBoxes(t)); strings.Contains(out, "rows") {
		t.Errorf("the build read %q through a link", out)
	}
}

// "A private persistent cache": what a build keeps in its home is there for the
// next build of the same folder, and for no other.
func TestBoxBuildHasAHomeOfItsOwn(t *testing.T) {
	options := inBoxes(t)
	const script = "ls $HOME; touch $HOME/kept"
	first, second := shell(t, script), shell(t, script)
	for i, tt := range []struct {
		spec Spec
		want string
	}{{first, ""}, {second, ""}, {first, "kept\n"}, {second, "kept\n"}} {
		if out := built(t, tt.spec, options); out != tt.want {
			t.Errorf("build %d found %q in its home; want %q", i+1, out, tt.want)
		}
	}
	options.Cache = ""
	for range 2 {
		if out := built(t, first, options); out != "" {
			t.Errorf("without a cache a build found %q in its home", out)
		}
	}
}

// Homes of folders that are gone, and those that hold too much, are deleted.
func TestBoxBuildCacheIsBounded(t *testing.T) {
	options := inBoxes(t)
	options.CacheLimit = FolderLimit{Files: 100}
	count := func(want int) {
		t.Helper()
		homes, err := filepath.Glob(filepath.Join(options.Cache, "*", homeFolder))
		if err != nil || len(homes) != want {
			t.Errorf("%d homes, %v; want %d", len(homes), err, want)
		}
	}
	gone := shell(t, "touch $HOME/kept")
	gone.Dir = filepath.Join(gone.Dir, "gone")
	if err := os.Mkdir(gone.Dir, 0o755); err != nil {
		t.Fatal(err)
	}
	built(t, gone, options)
	count(1)
	if err := os.RemoveAll(gone.Dir); err != nil {
		t.Fatal(err)
	}
	built(t, shell(t, "touch $HOME/kept"), options)
	count(1)
	out, err := Build(t.Context(), shell(t, "for i in $(seq 200); do touch $HOME/$i; done; sleep 60"), options)
	if err == nil || !strings.Contains(err.Error(), "$HOME: its folder holds more than 100 files") {
		t.Errorf("%v, %s; want that its home holds too much", err, out)
	}
	count(1)
}

// The standard library of Go is compiled once, and a bot that spoils what it was
// given spoils nobody else's.
func TestGoIsBuiltInBoxes(t *testing.T) {
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip(err) // without Go there is no bot in Go to build
	}
	options := inBoxes(t)
	bot := func(command string) Spec {
		spec := Spec{Name: "gopher", Dir: t.TempDir(), Build: []string{"sh", "-c", command}}
		const program = "package main\n\nimport \"fmt\"\n\nfunc main() { fmt.Println(1) }\n"
		for name, text := range map[string]string{
			"main.go": program, "go.mod": "module bot\n\ngo 1.22\n",
			".git": "gitdir: /elsewhere\n", // as in a worktree
		} {
			if err := os.WriteFile(filepath.Join(spec.Dir, name), []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		return spec
	}
	const build = "go build -trimpath -v -o bot ."
	spoils := bot(build + "; find $HOME/.cache/go-build -type f | while read f; do echo spoiled > $f; done")
	for _, spec := range []Spec{spoils, bot(build)} {
		if out := built(t, spec, options); out != "bot\n" {
			t.Errorf("compiled were %q; want the bot alone", out)
		}
		if out, err := exec.Command(filepath.Join(spec.Dir, "bot")).Output(); string(out) != "1\n" {
			t.Errorf("the bot says %q, %v; want 1", out, err)
		}
	}
}

// "Network only when bot.toml asks and the operator allows", and words about what
// to do without.
func TestBoxBuildNetwork(t *testing.T) {
	v, options := newVictim(t), inBoxes(t)
	for _, tt := range []struct{ asks, allowed bool }{{false, false}, {true, false}, {false, true}, {true, true}} {
		spec := Spec{Name: "bold", Dir: t.TempDir(), Network: tt.asks}
		options.Network = tt.allowed
		results := attackInBuild(t, spec, options, [][2]string{{"dial tcp", v.tcp}, {"dial unix", v.unix}, {"dial unix", v.abstract}, {"read", v.file}, {"environ", v.pid}})
		if got := strings.HasPrefix(results[0], "got"); got != (tt.asks && tt.allowed) {
			t.Errorf("%+v: %s; want the network if both say so", tt, results[0])
		}
		for _, result := range results[1:] {
			if !strings.HasPrefix(result, "refused") {
				t.Errorf("%+v: %s; want nothing but the network", tt, result)
			}
		}
	}
	for _, tt := range []struct {
		asks bool
		want string
	}{{false, `network = "build" in bot.toml`}, {true, "--build-network"}} {
		spec := shell(t, "echo 'dial tcp: lookup proxy.golang.org: Temporary failure in name resolution'; exit 1")
		spec.Network, options.Network = tt.asks, false
		if _, err := Build(t.Context(), spec, options); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("error %v; want %q in it", err, tt.want)
		}
	}
}

// What a compiler says of a program is no matter of the box.
func TestBoxBuildHints(t *testing.T) {
	options := inBoxes(t)
	for _, tt := range []struct{ says, want string }{
		{"error: cannot find symbol", "exit status 1"},
		{"error[E0425]: cannot find value `x` in this scope", "exit status 1"},
		{"sh: 1: ../build.sh: not found", "--runtime DIR"},
		{"fatal error: ../common/grid.h: No such file or directory", "--runtime DIR"},
		{"go: go.mod file not found in current directory or any parent directory", "--runtime DIR"},
		{"touch: cannot touch '/usr/x': Read-only file system", "$HOME and $TMPDIR alone"},
		{"ld: final link failed: No space left on device", "1 GiB to $TMPDIR"},
		{"npm error code EAI_AGAIN", `network = "build"`},
		{"error: failed to download from `https://static.crates.io/`", "cargo vendor"},
	} {
		spec := shell(t, "echo \"$SAYS\"; exit 1")
		spec.Env = []string{"SAYS=" + tt.says}
		_, err := Build(t.Context(), spec, options)
		if err == nil || !strings.Contains(err.Error(), tt.want) || tt.want == "exit status 1" && !strings.HasSuffix(err.Error(), tt.want) {
			t.Errorf("%s: error %v; want %q", tt.says, err, tt.want)
		}
	}
}

// "Limits in memory, tasks": a build that takes more fails with a word about it.
func TestBoxBuildHasLimits(t *testing.T) {
	options := inBoxes(t)
	options.Limits = sandbox.Resources{Memory: 1 << 30, Scratch: 16 << 20, Threads: 64, Processes: 64}
	spec := Spec{Name: "bold", Dir: t.TempDir()}
	results := attackInBuild(t, spec, options, [][2]string{{"threads", "100"}, {"temporary", strconv.Itoa(17 << 20)}})
	for _, result := range results {
		if !strings.HasPrefix(result, "refused") {
			t.Errorf("%s; want it refused", result)
		}
	}
	text := []byte("allocate|" + strconv.Itoa(3<<29) + "\n")
	if err := os.WriteFile(filepath.Join(spec.Dir, attackFile), text, 0o644); err != nil {
		t.Fatal(err)
	}
	spec.Build, spec.Env = []string{os.Args[0]}, []string{botVariable + "=attacks as a build"}
	out, err := Build(t.Context(), spec, options)
	if !errors.As(err, new(*SpecError)) || !strings.Contains(err.Error()+out, "memory") {
		t.Errorf("1.5 GiB of memory: %v, %.300s; want it to fail with the reason", err, out)
	}
}

// Whatever a build leaves behind ends with its box.
func TestBoxBuildLeavesNothing(t *testing.T) {
	options := inBoxes(t)
	goroutines := runtime.NumGoroutine()
	left := fmt.Sprintf("sleep %d", 1e6+os.Getpid())
	built(t, shell(t, "setsid sh -c 'touch a; exec "+left+"' & env -i setsid sh -c 'touch b; exec "+left+"' & until [ -e a -a -e b ]; do sleep 0.01; done"), options)
	for _, pid := range processes(t) {
		command, err := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid))
		if err == nil && strings.Contains(strings.ReplaceAll(string(command), "\x00", " "), left) {
			wantGone(t, pid)
		}
	}
	wantGoroutines(t, goroutines)
}

// "Builds under strict on a machine without protections are refused": one whose
// folder cannot be given to its user is, and auto says that it runs without a box.
func TestBoxOfABuildThatCannotHaveItsFolder(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("builds run as our own user") // who may write to our folders
	}
	for _, level := range []sandbox.Level{sandbox.Strict, sandbox.Auto} {
		s, err := sandbox.Open(sandbox.Settings{Settings: view.Settings{Runtime: []string{os.Args[0]}}, Policy: sandbox.Policy{Level: level, Without: []string{"files", "proc"}}})
		if err != nil {
			t.Skip(err) // see boxed
		}
		defer s.Close()
		var warned []error
		options := BuildOptions{Isolation: s, Warn: func(err error) { warned = append(warned, err) }}
		out, err := Build(t.Context(), shell(t, "echo made"), options)
		switch level {
		case sandbox.Strict:
			if !errors.As(err, new(*SpecError)) || !strings.Contains(err.Error(), "idmapped mounts") || out != "" {
				t.Errorf("strict: %q, %v; want it refused", out, err)
			}
		default:
			if err != nil || out != "made\n" || len(warned) != 1 || !strings.Contains(warned[0].Error(), "without a box") {
				t.Errorf("auto: %q, %v, %v; want it to run and a warning", out, err, warned)
			}
		}
	}
}
