package league

// Retention says which replays survive pruning. A replay that any rule names is
// kept; results are never pruned.
type Retention struct {
	Last   int  // the newest replays of the same bots in the same seats, this many
	Faults bool // replays with a fault that was not forgiven
	Upsets bool // replays of upsets by the current ratings; see Upset
}
