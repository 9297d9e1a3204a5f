package hostile

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"

	"arbiter/referee"
	"arbiter/referee/process/sandbox"
	"arbiter/referee/refereetest"
)

var repeats = flag.Int("hostile", 0, "how often TestEveryLevel plays each kind at each level; 0 skips it")

// A stage is where the matches of one level are played.
type stage struct {
	level
	dir     string // of the bots
	alone   record // of an honest match, when nobody else plays
	hiccups int    // honest matches that were charged too much once; see mostHiccups
}

// mostHiccups is how many matches of a stage are played again because an honest one beside
// them was charged too much. A virtual machine that does not run for 100 ms charges
// somebody for it; a bot that gets others charged does it each time.
const mostHiccups = 3

func newStage(t *testing.T, policy string) *stage {
	t.Helper()
	s := &stage{level: open(t, policy), dir: build(t)}
	refereetest.Listen(t, "tcp", "127.0.0.1:0") // for which Go opens what it keeps
	for range 3 {
		alone, err := s.honest(t, s.dir)
		if err != nil {
			t.Fatal(err)
		}
		alone.cpu = max(alone.cpu, s.alone.cpu)
		s.alone = alone
	}
	if len(s.alone.Result.Faults) > 0 {
		t.Fatalf("an honest match alone: %v", s.alone.Result.Faults)
	}
	return s
}

