package hostile

import (
	"fmt"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"arbiter/referee/refereetest"
)

// A victim is what bots attack beside processes: files of others and services
// of this machine.
type victim struct {
	folder string
	port   int // of TCP
}

// newVictim returns a victim that everybody on this machine may use.
func newVictim(t *testing.T, token string) victim {
	t.Helper()
	v := victim{folder: worldReadable(t)}
	for _, name := range []string{"arbiter.db", "victim"} {
		path := filepath.Join(v.folder, name)
		if err := os.WriteFile(path, []byte("rows"), 0o666); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(path, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	refereetest.Listen(t, "unix", filepath.Join(v.folder, "docker.sock"))
	refereetest.Listen(t, "unix", "@service-"+token)
	v.port = refereetest.Listen(t, "tcp", "127.0.0.1:0").(*net.TCPAddr).Port
	return v
}

// look describes the files in a folder.
func look(t *testing.T, folder string) string {
	t.Helper()
	var text strings.Builder
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		info, err := entry.Info()
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintln(&text, info.Name(), info.Mode(), info.Size(), info.ModTime())
	}
	return text.String()
}

// worldReadable returns an empty folder that everybody may read and write. Its
// name is short, since that of a socket must be.
func worldReadable(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "h")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := os.RemoveAll(dir); err != nil {
			t.Error(err)
		}
	})
	if err := os.Chmod(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	return dir
}

// processes returns the processes of a match, which have its token among their
// arguments.
func processes(token string) (pids []int) {
	entries, err := os.ReadDir("/proc")
	if err != nil {
		return nil
	}
	for _, entry := range entries {
		if pid, err := strconv.Atoi(entry.Name()); err == nil && slices.Contains(arguments(pid), token) {
			pids = append(pids, pid)
		}
	}
	return pids
}

func arguments(pid int) []string {
	text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid)) // empty if it has ended
	return strings.Split(string(text), "\x00")
}

// remains returns what is there of a match that has ended.
func remains(t *testing.T, token string) (found []string) {
	t.Helper()
	for _, pid := range processes(token) {
		found = append(found, fmt.Sprintf("process %d", pid))
	}
	for _, pattern := range []string{"/tmp/*", "/var/tmp/*", "/dev/shm/*", "/dev/mqueue/*", filepath.Join(os.TempDir(), "*"), filepath.Join(os.TempDir(), "arbiter-scratch-*/*")} {
		names, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			if strings.Contains(filepath.Base(name), token) {
				found = append(found, "file "+name)
			}
		}
	}
	key, err := strconv.ParseUint(token, 16, 64)
	if err != nil {
		t.Fatal(err)
	}
	for _, kind := range []string{"shm", "sem", "msg"} {
		text, _ := os.ReadFile("/proc/sysvipc/" + kind)
		for line := range strings.Lines(string(text)) {
			if fields := strings.Fields(line); len(fields) > 0 && fields[0] == fmt.Sprint(key&0x3fffffff|1) {
				found = append(found, kind+" "+fields[0])
			}
		}
	}
	return found
}

// A footprint is what this process holds on this machine. Zombies are children
// that nobody waits for.
type footprint struct{ descriptors, kept, mounts, zombies int }

// mostKept bounds what a sandbox keeps open for bots to come, however many have
// played: of control groups, of owners of files and of roots.
const mostKept = 512

func measure(t *testing.T) (f footprint) {
	t.Helper()
	open, err := filepath.Glob("/proc/self/fd/*")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range open {
		target, _ := os.Readlink(name) // empty for that of the list itself
		kept := func(prefix string) bool { return strings.HasPrefix(target, prefix) }
		if slices.ContainsFunc([]string{"/sys/fs/cgroup/", "user:[", "mnt:[", "pid:[", "net:["}, kept) || target == "/tmp" {
			f.kept++
		} else if target != "" {
			f.descriptors++
		}
	}
	mounts, err := os.ReadFile("/proc/self/mountinfo")
	if err != nil {
		t.Fatal(err)
	}
	f.mounts = strings.Count(string(mounts), "\n")
	lists, err := filepath.Glob("/proc/self/task/*/children")
	if err != nil {
		t.Fatal(err)
	}
	for _, list := range lists {
		children, _ := os.ReadFile(list) // empty if the thread has ended
		for child := range strings.FieldsSeq(string(children)) {
			if stat, err := os.ReadFile("/proc/" + child + "/stat"); err == nil && strings.Contains(string(stat), ") Z ") {
				f.zombies++
			}
		}
	}
	return f
}

// wantNothingLeft waits until nothing of a match is there.
func wantNothingLeft(t *testing.T, token string, before footprint) {
	t.Helper()
	for end := time.Now().Add(ample); ; time.Sleep(5 * time.Millisecond) {
		found, now := remains(t, token), measure(t)
		if len(found) == 0 && now.descriptors <= before.descriptors && now.mounts <= before.mounts && now.zombies <= before.zombies && now.kept <= mostKept {
			return
		}
		if time.Now().After(end) {
			t.Errorf("the match left %q, and %+v; want no more than %+v", found, now, before)
			return
		}
	}
}
