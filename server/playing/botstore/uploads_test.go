package botstore_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"arbiter/server/league"
	"arbiter/server/playing/botstore"
)

// A bots is the known bots of a test, as they are typed.
type bots struct {
	mu    sync.Mutex
	typed []string
}

func (b *bots) list(context.Context) ([]string, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.typed, nil
}

// register knows a bot of a folder from then on.
func (b *bots) register(folder string) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.typed = append(b.typed, folder)
	return nil
}

// owned returns the known bots as those of one owner.
func (b *bots) owned(context.Context, string) (all []league.KnownBot, err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, typed := range b.typed {
		all = append(all, league.KnownBot{Bot: league.Bot{Typed: typed}})
	}
	return all, nil
}

// mine returns a bot's archive with so many bytes beside its bot.toml.
func mine(t *testing.T, name string, size int) []byte {
	t.Helper()
	return tarball(t, entry{name: name + "/bot.toml", text: `run = "./go.sh"`, mode: 0o644}, entry{name: name + "/go.sh", text: strings.Repeat("x", size), mode: 0o755})
}

// A bot's folder comes out as it went in, whatever packed it, and is the same
// folder when it is uploaded again.
func TestReceive(t *testing.T) {
	bot := []entry{{name: "mine/bot.toml", text: `run = "./go.sh"`, mode: 0o644}, {name: "mine/go.sh", text: "cat", mode: 0o755}}
	for name, archive := range map[string][]byte{"tar.gz": tarball(t, bot...), "zip": zipped(t, bot...)} {
		t.Run(name, func(t *testing.T) {
			var known bots
			uploads := botstore.Uploads{Dir: t.TempDir(), Typed: known.list}
			for range 2 {
				if err := uploads.Receive(t.Context(), archive, botstore.Quota{}, known.register); err != nil {
					t.Fatal(err)
				}
			}
			home := known.typed[0]
			if filepath.Base(home) != "mine" || known.typed[1] != home {
				t.Errorf("folders %q; want twice the one in the archive", known.typed)
			}
			info, err := os.Stat(filepath.Join(home, "go.sh"))
			if err != nil || info.Mode().Perm()&0o100 == 0 {
				t.Errorf("go.sh: %v, %v; want it executable", info, err)
			}
			wantFolders(t, uploads.Dir, 1)
		})
	}
}

func wantFolders(t *testing.T, dir string, n int) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != n {
		t.Errorf("%v, %v in the folder; want %d", entries, err, n)
	}
}

// "Unless a bot is registered, nothing of the archive stays", also when it was
// the machine that failed; and what a bot is registered of stays, though the same
// archive is refused later.
func TestRefusedUploadsLeaveNothing(t *testing.T) {
	var known bots
	uploads := botstore.Uploads{Dir: t.TempDir(), Typed: known.list}
	archive := mine(t, "mine", 10)
	for _, why := range []error{league.Usagef("build failed"), errors.New("the disk is full"), context.Canceled} {
		err := uploads.Receive(t.Context(), archive, botstore.Quota{}, func(folder string) error {
			// A build leaves what cannot be deleted without more.
			return errors.Join(os.Mkdir(filepath.Join(folder, "out"), 0o755), os.WriteFile(filepath.Join(folder, "out/x"), nil, 0o400), os.Chmod(filepath.Join(folder, "out"), 0o500), why)
		})
		if !errors.Is(err, why) && err.Error() != why.Error() {
			t.Errorf("error %v; want %v", err, why)
		}
		wantFolders(t, uploads.Dir, 0)
	}
	if err := uploads.Receive(t.Context(), archive, botstore.Quota{}, known.register); err != nil {
		t.Fatal(err)
	}
	if err := uploads.Receive(t.Context(), archive, botstore.Quota{}, func(string) error { return league.Usagef("plays domain, not keeper") }); err == nil {
		t.Error("no error of a bot that is refused")
	}
	wantFolders(t, uploads.Dir, 1)
}

