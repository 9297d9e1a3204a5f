package clock

import (
	"time"

	"arbiter/referee"
)

// hasty is the time of the limit for which a late search may still play one node: of
// 100 ms it plays 2 000, some 2 ms of work. What a few dozen find is often the way to
// death, which is worse than a little more delay.
const hasty = 50 * time.Microsecond

// Stages divides the time of an answer among the stages of a search, whose nodes take
// about a microsecond each. The remaining stages share the remaining time evenly. So a
// stage in which the processor was taken away does not cost the later stages all of
// their time.
type Stages struct {
	watch           Watch
	limit, thinking time.Duration
	stages, least   int // least is how many nodes a stage may play though the search is late

	stage, before int           // the current one, and the nodes before it
	until         time.Duration // on the watch
}

// InStages returns the stages of a search that begins now and may take percent of the
// shorter limit.
func InStages(limits referee.TimeLimits, percent, stages int) *Stages {
	limit := min(limits.First, limits.Turn)
	return &Stages{
		watch: Start(limits.Clock), limit: limit, thinking: limit * time.Duration(percent) / 100,
		stages: stages, least: int(limit/hasty) / stages,
	}
}

// Over reports whether a stage, counted from 1, has to end. nodes is the number of nodes of the
// whole search so far. Call it every few microseconds, and never for an earlier stage again.
func (s *Stages) Over(stage, nodes int) bool {
	passed, late := s.watch.Late(s.limit)
	if stage != s.stage {
		s.stage, s.before = stage, nodes
		s.until = passed + (s.thinking-passed)/time.Duration(s.stages-stage+1)
	}
	return (late || passed >= s.until) && nodes >= s.before+s.least
}
