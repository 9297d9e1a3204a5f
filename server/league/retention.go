package league

// Retention says which replays survive pruning. A replay that any rule names is
// kept; results are never pruned.
type Retention struct {
	Last   int  // the newest replays of the same bots in the same seats, this many
	Faults bool // replays with a fault that was not forgiven
	Upsets bool // replays of upsets by the current ratings; see Upset
}

// A PrunePlan lists replays that a Retention does not keep.
type PrunePlan struct {
	Matches     []Mark             // whose replays are to be deleted
	Tournaments []PrunedTournament // by tournament, the one that was played in last first
	Bytes       int64              // of the replays
	Kept        int                // replays that are kept
}

// A PrunedTournament is the part of a plan in one tournament.
type PrunedTournament struct {
	Tournament string
	Replays    int
	Bytes      int64
}

// Add adds the replay of a match, of so many bytes.
func (p *PrunePlan) Add(match Mark, tournament string, bytes int64) {
	p.Matches = append(p.Matches, match)
	p.Bytes += bytes
	for i := range p.Tournaments {
		if t := &p.Tournaments[i]; t.Tournament == tournament {
			t.Replays++
			t.Bytes += bytes
			return
		}
	}
	p.Tournaments = append(p.Tournaments, PrunedTournament{tournament, 1, bytes})
}
