package process

import (
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"

	"arbiter/referee"
	"arbiter/referee/process/sandbox"
	"arbiter/referee/process/view"
	"arbiter/referee/refereetest"
)

// asUserVariable marks the test binary that an ordinary user runs.
const asUserVariable = "PROCESS_TEST_AS_USER"

// nobody is an ordinary user.
const nobody = 65534

// "Auto takes what there is as root and as an ordinary user": every test of
// boxes passes as one, too.
func TestBoxesOfAnOrdinaryUser(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("an ordinary user runs this: the other tests of boxes have run as one") // this one only runs them again, as nobody
	}
	dir := worldReadable(t)
	binary := filepath.Join(dir, "process.test")
	copyProgram(t, os.Args[0], binary)
	c := exec.Command(binary, "-test.run", "^TestBox", "-test.v", "-test.skip", flag.Lookup("test.skip").Value.String())
	c.Dir = dir
	c.Env = append(os.Environ(), asUserVariable+"=1", "HOME="+dir)
	c.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}, Pdeathsig: unix.SIGKILL}
	if out, err := c.CombinedOutput(); err != nil {
		t.Errorf("%v:\n%s", err, out)
	}
}

// worldReadable returns an empty folder that everybody may read and write.
func worldReadable(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for path := dir; strings.HasPrefix(path, os.TempDir()) && path != os.TempDir(); path = filepath.Dir(path) {
		if err := os.Chmod(path, 0o777); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func copyProgram(t *testing.T, from, to string) {
	t.Helper()
	text, err := os.ReadFile(from)
	if err == nil {
		err = os.WriteFile(to, text, 0o755)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// boxed returns a table whose bots run in boxes, with all protections.
func boxed(t *testing.T) *Table {
	t.Helper()
	s, err := sandbox.Open(sandbox.Settings{Settings: view.Settings{Runtime: []string{os.Args[0]}}, Policy: sandbox.Policy{Level: sandbox.Strict}})
	if err != nil {
		t.Skip(err) // a kernel or a container without namespaces: TestAutoDegradesAndStrictRefuses of the sandbox tells what is said then
	}
	t.Cleanup(func() { s.Close() })
	table := &Table{Isolation: s}
	p, err := table.Start(bot(t, "echo")) // the sandbox keeps a descriptor for the owner of its files
	if err == nil {
		_, err = p.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// try lets a bot attack, and returns what it answers.
func try(t *testing.T, p *Player, turn int, name, target string) string {
	t.Helper()
	if attacks[name] == nil {
		t.Fatalf("no attack %q", name)
	}
	reply := ask(t, p, referee.Ask{Turn: turn, Input: []byte(name + "|" + target + "\n"), Lines: 1})
	if reply.Fault != nil {
		t.Fatalf("%s %s: %v", name, target, reply.Fault)
	}
	return reply.Lines[0]
}

// A victim is what bots attack: an opponent, who holds a secret, a service on
// this machine, and files.
type victim struct {
	pid            string
	tcp, udp, unix string
	abstract       string
	folder, file   string
}

const secret = "SECRET=nobody else's"

// newVictim returns a victim of a user, that of the attacker without a box.
func newVictim(t *testing.T) victim {
	t.Helper()
	v := victim{folder: worldReadable(t)}
	v.file = filepath.Join(v.folder, "arbiter.db")
	if err := os.WriteFile(v.file, []byte("rows"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(v.file, 0o666); err != nil {
		t.Fatal(err)
	}
	opponent := exec.Command(os.Args[0])
	opponent.Env = append(os.Environ(), botVariable+"=answers first", secret)
	opponent.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: unix.SIGKILL}
	out, err := opponent.StdoutPipe()
	if err == nil {
		err = opponent.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		opponent.Process.Kill()
		if injected, _ := io.ReadAll(out); len(injected) > 0 && testing.Verbose() {
			t.Logf("the victim seems to have said %q", injected)
		}
		opponent.Wait()
	})
	if _, err := fmt.Fscanln(out, new(string)); err != nil { // before it is up, a signal ends it
		t.Fatal(err)
	}
	v.pid = strconv.Itoa(opponent.Process.Pid)
	v.tcp = refereetest.Listen(t, "tcp", "127.0.0.1:0").String()
	v.unix = refereetest.Listen(t, "unix", filepath.Join(v.folder, "docker.sock")).String()
	v.abstract = refereetest.Listen(t, "unix", "@arbiter-test-"+v.pid).String()
	v.udp = v.tcp
	return v
}

// Each attack on somebody else succeeds without a box and fails in one.
func TestBoxEndsAttacks(t *testing.T) {
	unboxed(t)
	v := newVictim(t)
	for _, tt := range []struct{ name, target string }{
		{"signal", v.pid}, {"signal", strconv.Itoa(os.Getppid())},
		{"trace", v.pid}, {"environ", v.pid}, {"memory", v.pid}, {"copy memory", v.pid}, {"inject", v.pid},
		{"read", v.file}, {"write", v.file}, {"chmod", v.file}, {"touch", v.file}, {"create", filepath.Join(v.folder, "new")},
		{"dial tcp", v.tcp}, {"dial udp", v.udp}, {"dial unix", v.unix}, {"dial unix", v.abstract},
		{"other CPU", ""}, {"nice", ""},
	} {
		t.Run(tt.name+" "+filepath.Base(tt.target), func(t *testing.T) {
			if tt.name == "signal" && tt.target != v.pid {
				tt.target = "1" // which is the init in a box, and better left alone without
			} else {
				free := sit(t, new(Table), "attacks")
				if got := try(t, free, 1, tt.name, tt.target); !strings.HasPrefix(got, "got") {
					t.Errorf("without a box: %s; want it to succeed, or the test shows nothing", got)
				}
			}
			p := sit(t, boxed(t), "attacks")
			if got := try(t, p, 1, tt.name, tt.target); !strings.HasPrefix(got, "refused") {
				t.Errorf("in a box: %s; want it refused", got)
			}
		})
	}
}

// "All capabilities dropped, never the host's uid 0, no_new_privs, a clean
// environment, no inherited descriptors."
func TestBoxHasNoPrivileges(t *testing.T) {
	t.Setenv("ARBITER_TOKEN", "a secret")
	table := boxed(t)
	p := sit(t, table, "attacks")
	turn := 0
	want := func(name, target, want string) {
		t.Helper()
		turn++
		if got := try(t, p, turn, name, target); got != want {
			t.Errorf("%s %s: %s; want %s", name, target, got, want)
		}
	}
	for _, set := range []string{"CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb"} {
		want("status", set, `got "0000000000000000"`)
	}
	want("status", "NoNewPrivs", `got "1"`)
	want("status", "Seccomp", `got "2"`)
	want("descriptors", "", `got "0 1 2"`)
	for _, name := range []string{"new user", "mount", "keys", "shared memory"} {
		want(name, "/tmp", `refused "operation not permitted"`)
	}
	turn++
	if got := try(t, p, turn, "environment", ""); strings.Contains(got, "secret") || strings.Contains(got, TokenVariable+"=") {
		t.Errorf("environment: %s; want neither secrets nor a token", got)
	}
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", p.pid))
	if err != nil {
		t.Fatal(err)
	}
	if uid := field(string(status), "Uid"); strings.HasPrefix(uid, "0\t") || strings.HasSuffix(uid, "\t0") {
		t.Errorf("its user outside is %q; want another than root", uid)
	}
}

func field(status, name string) string {
	_, rest, _ := strings.Cut(status, "\n"+name+":\t")
	value, _, _ := strings.Cut(rest, "\n")
	return value
}

// "A private root": the bot sees its program and the system, and writes to its
// scratch alone.
func TestBoxHasAPrivateRoot(t *testing.T) {
	p := sit(t, boxed(t), "attacks")
	home, err := os.UserHomeDir()
	if err != nil {
		t.Fatal(err)
	}
	for turn, tt := range []struct{ name, target, want string }{
		{"read", "/etc/shadow", "refused"},
		{"read", "/etc/hostname", "refused"},
		{"read", filepath.Join(home, ".bashrc"), "refused"},
		{"create", "/usr/x", `refused "open /usr/x: read-only file system"`},
		{"create", "/x", "refused"},
		{"remove", os.Args[0], "refused"},
		{"chmod", os.Args[0], "refused"},
		{"create", "/tmp/x", "got"},
		{"temporary", "1000000", "got"},
		{"write", "/dev/null", "got"},
		{"read", "/proc/meminfo", "got"},
		{"read", "/proc/1/environ", "refused"},
		{"memory", "1", "refused"},
	} {
		if got := try(t, p, turn+1, tt.name, tt.target); !strings.HasPrefix(got, tt.want) {
			t.Errorf("%s %s: %s; want %s", tt.name, tt.target, got, tt.want)
		}
	}
}

// "64 MiB scratch, 128 tasks, 1 GiB [...]; death by memory is a fault that says
// so."
func TestBoxHasLimits(t *testing.T) {
	table := boxed(t)
	p := sit(t, table, "attacks")
	if got := try(t, p, 1, "temporary", strconv.Itoa(65<<20)); !strings.HasPrefix(got, "refused") {
		t.Errorf("65 MiB in $TMPDIR: %s; want it refused", got)
	}
	if got := try(t, p, 2, "threads", "300"); !strings.HasPrefix(got, "refused") {
		t.Errorf("300 processes: %s; want it refused", got)
	}
	p.Ask(referee.Ask{Turn: 3, Input: fmt.Appendf(nil, "allocate|%d\n", 3<<29), Lines: 1, Limit: ample})
	reply, err := p.Reply(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if reply.Fault == nil || reply.Fault.Kind != referee.Crash || !strings.Contains(reply.Fault.Why, "1 GiB of memory") || !reply.Fault.Exit.Memory {
		t.Errorf("1.5 GiB of memory: fault %v; want a crash that names the limit; it said %.300s", reply.Fault, reply.Stderr)
	}
}

// "As PID 1 abort() would read as signal 11 and SIGTERM be ignored."
func TestBoxTellsSignals(t *testing.T) {
	for name, want := range map[string]string{"TERM": "killed by signal terminated", "ABRT": "killed by signal aborted"} {
		p := sit(t, boxed(t), "signals itself")
		p.Ask(referee.Ask{Turn: 1, Input: []byte(name + "\n"), Lines: 1, Limit: ample})
		reply, err := p.Reply(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if reply.Fault == nil || !strings.HasPrefix(reply.Fault.Why, want) {
			t.Errorf("%s: fault %v; want %s", name, reply.Fault, want)
		}
	}
}

// What a bot starts ends with it, even what is in a session of its own.
func TestBoxEndsWithItsBot(t *testing.T) {
	for _, name := range []string{"leaves a child", "leaves a session"} {
		t.Run(name, func(t *testing.T) {
			p := sit(t, boxed(t), name)
			ask(t, p, line(1))
			box := p.box
			var inside []int
			for _, pid := range processes(t) {
				if box.Contains(pid) {
					inside = append(inside, pid)
				}
			}
			if len(inside) < 2 {
				t.Errorf("processes %v are in the box; want the bot and its child", inside)
			}
			if _, err := p.Close(); err != nil {
				t.Fatal(err)
			}
			for _, pid := range inside {
				wantGone(t, pid)
			}
		})
	}
}

// A referee with more descriptors than a bot may have starts bots all the same.
func TestBoxesOfABusyReferee(t *testing.T) {
	var limit unix.Rlimit
	const many = 1200
	if err := unix.Getrlimit(unix.RLIMIT_NOFILE, &limit); err != nil || limit.Cur < 2*many {
		t.Skipf("we may have %d descriptors, %v", limit.Cur, err) // too few to be busy
	}
	table := boxed(t)
	for range many {
		f, err := os.Open("/dev/null")
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
	}
	ask(t, sit(t, table, "echo"), line(1))
}

func processes(t *testing.T) (pids []int) {
	t.Helper()
	entries, err := os.ReadDir("/proc")
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		if pid, err := strconv.Atoi(entry.Name()); err == nil {
			pids = append(pids, pid)
		}
	}
	return pids
}

// Bots die with a referee that is killed.
func TestBoxEndsWithTheReferee(t *testing.T) {
	boxed(t) // or skips
	c := exec.Command(os.Args[0])
	c.Env = append(os.Environ(), botVariable+"=is a referee")
	in, err := c.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	out, err := c.StdoutPipe()
	if err == nil {
		err = c.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	var bots [2]int
	if _, err := fmt.Fscan(out, &bots[0], &bots[1]); err != nil {
		t.Fatal(err)
	}
	for _, pid := range bots {
		if err := unix.Kill(pid, 0); err != nil {
			t.Fatalf("bot %d: %v", pid, err)
		}
	}
	c.Process.Kill()
	c.Wait()
	for _, pid := range bots {
		wantGone(t, pid)
	}
}

// refereeBot starts two bots in boxes, one of which leaves a session behind, and
// waits to be killed.
func refereeBot() {
	s, err := sandbox.Open(sandbox.Settings{Settings: view.Settings{Runtime: []string{os.Args[0]}}})
	if err != nil {
		panic(err)
	}
	table := Table{Isolation: s}
	for _, name := range []string{"leaves a session", "ignores SIGTERM"} {
		p, err := table.Start(Spec{Name: name, Command: []string{os.Args[0]}, Env: []string{botVariable + "=" + name}})
		if err != nil {
			panic(err)
		}
		fmt.Println(p.pid)
	}
	hang()
}

// "nosuid": a program with the bit of root's runs as the bot.
func TestBoxIgnoresSetuid(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("takes root to prepare") // only root can give a file the bit of root; others have no such file to run
	}
	dir := worldReadable(t)
	id := filepath.Join(dir, "id")
	copyProgram(t, "/usr/bin/id", id)
	if err := os.Chmod(id, 0o755|os.ModeSetuid); err != nil {
		t.Fatal(err)
	}
	spec := bot(t, "attacks")
	spec.Dir = dir
	p, err := boxed(t).Start(spec)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	got := try(t, p, 1, "become root", id)
	if !strings.HasPrefix(got, `got "uid=`) || strings.Contains(got, "uid=0") || strings.Contains(got, "(root)") {
		t.Errorf("a setuid program says %s; want it to be the bot", got)
	}
}

// "What is behind its command is found once for a table": each match has variables of
// its own, such as its seed, which choose no program, and a table that plays a million
// matches does not grow by them.
func TestProgramsAreFoundOnce(t *testing.T) {
	for name, table := range map[string]*Table{"in a box": boxed(t), "without one": {}} {
		before := len(table.found)
		for seed := range 3 {
			p, err := table.Start(Spec{Name: "bot", Command: []string{"cat"}, Env: []string{fmt.Sprint("SEED=", seed)}})
			if err != nil {
				t.Fatal(err)
			}
			if _, err := p.Close(); err != nil {
				t.Fatal(err)
			}
		}
		if n := len(table.found) - before + len(table.checked); n != 1 {
			t.Errorf("%s: %d programs are kept; want one", name, n)
		}
	}
}
