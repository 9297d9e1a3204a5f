package api_test

import (
	"bytes"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"arbiter/referee/process"
	"arbiter/server/playing/botstore"
	"arbiter/server/serving/api"
)

// A written log may be read while it is written.
type written struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (w *written) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.text.Write(p)
}

func (w *written) String() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.text.String()
}

// The build of an uploaded bot puts links to a file that only the server may read in
// place of the bot's own files. Whether the links are refused (Sent) or not, the
// content of the file never reaches a response, the log, an archive or a copy.
func TestUploadsFollowNoLinks(t *testing.T) {
	const marker = "S3CRET"
	secret := filepath.Join(t.TempDir(), "secret")
	for _, name := range []string{"bot.toml", "bot.sh", ".python-version", "src/a.py"} {
		path := filepath.Join(secret, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(marker+" = 1\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, sent := range []bool{true, false} {
		for _, name := range []string{"bot.toml", "bot.sh", ".python-version", "src", "src/a.py"} {
			t.Run(fmt.Sprintf("%s, sent %v", name, sent), func(t *testing.T) {
				var log written
				store := botstore.Copies{Dir: filepath.Join(t.TempDir(), "entered")}
				var uploads string
				s := serve(t, guardOff, func(c *api.Config) {
					uploads = c.Uploads.Dir
					c.Log = slog.New(slog.NewTextHandler(&log, nil))
					c.Scheduler.Log, c.Scheduler.Files = c.Log, store
					if sent {
						c.Scheduler.Resolver.Build.Sent = uploads
					}
				})
				said := ""
				say := func(method, path, body string) (status int) {
					status, text := s.do(method, path, body)
					said += string(text)
					return status
				}
				status := say("POST", "/api/bots/upload?game=keeper", archive(t, map[string]string{
					// Not sh bot.sh: outside of a box a bot reads the file itself, and its trace quotes it.
					"mine/bot.toml": "build = \"sh build.sh\"\nrun = \"env -u bot.sh cat\"", "mine/bot.sh": "while read line; do echo WAIT; done",
					"mine/.python-version": "3", "mine/src/a.py": "",
					"mine/build.sh": fmt.Sprintf("rm -rf %[1]s && ln -s %[2]s/%[1]s %[1]s", name, secret),
				}))
				if want := map[bool]int{true: 422, false: 200}[sent]; status != want {
					t.Errorf("upload: status %d; want %d: %s", status, want, said)
				}
				if sent && !strings.Contains(said, "is a link that leads out of the bot's folder") {
					t.Errorf("%s; want what is wrong", said)
				}
				// Entered, it is read, copied and read from the copy again.
				if folders, err := filepath.Glob(filepath.Join(uploads, "*", "mine")); err == nil && len(folders) == 1 {
					for range 2 {
						say("POST", "/api/tournaments", fmt.Sprintf(`{"name":"cup","game":"keeper","bots":[%q,"builtin:keeper/wait"],"seeds":"1","first_ms":50}`, folders[0]))
						say("POST", "/api/matches", fmt.Sprintf(`{"game":"keeper","bots":[%q],"first_ms":50}`, folders[0]))
					}
					packed, err := botstore.Pack(process.Spec{Dir: folders[0]})
					if err == nil {
						dir := t.TempDir()
						if err := (botstore.UnpackLimits{}).Unpack(packed, dir); err != nil {
							t.Error(err)
						}
						wantNothing(t, dir, marker)
					} else {
						said += err.Error()
					}
				}
				wantNothing(t, store.Dir, marker)
				if all := said + log.String(); strings.Contains(all, marker) {
					t.Errorf("the server said %s", all)
				}
			})
		}
	}
}

// wantNothing fails if a file in a folder, if there is one, has a text.
func wantNothing(t *testing.T, dir, text string) {
	t.Helper()
	filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.Type().IsRegular() {
			return nil
		}
		if content, err := os.ReadFile(path); err != nil || bytes.Contains(content, []byte(text)) {
			t.Errorf("%s holds %q, %v", path, content, err)
		}
		return nil
	})
}
