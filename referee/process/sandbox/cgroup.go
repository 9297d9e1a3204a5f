package sandbox

import "slices"

// CgroupLimits are what all processes of a bot may use together. A field that is
// 0 sets no limit.
type CgroupLimits struct {
	Memory int64 // bytes, the page cache of its files and what the kernel keeps for it included
	Tasks  int   // threads and processes at the same time
}

// A CgroupFeature is one thing that the control groups of this machine do for
// bots, or do not.
type CgroupFeature struct {
	Name   string // such as FeatureFreeze
	On     bool
	How    string // by what it is done; "" when it is off
	Why    string // why it is off
	Remedy string // how to get it
}

// The names of the features, in the order of Cgroups.Features.
const (
	FeatureKill   = "kill"           // all processes of a bot end with it
	FeatureFreeze = "freeze"         // a bot does not run outside its turns
	FeatureMemory = "memory"         // the limit of CgroupLimits
	FeatureTasks  = "tasks"          // the limit of CgroupLimits
	FeatureCPU    = "processor time" // what all processes of a bot have used is told exactly
)

// on reports whether the control groups of this machine do something.
func (g *Cgroups) on(name string) bool {
	return slices.ContainsFunc(g.Features(), func(f CgroupFeature) bool { return f.Name == name && f.On })
}

// features lists all features with the same word of why they are off.
func features(why, remedy string) []CgroupFeature {
	var all []CgroupFeature
	for _, name := range []string{FeatureKill, FeatureFreeze, FeatureMemory, FeatureTasks, FeatureCPU} {
		all = append(all, CgroupFeature{Name: name, Why: why, Remedy: remedy})
	}
	return all
}
