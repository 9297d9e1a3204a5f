package referee

import (
	"encoding/json"
	"fmt"
)

// A Cloner is a Match that can be copied in the middle. The copy holds the
// answers that are held for Step, plays on like the original, and neither ever
// touches the other. Copying does not play the match again. A match that can be copied
// is Pure, so a copy is not closed.
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
	// Referee returns the digest of the files of the program.
	Referee() string
	// AppendKept appends what a record keeps of the last Step or, before the first one, of the
	// start: a JSON object in the game's own fields.
	AppendKept(dst []byte) []byte
}

// A Rereader is a Game whose matches are a Witness. They are read back from what a record
// kept of them.
type Rereader interface {
	Game
	// Digest returns the digest of the files of the program that referees its matches.
	Digest() (string, error)
	// Reread deals a recorded match, which is given the recorded answers and no others. With
	// again the program referees it once more. Otherwise the match tells what was kept, as far
	// as everything was.
	Reread(r Recorded, again bool) (Match, error)
}

// A Summarized is a Match on whose turns the published referee of the game says in sentences what
// they came to.
type Summarized interface {
	Match
	// Contradicts returns what in such sentences on the last Step is not so, or "". It skips
	// sentences that it does not know, as those that players have written.
	Contradicts(summary []string) string
}

// A Scored is a Match whose referee gives other numbers than the scores of the Result.
type Scored interface {
	Match
	// RefereeScores returns these numbers by seat, once the match is over.
	RefereeScores() []int64
}

// Recorded is what a record has of a match of a Rereader.
type Recorded struct {
	Setup Setup
	Seats int
	Start json.RawMessage // kept of the start
	Turns []RecordedTurn
}

// A RecordedTurn is a turn in which one seat was asked, or none.
type RecordedTurn struct {
	Asked Seats
	Lines []string        // the answer; nil where there was none
	Kept  json.RawMessage // of the turn
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
	// Actions returns the table: the parts of an answer, and the names of the
	// actions of each. It is the same in all matches of a game, and shared.
	Actions() [][]string
	// Mask writes 1 for each action that the rules allow to a seat now and 0 for
	// the others, one part after the other, into dst, which has a byte for each
	// action. A seat that is not asked is allowed nothing. Every part of an asked
	// seat has an action, and one of each part make an answer that is no fault.
	Mask(seat int, dst []byte)
	// ActionText returns the answer of an asked seat that the actions, one of each
	// part, stand for now. Actions that Mask does not allow have a text too.
	ActionText(seat int, actions []int32) string
	// ActionOf writes into dst the actions, one of each part, that an answer of an
	// asked seat comes to now. It reports false if the answer is a fault, or does what
	// no action of the table does.
	ActionOf(seat int, lines []string, dst []int32) bool
}

// A Truncator is a Match whose explicit start position can stop it before the
// rules do.
type Truncator interface {
	Match
	// Truncated reports whether the match was over only because of that.
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

// A Positioner is a Match whose position can be told as an explicit start: the
// protocol tells a bot at its start all that it would tell in the middle. What a
// seat has seen before is not part of a position.
type Positioner interface {
	Match
	// Position returns the position in front of the next turn, for Setup.Position.
	// The match must not be over.
	Position() (json.RawMessage, error)
}

// A Talker is a Match whose state has what seats say, too: messages that viewers show and
// no rule reads.
type Talker interface {
	Match
	// AppendPlay is AppendState for those who compare how matches were played: two of them
	// give the same bytes whatever was said in them, and in whatever words a rule was broken.
	AppendPlay(dst []byte) []byte
}

// A Situator is a Match that names the kinds of situation that matter in its game. So
// a report can name the kinds in which a bot does badly.
type Situator interface {
	Match
	// Situations returns the kinds that the position in front of the next turn is of
	// for an asked seat, as a few words each; nil for none. It may tell what is
	// hidden from the seat.
	Situations(seat int) []string
}

// An Evaluator is a Match that measures by one number how a seat stands, so that it shows
// where it fell.
type Evaluator interface {
	Match
	// Evaluate returns the number before the next turn, such as the seat's lead in health. Only
	// differences between turns of one match say something.
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
	// OpeningCount returns how many there are.
	OpeningCount() int
	// Class returns what openings that are one another turned or mirrored have in
	// common, by the name of one of them: the name of the first of them, in an order
	// that no seed decides. Any other name is an error.
	Class(name string) (string, error)
}

// A Scaler is a Game whose statement ranks by relative scores: 1000 times the score by the
// best known one of the same start. Its starts are worth very different scores, so that
// a few starts would decide a plain mean.
type Scaler interface {
	Game
	// Reference returns what stands for the best score of a start where nobody knows one. It
	// depends on the start alone, so no other bot changes a relative score; it is 0 if
	// nothing can be scored. An error is that of New.
	Reference(setup Setup) (int64, error)
}

// OfficialOpening is the name of the statement's own start among the openings.
const OfficialOpening = "official"

// An Opening is a start position with the name that reports give it.
type Opening struct {
	Name     string          // short, unique among all openings of the game
	Position json.RawMessage // for Setup.Position
}

// An OutcomeHider is a Game whose inputs do not tell a seat what its own earlier answers
// came to. A bot that would have answered otherwise cannot be brought to a position
// in the middle of such a match: it goes on from its own answers.
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
	Seat     int           // of the bot
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
	// Watch begins to watch a seat of a match, which is in front of its first turn.
	Watch(m Match, seat int) Watcher
	// Par is the score of a good bot in a solo game; 0 where it depends on the start, and
	// between seats.
	Par() float64
}

// A Habit is something that a seat does in chances to do otherwise.
type Habit struct {
	Chance string  // what a chance is, in the plural: "turns in which its hero moved"
	Shown  string  // what it did then, after "In 9 of 12 chances": "it went back to where it came from"
	Usual  float64 // the share of the chances in which the game's boss does it
	// Outcome marks a result of the play instead of an act: for example, a flag was never
	// taken. An act that explains as much is named first.
	Outcome bool
	// Amount says that chances are things and not times: "Of 12 coins that were collected, the
	// opponent took 9". Shown has %d in place of how many.
	Amount bool
}

// Sentence returns in how many of its chances a seat showed the habit, as a sentence without
// its end.
func (h Habit) Sentence(shown, chances int) string {
	if h.Amount {
		return fmt.Sprintf("Of %d %s, "+h.Shown, chances, h.Chance, shown)
	}
	return fmt.Sprintf("In %d of %d %s, %s", shown, chances, h.Chance, h.Shown)
}

// A Watcher watches a seat of one match.
type Watcher interface {
	// Saw is told of each turn after its Step, and of the seat's answer, nil for none. It
	// returns what the turn had of the habits, until the next call.
	Saw(m Match, answer []string) []Sighting
}

// A Sighting is what a turn had of a habit.
type Sighting struct {
	Habit   int // its index in Habits
	Chances int // at least 1
	Shown   int // of these
	Turn    int // that it is about; 0: this one
	// Better is an answer to that turn that would not have shown the habit; "" if the
	// game knows none.
	Better string
}

// An AnswerSplitter is a Game that takes answers apart. Then two answers can be compared by
// their parts and by what kind of act each part is.
type AnswerSplitter interface {
	Game
	// Parts returns the parts of an answer as they are written, without what cannot be
	// read.
	Parts(answer string) []Part
}

// A Part is what an answer says for one who acts.
type Part struct {
	Of   string // who acts, such as "minion 2"; "" where an answer has one part. No two parts of an answer are of the same
	Kind string // the kind of act in the statement's words, such as "FIRE"
	Text string // the part as it was written
}
