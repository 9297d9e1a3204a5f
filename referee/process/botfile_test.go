package process

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/sys/unix"
)

// What a bot asks for: memory and scratch in MiB, numbers of processes and
// threads, folders beside its own, the network for its build.
func TestBotFileAsks(t *testing.T) {
	spec, err := parseBotFile(`
		run = "julia bot.jl"
		build = "julia --project=. setup.jl"
		network = "build"
		runtime = ["/opt/julia"]
		memory = 512
		scratch = 8
		processes = 4
		threads = 16`)
	if err != nil {
		t.Fatal(err)
	}
	want := Spec{
		Command: []string{"julia", "bot.jl"}, Build: []string{"julia", "--project=.", "setup.jl"},
		Network: true, Runtime: []string{"/opt/julia"},
		Limits: Resources{Memory: 512 << 20, Scratch: 8 << 20, Processes: 4, Threads: 16},
	}
	if diff := cmp.Diff(want, spec); diff != "" {
		t.Error(diff)
	}
}

// An error says what was found, and what was expected.
func TestBotFileErrors(t *testing.T) {
	for _, tt := range []struct{ line, want string }{
		{`memory = "512MB"`, `memory = "512MB": want a whole number of MiB, such as memory = 64`},
		{`memory = 0`, "memory = 0: want a number of MiB from 16 to 1048576"},
		{`memory = 9223372036854775807`, "want a number of MiB from 16 to 1048576"},
		{`scratch = -1`, "scratch = -1: want a number of MiB from 1 to 1048576"},
		{`processes = 0.5`, "processes = 0.5: want a whole number, such as processes = 4"},
		{`threads = 99999`, "threads = 99999: want a number from 1 to 32768"},
		{`network = "always"`, `network = "always": want network = "build", or no such line`},
		{`runtime = ["lib"]`, `runtime: found "lib"; want absolute paths`},
		{`runtime = ["/opt/.."]`, `runtime: found "/opt/.."; want absolute paths`},
	} {
		t.Run(tt.line, func(t *testing.T) {
			_, err := parseBotFile("run = \"./bot\"\n" + tt.line)
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("error %v; want %q in it", err, tt.want)
			}
		})
	}
}

// "A FIFO blocks who opens it, and /dev/zero has no end": a bot.toml is a regular file
// of a size that somebody can have written by hand.
func TestBotFileIsRegular(t *testing.T) {
	for _, tt := range []struct {
		name string
		make func(path string) error
		want string
	}{
		{"FIFO", func(path string) error { return unix.Mkfifo(path, 0o600) }, "found a named pipe; want a regular file"},
		{"link to /dev/zero", func(path string) error { return os.Symlink("/dev/zero", path) }, "bot.toml: a link leads out of the bot's folder; want a file in it"},
		{"folder", func(path string) error { return os.Mkdir(path, 0o700) }, "found a folder; want a regular file"},
		{"64 KiB and a byte", func(path string) error {
			return os.WriteFile(path, []byte(`run = "cat" #`+strings.Repeat("x", maxManifest-12)), 0o600)
		}, "more than 65536 bytes"},
		{"sparse file of a terabyte", func(path string) error {
			if err := os.WriteFile(path, nil, 0o600); err != nil {
				return err
			}
			return os.Truncate(path, 1<<40)
		}, "more than 65536 bytes"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := t.TempDir()
			if err := tt.make(filepath.Join(dir, BotFile)); err != nil {
				t.Fatal(err)
			}
			_, err := Resolve(dir)
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("error %v; want %q in it", err, tt.want)
			}
		})
	}
}

// The same holds for every other file of the folder: only regular files are part of a
// bot, and a file that grows for ever does not keep its reader for ever.
func TestFolderOfAStranger(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, BotFile, `run = "./bot"`, 0o600)
	spec, err := Resolve(dir)
	if err != nil {
		t.Fatal(err)
	}
	before := digests(t, spec)
	if err := unix.Mkfifo(filepath.Join(dir, "fifo"), 0o600); err != nil {
		t.Fatal(err)
	}
	if after := digests(t, spec); after != before {
		t.Errorf("digest %s with a FIFO in the folder; want %s", after, before)
	}
	copied, err := spec.Copy(filepath.Join(t.TempDir(), "copy"))
	if err != nil || digests(t, copied) != before {
		t.Errorf("a copy with a FIFO in the folder: %v", err)
	}
	// Between the look at the folder and the opening a file may become a FIFO.
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	info, err := root.Lstat(BotFile)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := openSame(root, "fifo", info); err == nil || !strings.Contains(err.Error(), "found a named pipe") {
		t.Errorf("opening a FIFO: error %v", err)
	}
}

// "Reading it would never end while somebody goes on writing it."
func TestGrowingFile(t *testing.T) {
	path := write(t, t.TempDir(), "log", "one line\n", 0o600)
	file, info, err := OpenRegular(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	grow, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer grow.Close()
	endless := writerFunc(func(text []byte) (int, error) {
		_, err := grow.Write(make([]byte, 1<<16))
		return len(text), err
	})
	done := make(chan error, 1)
	go func() { done <- CopyRegular(endless, file, info) }()
	select {
	case err := <-done:
		if err == nil || !strings.Contains(err.Error(), "had 9 bytes and has changed") {
			t.Errorf("error %v; want what happened", err)
		}
	case <-time.After(ample):
		t.Fatal("a file that grows is read for ever")
	}
}

type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(text []byte) (int, error) { return f(text) }

// A folder's limit counts all of it, the folders of tools included.
func TestFolderLimit(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "a", "12345", 0o600)
	write(t, dir, ".cache/b", "12345", 0o600)
	for _, tt := range []struct {
		limit FolderLimit
		want  string
	}{
		{FolderLimit{}, ""},
		{FolderLimit{Bytes: 10, Files: 3}, ""},
		{FolderLimit{Bytes: 9}, "holds more than 9 bytes"},
		{FolderLimit{Files: 2}, "holds more than 2 files and folders"},
	} {
		n, err := tt.limit.Check(dir)
		if tt.want == "" && (err != nil || n != 10) {
			t.Errorf("%+v: %d bytes, %v; want 10", tt.limit, n, err)
		}
		if tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)) {
			t.Errorf("%+v: error %v; want %q in it", tt.limit, err, tt.want)
		}
	}
}

// Whatever a bot.toml holds, it is read or an error says why, and what was
// read can be run within the limits of each number.
func FuzzBotFile(f *testing.F) {
	f.Add(`run = "./bot"`)
	f.Add("name = 'a'\nversion = '1'\ngames = ['ctf']\nbuild = ['make']\nrun = ['./bot', '-x']")
	f.Add("run = 'x'\nmemory = 64\nscratch = 1\nprocesses = 2\nthreads = 3\nnetwork = 'build'\nruntime = ['/opt/x']")
	f.Add(`run = "'"`)
	f.Add("run = 1")
	f.Add("[run]\nx = 1")
	f.Fuzz(func(t *testing.T, text string) {
		spec, err := parseBotFile(text)
		if err != nil {
			return
		}
		if len(spec.Command) == 0 {
			t.Errorf("%q gives no command and no error", text)
		}
		l := spec.Limits
		if l.Memory < 0 || l.Scratch < 0 || l.Processes < 0 || l.Threads < 0 || l.Memory > 1<<40 || l.Scratch > 1<<40 {
			t.Errorf("%q gives the limits %+v", text, l)
		}
		for _, dir := range spec.Runtime {
			if !filepath.IsAbs(dir) || filepath.Clean(dir) == "/" {
				t.Errorf("%q gives the runtime %q", text, dir)
			}
		}
	})
}
