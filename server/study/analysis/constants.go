package analysis

// All numbers that an analysis goes by. docs/calibration/ablation.txt says what mechanisms and
// numbers are worth, and the parts of make calibrate what the others were measured by.

// Shares of the budget.
const (
	coarseShare  = 0.15 // ends the first values, all over the match
	screenShare  = 0.4  // ends the first look at each answer
	raceShare    = 0.8  // until then samples go to what may have cost most, later to what seems to
	searchShare  = 0.3  // ends searches alone; what they do not prove players continue
	confirmShare = 0.4  // the most that goes to pairs
	proveShare   = 0.3  // the most of a trial that goes to a proof
)

// Sizes of jobs.
const (
	roundJobs = 8 // jobs run until the next ones are chosen: as many on any number of workers

	coarseSamples = 4  // of a value
	coarseTurns   = 24 // values of a seat at first
	fewSamples    = 2  // of a regret, at first
	moreSamples   = 8  // of a regret, at most in one job

	pairsAtOnce = 8 // of each kind of players

	thousandNodes = 1000 // of a search: a unit of Options.Effort
	firstSearch   = 4000 // nodes
	lastSearch    = 4_000_000
	deeper        = 4 // times the budget of the search before
	// firstAppraisal and lastAppraisal are those of a judge of ValuesOnly, in nodes.
	firstAppraisal = 1000
	lastAppraisal  = 64_000
	// sampleUnits and bestUnits are what a sample and Alternatives take where a judge searches,
	// in units: as many thousand positions are looked at in domain.
	sampleUnits = 18
	bestUnits   = 1600
)

// Sizes of a confirmation, in pairs of matches: quick players play pairs of the answers that
// look bad, to order them, and the others say what they cost. First these play fewestPairs of
// each. Nothing is confirmed before surePairs, and lastPairs by those who are asked last: among a
// hundred answers some cost much by the luck of fewestPairs.
const (
	quickAnswers = 8   // at a time
	deepAnswers  = 3   // at a time: so dear pairs tell all of one answer before something of many
	fewestPairs  = 24  // by quick players, and by the others before they say what an answer costs
	surePairs    = 48  // by the others, of what is confirmed
	lastPairs    = 16  // by the last ones, of the same
	deepPairs    = 64  // by the others
	mostPairs    = 256 // by the others, where more may decide

	leastPairs    = 8 // tell an answer of a trial from another one at least: fewer may be one game again and again
	repeatsEnough = 8 // pairs in a row that are the same games once more end a trial by bots
)

// What an answer costs at least, as a share of Judging.Scale.
const (
	leastCost = 0.02 // to be ranked
	sureCost  = 0.05 // beyond its error, to be more than unclear; a fall of the curve, to be told
)

// decidedShare is the mean result from which on a position counts as won by both answers.
const decidedShare = 0.97

// What costs are believed by: TestCostsHold with -suspects prints what tells the spreads.
const (
	// unknown is how large an unknown regret may be, as a share of the scale. It is not
	// more than a sampled regret that looks like a blunder.
	unknown = 0.3
	// luck is how many times its error a sampled regret must be to be likely. Of a
	// match's hundred answers that cost nothing, two or three look bad at 95 %, and they
	// would be the ones that a report names; at half as much again it is one in six
	// matches. It is not asked of fewer than moreSamples, which look so far more often.
	luck = 1.5
	// usualCost is the root mean square cost of an answer that looks bad, as a share of the
	// scale, to players whom the judge does not use.
	usualCost = 0.2
	// kindSpread is the standard deviation of what an answer costs one kind of players
	// about what it costs all, as a share of the cost. Two or three kinds may agree by
	// chance, so that it counts as if kindsBefore more had been seen to differ by that.
	kindSpread  = 0.4
	kindsBefore = 3
	// sampleSpread is that deviation of samples and searches, which also select what looks
	// bad, as a share of the scale.
	sampleSpread = 0.2
	// A tally counts as if it had priorSamples more, with a deviation of priorDeviation of the
	// scale; else two equal samples would be a certainty.
	priorSamples   = 2
	priorDeviation = 0.1

	z95 = 1.96 // the 97.5 % quantile of the normal distribution
)

// What a report has at most.
const (
	// MaxTurns is how many positions of a match are judged at most. A file can hold a
	// million turns; those after the first are left out of a report.
	MaxTurns = 4096
	// MostCosts is how many answers of a seat are ranked at most.
	MostCosts = 5
	// DefaultSamples is enough for an answer whose cost is spread like chances of a
	// half: an error of a tenth of a match.
	DefaultSamples = 96
)
