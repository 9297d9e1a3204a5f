package backup_test

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"arbiter/server/kept/backup"
	"arbiter/server/kept/sample"
	"arbiter/server/kept/sqlite"
	"arbiter/server/league"
)

// upload names the folder of an uploaded bot.
var upload = strings.Repeat("ab", 32)

func open(t testing.TB, file string) *sqlite.DB {
	t.Helper()
	db, err := sqlite.Open(t.Context(), file, sqlite.Normal)
	if err != nil {
		t.Fatal(err)
	}
	return db
}

// serverAt returns the place of a server that has matches, an uploaded bot, one that
// was entered, one of a ladder, and what is not part of a backup.
func serverAt(t testing.TB, dir string) backup.Place {
	t.Helper()
	p := placeIn(dir)
	write := func(mode fs.FileMode, name, text string) {
		t.Helper()
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), mode); err != nil {
			t.Fatal(err)
		}
	}
	link := func(to, name string) {
		t.Helper()
		if err := os.Symlink(to, filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	write(0o755, "a.db.bots/"+upload+"/mine/bot.sh", "#!/bin/sh\n")
	write(0o644, "a.db.bots/"+upload+"/mine/.hidden", "kept")
	write(0o444, "a.db.bots/entered/1234/bot.toml", "run = 'x'")
	link("bot.toml", "a.db.bots/entered/1234/link")
	write(0o644, "a.db.ladders/5678/bot.toml", "run = 'y'")
	if err := os.Chmod(filepath.Join(dir, "a.db.bots/entered/1234"), 0o555); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.Chmod(filepath.Join(dir, "a.db.bots/entered/1234"), 0o755) })
	write(0o600, "tokens", "admin x\n")
	// What no bot needs, is being written, or is made anew.
	write(0o644, "a.db.bots/"+strings.Repeat("cd", 32)+"/half", "built")
	write(0o644, "a.db.bots/.upload-1/x", "x")
	write(0o644, "a.db.bots/entered/.draft-1/x", "x")
	write(0o644, "a.db.bots/builds/x", "x")
	link("/etc/passwd", "a.db.bots/"+upload+"/mine/outward")

	db := open(t, p.DB)
	defer db.Close()
	if err := sample.Fill(t.Context(), db, 20, time.Unix(1e9, 0)); err != nil {
		t.Fatal(err)
	}
	typed := filepath.Join(p.Uploads, upload, "mine")
	if err := db.KeepBot(t.Context(), league.NewBot("domain", "mine", typed, "", "0123456789abcdef")); err != nil {
		t.Fatal(err)
	}
	return p
}

func placeIn(dir string) backup.Place {
	return backup.Place{DB: filepath.Join(dir, "a.db"), Uploads: filepath.Join(dir, "a.db.bots"), Ladders: filepath.Join(dir, "a.db.ladders"), Games: filepath.Join(dir, "a.db.games"), Tokens: filepath.Join(dir, "tokens")}
}

