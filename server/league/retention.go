package league

// Retention says which replays Prune leaves; results always stay.
type Retention struct {
	Last   int  // the newest so many of each bots that met, in the same seats
	Faults bool // those with a fault that was not forgiven
	Upsets bool // those that a bot won which had little chance by the ratings of now: see Surprise
}
