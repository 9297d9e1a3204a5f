package main

import (
	"bytes"
	"database/sql"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"arbiter/referee/process"
	"arbiter/referee/refereetest"
	"arbiter/server/cmd/arbiter/flags"
	"arbiter/server/playing/botstore"
)

// A fault is what a machine may do to a server. Each test says what the server
// tells, and that it loses nothing that it has promised.

// ask returns the status and the body of a GET request.
func (s *serveProcess) ask(t *testing.T, path string) (int, string) {
	t.Helper()
	response, err := http.Get(s.url + path)
	if err != nil {
		return 0, err.Error()
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		return 0, err.Error()
	}
	return response.StatusCode, string(text)
}

// untilReady waits until /readyz has the status, and returns its text.
func (s *serveProcess) untilReady(t *testing.T, status int) string {
	t.Helper()
	var text string
	refereetest.Await(t, fmt.Sprintf("/readyz: %d", status), func() bool {
		var got int
		got, text = s.ask(t, "/readyz")
		return got == status
	})
	return text
}

// ended waits until a server has ended by itself.
func (s *serveProcess) ended(t *testing.T) error {
	t.Helper()
	wait := make(chan error, 1)
	go func() { wait <- s.cmd.Wait() }()
	return refereetest.Receive(t, "the end of the server", wait)
}

// save saves a seed set of 100 kB and returns the response.
func (s *serveProcess) save(t *testing.T, name string) (int, string) {
	t.Helper()
	var seeds strings.Builder
	for i := range 14_000 {
		fmt.Fprintf(&seeds, "%d,", 100_000+i)
	}
	body := fmt.Sprintf(`{"seeds":%q}`, seeds.String())
	request, err := http.NewRequest(http.MethodPut, s.url+"/api/books/"+name, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response.StatusCode, string(text)
}

// "The file has been deleted or replaced": the server says so, is not ready, and
// ends as failed. A vanished folder, such as that of a disk, is the same.
func TestServeEndsWithoutItsDatabase(t *testing.T) {
	t.Parallel()
	for name, remove := range map[string]func(path string) error{
		"deleted": os.Remove,
		"replaced": func(path string) error {
			return os.Rename(filepath.Join(filepath.Dir(filepath.Dir(path)), "other"), path)
		},
		"disk gone": func(path string) error { return os.Rename(filepath.Dir(path), filepath.Dir(path)+".gone") },
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			path := filepath.Join(dir, "disk", "t.db")
			if err := os.Mkdir(filepath.Dir(path), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(dir, "other"), nil, 0o644); err != nil {
				t.Fatal(err)
			}
			var log bytes.Buffer
			serving := exec.Command(arbiterProgram(t), serveArgs(path)...)
			serving.Stderr = &log
			s := startCommand(t, serving)
			s.untilReady(t, http.StatusOK)
			if err := remove(path); err != nil {
				t.Fatal(err)
			}
			if status, text := s.ask(t, "/readyz"); status == http.StatusOK {
				t.Errorf("/readyz: %d %s", status, text)
			}
			err := s.ended(t)
			if exit, ok := err.(*exec.ExitError); !ok || exit.ExitCode() != 1 {
				t.Errorf("ended with %v; want exit code 1", err)
			}
			want := "has been deleted or replaced"
			if !strings.Contains(log.String(), want) {
				t.Errorf("the log says\n%s\nwant %q", log.String(), want)
			}
			if info, err := os.Stat(path); err == nil && info.Size() > 0 {
				t.Errorf("the server has written %d bytes to another file", info.Size())
			}
		})
	}
}

