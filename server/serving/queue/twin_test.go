package queue

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"arbiter/referee/process/twin"
	"arbiter/server/playing/botstore"
	"arbiter/server/playing/resolve"
)

// "Its files must have the bot's SHA-256": a worker plays no archive of another bot,
// even if both have the same digest. It does not play what it has unpacked of such an
// archive, either.
func TestWorkerRefusesTwin(t *testing.T) {
	var archives [][]byte
	var wanted []bot
	for _, line := range []string{"echo FIRST", "echo SECOND"} {
		dir := filepath.Join(t.TempDir(), "mine")
		if err := twin.Write(dir, []string{"sh", "bot.sh"}, map[string]string{"bot.toml": `run = "sh bot.sh"`, "bot.sh": line}, "0123456789abcdef"); err != nil {
			t.Fatal(err)
		}
		c, err := resolve.Resolver{}.One(t.Context(), dir, "keeper")
		if err != nil {
			t.Fatal(err)
		}
		archive, err := botstore.Pack(c.Spec)
		if err != nil {
			t.Fatal(err)
		}
		archives, wanted = append(archives, archive), append(wanted, bot{c.Bot, archiveName(archive), platform()})
	}
	b := Bots{Dir: t.TempDir()}
	store := func(of bot) botstore.Copies {
		return botstore.Copies{Dir: filepath.Join(b.Dir, of.Archive+"-"+of.SHA256)}
	}
	t.Cleanup(func() { store(wanted[0]).Clear(nil) })
	if _, err := b.unpack(t.Context(), store(wanted[0]), wanted[0], archives[0]); err != nil {
		t.Fatal(err)
	}
	if c, err := b.get(t.Context(), nil, wanted[0]); err != nil || c.Bot != wanted[0].Bot {
		t.Errorf("%+v, %v; want what was unpacked before", c, err)
	}
	mixed := wanted[1]
	mixed.Archive = wanted[0].Archive
	if _, ok, err := earlier(store(mixed), mixed); ok || err != nil {
		t.Errorf("%v, %v; want nothing of the first bot", ok, err)
	}
	_, err := b.unpack(t.Context(), store(mixed), mixed, archives[0])
	if err == nil || !strings.Contains(err.Error(), "the bot in its archive has the SHA-256 "+wanted[0].SHA256) {
		t.Errorf("error %v; want that it is another bot", err)
	}
	if left, err := os.ReadDir(b.Dir); err != nil || len(left) != 1 {
		t.Errorf("%v, %v; want the first bot alone", left, err)
	}
}
