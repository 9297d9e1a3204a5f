package queue_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"arbiter/bots/botstest"
	"arbiter/referee/process/twin"
	"arbiter/server/serving/queue"
)

// "Bots travel once: [...] by content digest"; a bot with a folder plays on the
// workers as what it was entered, and is not built again where it was built.
func TestFolderTravels(t *testing.T) {
	t.Parallel()
	f := newFarm(t)
	f.worker("a", 1)
	f.worker("b", 1)
	e := tournament(t, "domain", 3, folder(t, "domain/greedy"), "wait")
	r := f.run(e)
	if n := r.versions(t); n["here"] > 0 || n["a"]+n["b"] != 6 {
		t.Errorf("played by %v; want 6 by the workers", n)
	}
	logs, err := filepath.Glob(filepath.Join(f.dir, "[ab]", "*", "*", "log"))
	if err != nil || len(logs) == 0 {
		t.Fatalf("%v, %v; want the bot in the workers' caches", logs, err)
	}
	for _, log := range logs {
		if text, err := os.ReadFile(log); err != nil || string(text) != "built\n" {
			t.Errorf("%s: %q, %v; want that it was built once, by the coordinator", log, text, err)
		}
	}
}

// "People, and command lines with files elsewhere, stay local", and so do folders
// that an archive does not hold as they are.
func TestWhatCannotTravelStays(t *testing.T) {
	t.Parallel()
	linked := folder(t, "domain/wait")
	if err := os.Symlink("bot.toml", filepath.Join(linked, "link")); err != nil {
		t.Fatal(err)
	}
	for name, typed := range map[string]string{"command line": botstest.Program(t) + " domain/wait", "links": linked} {
		t.Run(name, func(t *testing.T) {
			f := newFarm(t)
			f.worker("a", 1)
			r := f.run(tournament(t, "domain", 2, typed, "greedy"))
			if n := r.versions(t); n["here"] != 4 {
				t.Errorf("played by %v; want 4 here", n)
			}
		})
	}
}

// A worker that cannot run a bot says so, and its matches are played elsewhere.
func TestBotThatDoesNotRunThere(t *testing.T) {
	t.Parallel()
	f := newFarm(t)
	f.damage = func(b *queue.Bots) { b.Dir = "/dev/null/none" } // nothing can be unpacked there
	f.worker("a", 1)
	r := f.run(tournament(t, "domain", 2, folder(t, "domain/greedy"), "wait"))
	if n := r.versions(t); n["here"] != 4 {
		t.Errorf("played by %v; want 4 here", n)
	}
}

// "The handshake compares each game's Rules, each builtin bot's revision and the
// build's digest": a worker that differs gets no work and is told what to do.
func TestHandshake(t *testing.T) {
	t.Parallel()
	ours := contract(t)
	for want, change := range map[string]func(*queue.Contract){
		"it plays rules 99 of ctf":                    func(c *queue.Contract) { c.Rules["ctf"] = 99 },
		`its builtin bot domain/boss is revision "x"`: func(c *queue.Contract) { c.Revisions["domain/boss"] = "x" },
		"it is build 0":                               func(c *queue.Contract) { c.Build = "0" },
	} {
		theirs := contract(t)
		change(&theirs)
		if why := ours.Differs(theirs); !strings.HasPrefix(why, want) || !strings.Contains(why, "install the coordinator's program") {
			t.Errorf("%q; want %s...", why, want)
		}
	}
	other := contract(t)
	other.Platform, other.Build = "plan9/mips", "0"
	if why := ours.Differs(other); why != "" {
		t.Errorf("another platform: %s; want nothing, since its build must differ", why)
	}
	f := newFarm(t)
	f.coordinator.Contract.Build = "other"
	f.worker("a", 1)
	f.coordinator.OnlyWorkers = false
	if n := f.run(tournament(t, "domain", 1, "wait", "greedy")).versions(t); n["here"] != 2 {
		t.Errorf("played by %v; want 2 here, since the worker is refused", n)
	}
}

// Two bots that have one digest are two on the workers, too: each is played from its
// own archive.
func TestTwinsTravelApart(t *testing.T) {
	t.Parallel()
	var dirs []string
	for name, line := range map[string]string{"good": "exec " + botstest.Program(t) + " domain/wait", "evil": "read input; exit 1"} {
		dir := filepath.Join(t.TempDir(), name)
		files := map[string]string{"bot.toml": `run = "sh bot.sh"`, "bot.sh": line}
		if err := twin.Write(dir, []string{"sh", "bot.sh"}, files, "0123456789abcdef"); err != nil {
			t.Fatal(err)
		}
		dirs = append(dirs, dir)
	}
	f := newFarm(t)
	f.worker("a", 1)
	r := f.run(tournament(t, "domain", 2, dirs...))
	if n := r.versions(t); n["a"] != 4 {
		t.Errorf("played by %v; want 4 by the worker", n)
	}
	for _, report := range r.all {
		for seat, bot := range report.Pairing.Seats {
			if faulty := report.Result.FaultOf(seat) != nil; faulty != (bot == "evil@01234567") {
				t.Errorf("match %s: %s has a fault is %v; want the one that exits", report.ID, bot, faulty)
			}
		}
	}
}