// "Two would play the same matches": the second server of a database is refused
// with the process of the first, under whatever name; other verbs are not. The
// lock ends with the process.
func TestSecondServerIsRefused(t *testing.T) {
	t.Parallel()
	program, dir := arbiterProgram(t), t.TempDir()
	path, link := filepath.Join(dir, "t.db"), filepath.Join(dir, "link.db")
	first := startServing(t, program, path)
	if err := os.Symlink(path, link); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{path, link} {
		out, err := exec.Command(program, "serve", "--addr", "127.0.0.1:0", "--db", name).CombinedOutput()
		want := fmt.Sprintf("used by another arbiter serve, process %d;", first.cmd.Process.Pid)
		if err == nil || !strings.Contains(string(out), want) {
			t.Errorf("a second server of %s: %v: %s; want %q", filepath.Base(name), err, out, want)
		}
	}
	for _, args := range [][]string{
		{"run", "--game", "keeper", "-b", "builtin:keeper/wait", "--seeds", "1..2", "--time-factor", "100", "--name", "beside"},
		{"matches"}, {"db", "check"},
	} {
		if out, err := exec.Command(program, append(args, "--db", path)...).CombinedOutput(); err != nil {
			t.Errorf("arbiter %s: %v: %s", args[0], err, out)
		}
	}
	out, err := exec.Command(program, "db", "delete-tournament", "beside", "--db", path).CombinedOutput()
	if err == nil || !strings.Contains(string(out), "DELETE /api/tournaments/beside") {
		t.Errorf("delete beside a server: %v: %s; want how to do it there", err, out)
	}
	first.kill(t)
	startServing(t, program, path).stop(t, path)
	if out, err := exec.Command(program, "db", "delete-tournament", "beside", "--db", path).CombinedOutput(); err != nil || !strings.Contains(string(out), "deleted beside with 2 matches") {
		t.Errorf("delete without a server: %v: %s", err, out)
	}
}

