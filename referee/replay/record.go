// Package replay stores matches as small versioned records and replays them.
// The rules are deterministic, so a Record holds only what cannot be computed
// again: the setup, the answers, their times, the stderr and a digest of every
// turn's state. A Writer makes one while a match is played, Read decodes it,
// Verify and Frames replay it with the game's own Match; a Framer does so for a
// match that is still being played. The format is described in
// docs/replay-format.md. The package knows no game.
package replay

import (
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"time"

	"arbiter/referee"
)

// Version is the envelope version that Writer writes. Read also takes every
// older one.
const Version = 1

// Ext is the extension of record files.
const Ext = ".jsonl.gz"

// Limits of a record. Writer keeps them, so that Read can refuse a file that
// would unpack without end.
const (
	MaxSeats  = 16        // seats of a match, as many as referee.Seats holds
	MaxStderr = 4 << 20   // bytes of stderr kept of a match, all seats together: more than anyone reads
	MaxLine   = 64 << 20  // bytes of a line: all of MaxStderr in its longest escaped form, and as much again for answers
	MaxRecord = 256 << 20 // bytes of all turns; a usual record has some thousands
	MaxTurns  = 1 << 20   // turns of a match
	MaxList   = 1 << 17   // lines of an answer, and faults of a match
	MaxText   = 1 << 30   // bytes of a file, uncompressed: a full export repeats the inputs and the positions
)

// A Record is everything that is stored of a match.
type Record struct {
	Header    Header
	Turns     []Turn  // Turns[i] is turn i+1
	Footer    *Footer // nil when the record was cut before its end
	Truncated string  // "" or a sentence: where the file was cut, and what is whole
}

// A Header describes what was played, by whom and where.
type Header struct {
	Replay   int             `json:"replay"`              // envelope version
	Arbiter  string          `json:"arbiter"`             // version of the program that played
	Game     string          `json:"game"`                // referee.Info.Name
	Rules    int             `json:"rules"`               // referee.Info.Rules of the build that played
	Seed     int64           `json:"seed,string"`         // text, for readers whose numbers end at 53 bits
	Setup    json.RawMessage `json:"setup,omitempty"`     // the explicit start position; absent when dealt from Seed
	SetupRef string          `json:"setup_ref,omitempty"` // in place of Setup: a database stores a position that many records share once, under this name
	Seats    []Seat          `json:"seats"`               // by seat
	BotSeed  string          `json:"bot_seed,omitempty"`  // what the bots were given to draw random numbers from; absent in records of version 0.1
	Limits   TimeLimits      `json:"limits"`              // the limits in force
	Host     Host            `json:"host"`                // where the bots ran
	PlayedAt time.Time       `json:"played_at"`           // start of the match
	Imported *Imported       `json:"imported,omitempty"`  // of a match that was played elsewhere; nil for one that was played here
	Parent   *Parent         `json:"parent,omitempty"`    // of a branch: the match that it left; nil for a match that began at its start
	Referee  string          `json:"referee,omitempty"`   // digest of the referee's files, of a game whose referee is a program of its own; Writer fills it
	Kept     json.RawMessage `json:"kept,omitempty"`      // what that referee sent before the first turn; Writer fills it
	Start    Digest          `json:"start"`               // digest of the start position; Writer fills it
}

// A Parent is the recorded match that a branch left: up to its turn the answers
// are those of the parent, with their times and stderr.
type Parent struct {
	Match string `json:"match,omitempty"` // its ID; absent when it is not known
	Play  Digest `json:"play"`            // digest of its last turn
	Turn  int    `json:"turn"`            // the last turn that the branch shares; 0 is the start position
}

// Imported says where a match comes from that was played elsewhere. Its answers are in the
// record, and their times are not known: all are 0.
type Imported struct {
	From    string     `json:"from"`                   // who played it: "codingame", or "engine" for a local run of the site's engine
	Match   int64      `json:"match,omitempty,string"` // its number there; 0 where it has none
	Seat    int        `json:"seat,omitempty"`         // of a solo game that several play beside each other: the seat there
	Differs *Deviation `json:"differs,omitempty"`      // nil: our rules play it to the same end
}

// A Deviation is where our rules play an imported match differently. Its record ends before
// the turn, or with it where the result alone differs, and has no footer.
type Deviation struct {
	Turn   int     `json:"turn"`
	Why    string  `json:"why"`    // what the file says and what was found
	Scores []int64 `json:"scores"` // of the file, by seat
	Ranks  []int   `json:"ranks"`  // likewise, from 1
}

