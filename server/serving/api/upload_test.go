package api_test

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"arbiter/referee/process/twin"
	"arbiter/server/playing/botstore"
	"arbiter/server/serving/api"
)

// archive returns a zip of files.
func archive(t *testing.T, files map[string]string) string {
	t.Helper()
	var packed bytes.Buffer
	w := zip.NewWriter(&packed)
	for name, text := range files {
		f, err := w.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprint(f, text)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return packed.String()
}

// An uploaded bot can be played; "uploading the same archive again returns the
// same bot".
func TestUpload(t *testing.T) {
	s := serve(t, guardOff)
	packed := archive(t, map[string]string{"mine/bot.toml": `run = "sh bot.sh"`, "mine/bot.sh": "while read line; do :; done"})
	bot := s.want(200, "POST", "/api/bots/upload?game=keeper", packed)
	if bot["name"] != "mine" || bot["stage"] != "candidate" {
		t.Errorf("%v; want mine, a candidate", bot)
	}
	if again := s.want(200, "POST", "/api/bots/upload?game=keeper", packed); again["id"] != bot["id"] {
		t.Errorf("again it is %v; want %v", again["id"], bot["id"])
	}
	id := s.played(fmt.Sprintf(`{"game":"keeper","bots":[%q],"first_ms":50}`, bot["id"]))
	if m := s.want(200, "GET", "/api/matches?fault=timeout", ""); len(m["matches"].([]any)) != 1 {
		t.Errorf("match %s has no timeout; the bot answers nothing", id)
	}
	for body, want := range map[string]string{"hello": "want a .tar.gz or a .zip", "": ""} {
		if status, text := s.do("POST", "/api/bots/upload?game=keeper", body); status < 400 || !strings.Contains(string(text), want) {
			t.Errorf("%q: %d %s; want a problem with %q", body, status, text, want)
		}
	}
	if status, _ := s.do("POST", "/api/bots/upload", packed); status != 422 {
		t.Errorf("without a game: %d; want 422", status)
	}
}

// When a build fails, the problem has its output.
func TestBuildOutput(t *testing.T) {
	s := serve(t, guardOff)
	status, text := s.do("POST", "/api/bots/upload?game=keeper", archive(t, map[string]string{
		"mine/bot.toml": "build = \"sh -c 'echo the compiler says no; exit 1'\"\nrun = \"./bot\"",
	}))
	if status != 422 || !strings.Contains(string(text), `"value":"the compiler says no\n"`) {
		t.Errorf("%d %s; want what the compiler said", status, text)
	}
}

// The answer to an upload says what was built: the command and its output. It is no part
// of the bot.
func TestUploadTellsWhatWasBuilt(t *testing.T) {
	s := serve(t, guardOff)
	bot := s.want(200, "POST", "/api/bots/upload?game=keeper", archive(t, map[string]string{
		"mine/bot.toml": "build = [\"sh\", \"-c\", \"echo compiled 1 file\"]\nrun = \"sh bot.sh\"", "mine/bot.sh": "while read line; do :; done",
	}))
	if got := fmt.Sprint(bot["build"]); got != "map[command:[sh -c echo compiled 1 file] output:compiled 1 file\n]" {
		t.Errorf("built by %s", got)
	}
	if got := s.want(200, "GET", fmt.Sprintf("/api/bots/keeper/%s", bot["id"]), ""); got["build"] != nil {
		t.Errorf("the bot has %v", got["build"])
	}
	plain := s.want(200, "POST", "/api/bots/upload?game=keeper", archive(t, map[string]string{"plain/bot.toml": `run = "sh bot.sh"`, "plain/bot.sh": "while read line; do :; done"}))
	if got := fmt.Sprint(plain["build"]); got != "map[command:[] output:]" {
		t.Errorf("a bot without a build is built by %s", got)
	}
}

// What is wrong with an archive or its bot is 422 with the reason, and nothing of
// it stays on the disk.
func TestRefusedUploads(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "bots")
	s := serve(t, guardOff, func(c *api.Config) { c.Uploads.Dir = dir })
	whole := archive(t, map[string]string{"mine/bot.toml": `run = "sh bot.sh"`, "mine/bot.sh": "while read line; do :; done"})
	flipped := []byte(whole)
	flipped[len("PK")+60] ^= 1 // in the first file
	for _, tt := range []struct{ name, game, body, want string }{
		{"a flipped bit", "keeper", string(flipped), "the archive is damaged"},
		{"cut", "keeper", whole[:len(whole)-1], "the archive is damaged"},
		{"a NUL in a name", "keeper", archive(t, map[string]string{"a\x00b": ""}), "has a control character"},
		{"a long name", "keeper", archive(t, map[string]string{strings.Repeat("x", 300): ""}), "want names of at most 255"},
		{"a file as a folder", "keeper", archive(t, map[string]string{"a": "", "a/b": ""}), "exists already"},
		{"no bot.toml", "keeper", archive(t, map[string]string{"mine/bot.sh": ""}), "no bot.toml in it"},
		{"another game", "keeper", archive(t, map[string]string{"bot.toml": "games = [\"ctf\"]\nrun = \"cat\""}), "plays ctf, not keeper"},
		{"no such game", "chess", whole, "chess"},
		{"a build that fails", "keeper", archive(t, map[string]string{"bot.toml": "build = \"false\"\nrun = \"cat\""}), "exit status 1"},
		{"a build that swaps bot.toml for a FIFO", "keeper", archive(t, map[string]string{"bot.toml": "build = \"sh -c 'rm bot.toml && mkfifo bot.toml && ln -s /dev/zero zero && exit 1'\"\nrun = \"cat\""}), "exit status 1"},
		{"a program that is missing", "keeper", archive(t, map[string]string{"bot.toml": `run = "./none"`}), "no program"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			status, text := s.do("POST", "/api/bots/upload?game="+tt.game, tt.body)
			if status != 422 || !strings.Contains(string(text), tt.want) {
				t.Errorf("%d %s; want 422 with %q", status, text, tt.want)
			}
			if left, err := os.ReadDir(dir); err != nil && !errors.Is(err, fs.ErrNotExist) || len(left) > 0 {
				t.Errorf("%v, %v left", left, err)
			}
		})
	}
}

