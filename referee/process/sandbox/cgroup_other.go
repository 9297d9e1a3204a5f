//go:build !linux

package sandbox

import (
	"runtime"
	"slices"
	"time"
)

// Cgroups are the control groups of bots, which only Linux has.
type Cgroups struct{ features []CgroupFeature }

// OpenCgroups opens nothing, and the features say so.
func OpenCgroups() *Cgroups {
	return &Cgroups{features("control groups are part of Linux, and this is "+runtime.GOOS, "run Arbiter on Linux, in a virtual machine for example")}
}

// Features returns what the control groups do here: nothing.
func (g *Cgroups) Features() []CgroupFeature {
	if g == nil {
		return nil
	}
	return slices.Clone(g.features)
}

// Close does nothing.
func (g *Cgroups) Close() error { return nil }

// New returns nil, a group that does nothing.
func (g *Cgroups) New(CgroupLimits) (*Cgroup, error) { return nil, nil }

// A Cgroup is the control group of one bot. Nothing makes one here, and the
// methods of nil do nothing.
type Cgroup struct{}

// Freezes reports false.
func (c *Cgroup) Freezes() bool { return false }

// Freeze does nothing.
func (c *Cgroup) Freeze() error { return nil }

// Thaw does nothing.
func (c *Cgroup) Thaw() error { return nil }

// LetEnd does nothing.
func (c *Cgroup) LetEnd() error { return nil }

// Kill does nothing.
func (c *Cgroup) Kill() error { return nil }

// Processes reports false.
func (c *Cgroup) Processes() ([]int, bool) { return nil, false }

// CPU reports false.
func (c *Cgroup) CPU() (time.Duration, bool) { return 0, false }

// OOM reports false.
func (c *Cgroup) OOM() bool { return false }

// Limits returns none.
func (c *Cgroup) Limits() CgroupLimits { return CgroupLimits{} }

// Close does nothing.
func (c *Cgroup) Close() error { return nil }