func pack(t testing.TB, p backup.Place) []byte {
	t.Helper()
	db := open(t, p.DB)
	defer db.Close()
	var b bytes.Buffer
	if err := backup.Write(t.Context(), &b, db, p, "test", t.TempDir()); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func restore(ctx context.Context, archive []byte, to backup.Place) (backup.Manifest, bool, error) {
	return backup.Restore(ctx, bytes.NewReader(archive), to, func(ctx context.Context, file string) (backup.Target, error) {
		return sqlite.Open(ctx, file, sqlite.Normal)
	})
}

// tree lists the files of a folder with their modes and contents.
func tree(t testing.TB, dir string) (list []string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || name == dir {
			return err
		}
		info, err := entry.Info()
		if err != nil {
			return err
		}
		text := ""
		switch {
		case info.Mode()&fs.ModeSymlink != 0:
			text, err = os.Readlink(name)
		case info.Mode().IsRegular():
			var b []byte
			b, err = os.ReadFile(name)
			text = string(b)
		}
		list = append(list, fmt.Sprintf("%s %v %q", strings.TrimPrefix(name, dir), info.Mode(), text))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

func export(t testing.TB, file string) string {
	t.Helper()
	db := open(t, file)
	defer db.Close()
	var b bytes.Buffer
	if err := db.Export(t.Context(), &b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// "Database, uploaded bots and ladders, restored elsewhere, are what they were", and
// the bots are found where they are now.
func TestRestoredIsWhatWasBackedUp(t *testing.T) {
	from := serverAt(t, t.TempDir())
	to := placeIn(t.TempDir())
	if _, tokens, err := restore(t.Context(), pack(t, from), to); err != nil || !tokens {
		t.Fatalf("tokens %v, %v", tokens, err)
	}
	if got, want := export(t, to.DB), strings.ReplaceAll(export(t, from.DB), from.Uploads, to.Uploads); got != want {
		t.Error("the restored database exports other lines")
	}
	db := open(t, to.DB)
	defer db.Close()
	if bot, err := db.KnownBot(t.Context(), "domain", "mine@01234567"); err != nil || bot.Typed != filepath.Join(to.Uploads, upload, "mine") {
		t.Errorf("the uploaded bot is %q, %v", bot.Typed, err)
	}
	var want []string
	for _, line := range tree(t, from.Uploads) {
		left := strings.HasPrefix(line, "/"+strings.Repeat("cd", 32)) || strings.HasPrefix(line, "/.upload") || strings.HasPrefix(line, "/entered/.draft") ||
			strings.HasPrefix(line, "/builds") || strings.Contains(line, "outward")
		if !left {
			want = append(want, line)
		}
	}
	if got := tree(t, to.Uploads); strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("uploads:\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if got, want := tree(t, to.Ladders), tree(t, from.Ladders); strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("ladders: %q; want %q", got, want)
	}
}

// "Without tokens unless asked."
func TestTokensAreLeftOut(t *testing.T) {
	from := serverAt(t, t.TempDir())
	from.Tokens = ""
	to := placeIn(t.TempDir())
	if _, tokens, err := restore(t.Context(), pack(t, from), to); err != nil || tokens {
		t.Fatalf("tokens %v, %v", tokens, err)
	}
	if _, err := os.Stat(to.Tokens); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("there are tokens: %v", err)
	}
}

// "While it plays": matches are saved while the backup is written. What is restored is
// whole, and each match of it is one that was saved.
func TestBackupWhileMatchesAreSaved(t *testing.T) {
	from := serverAt(t, t.TempDir())
	ctx, cancel := context.WithCancel(t.Context())
	saving := make(chan error, 1)
	go func() {
		db, err := sqlite.Open(ctx, from.DB, sqlite.Normal)
		for n := 1000; err == nil && ctx.Err() == nil; n += 1000 {
			err = sample.Fill(ctx, db, n, time.Unix(1e9, 0)) // the same tournaments, longer
		}
		if db != nil {
			db.Close()
		}
		saving <- err
	}()
	var archives [][]byte
	for range 3 {
		archives = append(archives, pack(t, from))
	}
	cancel()
	if err := <-saving; err != nil && !errors.Is(err, context.Canceled) {
		t.Log("the writer ended by:", err) // a longer sample is another tournament, which is refused
	}
	all := map[string]bool{}
	for line := range strings.Lines(export(t, from.DB)) {
		all[line] = true
	}
	for _, archive := range archives {
		to := placeIn(t.TempDir())
		if _, _, err := restore(t.Context(), archive, to); err != nil {
			t.Fatal(err)
		}
		matches := 0
		for line := range strings.Lines(export(t, to.DB)) {
			if strings.Contains(line, `"match"`) {
				matches++
				if !all[line] {
					t.Errorf("restored, and not in the database: %.200s", line)
				}
			}
		}
		if matches == 0 {
			t.Error("no matches were restored")
		}
	}
}

// "Nothing is overwritten": whatever is at the place stays, and nothing joins it.
func TestRestoreOverwritesNothing(t *testing.T) {
	archive := pack(t, serverAt(t, t.TempDir()))
	for _, name := range []string{"a.db", "a.db-wal", "a.db.bots", "a.db.ladders", "a.db.games", "tokens"} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, name), []byte("mine"), 0o644); err != nil {
			t.Fatal(err)
		}
		before := tree(t, dir)
		_, _, err := restore(t.Context(), archive, placeIn(dir))
		if !errors.As(err, new(league.UsageError)) || !strings.Contains(err.Error(), "exists") {
			t.Errorf("%s: %v; want that it exists", name, err)
		}
		if after := tree(t, dir); strings.Join(after, "\n") != strings.Join(before, "\n") {
			t.Errorf("%s: %q became %q", name, before, after)
		}
	}
}

// "restore makes the folders that are missing."
func TestRestoreMakesFolders(t *testing.T) {
	archive := pack(t, serverAt(t, t.TempDir()))
	to := placeIn(filepath.Join(t.TempDir(), "not", "yet"))
	to.Games = filepath.Join(t.TempDir(), "elsewhere", "games")
	if _, _, err := restore(t.Context(), archive, to); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(to.DB); err != nil {
		t.Error(err)
	}
}

