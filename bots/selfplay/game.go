package selfplay

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"arbiter/referee"
)

// A position is one line of a data set: a seat that was asked, and how the
// game ended for it.
type position struct {
	Game        int             `json:"game"` // from 0
	Seed        int64           `json:"seed"` // of the game
	Turn        int             `json:"turn"` // from 1
	Seat        int             `json:"seat"`
	Input       string          `json:"input,omitempty"`
	Observation json.RawMessage `json:"observation,omitempty"`
	Answer      string          `json:"answer"`
	Score       int64           `json:"score"` // of the seat at the end
	Rank        int             `json:"rank"`  // of the seat at the end
}

// A whole is one line of a data set: a game.
type whole struct {
	Game     int             `json:"game"`     // from 0
	Seed     int64           `json:"seed"`     // of the game
	Policies []string        `json:"policies"` // by seat, with their seeds: as arbiter play takes them
	Turns    int             `json:"turns"`
	Scores   []int64         `json:"scores"`
	Ranks    []int           `json:"ranks"`
	Reason   string          `json:"reason"`
	Faults   []referee.Fault `json:"faults"`
}

// A notebook is the referee.Recorder of one game.
type notebook struct {
	options   *Options
	number    int
	seed      int64
	match     referee.Match
	turns     int
	positions []position
	shown     []json.RawMessage // by seat: the observations of the turn that is asked
	numbers   []float32         // buffer
	result    referee.Result
}

// play plays a game and returns its lines.
func (o *Options) play(ctx context.Context, number int) ([]byte, error) {
	seed := o.Seed + int64(number)
	match, err := o.Game.New(referee.Setup{Seed: seed}, len(o.Policies))
	if err != nil {
		return nil, err
	}
	policies := seated(o.Policies, seed)
	var players []referee.Player
	for _, p := range policies {
		players = append(players, start(p, o.Limit))
	}
	book := notebook{options: o, number: number, seed: seed, match: match, shown: make([]json.RawMessage, len(players))}
	book.observe()
	if _, err := referee.Play(ctx, match, players, referee.Options{Recorder: &book}); err != nil {
		return nil, fmt.Errorf("game %d, seed %d: %w", number, seed, err)
	}
	return book.lines(policies)
}

// observe keeps what the asked seats see, before their turn is played.
func (b *notebook) observe() {
	if b.options.Per != PerTurn || !b.options.Observe.planes() {
		return
	}
	observer, ok := b.match.(referee.Observer)
	if !ok {
		return
	}
	for seat := range b.match.Asked().All() {
		b.numbers = observer.Observe(seat, b.numbers[:0])
		b.shown[seat] = appendNumbers(nil, b.numbers)
	}
}

// Turn implements referee.Recorder.
func (b *notebook) Turn(t *referee.Turn) error {
	b.turns = t.Number
	if b.options.Per != PerTurn {
		return nil
	}
	for seat := range t.Asked.All() {
		p := position{
			Game: b.number, Seed: b.seed, Turn: t.Number, Seat: seat,
			Observation: b.shown[seat], Answer: strings.Join(t.Replies[seat].Lines, "\n"),
		}
		if b.options.Observe.input() {
			p.Input = string(t.Inputs[seat])
		}
		b.positions = append(b.positions, p)
	}
	b.observe()
	return nil
}

// End implements referee.Recorder.
func (b *notebook) End(result referee.Result, _ [][]byte) error {
	b.result = result
	return nil
}

// lines returns the game as lines of the data set.
func (b *notebook) lines(policies []Policy) ([]byte, error) {
	var text bytes.Buffer
	lines := json.NewEncoder(&text)
	lines.SetEscapeHTML(false)
	if b.options.Per == PerGame {
		game := whole{
			Game: b.number, Seed: b.seed, Turns: b.turns,
			Scores: b.result.Scores, Ranks: b.result.Ranks, Reason: b.result.Reason, Faults: b.result.Faults,
		}
		for _, p := range policies {
			game.Policies = append(game.Policies, p.String())
		}
		err := lines.Encode(game)
		return text.Bytes(), err
	}
	for i := range b.positions {
		p := &b.positions[i]
		p.Score, p.Rank = b.result.Scores[p.Seat], b.result.Ranks[p.Seat]
		if err := lines.Encode(p); err != nil {
			return nil, err
		}
	}
	return text.Bytes(), nil
}