// The same archive is uploaded twice at once, once for a wrong game: the folder
// of the bot that was registered is not deleted by the other's refusal.
func TestSameUploadAtOnce(t *testing.T) {
	var known bots
	uploads := botstore.Uploads{Dir: t.TempDir(), Typed: known.list}
	archive := mine(t, "mine", 10)
	var uploading sync.WaitGroup
	for i := range 16 {
		uploading.Go(func() {
			err := uploads.Receive(t.Context(), archive, botstore.Quota{}, func(folder string) error {
				if _, err := os.Stat(filepath.Join(folder, "bot.toml")); err != nil {
					return err
				}
				if i%2 == 0 {
					return league.Usagef("refused")
				}
				return known.register(folder)
			})
			if (err != nil) != (i%2 == 0) {
				t.Errorf("upload %d: %v", i, err)
			}
		})
	}
	uploading.Wait()
	if _, err := os.Stat(filepath.Join(known.typed[0], "bot.toml")); err != nil {
		t.Error(err)
	}
	wantFolders(t, uploads.Dir, 1)
}

// The quota of all bots counts each in full while it is built. When it is used
// up, what no bot needs is deleted first, and then an upload is refused.
func TestQuotaOfUploads(t *testing.T) {
	var known bots
	uploads := botstore.Uploads{Dir: t.TempDir(), BotBytes: 1 << 20, TotalBytes: 3 << 20, Typed: known.list}
	big := 900 << 10
	for i := range 3 {
		if err := uploads.Receive(t.Context(), mine(t, fmt.Sprint("bot", i), big), botstore.Quota{}, known.register); err != nil {
			if i < 2 {
				t.Fatal(err)
			}
		}
	}
	err := uploads.Receive(t.Context(), mine(t, "other", 1), botstore.Quota{}, known.register)
	const want = "no room: uploaded bots use 3 MiB of 3 MiB, and one may need 1 MiB; delete bots"
	if !errors.As(err, new(league.ConflictError)) || !strings.Contains(err.Error(), want) {
		t.Errorf("error %v; want a ConflictError with %q", err, want)
	}
	// Another process finds the same bots, and one of them deleted.
	known.typed = known.typed[1:]
	again := botstore.Uploads{Dir: uploads.Dir, BotBytes: uploads.BotBytes, TotalBytes: uploads.TotalBytes, Typed: known.list}
	if err := again.Receive(t.Context(), mine(t, "other", 1), botstore.Quota{}, known.register); err != nil {
		t.Errorf("after a bot was deleted: %v", err)
	}
	err = again.Receive(t.Context(), mine(t, "huge", 1<<20), botstore.Quota{}, known.register)
	if !errors.As(err, new(league.UsageError)) && !errors.As(err, new(league.ConflictError)) {
		t.Errorf("error %v; want that the bot is too big", err)
	}
}

// "What the owner receives at the same time counts as a bot", once, also when it is
// registered and its folder is not free yet; the last place is not taken twice.
func TestQuotaOfAnOwner(t *testing.T) {
	var known bots
	uploads := botstore.Uploads{Dir: t.TempDir(), Typed: known.list, Owned: known.owned}
	receive := func(name string, then ...func()) error {
		return uploads.Receive(t.Context(), mine(t, name, 1), botstore.Quota{Owner: "una", Bots: 2}, func(folder string) error {
			defer func() {
				for _, f := range then {
					f()
				}
			}()
			return known.register(folder)
		})
	}
	err := receive("first", func() {
		err := receive("second", func() {
			if err := receive("third"); !errors.As(err, new(league.QuotaError)) {
				t.Errorf("a third of two bots: error %v; want a QuotaError", err)
			}
		})
		if err != nil {
			t.Errorf("a second of two bots, the first just registered: %v", err)
		}
	})
	if err != nil {
		t.Error(err)
	}
}

// A killed process leaves folders behind; what is not an upload is left alone.
func TestClearUploads(t *testing.T) {
	dir := t.TempDir()
	used, unused := strings.Repeat("a", 64), strings.Repeat("b", 64)
	known := bots{typed: []string{"/elsewhere/" + used + "/mine", "builtin:keeper/wait"}}
	for _, name := range []string{used, unused, ".upload-123", "entered", "cafe"} {
		if err := os.Mkdir(filepath.Join(dir, name), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	uploads := botstore.Uploads{Dir: dir, Typed: known.list}
	if err := uploads.Clear(t.Context()); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]bool{used: true, unused: false, ".upload-123": false, "entered": true, "cafe": true} {
		if _, err := os.Stat(filepath.Join(dir, name)); (err == nil) != want {
			t.Errorf("%s: %v", name, err)
		}
	}
	known.typed = nil
	missing := botstore.Uploads{Dir: filepath.Join(dir, "none"), Typed: known.list}
	if err := missing.Clear(t.Context()); err != nil {
		t.Errorf("without a folder: %v", err)
	}
}
