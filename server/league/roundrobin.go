package league

// RoundRobin is every bot against every other.
const RoundRobin Format = "round-robin"

func roundRobin() FormatInfo {
	return FormatInfo{
		Name: RoundRobin, About: "Every bot meets every other bot.", Fixed: true, Alone: true,
		pair:       (*schedule).roundRobin,
		encounters: func(t Tournament) (int, bool) { return len(t.Bots) * (len(t.Bots) - 1) / 2, true },
	}
}

// roundRobin pairs every bot with every other. A round is all encounters on one
// start, so that after each round every two bots have met equally often; at any
// moment in between, no bot has met more than one bot more than another.
func (s *schedule) roundRobin() {
	if s.Solo() {
		s.playAlone()
		return
	}
	if s.Seats > 2 {
		s.playGroups()
		return
	}
	for g := range s.games() {
		for turn := range circleTurns(len(s.Bots)) {
			for a, b := range circle(len(s.Bots), turn) {
				if !s.meet(g+1, g, a, b) {
					return
				}
			}
		}
	}
}

// playAlone plays every solo game once with every bot. The duels of all bots
// follow from that.
func (s *schedule) playAlone() {
	for g := range s.games() {
		for bot := range s.Bots {
			if !s.yield(s.pairing(g+1, g, bot)) {
				return
			}
		}
	}
}

// circleTurns returns the number of turns of the circle after which n bots have
// all met.
func circleTurns(n int) int { return n + n%2 - 1 }

// circle yields the encounters of one turn of the circle method: the last of an
// even number of chairs is fixed, the others sit around it and move up by one
// each turn, and opposite chairs meet. With an odd number of bots the bot that
// would meet the empty chair has a bye.
func circle(n, turn int) func(yield func(a, b int) bool) {
	return func(yield func(a, b int) bool) {
		chairs := n + n%2
		moving := chairs - 1
		if chairs == n && !yield(turn%moving, moving) {
			return
		}
		for i := 1; i < chairs/2; i++ {
			a, b := (turn+i)%moving, (turn-i+moving)%moving
			if !yield(min(a, b), max(a, b)) {
				return
			}
		}
	}
}