// upload sends a bot for which a small disk has no room.
func (s *serveProcess) upload(t *testing.T) (int, string) {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{"bot.toml": "run = \"cat\"", "weights": strings.Repeat("0", 5<<20)} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	archive, err := botstore.Pack(process.Spec{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	response, err := http.Post(s.url+"/api/bots/upload?game=keeper", "application/octet-stream", bytes.NewReader(archive))
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response.StatusCode, string(text)
}

// smallDisk returns a folder in which there is room for some megabytes, and the
// command of a program there: on a file system of its own or, for an ordinary
// user, with a limit of the size of files.
func smallDisk(t *testing.T, program string) (dir string, command func(args ...string) *exec.Cmd, ownDisk bool) {
	t.Helper()
	dir = t.TempDir()
	if mountSmall(t, dir, 3) {
		return dir, func(args ...string) *exec.Cmd { return exec.Command(program, args...) }, true
	}
	return dir, func(args ...string) *exec.Cmd {
		return exec.Command("sh", append([]string{"-c", `ulimit -f 4000; exec "$0" "$@"`, program}, args...)...)
	}, false
}

// mountSmall makes a folder a disk of so many megabytes, and reports whether the system
// lets us, which takes root on Linux.
func mountSmall(t *testing.T, dir string, megabytes int) bool {
	t.Helper()
	if runtime.GOOS != "linux" || os.Geteuid() != 0 || exec.Command("mount", "-t", "tmpfs", "-o", fmt.Sprintf("size=%dm", megabytes), "arbiter-test", dir).Run() != nil {
		return false
	}
	t.Cleanup(func() {
		if err := exec.Command("umount", "-l", dir).Run(); err != nil {
			t.Error(err)
		}
	})
	return true
}

// A full disk is status 507 with words, and the server is not ready, until there
// is room again. What was saved stays.
func TestServeOnAFullDisk(t *testing.T) {
	t.Parallel()
	program := arbiterProgram(t)
	dir, command, ownDisk := smallDisk(t, program)
	path := filepath.Join(dir, "t.db")
	s := startCommand(t, command(serveArgs(path)...))
	s.untilReady(t, http.StatusOK)
	filler := filepath.Join(dir, "filler")
	if ownDisk { // all but some hundred kilobytes
		if err := os.WriteFile(filler, make([]byte, 1<<20), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	saved := 0
	for ; ; saved++ {
		status, text := s.save(t, fmt.Sprint("set-", saved))
		if status == http.StatusOK && saved < 1000 {
			continue
		}
		if status != http.StatusInsufficientStorage || !strings.Contains(text, "the disk is full") || strings.Contains(text, dir) {
			t.Fatalf("save %d: %d %s; want 507 with words and without paths", saved, status, text)
		}
		break
	}
	if text := s.untilReady(t, http.StatusServiceUnavailable); !strings.Contains(text, "the disk is full") {
		t.Errorf("/readyz: %s", text)
	}
	if status, text := s.upload(t); status != http.StatusInsufficientStorage || !strings.Contains(text, "the disk is full") || strings.Contains(text, dir) {
		t.Errorf("upload: %d %s; want 507 with words and without paths", status, text)
	}
	if status, text := s.ask(t, "/api/books"); status != http.StatusOK || strings.Count(text, `"name"`) != saved {
		t.Errorf("reading: %d; want the %d sets that were saved", status, saved)
	}
	if !ownDisk {
		return
	}
	if err := os.Remove(filler); err != nil {
		t.Fatal(err)
	}
	s.untilReady(t, http.StatusOK)
	if status, text := s.save(t, "after"); status != http.StatusOK {
		t.Errorf("with room again: %d %s", status, text)
	}
}

// "The file is read-only; check its permissions and those of its folder."
func TestServeOnAReadOnlyDisk(t *testing.T) {
	t.Parallel()
	program := arbiterProgram(t)
	dir, _, ownDisk := smallDisk(t, program)
	path := filepath.Join(dir, "t.db")
	startServing(t, program, path).stop(t, path).Close()
	if ownDisk {
		if out, err := exec.Command("mount", "-o", "remount,ro", dir).CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
	} else {
		for _, name := range []string{path, path + flags.LockSuffix, dir} {
			if err := os.Chmod(name, 0o555); err != nil {
				t.Fatal(err)
			}
		}
		t.Cleanup(func() { os.Chmod(dir, 0o755) })
	}
	out, err := exec.Command(program, "serve", "--addr", "127.0.0.1:0", "--db", path).CombinedOutput()
	if err == nil || !strings.Contains(string(out), "read-only") && !strings.Contains(string(out), "permission denied") {
		t.Errorf("%v: %s; want that it is read-only", err, out)
	}
}

// "A write has been waiting; another process may hold the write lock": the server
// is not ready until that one lets go, and still reads.
func TestServeBesideAWriteLock(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "t.db")
	s := startServing(t, arbiterProgram(t), path)
	s.untilReady(t, http.StatusOK)
	other, err := sql.Open("sqlite3", path+"?_txlock=immediate")
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	tx, err := other.Begin()
	if err != nil {
		t.Fatal(err)
	}
	if text := s.untilReady(t, http.StatusServiceUnavailable); !strings.Contains(text, "write lock") {
		t.Errorf("/readyz: %s", text)
	}
	if status, text := s.ask(t, "/api/games"); status != http.StatusOK {
		t.Errorf("reading: %d %s", status, text)
	}
	if err := tx.Rollback(); err != nil {
		t.Fatal(err)
	}
	s.untilReady(t, http.StatusOK)
	s.stop(t, path)
}

// A damaged page is a clear error of what needs it, and of db check; the rest of
// the server works.
func TestServeWithADamagedPage(t *testing.T) {
	t.Parallel()
	program, path := arbiterProgram(t), filepath.Join(t.TempDir(), "t.db")
	startServing(t, program, path).stop(t, path).Close()
	db, err := sql.Open("sqlite3", path)
	if err != nil {
		t.Fatal(err)
	}
	var table, index, size int64
	const pages = `SELECT min(rootpage), max(rootpage), (SELECT page_size FROM pragma_page_size()) FROM sqlite_master WHERE tbl_name = 'leaderboards'`
	if err := db.QueryRow(pages).Scan(&table, &index, &size); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, page := range []int64{table, index} {
		if _, err := f.WriteAt(bytes.Repeat([]byte{0xa5}, int(size)), (page-1)*size); err != nil {
			t.Fatal(err)
		}
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	s := startServing(t, program, path)
	if status, text := s.ask(t, "/api/leaderboards"); status != http.StatusServiceUnavailable || !strings.Contains(text, "the file is damaged") {
		t.Errorf("what needs the page: %d %s; want 503 with words", status, text)
	}
	if status, text := s.ask(t, "/api/tournaments"); status != http.StatusOK {
		t.Errorf("what does not: %d %s", status, text)
	}
	if out, err := exec.Command(program, "db", "check", "--db", path).CombinedOutput(); err == nil || len(out) == 0 {
		t.Errorf("db check: %v: %s; want the page", err, out)
	}
}

// A server that is stopped in the middle of a tournament and continued plays
// every match once.
func TestServeIsStoppedAndContinued(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "t.db")
	s := startServing(t, arbiterProgram(t), path)
	s.post(t, "/api/tournaments", `{"name":"t","game":"domain","bots":["builtin:domain/wait","builtin:domain/random"],"seeds":"1..30","first_ms":0,"turn_ms":0,"start":true}`, http.StatusOK)
	for stops, before := 0, 0; stops < 5; stops++ {
		before = s.untilPlayed(t, min(before+5, 60))
		for _, signal := range []os.Signal{syscall.SIGSTOP, syscall.SIGCONT} {
			if err := s.cmd.Process.Signal(signal); err != nil {
				t.Fatal(err)
			}
			time.Sleep(100 * time.Millisecond)
		}
	}
	s.untilDone(t)
	checkPlayed(t, s.stop(t, path), 60)
}
