package referee

import (
	"encoding/json"
	"fmt"
)

// A Cloner is a Match that can be copied in the middle. The copy has the answers that wait for
// Step, and plays on like the original; neither touches the other. Copying does not play the
// match again. Such a match is Pure, so a copy need not be closed.
type Cloner interface {
	Match
	Clone() Match
}

// An Interrupter is a Match in which something can hang. Interrupt makes it fail at once; it
// may be called by another goroutine.
type Interrupter interface {
	Match
	Interrupt()
}

// A Witness is a Match whose turns cannot all be computed again, because a program of its own
// referees it. A record keeps what that program sent.
type Witness interface {
	Match
	// Referee returns the SHA-256 of the files of the program.
	Referee() string
	// AppendKept appends what a record keeps of the last Step or, before the first one, of the
	// start: a JSON object in the game's own fields.
	AppendKept(dst []byte) []byte
}

// A Rereader is a Game whose matches are Witnesses. It plays a recorded match again from what
// the record kept.
type Rereader interface {
	Game
	// Digest returns the SHA-256 of the files of the program that referees its matches.
	Digest() (string, error)
	// Reread returns a recorded match at its start, which takes the recorded answers and no
	// others. If again is set, the referee's program runs once more and computes it. Otherwise
	// it shows what the record kept, which may be only a part.
	Reread(r Recorded, again bool) (Match, error)
}

// A SummaryChecker is a Match that checks the sentences in which the published referee of the
// game says what happened in a turn.
type SummaryChecker interface {
	Match
	// Contradicts returns the first contradiction between these sentences and the last Step, as
	// a clause, or "". It skips sentences that it does not know: players may have written some.
	Contradicts(summary []string) string
}

// A RefereeScorer is a Match whose referee gives other numbers than the scores of the Result.
type RefereeScorer interface {
	Match
	// RefereeScores returns these numbers by seat, once the match is over.
	RefereeScores() []int64
}

// Recorded is what a record kept of a match, for a Rereader.
type Recorded struct {
	Setup Setup
	Seats int
	Start json.RawMessage // what AppendKept gave before the first Step
	Turns []RecordedTurn
}

// A RecordedTurn is a turn in which one seat was asked, or none.
type RecordedTurn struct {
	Asked Seats
	Lines []string        // the answer; nil where there was none
	Kept  json.RawMessage // what AppendKept gave after the Step
}

// A Chooser is a Match that can list what an asked seat may answer.
type Chooser interface {
	Match
	// Choices returns the parts of the seat's answer, each with at least one
	// text in a fixed order. One text of every part, joined by "|" where there
	// are several parts, is an answer that is no fault.
	Choices(seat int) [][]string
}

// An Actor is a Match whose game has a fixed table of actions: an index means the
// same in every turn of every match, e.g. a step to the left. The table covers
// what an answer can come to, and leaves out other ways to say it.
type Actor interface {
	Match
	// Actions returns the table: for each part of an answer, the names of its actions. All
	// matches of a game share one table; do not change it.
	Actions() [][]string
	// Mask writes into dst a byte for each action, part after part: 1 if the rules allow the
	// action to a seat now, and 0 if they do not. A seat that is not asked is allowed nothing.
	// An asked seat is allowed at least one action of every part, and any choice of one allowed
	// action for each part is an answer without a fault.
	Mask(seat int, dst []byte)
	// ActionText returns the answer of an asked seat that is made of these actions, one for
	// each part. Actions that Mask does not allow have a text too.
	ActionText(seat int, actions []int32) string
	// ActionOf writes into dst the actions of an asked seat's answer, one for each part. It
	// reports false if the answer is a fault, or does what no action of the table does.
	ActionOf(seat int, lines []string, dst []int32) bool
}

// A Truncator is a Match that its explicit start position can stop before the rules do, such as
// by a lower limit of turns.
type Truncator interface {
	Match
	// Truncated reports whether the match was over only because of its start position.
	Truncated() bool
}

// An Observer is a Match that tells in numbers what a seat may know: what the
// inputs of the match so far tell everybody, and the seat's present input.
// What was seen in an earlier input and is out of sight is not in it.
type Observer interface {
	Match
	// Space returns the shape of every observation of the match.
	Space() Space
	// Observe appends Space().Size() numbers: plane by plane, row by row. The
	// seat need not be asked, and the match may be over.
	Observe(seat int, dst []float32) []float32
}

// A Positioner is a Match whose position can be written as an explicit start position. Its
// protocol tells a bot at the start of a match all that it tells in the middle. A position does
// not have what a seat has seen before.
type Positioner interface {
	Match
	// Position returns the position in front of the next turn, for Setup.Position.
	// The match must not be over.
	Position() (json.RawMessage, error)
}

// A Talker is a Match whose state also has messages of its seats, which viewers show and no
// rule reads.
type Talker interface {
	Match
	// AppendPlay is AppendState without the messages of seats and the words of their faults. So
	// it is the same for two matches that were played alike.
	AppendPlay(dst []byte) []byte
}

// An Evaluator is a Match that measures how well a seat stands, so that a report can show in
// which turn it fell behind.
type Evaluator interface {
	Match
	// Evaluate returns the measure before the next turn, such as the seat's lead in health: the
	// larger, the better for the seat. Only differences between turns of one match mean
	// something.
	Evaluate(seat int) float64
}