// build returns a folder with the program of the hostile bots, and another one
// that would be root's if it may.
func build(t *testing.T) string {
	t.Helper()
	sources, err := filepath.Glob("testdata/*.c")
	if err != nil {
		t.Fatal(err)
	}
	dir := worldReadable(t)
	for _, name := range []string{"hostile", "setuid"} {
		args := append([]string{"-O1", "-w", "-o", filepath.Join(dir, name)}, sources...)
		if out, err := exec.Command("cc", append(args, "-lpthread", "-lrt")...).CombinedOutput(); err != nil {
			t.Fatalf("cc: %v: %s", err, out)
		}
	}
	if os.Getuid() == 0 {
		if err := os.Chmod(filepath.Join(dir, "setuid"), 0o755|os.ModeSetuid); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// play plays one hostile match beside honest ones. As often as the machine does not run
// the bot in time another one is played, with twice the limits.
func (s *stage) play(t *testing.T, kind string, limits referee.TimeLimits) *match {
	t.Helper()
	before := measure(t)
	m := newMatch(t, kind)
	t.Cleanup(func() {
		if s.isolation.Protections().On("processes") && s.isolation.Protections().On("files") {
			wantNothingLeft(t, m.token, before)
		} else {
			clean(t, m.token)
		}
	})
	m.victim = newVictim(t, m.token)
	files, folder := look(t, m.victim.folder), look(t, s.dir)
	n := s.beside(t, s.dir, s.alone)
	err := s.level.play(t, m, s.dir, limits)
	wrong := n.end()
	if s.isolation == nil {
		wrong = nil // nothing else is between a bot without a box and its neighbours
	}
	if len(wrong) > 0 && n.charged && s.hiccups < mostHiccups {
		s.hiccups++
		return s.play(t, kind, limits)
	}
	for _, w := range wrong {
		t.Errorf("an honest match beside it: %s", w)
	}
	if err != nil {
		if void(err) {
			limits.First, limits.Turn = 2*limits.First, 2*limits.Turn
			return s.play(t, kind, limits)
		}
		t.Fatal(err)
	}
	if s.isolation.Protections().On("files") {
		if now := look(t, m.victim.folder); now != files {
			t.Errorf("files of others were\n%s\nand are\n%s", files, now)
		}
		if now := look(t, s.dir); now != folder {
			t.Errorf("its folder was\n%s\nand is\n%s", folder, now)
		}
	}
	return m
}

// clean removes what is left where no box encloses it.
func clean(t *testing.T, token string) {
	t.Helper()
	for _, pid := range processes(token) {
		unix.Kill(pid, unix.SIGKILL)
	}
	for _, found := range remains(t, token) {
		if name, ok := strings.CutPrefix(found, "file "); ok {
			os.Remove(name)
		}
	}
}

// misbehave plays a kind that hurts itself, and checks its fault.
func (s *stage) misbehave(t *testing.T, k misbehaviour) {
	limits := referee.TimeLimits{First: ample, Turn: ample}
	if k.limit > 0 {
		limits.Turn = k.limit
	}
	if k.name == busy {
		limits.Clock = referee.CPUClock
	}
	m := s.play(t, k.name, limits)
	for k.limit > 0 && onlyOpponent(m) { // the machine was too slow for this limit
		m = s.play(t, k.name, limits)
	}
	faults := slices.DeleteFunc(slices.Clone(m.record.Result.Faults), func(f referee.Fault) bool { return k.limit > 0 && f.Seat == 1 })
	if len(m.wrong) > 0 {
		t.Errorf("answers of the opponent: %s", m.wrong)
	}
	if k.fault == "" {
		if len(faults) > 0 {
			t.Errorf("%v; want no fault", faults)
		}
		return
	}
	if len(faults) != 1 || faults[0].Seat != 0 || faults[0].Kind != k.fault || !strings.Contains(faults[0].Why, k.why) {
		t.Errorf("faults %v; want one of seat 0: %s: %s", faults, k.fault, k.why)
	}
	for _, f := range faults {
		if strings.ContainsAny(f.Error(), "\x00\a\r\x1b\u202e") {
			t.Errorf("fault %q; want no control characters", f.Error())
		}
	}
	if n := m.stderr.Len(); n > 2*(1<<20) {
		t.Errorf("%d bytes of its stderr are kept", n)
	}
}

// onlyOpponent reports whether the opponent had a fault and the bot none.
func onlyOpponent(m *match) bool {
	faults := m.record.Result.Faults
	return len(faults) == 1 && faults[0].Seat == 1
}

// attack plays a kind that attacks others, and checks what it gets.
func (s *stage) attack(t *testing.T, k attackKind) {
	report := s.isolation.Protections()
	want := depends
	switch {
	case slices.ContainsFunc(strings.Fields(k.by), func(name string) bool { return ends(report, name) }):
		want = fails
	case s.isolation == nil && os.Getuid() != 0:
		want = k.off
	case s.isolation == nil && privileged(t):
		want = k.root
	}
	if want == untried || s.isolation == nil && k.root == untried {
		return
	}
	m := s.play(t, k.name, referee.TimeLimits{First: ample, Turn: ample})
	got := m.verdict()
	for tries := 1; tries < 5 && k.name == spinner && want == fails && got == "got"; tries++ {
		m = s.play(t, k.name, referee.TimeLimits{First: ample, Turn: ample}) // the machine may have been slow to run who stops it
		got = m.verdict()
	}
	t.Logf("%s: %s", s.policy, got)
	if k.name == "leaves a daemon" && want == fails {
		return // which starts, and ends with its match
	}
	switch want {
	case fails:
		if !strings.HasPrefix(got, "refused") {
			t.Errorf("%s; want it refused", got)
		}
	case succeeds:
		if got != "got" {
			t.Errorf("%s; want it to succeed, or the suite shows nothing", got)
		}
	}
	faults := m.record.Result.Faults
	if m.outOfMemory() {
		faults = nil
	}
	if report.On("processes") && (len(faults) > 0 || len(m.wrong) > 0) {
		t.Errorf("faults %v, answers of the opponent %v; want none", faults, m.wrong)
	}
}

// ends reports whether a protection is on in the form that ends an attack.
func ends(report sandbox.Protections, name string) bool {
	name, needsFilter := strings.CutSuffix(name, filtered)
	return slices.ContainsFunc(report, func(p sandbox.Protection) bool {
		return p.Name == name && p.On && (!needsFilter || !strings.Contains(p.How, "RLIMIT") || report.On("syscalls") && report.On("files"))
	})
}

// privileged reports whether we have all capabilities of root.
func privileged(t *testing.T) bool {
	t.Helper()
	header := unix.CapUserHeader{Version: unix.LINUX_CAPABILITY_VERSION_3}
	var data [2]unix.CapUserData
	if err := unix.Capget(&header, &data[0]); err != nil {
		t.Fatal(err)
	}
	return data[0].Effective == ^uint32(0)
}

// each plays all kinds.
func (s *stage) each(t *testing.T) {
	for _, k := range misbehaviours() {
		t.Run(k.name, func(t *testing.T) { s.misbehave(t, k) })
	}
	for _, k := range attacks() {
		t.Run(k.name, func(t *testing.T) { s.attack(t, k) })
	}
}

// Each kind has its fault, or none; attacks on others fail; honest matches beside
// them are what they are alone, and nothing is left.
func TestHostile(t *testing.T) { newStage(t, string(sandbox.Auto)).each(t) }

// The same with each protection left out, as often as is asked for: any one that
// is said to end an attack does so alone. Without any, attacks get what docs/isolation.md
// says, or the tests of boxes would show nothing. And as an ordinary user.
func TestEveryLevel(t *testing.T) {
	if *repeats == 0 {
		t.Skip("-hostile 3 plays it; make soak does") // minutes
	}
	policies := []string{string(sandbox.Strict), string(sandbox.Auto), string(sandbox.Off)}
	for _, name := range sandbox.Names() {
		if name != "privileges" {
			policies = append(policies, "auto,-"+name)
		}
	}
	for _, policy := range policies {
		t.Run(policy, func(t *testing.T) {
			s := newStage(t, policy)
			for n := range *repeats {
				t.Run(fmt.Sprint(n), s.each)
			}
		})
	}
}

// "Auto takes what there is as root and as an ordinary user."
func TestHostileToAnOrdinaryUser(t *testing.T) {
	switch {
	case os.Getuid() != 0:
		t.Skip("an ordinary user runs this: TestHostile has played as one") // this one only plays it again, as nobody
	case *repeats == 0:
		t.Skip("-hostile 3 plays it; make soak does") // minutes
	}
	dir := worldReadable(t)
	text, err := os.ReadFile(os.Args[0])
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, "hostile.test"), text, 0o755)
	}
	if err == nil {
		err = os.CopyFS(filepath.Join(dir, "testdata"), os.DirFS("testdata"))
	}
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command(filepath.Join(dir, "hostile.test"), "-test.run", "^TestHostile", "-test.v")
	c.Dir = dir
	c.Env = append(os.Environ(), "HOME="+dir, "TMPDIR="+dir)
	c.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}, Pdeathsig: unix.SIGKILL}
	if out, err := c.CombinedOutput(); err != nil {
		t.Errorf("%v:\n%s", err, out)
	}
}
