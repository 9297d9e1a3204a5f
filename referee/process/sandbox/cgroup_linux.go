package sandbox

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"

	"golang.org/x/sys/unix"
)

// The files of control groups; see cgroups(7) and the kernel's
// Documentation/admin-guide/cgroup-v2.rst. The first few are of v2.
const (
	killFile        = "cgroup.kill"
	freezeFile      = "cgroup.freeze"
	eventsFile      = "cgroup.events"
	controllersFile = "cgroup.controllers"
	subtreeFile     = "cgroup.subtree_control"
	statFile        = "cpu.stat"
	procsFile       = "cgroup.procs"
	stateFile       = "freezer.state" // v1
	tasksFile       = "tasks"         // v1: a thread that moves itself by it waits for nobody, unlike by cgroup.procs
	usageFile       = "cpuacct.usage" // v1
)

// Cgroups is where the control groups of bots are made: a directory of ours in
// each hierarchy that is needed. Bots that have ended leave theirs to the next.
// The zero value and nil make none. It is for many goroutines.
type Cgroups struct {
	unified  *base           // nil: there is no v2 hierarchy to write to
	v1       map[string]base // by controller, for what v2 does not do
	delegate *delegation     // nil: our own group was left as it was
	memoryV2 bool            // v2 has the controller for the bots' groups
	tasksV2  bool
	features []CgroupFeature

	mu    sync.Mutex
	free  []*Cgroup // without processes
	lost  []*Cgroup // with processes that do not end
	ended bool
}

// OpenCgroups makes a place for the control groups of bots in every hierarchy
// that this process may write to, and deletes what killed referees left in them.
// What it could not get, Features says. Of the v2 hierarchy freezing, killing and
// the processor time are used even if it has no controllers; memory and tasks are
// limited by v2 where it has the controllers, and by v1 where that has them.
func OpenCgroups() *Cgroups {
	mountinfo, err := os.ReadFile("/proc/self/mountinfo")
	var own []byte
	if err == nil {
		own, err = os.ReadFile("/proc/self/cgroup")
	}
	if err != nil {
		return &Cgroups{features: features(err.Error(), "mount /proc")}
	}
	return openCgroups(findPlaces(mountinfo, own))
}

// openCgroups is OpenCgroups with the places that were found.
func openCgroups(places map[string]place) *Cgroups {
	g := &Cgroups{v1: map[string]base{}}
	refused := map[string]error{} // by hierarchy
	var err error
	if p, why := findPlace(places, unified); why != nil {
		refused[unified] = why
	} else if g.unified, g.delegate, err = openUnified(p); err != nil {
		refused[unified] = err
	}
	g.memoryV2, g.tasksV2 = g.delegate.has("memory"), g.delegate.has("pids")
	var needed []string
	if g.unified == nil {
		needed = append(needed, "freezer", "cpuacct")
	}
	if !g.memoryV2 {
		needed = append(needed, "memory")
	}
	if !g.tasksV2 {
		needed = append(needed, "pids")
	}
	for _, controller := range needed {
		p, err := findPlace(places, controller)
		if err == nil {
			var b base
			if b, err = openBase(p.own); err == nil {
				g.v1[controller] = b
				continue
			}
		}
		refused[controller] = err
	}
	g.report(refused)
	return g
}

// findPlace returns our place in a hierarchy, or why there is none.
func findPlace(places map[string]place, key string) (place, error) {
	p, ok := places[key]
	switch {
	case !ok:
		return place{}, errAbsent
	case p.own == "":
		return place{}, fmt.Errorf("our control group is not beneath %s", p.mount)
	}
	return p, nil
}

// errAbsent says that a hierarchy is not mounted, or the kernel has none.
var errAbsent = errors.New("it is not mounted")