// A bot may hold its quota, built, and all of them theirs.
func TestQuotaOfUploads(t *testing.T) {
	uploads := &botstore.Uploads{Dir: filepath.Join(t.TempDir(), "bots"), BotBytes: 1 << 20, TotalBytes: 2 << 20}
	s := serve(t, guardOff, func(c *api.Config) {
		uploads.Typed = c.Uploads.Typed
		c.Uploads, c.Scheduler.Resolver.Build.Folder = uploads, uploads.BotLimit()
	})
	bot := func(name, build string) string {
		return archive(t, map[string]string{name + "/bot.toml": "build = \"" + build + "\"\nrun = \"cat\""})
	}
	s.want(200, "POST", "/api/bots/upload?game=keeper", bot("small", "truncate -s 1000000 zero"))
	status, text := s.do("POST", "/api/bots/upload?game=keeper", bot("big", "truncate -s 2000000 zero"))
	if status != 422 || !strings.Contains(string(text), "holds more than 1 MiB") {
		t.Errorf("a build that makes more than the quota of a bot: %d %s; want 422", status, text)
	}
	s.want(200, "POST", "/api/bots/upload?game=keeper", bot("more", "truncate -s 1000000 zero"))
	status, text = s.do("POST", "/api/bots/upload?game=keeper", bot("most", "true"))
	if status != 409 || !strings.Contains(string(text), "no room: uploaded bots use") {
		t.Errorf("more than the quota of all: %d %s; want 409", status, text)
	}
}

// A bot that has the ID of another one is refused (422) and named, uploaded, typed or
// entered. Nothing of it stays, and the other one is played as before.
func TestTwinIsRefused(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "bots")
	s := serve(t, guardOff, func(c *api.Config) { c.Uploads.Dir = dir })
	bot := func(line string) (folder, packed string) {
		folder = filepath.Join(t.TempDir(), "bot")
		files := map[string]string{"bot.toml": "name = \"mine\"\nrun = \"sh bot.sh\"", "bot.sh": "while read input; do " + line + "; done"}
		if err := twin.Write(folder, []string{"sh", "bot.sh"}, files, "0123456789abcdef"); err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{"bot.toml", "bot.sh", "zz"} {
			text, err := os.ReadFile(filepath.Join(folder, name))
			if err != nil {
				t.Fatal(err)
			}
			files[name] = string(text)
		}
		return folder, archive(t, files)
	}
	_, first := bot("echo FIRST")
	second, packed := bot("echo SECOND")
	known := s.want(200, "POST", "/api/bots/upload?game=keeper", first)
	if known["id"] != "mine@01234567" || len(known["sha256"].(string)) != 64 {
		t.Fatalf("%v; want mine@01234567 with its SHA-256", known)
	}
	for _, tt := range []struct{ name, path, body string }{
		{"an upload", "/api/bots/upload?game=keeper", packed},
		{"a typed bot", "/api/bots", `{"game":"keeper","bot":"` + second + `"}`},
		{"a single match", "/api/matches", `{"game":"keeper","bots":["` + second + `"]}`},
		{"a tournament", "/api/tournaments", `{"name":"cup","game":"keeper","bots":["builtin:keeper/wait","` + second + `"],"seeds":"1..3"}`},
		{"a tournament of both", "/api/tournaments", `{"name":"cup","game":"keeper","bots":["mine@01234567","` + second + `"],"seeds":"1..3"}`},
	} {
		status, text := s.do("POST", tt.path, tt.body)
		if status != 422 || !strings.Contains(string(text), "its ID would be mine@01234567, which another bot has") {
			t.Errorf("%s: %d %s; want 422, and that the ID is taken", tt.name, status, text)
		}
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != 1 {
		t.Errorf("%v, %v left; want the first bot", left, err)
	}
	if now := s.want(200, "GET", "/api/bots/keeper/mine@01234567", ""); now["typed"] != known["typed"] || now["sha256"] != known["sha256"] {
		t.Errorf("the bot is %v; it was %v", now, known)
	}
	id := s.played(`{"game":"keeper","bots":["mine@01234567"]}`)
	if _, text := s.do("GET", "/api/matches/"+id, ""); !strings.Contains(string(text), "FIRST") {
		t.Errorf("match %s; want that the first bot was played", text)
	}
}
