package sandbox

import (
	"bufio"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// roleVariable makes the test binary another program: its value says which.
const roleVariable = "SANDBOX_TEST_ROLE"

func TestMain(m *testing.M) {
	switch os.Getenv(roleVariable) {
	case "referee": // makes a group with a process in it, and says where
		var dirs []string
		c, err := OpenCgroups().New(CgroupLimits{})
		if err == nil && c != nil {
			dirs = c.dirs
			_, err = inGroup(c, "sleep", "1000")
		}
		if err != nil {
			panic(err)
		}
		fmt.Println(strings.Join(dirs, " "))
		time.Sleep(time.Hour)
	case "user": // reports what it has, and tries it
		os.Stdout.WriteString(tryAll())
	case "delegate": // gets a controller, and gives it back
		os.Stdout.WriteString(tryDelegation(os.Args[1], os.Args[2]))
	case "machine":
		emulate(os.Getenv(machineVariable))
	case "limited": // by its caller
		limited()
	default:
		os.Exit(m.Run())
	}
}

// inGroup starts a command in all hierarchies of a group. It is in them before it
// can start another.
func inGroup(c *Cgroup, args ...string) (*exec.Cmd, error) {
	command := exec.Command("sh", append([]string{"-c", `read _; exec "$0" "$@"`}, args...)...)
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	gate, err := command.StdinPipe()
	if err == nil {
		err = command.Start()
	}
	if err != nil {
		return command, err
	}
	defer gate.Close()
	pid := strconv.Itoa(command.Process.Pid)
	for _, fd := range c.procs {
		if _, err := unix.Write(fd, []byte(pid)); err != nil {
			return command, err
		}
	}
	_, err = gate.Write([]byte("\n"))
	return command, err
}

// start starts a command in a group, until the test ends.
func start(t *testing.T, c *Cgroup, args ...string) *exec.Cmd {
	t.Helper()
	command, err := inGroup(c, args...)
	t.Cleanup(func() {
		if command.Process != nil {
			command.Process.Kill()
			c.LetEnd()
			command.Wait()
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	return command
}

// found returns our places in the hierarchies of this machine.
func found(t *testing.T) map[string]place {
	t.Helper()
	mountinfo, err := os.ReadFile("/proc/self/mountinfo")
	if err != nil {
		t.Fatal(err)
	}
	own, err := os.ReadFile("/proc/self/cgroup")
	if err != nil {
		t.Fatal(err)
	}
	return findPlaces(mountinfo, own)
}

func on(g *Cgroups, name string) bool {
	return slices.ContainsFunc(g.Features(), func(f CgroupFeature) bool { return f.Name == name && f.On })
}

// Our group is found in each kind of mount: v2 alone, v2 beside v1 without
// controllers, a container that sees only its own part, and none.
func TestFindPlaces(t *testing.T) {
	for _, tt := range []struct {
		name, mountinfo, cgroup string
		want                    map[string]place
	}{
		{
			"v2 alone",
			"30 23 0:26 / /sys/fs/cgroup rw,nosuid,nodev shared:9 - cgroup2 cgroup2 rw,nsdelegate,memory_recursiveprot\n",
			"0::/user.slice/user-1000.slice/session-3.scope\n",
			map[string]place{"unified": {"/sys/fs/cgroup", "/sys/fs/cgroup/user.slice/user-1000.slice/session-3.scope"}},
		},
		{
			"both, v2 without controllers",
			"31 23 0:28 / /sys/fs/cgroup rw,relatime - tmpfs tmpfs rw,mode=755\n" +
				"33 31 0:30 / /sys/fs/cgroup/cpu,cpuacct rw,relatime - cgroup cgroup rw,cpu,cpuacct\n" +
				"35 31 0:32 / /sys/fs/cgroup/memory rw,relatime - cgroup cgroup rw,memory\n" +
				"41 31 0:38 / /sys/fs/cgroup/unified rw,relatime - cgroup2 cgroup2 rw\n",
			"4:memory:/jobs/601e\n1:cpu,cpuacct:/\n9:name=systemd:/\n0::/\n",
			map[string]place{
				"unified": {"/sys/fs/cgroup/unified", "/sys/fs/cgroup/unified"},
				"memory":  {"/sys/fs/cgroup/memory", "/sys/fs/cgroup/memory/jobs/601e"},
				"cpu":     {"/sys/fs/cgroup/cpu,cpuacct", "/sys/fs/cgroup/cpu,cpuacct"},
				"cpuacct": {"/sys/fs/cgroup/cpu,cpuacct", "/sys/fs/cgroup/cpu,cpuacct"},
			},
		},
		{
			"a part of the hierarchy, at a place with a space",
			`700 650 0:26 /docker/ab /sys/fs/my\040cgroup ro - cgroup2 cgroup rw` + "\n",
			"0::/docker/ab/inner\n",
			map[string]place{"unified": {"/sys/fs/my cgroup", "/sys/fs/my cgroup/inner"}},
		},
		{
			"our group is elsewhere",
			"700 650 0:26 /docker/ab /sys/fs/cgroup ro - cgroup2 cgroup rw\n",
			"0::/docker/abc\n",
			map[string]place{"unified": {"/sys/fs/cgroup", ""}},
		},
		{
			"above the root of our namespace",
			"700 650 0:26 / /sys/fs/cgroup ro - cgroup2 cgroup rw\n",
			"0::/../other\n",
			map[string]place{"unified": {"/sys/fs/cgroup", ""}},
		},
		{"none", "31 23 0:28 / /sys rw - sysfs sysfs rw\nnonsense\n", "", map[string]place{}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := findPlaces([]byte(tt.mountinfo), []byte(tt.cgroup)); !maps.Equal(got, tt.want) {
				t.Errorf("%+v; want %+v", got, tt.want)
			}
		})
	}
}

// Where no hierarchy is mounted, every feature is off, says why and how to get
// it, and no group is made.
func TestNoHierarchy(t *testing.T) {
	g := openCgroups(nil)
	for _, f := range g.Features() {
		if f.On || !strings.Contains(f.Why, "not mounted") || !strings.Contains(f.Remedy, "mount") {
			t.Errorf("%+v; want it off, not mounted", f)
		}
	}
	c, err := g.New(CgroupLimits{Memory: 1 << 30})
	if c != nil || err != nil {
		t.Errorf("%v, %v; want no group", c, err)
	}
	if err := errors.Join(c.Freeze(), c.Thaw(), c.Kill(), c.Close(), g.Close()); err != nil {
		t.Error(err)
	}
}

// spins reports whether a group uses some processor time within a limit.
func spins(t *testing.T, c *Cgroup, limit time.Duration) bool {
	t.Helper()
	before, ok := c.CPU()
	if !ok {
		t.Fatal("no processor time")
	}
	return happens(limit, func() bool {
		now, _ := c.CPU()
		return now > before+5*time.Millisecond
	})
}

// ample is a limit for what happens soon, however loaded the machine is.
const ample = time.Minute

// happens waits until something is so, and reports whether it is.
func happens(limit time.Duration, done func() bool) bool {
	for end := time.Now().Add(limit); !done(); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			return false
		}
	}
	return true
}

// Freeze, thaw and kill, and the processor time, with what this machine has, and
// with v1 alone. A frozen group can be killed.
func TestFreezeThawKill(t *testing.T) {
	v1 := found(t)
	delete(v1, unified)
	for name, open := range map[string]func() *Cgroups{"all": OpenCgroups, "v1": func() *Cgroups { return openCgroups(v1) }} {
		t.Run(name, func(t *testing.T) {
			g := open()
			defer func() {
				if err := g.Close(); err != nil {
					t.Error(err)
				}
			}()
			if !on(g, FeatureFreeze) || !on(g, FeatureCPU) {
				wantReasons(t, g)
				return
			}
			for range 2 {
				c, err := g.New(CgroupLimits{})
				if err != nil {
					t.Fatal(err)
				}
				command := start(t, c, "sh", "-c", "while :; do :; done & while :; do :; done")
				if !spins(t, c, ample) {
					t.Error("it does not run")
				}
				if err := c.Freeze(); err != nil {
					t.Fatal(err)
				}
				time.Sleep(50 * time.Millisecond)
				if spins(t, c, 300*time.Millisecond) {
					t.Error("it runs although it is frozen")
				}
				if err := c.Thaw(); err != nil {
					t.Fatal(err)
				}
				if !spins(t, c, ample) {
					t.Error("it does not run after it was thawed")
				}
				if err := errors.Join(c.Freeze(), c.Kill()); err != nil {
					t.Fatal(err)
				}
				command.Wait()
				if err := c.Close(); err != nil {
					t.Error(err)
				}
			}
		})
	}
}

// wantReasons checks that every feature that is off says why and how to get it.
func wantReasons(t *testing.T, g *Cgroups) {
	t.Helper()
	for _, f := range g.Features() {
		if f.On == (f.How == "") || f.On == (f.Why != "") || f.On == (f.Remedy != "") {
			t.Errorf("%+v; want by what it is on, or why it is off and how to get it", f)
		}
	}
}

// A group that was never killed is used again, with its counts from zero; one
// that was killed is not, since the kernel may kill what is started in it.
func TestGroupsAreUsedAgain(t *testing.T) {
	g := OpenCgroups()
	defer g.Close()
	wantReasons(t, g)
	if !on(g, FeatureKill) {
		return
	}
	first, err := g.New(CgroupLimits{})
	if err != nil {
		t.Fatal(err)
	}
	start(t, first, "sh", "-c", "i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done").Wait()
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	second, err := g.New(CgroupLimits{})
	if err != nil || second != first {
		t.Errorf("%p, %v; want the group %p again", second, err, first)
	}
	if cpu, ok := second.CPU(); ok && cpu > time.Millisecond {
		t.Errorf("%v of processor time before it was used", cpu)
	}
	start(t, second, "sh", "-c", "sleep 1000 & exit").Wait()
	if err := second.Close(); err != nil { // kills
		t.Fatal(err)
	}
	third, err := g.New(CgroupLimits{})
	if err != nil || third == second {
		t.Errorf("%v; want another group", err)
	}
	if err := start(t, third, "true").Wait(); err != nil {
		t.Error(err)
	}
	if err := third.Close(); err != nil {
		t.Error(err)
	}
}

// What a referee that was killed has left is deleted by the next, and processes
// in it are killed; what belongs to one that lives is not.
func TestLeftoversAreRemoved(t *testing.T) {
	referee := exec.Command(os.Args[0])
	referee.Env = append(os.Environ(), roleVariable+"=referee")
	out, err := referee.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := referee.Start(); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	made := strings.Fields(line)
	count := func() (dirs, pids int) {
		for _, dir := range made {
			if _, err := os.Stat(dir); err == nil {
				dirs++
				pids += len(readPids(filepath.Join(dir, procsFile)))
			}
		}
		return dirs, pids
	}
	reopen := func() {
		g := OpenCgroups()
		wantReasons(t, g)
		if err := g.Close(); err != nil {
			t.Error(err)
		}
	}
	reopen()
	dirs, pids := count()
	referee.Process.Kill()
	referee.Wait()
	g := OpenCgroups()
	usable := on(g, FeatureKill)
	g.Close()
	if !usable {
		return // an ordinary user without a delegated group
	}
	if dirs == 0 || pids == 0 {
		t.Errorf("%d groups and %d processes of a living referee; want some", dirs, pids)
	}
	reopen()
	gone := func() bool { // another referee of this machine may be at it
		dirs, pids = count()
		return dirs == 0 && pids == 0
	}
	if !happens(ample, gone) {
		t.Errorf("%d groups and %d processes are left", dirs, pids)
	}
}

// tryAll opens the groups of the process it runs in and says what is on and how
// it went.
func tryAll() string {
	g := OpenCgroups()
	var text strings.Builder
	for _, f := range g.Features() {
		if f.On {
			text.WriteString(f.Name + ": on\n")
		} else {
			text.WriteString(f.Name + ": " + f.Why + "; " + f.Remedy + "\n")
		}
	}
	c, err := g.New(CgroupLimits{Memory: 1 << 30, Tasks: 100})
	if err == nil && c != nil {
		command, started := inGroup(c, "sh", "-c", "sleep 1000 & exit")
		err = errors.Join(started, command.Wait(), c.Freeze(), c.Thaw(), c.Close(), g.Close())
		text.WriteString("tried\n")
	}
	if err != nil {
		text.WriteString(err.Error())
	}
	return text.String()
}

// nobody is an ordinary user.
const nobody = 65534

// asNobody runs the test binary as an ordinary user in a group of v2.
func asNobody(t *testing.T, dir, role string, args ...string) string {
	t.Helper()
	folder := t.TempDir()
	for _, open := range []string{folder, filepath.Dir(folder)} {
		if err := os.Chmod(open, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	binary, err := os.ReadFile("/proc/self/exe")
	if err == nil {
		err = os.WriteFile(filepath.Join(folder, "test"), binary, 0o755)
	}
	if err != nil {
		t.Fatal(err)
	}
	fd, err := unix.Open(dir, unix.O_RDONLY|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer unix.Close(fd)
	c := exec.Command(filepath.Join(folder, "test"), args...)
	c.Dir = "/"
	c.Env = append(os.Environ(), roleVariable+"="+role)
	c.SysProcAttr = &syscall.SysProcAttr{UseCgroupFD: true, CgroupFD: fd, Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
	out, err := c.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return string(out)
}

// delegated returns a group of v2 that belongs to an ordinary user, as systemd makes it
// for Delegate=yes, and one that does not. Without root there are no such groups, and
// it checks what this user has instead.
func delegated(t *testing.T) (theirs, ours string, ok bool) {
	t.Helper()
	p, err := findPlace(found(t), unified)
	if err == nil {
		ours = filepath.Join(p.own, "test-delegation-"+strconv.Itoa(os.Getpid()))
		theirs = filepath.Join(ours, "theirs")
		err = errors.Join(os.Mkdir(ours, 0o755), os.Mkdir(theirs, 0o755))
		t.Cleanup(func() {
			if err := removeTree(ours); err != nil {
				t.Error(err)
			}
		})
	}
	for _, name := range []string{"", procsFile, subtreeFile, "cgroup.threads"} {
		if err == nil {
			err = os.Chown(filepath.Join(theirs, name), nobody, nobody)
		}
	}
	if err != nil {
		if out := tryAll(); !strings.Contains(out, "on\n") && !strings.Contains(out, "; ") {
			t.Errorf("%s; want what is on, or why it is not and how to get it", out)
		}
		return "", "", false
	}
	return theirs, ours, true
}

// An ordinary user has control groups where a subtree is delegated, and where
// none is, is told why not and what to do.
func TestOrdinaryUsers(t *testing.T) {
	theirs, ours, ok := delegated(t)
	if !ok {
		return
	}
	for _, name := range []string{FeatureKill, FeatureFreeze, FeatureCPU} {
		if out := asNobody(t, theirs, "user"); !strings.Contains(out, name+": on\n") || !strings.HasSuffix(out, "tried\n") {
			t.Errorf("delegated: %q; want %s on, and no error", out, name)
		}
		if out := asNobody(t, ours, "user"); !strings.Contains(out, name+": the v2 hierarchy: "+ours) ||
			!strings.Contains(out, "permission denied") || !strings.Contains(out, "Delegate=yes") || strings.Contains(out, "tried") {
			t.Errorf("not delegated: %q; want why %s is off and how to get it", out, name)
		}
	}
}

// tryDelegation gets a controller for groups in the process's own and returns
// whether the groups have it, who was there, and how it was undone.
func tryDelegation(own, controller string) string {
	b, err := openBaseV2(own)
	if err != nil {
		return err.Error()
	}
	d, err := delegateControllers(own, b.path, []string{controller})
	text := strconv.FormatBool(d.has(controller)) + " " + strconv.FormatBool(slices.Contains(readWords(filepath.Join(b.path, subtreeFile)), controller))
	moved := readPids(filepath.Join(own, procsFile))
	text += " " + strconv.Itoa(len(moved))
	undo := errors.Join(d.undo(), b.close())
	text += " " + strconv.Itoa(len(readPids(filepath.Join(own, procsFile))))
	if err := errors.Join(err, undo); err != nil {
		text += " " + err.Error()
	}
	return text
}

// A delegated group passes its controllers on only without processes: we move
// out of it, and back at the end. When others are in it, the error says so.
func TestControllersOfADelegatedGroup(t *testing.T) {
	theirs, ours, ok := delegated(t)
	if !ok {
		return
	}
	p := found(t)[unified]
	controllers := readWords(filepath.Join(p.own, controllersFile))
	if len(controllers) == 0 {
		if d, err := delegateControllers(p.own, ours, wanted()); err != nil || d.complete() {
			t.Errorf("%+v, %v; want no controllers where there are none", d, err)
		}
		return
	}
	controller := controllers[0]
	if !slices.Contains(readWords(filepath.Join(p.own, subtreeFile)), controller) {
		if err := control(p.own, "+"+controller); err != nil {
			t.Logf("%v: our own group has processes, and it is not the root", err)
			return
		}
		defer control(p.own, "-"+controller)
	}
	if err := control(ours, "+"+controller); err != nil {
		t.Fatal(err)
	}
	defer control(ours, "-"+controller)
	if out, want := asNobody(t, theirs, "delegate", theirs, controller), "true true 0 1"; out != want {
		t.Errorf("%q; want %q: the groups have it, we moved out, and back", out, want)
	}
	fd, err := unix.Open(theirs, unix.O_RDONLY|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer unix.Close(fd)
	other := exec.Command("sleep", "1000")
	other.SysProcAttr = &syscall.SysProcAttr{UseCgroupFD: true, CgroupFD: fd}
	if err := other.Start(); err != nil {
		t.Fatal(err)
	}
	defer other.Wait()
	defer other.Process.Kill()
	if out := asNobody(t, theirs, "delegate", theirs, controller); !strings.HasPrefix(out, "false false 2 2 ") || !strings.Contains(out, errShared.Error()) {
		t.Errorf("%q; want that others are there", out)
	}
}

// Numbers are found by the whole name of their line.
func TestField(t *testing.T) {
	text := []byte("low 1\noom 3\noom_kill 4\noom_group_kill 5\n")
	got := []int64{field(text, "oom"), field(text, "oom_kill"), field(text, "kill"), field(nil, "oom")}
	if want := []int64{3, 4, 0, 0}; !reflect.DeepEqual(got, want) {
		t.Errorf("%v; want %v", got, want)
	}
}