// report fills in the features from what was refused.
func (g *Cgroups) report(refused map[string]error) {
	g.features = features("", "")
	set := func(name string, v2 bool, v2File, controller, v1File string) {
		i := slices.IndexFunc(g.features, func(f CgroupFeature) bool { return f.Name == name })
		f := &g.features[i]
		if v2 {
			f.On, f.How = true, fmt.Sprintf("%s of the v2 hierarchy, in %s", v2File, g.unified.path)
			return
		}
		if b, ok := g.v1[controller]; ok {
			f.On, f.How = true, fmt.Sprintf("%s of the v1 hierarchy, in %s", v1File, b.path)
			return
		}
		f.Why, f.Remedy = explain(refused[unified], refused[controller], controller)
	}
	has := func(file string) bool {
		if g.unified == nil {
			return false
		}
		_, err := os.Stat(filepath.Join(g.unified.path, file))
		return err == nil
	}
	set(FeatureKill, g.unified != nil, killFile, "freezer", procsFile)
	set(FeatureFreeze, has(freezeFile), freezeFile, "freezer", stateFile)
	set(FeatureMemory, g.memoryV2, "memory.max", "memory", "memory.limit_in_bytes")
	set(FeatureTasks, g.tasksV2, "pids.max", "pids", "pids.max")
	set(FeatureCPU, has(statFile), statFile, "cpuacct", usageFile)
}

// explain says why neither hierarchy does it, and what helps.
func explain(v2, v1 error, controller string) (why, remedy string) {
	text := func(err error) string {
		if err == nil {
			return "it lacks this"
		}
		return err.Error()
	}
	why = fmt.Sprintf("the v2 hierarchy: %s; the v1 hierarchy of %s: %s", text(v2), controller, text(v1))
	switch {
	case errors.Is(v2, os.ErrPermission), errors.Is(v2, unix.EROFS), errors.Is(v2, errShared):
		return why, "run in a delegated control group: systemd-run --user --scope -p Delegate=yes arbiter ..., or Delegate=yes in the unit"
	case errors.Is(v2, errAbsent) && errors.Is(v1, errAbsent):
		return why, "mount the hierarchy: mount -t cgroup2 none /sys/fs/cgroup"
	}
	return why, "run as root, or boot with the controller: cgroup_enable=" + controller + " on the kernel's command line"
}

// Features returns what the control groups of this machine can do for bots, and why they cannot
// do the rest.
func (g *Cgroups) Features() []CgroupFeature {
	if g == nil {
		return nil
	}
	return slices.Clone(g.features)
}

// New returns an empty control group with the limits, nil if this machine has
// none at all. Limits that cannot be had are left out, as Features says.
func (g *Cgroups) New(limits CgroupLimits) (*Cgroup, error) {
	if g == nil || g.unified == nil && len(g.v1) == 0 {
		return nil, nil
	}
	g.mu.Lock()
	for i := len(g.free) - 1; i >= 0; i-- {
		c := g.free[i]
		if c.limits != limits {
			continue
		}
		g.free = slices.Delete(g.free, i, i+1)
		g.mu.Unlock()
		if c.begin() {
			return c, nil
		}
		// Its memory is not its own: what an earlier bot has left is charged to it.
		if err := c.remove(); err != nil {
			return nil, err
		}
		g.mu.Lock()
		i = len(g.free)
	}
	g.mu.Unlock()
	name := fmt.Sprintf("%016x", rand.Uint64()) // a bot can read it, and is to learn nothing about others by a number
	c, err := g.make(name, limits)
	if err != nil {
		return nil, fmt.Errorf("make a control group: %w", err)
	}
	return c, nil
}

// put takes back an empty group.
func (g *Cgroups) put(c *Cgroup) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.free = append(g.free, c)
}

// lose takes a group that does not become empty.
func (g *Cgroups) lose(c *Cgroup) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.lost = append(g.lost, c)
}

// Close removes all control groups and what was made for them. All bots must
// have been closed. Processes that do not end keep theirs, which the error says
// and a later referee removes.
func (g *Cgroups) Close() error {
	if g == nil || g.ended {
		return nil
	}
	g.ended = true
	var err error
	for _, c := range slices.Concat(g.free, g.lost) {
		err = errors.Join(err, c.remove())
	}
	g.free, g.lost = nil, nil
	for _, b := range g.v1 {
		err = errors.Join(err, b.close())
	}
	if g.unified != nil {
		err = errors.Join(err, g.delegate.undo(), g.unified.close())
	}
	return err
}

// readPids reads a cgroup.procs file, nothing if it cannot be read.
func readPids(path string) []int {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil
	}
	var pids []int
	for field := range strings.FieldsSeq(string(text)) {
		if pid, err := strconv.Atoi(field); err == nil {
			pids = append(pids, pid)
		}
	}
	return pids
}
