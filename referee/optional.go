package referee

import (
	"encoding/json"
	"fmt"
)

// A Cloner is a Match that can be copied in the middle. The copy holds the
// answers that are held for Step, plays on like the original, and neither ever
// touches the other. Copying does not play the match again.
type Cloner interface {
	Match
	Clone() Match
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
	// asked seat comes to now. It reports false if there are none: the answer is a
	// fault, or does what no action of the table does.
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

// A Situator is a Match that names the kinds of situation that matter in its game,
// so that a report can say in which ones a bot does badly.
type Situator interface {
	Match
	// Situations returns the kinds that the position in front of the next turn is of
	// for an asked seat, as a few words each; nil for none. It may tell what is
	// hidden from the seat.
	Situations(seat int) []string
}

// A Swinger is a Match that measures by one number how a seat stands, so that it shows
// where it fell.
type Swinger interface {
	Match
	// Swing returns the number before the next turn, such as the seat's lead in health. Only
	// differences between turns of one match say something.
	Swing(seat int) float64
}

// An Opener is a Game whose seed decides little or nothing, and which offers
// start positions instead: two bots that draw no numbers would otherwise play
// the same game again and again.
type Opener interface {
	Game
	// Openings returns different fair starts in rounds. None of the first round
	// is another one of it turned or mirrored, and the statement's own start is
	// among them; the later rounds are the first one turned or mirrored. The seed
	// decides the order of each round and how its starts are turned; the same seed
	// gives the same list, another one a list of the same starts.
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

// An Untold is a Game whose inputs do not tell a seat what its own earlier answers
// came to. A bot that would have answered otherwise cannot be brought to a position
// in the middle of such a match: it goes on from its own answers.
type Untold interface {
	Game
	// Untold says as a clause what the inputs leave out.
	Untold() string
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

// A Habitual is a Game that knows which habits cost a seat its points, so that a
// report on many matches of a bot can say by which of them it loses.
type Habitual interface {
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
	// Outcome says that it is what the play came to, such as that a flag was never taken,
	// and no act. An act that explains as much is named first.
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

// A Parter is a Game that takes answers apart, so that two of them can be compared: in
// what they differ, and by what kind of act.
type Parter interface {
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
