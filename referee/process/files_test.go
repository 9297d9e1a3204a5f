package process

import (
	"errors"
	"fmt"
	"maps"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// withState writes into a folder what Arbiter keeps, each with a secret, under usual and
// other names, and returns what flags, the environment and the configuration would name.
func withState(t *testing.T, dir string) (own []string) {
	t.Helper()
	for _, name := range []string{
		"arbiter.db", "arbiter.db-wal", "arbiter.db-shm", "arbiter.db-journal", "arbiter.db.lock", "arbiter.db.bots/0123/bot.toml", "arbiter.db.queue/jetstream/x",
		"arbiter.db.analyses/1", "arbiter.db.ladders/0123/bot.py", "arbiter.db.workers/w1",
		"sub/deep/league.db.bots/x/y", "sub/results.queue/token", "sub/x.sqlite3.analyses/1", "sub/other.db-wal", "sub/other.db.lock", "sub/arbiter.db", ".restore-123/tokens",
	} {
		write(t, dir, name, marker, 0o644)
	}
	for _, name := range []string{"cl.token", "sub/tls.key", "sub/deep/queue.token", "settings.toml", "cache/arbiter/builds/x", "results", "results.lock", "key"} {
		write(t, dir, name, marker, 0o644)
		own = append(own, filepath.Join(dir, name))
	}
	own[4] = filepath.Join(dir, "cache/arbiter") // all of it
	if err := os.Rename(filepath.Join(dir, "key"), filepath.Join(dir, "real.key")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("real.key", filepath.Join(dir, "key")); err != nil { // a flag that names a link
		t.Fatal(err)
	}
	return own
}

// "One function says what belongs to a bot, and it asks the list of own files": beside
// them a bot has the same digest, and its copy has what it had without.
func TestOwnFilesAreNotOfTheBot(t *testing.T) {
	for _, typed := range []string{"the folder", "a link to it", "a link above it"} {
		t.Run(typed, func(t *testing.T) {
			above := t.TempDir()
			dir := filepath.Join(above, "mine")
			write(t, dir, BotFile, "run = \"cat\"\n", 0o644)
			write(t, dir, "sub/deep/data", "data", 0o644)
			write(t, dir, "cache/mine", "data", 0o644)
			at := dir
			switch typed {
			case "a link to it":
				at = filepath.Join(t.TempDir(), "current")
				replace(t, at, dir)
			case "a link above it":
				replace(t, filepath.Join(t.TempDir(), "x"), above)
				link := filepath.Join(t.TempDir(), "above")
				replace(t, link, above)
				at = filepath.Join(link, "mine")
			}
			spec, err := Resolve(at)
			if err != nil {
				t.Fatal(err)
			}
			before := digests(t, spec)
			own := withState(t, dir)
			if spec, err = Resolve(at, own...); err != nil {
				t.Fatal(err)
			}
			if after := digests(t, spec); after != before {
				t.Errorf("digests %v; without what is Arbiter's %v", after, before)
			}
			copied, err := spec.Copy(filepath.Join(t.TempDir(), "copy"))
			if err != nil {
				t.Fatal(err)
			}
			wantNoSecret(t, copied.Dir)
			want := []string{"/" + BotFile, "/cache/mine", "/sub/deep/data"}
			if found := slices.Sorted(maps.Keys(withoutFolders(listing(t, copied.Dir)))); !slices.Equal(found, want) {
				t.Errorf("the copy has %q; want %q", found, want)
			}
		})
	}
}

// withoutFolders returns what of a listing is no folder.
func withoutFolders(found map[string]string) map[string]string {
	maps.DeleteFunc(found, func(_, text string) bool { return strings.HasPrefix(text, "d") })
	return found
}

// "By whatever name": a hard link to one of Arbiter's own files is an error that says
// what to do, and a bot.toml that is a link to one is not read.
func TestOwnFilesByOtherNames(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, BotFile, "run = \"cat\"\n", 0o644)
	own := withState(t, dir)
	spec, err := Resolve(dir, own...)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Link(own[0], filepath.Join(dir, "data.txt")); err != nil {
		t.Fatal(err)
	}
	if _, err := spec.Digests(); !errors.As(err, new(*SpecError)) || !strings.Contains(err.Error(), "cl.token by another name") {
		t.Errorf("error %v; want which file it is", err)
	}
	if err := os.Remove(filepath.Join(dir, "data.txt")); err != nil {
		t.Fatal(err)
	}
	for _, target := range []string{"cl.token", "key", "arbiter.db.queue/jetstream/x", "sub/deep/league.db.bots/x/y", "cache/arbiter/builds/x"} {
		replace(t, filepath.Join(dir, BotFile), target)
		if _, err := Resolve(dir, own...); !errors.As(err, new(*SpecError)) || strings.Contains(err.Error(), "S3CRET") {
			t.Errorf("%s as a bot.toml: error %v; want a SpecError", target, err)
		}
	}
}

// "A bot of one file may be a link to a file in its folder and to nothing else": what
// another one leads to is not read, quoted or laid out.
func TestSourceThatIsALink(t *testing.T) {
	base := t.TempDir()
	dir, sec := filepath.Join(base, "bots"), filepath.Join(base, "sec")
	for _, name := range []string{"secret", "sol.py", "Sol.java"} {
		write(t, sec, name, marker, 0o644)
	}
	write(t, dir, "v2.py", "print(1)\n", 0o644)
	write(t, dir, "cl.token", marker, 0o644)
	write(t, dir, "arbiter.db.queue/token", marker, 0o644)
	open, err := os.Open(filepath.Join(sec, "secret"))
	if err != nil {
		t.Fatal(err)
	}
	defer open.Close()
	if err := unix.Mkfifo(filepath.Join(dir, "fifo"), 0o644); err != nil {
		t.Fatal(err)
	}
	socket, err := net.Listen("unix", filepath.Join(dir, "s"))
	if err != nil {
		t.Fatal(err)
	}
	defer socket.Close()
	replace(t, filepath.Join(dir, "chain"), "../sec/secret")
	replace(t, filepath.Join(dir, "folder"), "../sec")
	own := []string{filepath.Join(dir, "cl.token")}
	for _, tt := range []struct {
		name, target string
		ok           bool
	}{
		{"a file elsewhere", "../sec/secret", false},
		{"an absolute path", filepath.Join(sec, "secret"), false},
		{"a chain", "chain", false},
		{"through a folder that is a link", "folder/secret", false},
		{"up and down again", "../bots/../sec/secret", false},
		{"a descriptor", fmt.Sprintf("/proc/self/fd/%d", open.Fd()), false},
		{"the environment", "/proc/self/environ", false},
		{"a device", "/dev/zero", false},
		{"a FIFO", "fifo", false},
		{"a socket", "s", false},
		{"itself", "sol.py", false},
		{"nothing", "nosuch.py", false},
		{"a file of Arbiter's own", "cl.token", false},
		{"its state", "arbiter.db.queue/token", false},
		{"a file beside it", "v2.py", true},
	} {
		for _, source := range []string{"sol.py", "sol.cpp", "Sol.java"} {
			t.Run(tt.name+" as "+source, func(t *testing.T) {
				path, cache := filepath.Join(dir, source), filepath.Join(t.TempDir(), "cache")
				replace(t, path, tt.target)
				defer os.Remove(path)
				spec, err := Resolve(path, own...)
				if err == nil {
					var output string
					spec, output, err = Prepare(t.Context(), spec, BuildOptions{Cache: cache})
					if strings.Contains(output, "S3CRET") {
						t.Errorf("its build said %q", output)
					}
				}
				if tt.ok && source == "sol.py" && err != nil {
					t.Errorf("error %v", err)
				}
				if !tt.ok && err == nil {
					t.Errorf("it is %+v; want an error", spec)
				}
				if err != nil && strings.Contains(err.Error(), "S3CRET") {
					t.Errorf("error %v quotes it", err)
				}
				if _, err := os.Stat(cache); err == nil {
					wantNoSecret(t, cache)
				}
			})
		}
	}
	// Between the look and the opening a file becomes a link.
	write(t, dir, "sol.py", "print(1)\n", 0o644)
	spec, err := Resolve(filepath.Join(dir, "sol.py"), own...)
	if err != nil {
		t.Fatal(err)
	}
	replace(t, filepath.Join(dir, "sol.py"), "../sec/secret")
	if _, err := spec.Digests(); !errors.As(err, new(*SpecError)) {
		t.Errorf("digest: error %v; want a SpecError", err)
	}
	if _, _, err := Prepare(t.Context(), spec, BuildOptions{Cache: t.TempDir()}); err == nil {
		t.Error("it was prepared")
	}
	// A folder that is a link is what its owner typed.
	replace(t, filepath.Join(base, "current"), "bots")
	if _, err := Resolve(filepath.Join(base, "current", "v2.py"), own...); err != nil {
		t.Error(err)
	}
}