// String returns the deviation as a sentence.
func (d *Deviation) String() string { return fmt.Sprintf("differs at turn %d: %s", d.Turn, d.Why) }

// ImportedDigest stands in place of the digest of a bot that played elsewhere: its files are
// not known, and it cannot be started.
const ImportedDigest = "cg"

// Ending says how the record of an imported match ends that our rules play differently; "" for
// any other one.
func (i *Imported) Ending(turns int) string {
	if i == nil || i.Differs == nil {
		return ""
	}
	return fmt.Sprintf("the match was played elsewhere and %s; %s", i.Differs, whole(turns))
}

// NewHeader returns a header for a match of the game dealt from setup. The
// caller adds Arbiter, Seats, Host and PlayedAt.
func NewHeader(info referee.Info, setup referee.Setup, limits referee.TimeLimits) Header {
	return Header{
		Replay: Version,
		Game:   info.Name,
		Rules:  info.Rules,
		Seed:   setup.Seed,
		Setup:  setup.Position,
		Limits: TimeLimits{First: Millis(limits.First), Turn: Millis(limits.Turn), Clock: limits.Clock},
	}
}

// A Seat is the player of a seat.
type Seat struct {
	Name    string `json:"name"`              // what the player is called in results
	Bot     string `json:"bot"`               // the bot as it was typed
	Version string `json:"version,omitempty"` // the version that its owner gave it
	Digest  string `json:"digest,omitempty"`  // XXH64 of the bot's files
	SHA256  string `json:"sha256,omitempty"`  // of the bot's files; records of version 0.1 have none
}

// A Host describes the machine, to explain the times.
type Host struct {
	OS     string   `json:"os"`
	Arch   string   `json:"arch"`
	CPUs   int      `json:"cpus"`
	Load   *float64 `json:"load"`   // 1-minute load average at the start; nil where it is unknown
	Pinned bool     `json:"pinned"` // each bot had its own CPU
	// Isolation names the protections that bots ran with, separated by commas;
	// absent without any.
	Isolation string `json:"isolation,omitempty"`
	// Worker is the name of the machine's worker, and Speed that of one of its
	// threads relative to the reference machine of docs/farm.md; absent for a match
	// that was played without workers.
	Worker string  `json:"worker,omitempty"`
	Speed  float64 `json:"speed,omitempty"`
}

// TimeLimits is referee.TimeLimits in milliseconds; 0 means no limit.
type TimeLimits struct {
	First Millis `json:"first_ms"`
	Turn  Millis `json:"turn_ms"`
	// Clock is what both count; absent for wall time.
	Clock referee.Clock `json:"clock,omitempty"`
}

// Referee returns the limits as the referee has them.
func (l TimeLimits) Referee() referee.TimeLimits {
	return referee.TimeLimits{First: time.Duration(l.First), Turn: time.Duration(l.Turn), Clock: l.Clock}
}

// Millis is a duration that is a number of milliseconds in JSON.
type Millis time.Duration

// MarshalJSON returns the milliseconds, with decimals when there are any.
func (d Millis) MarshalJSON() ([]byte, error) {
	return strconv.AppendFloat(nil, float64(d)/1e6, 'f', -1, 64), nil
}

// UnmarshalJSON parses the milliseconds.
func (d *Millis) UnmarshalJSON(text []byte) error {
	ms, err := strconv.ParseFloat(string(text), 64)
	if err != nil || ms < 0 || ms > math.MaxInt64/1e6/2 {
		return fmt.Errorf("limit %s; want a number of milliseconds, 0 for no limit", text)
	}
	*d = Millis(math.Round(ms * 1e6))
	return nil
}

// A Turn is what is stored of one turn.
type Turn struct {
	Number  int             // from 1
	Answers []Answer        // of the asked seats, in ascending order
	Kept    json.RawMessage // what the referee sent after the turn, if it is a program of its own
	Digest  Digest          // of the state after the turn, chained to the turn before
}

// An Answer is what came back from one asked seat.
type Answer struct {
	Seat   int
	Lines  []string       // the answer; nil when Fault is set
	Fault  *referee.Fault // why there is no answer
	Wall   time.Duration  // in whole microseconds, like CPU
	CPU    time.Duration
	Late   []byte // stderr written before this turn's input: it belongs to the seat's turn before
	Stderr []byte // stderr written since this turn's input
}

// A Footer is the end of the match.
type Footer struct {
	Result referee.Result
	Late   [][]byte // by seat: stderr written after the last answer
	Cut    int      // bytes of stderr beyond MaxStderr, which were not kept
}