// "A game that is a link becomes a folder, which counts as copied." What is no part of a game,
// such as its kept classes and Arbiter's own files in it, is left out.
func TestGamesAreKept(t *testing.T) {
	from := serverAt(t, t.TempDir())
	source := t.TempDir()
	write := func(mode fs.FileMode, text string, name ...string) {
		t.Helper()
		file := filepath.Join(name...)
		if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o755), os.WriteFile(file, []byte(text), mode)); err != nil {
			t.Fatal(err)
		}
	}
	write(0o644, "name", source, "game.toml")
	write(0o755, "run", source, "target", "referee.sh")
	write(0o644, "classes", source, ".cache", "arbiter", "classes.jsa")
	write(0o600, "secret", source, "tokens")
	write(0o644, "copied", from.Games, "copied", "game.toml")
	write(0o644, "", from.Games, ".copied.added")
	write(0o644, "hand", from.Games, "hand", "game.toml")
	write(0o644, "half", from.Games, ".new-1", "game.toml")
	err := errors.Join(os.Symlink("target/referee.sh", filepath.Join(source, "inward")), os.Symlink("/etc/passwd", filepath.Join(source, "outward")),
		os.Symlink(source, filepath.Join(from.Games, "linked")), os.Symlink("/nowhere", filepath.Join(from.Games, "gone")))
	if err != nil {
		t.Fatal(err)
	}
	from.Own = []string{filepath.Join(source, "tokens")}
	to := placeIn(t.TempDir())
	if _, _, err := restore(t.Context(), pack(t, from), to); err != nil {
		t.Fatal(err)
	}
	want := []string{
		`/.copied.added -rw-r--r-- ""`,
		`/.linked.added -rw-r--r-- ""`,
		`/copied drwxr-xr-x ""`,
		`/copied/game.toml -rw-r--r-- "copied"`,
		`/hand drwxr-xr-x ""`,
		`/hand/game.toml -rw-r--r-- "hand"`,
		`/linked drwxr-xr-x ""`,
		`/linked/game.toml -rw-r--r-- "name"`,
		`/linked/inward Lrwxrwxrwx "target/referee.sh"`,
		`/linked/target drwxr-xr-x ""`,
		`/linked/target/referee.sh -rwxr-xr-x "run"`,
	}
	if got := tree(t, to.Games); strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("games:\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// "This program knows formats 1 to 2": an archive from before games were kept is restored.
func TestFormer(t *testing.T) {
	from := serverAt(t, t.TempDir())
	zip, err := gzip.NewReader(bytes.NewReader(pack(t, from)))
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(zip)
	if err != nil {
		t.Fatal(err)
	}
	former := bytes.Replace(text, []byte(`{"format":2,`), []byte(`{"format":1,`), 1)
	if bytes.Equal(former, text) {
		t.Fatal("the manifest does not begin with its format")
	}
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := w.Write(former); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if _, _, err := restore(t.Context(), b.Bytes(), placeIn(t.TempDir())); err != nil {
		t.Error(err)
	}
}

// "An archive that was cut or changed is an error and leaves nothing", unless what was
// changed says nothing, as the padding of a block does.
func TestDamagedBackups(t *testing.T) {
	archive := pack(t, serverAt(t, t.TempDir()))
	rapid.Check(t, func(t *rapid.T) {
		damaged := bytes.Clone(archive)
		at := rapid.IntRange(0, len(damaged)-1).Draw(t, "at")
		if rapid.Bool().Draw(t, "cut") {
			damaged = damaged[:at]
		} else if at < 4 || at > 9 { // the time and the system in gzip's header say nothing
			damaged[at] ^= 1 << rapid.IntRange(0, 7).Draw(t, "bit")
		} else {
			return
		}
		dir, err := os.MkdirTemp("", "damaged-")
		if err != nil {
			t.Fatal(err)
		}
		defer os.RemoveAll(dir)
		_, _, err = restore(context.Background(), damaged, placeIn(dir))
		if err == nil {
			same, damaged := contentsOf(t, archive), contentsOf(t, damaged)
			if !bytes.Equal(same, damaged) {
				t.Fatal("another backup was restored")
			}
			return
		}
		if !errors.As(err, new(league.UsageError)) {
			t.Fatalf("%v; want a usage error", err)
		}
		if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
			t.Fatalf("left behind: %v %v", left, err)
		}
	})
}