// An Opener is a Game that offers start positions, because its seed decides little or
// nothing. From one start, two bots that draw no numbers would play the same game again
// and again.
type Opener interface {
	Game
	// Openings returns different fair starts in rounds. No opening of the first round
	// is another one turned or mirrored, and the statement's own start is among them.
	// The later rounds are the first one turned or mirrored. The seed decides the order
	// of each round and how its starts are turned. The same seed gives the same list,
	// another seed a list of the same starts.
	Openings(seed int64) []Opening
	// OpeningCount returns the length of that list.
	OpeningCount() int
	// Class returns the class of the opening with this name. Openings that are one another
	// turned or mirrored are in one class. A class has the name of one of its openings,
	// whatever the seed. The error says that there is no such opening.
	Class(name string) (string, error)
}

// A Scaler is a Game whose statement ranks by relative scores: 1000 times the score, divided by
// the best known score of the same start. Its starts are worth very different scores, so that a
// few starts would decide a plain mean.
type Scaler interface {
	Game
	// Reference returns the score that is taken as the best of a start until a better one is
	// known. It is 0 where a start has nothing to score. It depends on the start alone, so
	// another bot does not change a relative score. The errors are those of New.
	Reference(setup Setup) (int64, error)
}

// OfficialOpening is the name of the statement's own start among the openings.
const OfficialOpening = "official"

// An Opening is a start position with the name that reports give it.
type Opening struct {
	Name     string          // short, unique among all openings of the game
	Position json.RawMessage // for Setup.Position
}

// An OutcomeHider is a Game whose inputs do not tell a seat the outcome of its own earlier
// answers. A bot cannot be brought into the middle of such a match after answers that it did
// not give: it goes on from its own.
type OutcomeHider interface {
	Game
	// HiddenOutcome says as a clause what the inputs leave out.
	HiddenOutcome() string
}

// An Examiner is a Game that knows what its bots get wrong, for programs that examine
// a bot. Beside it, Fault.Rule says which rule an answer breaks.
type Examiner interface {
	Game
	// AnswerForm quotes the sentence of the game's page of rules that defines the
	// form of an answer.
	AnswerForm() string
	// Trials returns special positions in which a bot must still answer legally.
	Trials() []Trial
}

// A Trial is a special position for a bot: what is rare in a match and often wrong.
type Trial struct {
	Title    string        // what is special, in a few words
	Position string        // as in Setup.Position; "" means dealt from seed 1
	Seat     int           // the seat of the bot that is examined
	Rival    func() Player // returns the player of the other seat; nil means any legal one
}

// Setup returns where the trial starts.
func (t Trial) Setup() Setup {
	if t.Position == "" {
		return Setup{Seed: 1}
	}
	return Setup{Position: json.RawMessage(t.Position)}
}

// A ViewTyper is a Game that lists the types of what its matches show, so that
// a viewer in another language can be checked against them.
type ViewTyper interface {
	Game
	ViewTypes() ViewTypes
}

// ViewTypes has a value of each type that the matches of a game show. What the
// values hold does not count, but for the "type" of the events.
type ViewTypes struct {
	Scene  any   // of the type that Match.Scene returns
	View   any   // of the type that Match.View returns
	Events []any // of a view: one for each "type"
	// Choices is of the type that Guide.Choices returns; nil if no human plays the game.
	Choices any
}

// A HabitLister is a Game that knows which habits cost a seat its points. So a report
// on many matches of a bot can name the habits by which it loses.
type HabitLister interface {
	Game
	// Habits lists what is looked for. It is the same for all matches.
	Habits() []Habit
	// Watch returns a watcher of a seat. The match is before its first turn.
	Watch(m Match, seat int) Watcher
	// Par returns the score of a good bot in a solo game; 0 where the score depends on the
	// start, and in games of several seats.
	Par() float64
}

// A Habit is something that a seat often does although it could do otherwise. A chance is a
// time when it could do either.
type Habit struct {
	Chance string  // what a chance is, in the plural: "turns in which its hero moved"
	Shown  string  // what it did then, after "In 9 of 12 chances": "it went back to where it came from"
	Usual  float64 // the share of the chances in which the game's boss does it, 0 to 1
	// Amount says that chances are things and not times: "Of 12 HP that it paid, it paid 9 for
	// IMMO". Shown has %d in place of how many.
	Amount bool
}

// Sentence returns in how many of its chances a seat showed the habit, as a sentence without a
// full stop.
func (h Habit) Sentence(shown, chances int) string {
	if h.Amount {
		return fmt.Sprintf("Of %d %s, "+h.Shown, chances, h.Chance, shown)
	}
	return fmt.Sprintf("In %d of %d %s, %s", shown, chances, h.Chance, h.Shown)
}

// A Watcher watches a seat of one match.
type Watcher interface {
	// Saw takes each turn after its Step, with the seat's answer, nil for none. It returns the
	// habits that had chances in the turn. The list is valid until the next call.
	Saw(m Match, answer []string) []Sighting
}

// A Sighting is how often a habit was shown in a turn.
type Sighting struct {
	Habit   int // its index in Habits
	Chances int // at least 1
	Shown   int // in how many of these the seat did it
	Turn    int // the turn that it is about, if an earlier one; 0 for the turn that was just played
	// Better is an answer to that turn that would not have shown the habit; "" if the
	// game knows none.
	Better string
}

// An AnswerSplitter is a Game that splits answers into parts, so that two answers can be
// compared by their parts.
type AnswerSplitter interface {
	Game
	// Parts returns the parts of an answer as they were written. It leaves out what cannot be
	// read.
	Parts(answer string) []Part
}

// A Part is one act of an answer.
type Part struct {
	Of   string // who acts, such as "minion 2", once in an answer; "" where an answer has one part
	Text string // the part as it was written
}