// contentsOf returns what is in an archive, before it is unpacked.
func contentsOf(t *rapid.T, archive []byte) []byte {
	zip, err := gzip.NewReader(bytes.NewReader(archive))
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(zip)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// "A backup creates no file outside its place": archives that somebody made.
func TestForgedBackups(t *testing.T) {
	const manifest = `{"format":1}`
	for name, entries := range map[string][]tar.Header{
		"nothing":                {},
		"no manifest":            {{Name: "arbiter.db"}},
		"no database":            {{Name: "arbiter-backup.json", Linkname: manifest}},
		"another format":         {{Name: "arbiter-backup.json", Linkname: `{"format":3}`}},
		"not JSON":               {{Name: "arbiter-backup.json", Linkname: `x`}},
		"not a database":         {{Name: "arbiter-backup.json", Linkname: manifest}, {Name: "arbiter.db", Linkname: "text that is no database"}},
		"database twice":         {{Name: "arbiter-backup.json", Linkname: manifest}, {Name: "arbiter.db"}, {Name: "arbiter.db"}},
		"a parent":               {{Name: "arbiter-backup.json", Linkname: manifest}, {Name: "bots/../../out"}},
		"an absolute path":       {{Name: "arbiter-backup.json", Linkname: manifest}, {Name: "/tmp/arbiter-out"}},
		"another name":           {{Name: "arbiter-backup.json", Linkname: manifest}, {Name: "other"}},
		"a link out":             {{Name: "arbiter-backup.json", Linkname: manifest}, {Name: "bots/l", Linkname: "../../..", Typeflag: tar.TypeSymlink}},
		"through a link":         {{Name: "arbiter-backup.json", Linkname: manifest}, {Name: "bots/l", Linkname: "/tmp", Typeflag: tar.TypeSymlink}, {Name: "bots/l/arbiter-out"}},
		"the database as a link": {{Name: "arbiter-backup.json", Linkname: manifest}, {Name: "arbiter.db", Linkname: "/etc/passwd", Typeflag: tar.TypeSymlink}},
		"a device":               {{Name: "arbiter-backup.json", Linkname: manifest}, {Name: "bots/d", Typeflag: tar.TypeChar}},
	} {
		var b bytes.Buffer
		zip := gzip.NewWriter(&b)
		archive := tar.NewWriter(zip)
		for _, h := range entries {
			text := ""
			if h.Typeflag == 0 { // a file, whose text stands for the link
				h.Typeflag, h.Mode, text, h.Linkname, h.Size = tar.TypeReg, 0o644, h.Linkname, "", int64(len(h.Linkname))
			}
			if err := archive.WriteHeader(&h); err != nil {
				t.Fatal(name, err)
			}
			if _, err := io.WriteString(archive, text); err != nil {
				t.Fatal(name, err)
			}
		}
		if err := errors.Join(archive.Close(), zip.Close()); err != nil {
			t.Fatal(err)
		}
		above := t.TempDir()
		dir := filepath.Join(above, "place")
		if err := os.Mkdir(dir, 0o755); err != nil {
			t.Fatal(err)
		}
		_, _, err := restore(t.Context(), b.Bytes(), placeIn(dir))
		if !errors.As(err, new(league.UsageError)) {
			t.Errorf("%s: %v; want a usage error", name, err)
		}
		if left := tree(t, above); len(left) != 1 {
			t.Errorf("%s: left behind %q", name, left)
		}
	}
}

// growing is a database during whose copy a bot's file grows without end.
type growing struct {
	*sqlite.DB
	file string
}

func (g growing) TypedBots(ctx context.Context) ([]string, error) {
	f, err := os.OpenFile(g.file, os.O_WRONLY|os.O_TRUNC, 0)
	if err != nil {
		return nil, err
	}
	go func() {
		defer f.Close()
		for ctx.Err() == nil {
			if _, err := f.Write(bytes.Repeat([]byte("x"), 1<<12)); err != nil {
				return
			}
			if info, err := f.Stat(); err != nil || info.Size() > 1<<26 {
				return
			}
		}
	}()
	for { // until it has begun
		if info, err := f.Stat(); err != nil || info.Size() > 1<<16 {
			return []string{g.file}, err
		}
	}
}

// "A file that changes while it is read is an error": a backup ends, and is not
// silently another bot. One that reads it between two writes is whole.
func TestFileThatChanges(t *testing.T) {
	from := serverAt(t, t.TempDir())
	db := open(t, from.DB)
	defer db.Close()
	var err error
	for range 100 {
		ctx, cancel := context.WithCancel(t.Context())
		err = backup.Write(ctx, io.Discard, growing{db, filepath.Join(from.Uploads, upload, "mine", "bot.sh")}, from, "test", t.TempDir())
		cancel()
		if err != nil {
			break
		}
	}
	if !errors.As(err, new(league.ConflictError)) {
		t.Errorf("%v; want a conflict", err)
	}
}
