package selfplay

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"arbiter/referee"
)

// MaxEnvs bounds the numbers of envs, so that a typo cannot exhaust memory.
const MaxEnvs = 1 << 16

// MaxRequest is the most bytes of a line of requests.
const MaxRequest = 64 << 20

// An EnvSession holds any number of matches of one game, the envs, for another
// program. It reads one request per line, a JSON object or a list of them, and
// writes one answer per line, an object or a list of them. docs/selfplay.md
// documents both.
type EnvSession struct {
	game    referee.Game
	version string
	table   *actionTable // nil if the game has none
	envs    map[int]*env

	shared   *shared // nil before share
	maxTurns int     // of the matches of a batch; 0 means no limit
	nextSeed int64   // of the next match that is dealt in the place of one that ended
	played   int     // turns of the batch
}

// NewEnvSession returns a session without matches. version is that of the
// program, for the client to compare with its own.
func NewEnvSession(game referee.Game, version string) (*EnvSession, error) {
	m, err := game.New(referee.Setup{}, game.Info().MaxSeats)
	if err != nil {
		return nil, err
	}
	return &EnvSession{game: game, version: version, table: newActionTable(m), envs: map[int]*env{}}, nil
}

// newEnv returns an env with a match at its start.
func (s *EnvSession) newEnv(m referee.Match) *env {
	return &env{match: m, table: s.table, scores: m.Result().Scores}
}

// Serve answers requests until the end of the input. An invalid request changes
// nothing and is answered with {"error": "..."}; the error of Serve is one of in
// or out.
func (s *EnvSession) Serve(in io.Reader, out io.Writer) error {
	defer func() {
		if s.shared != nil {
			s.shared.close()
		}
	}()
	lines := bufio.NewReader(in)
	for {
		line, whole, err := readRequest(lines)
		var answer []byte
		switch {
		case !whole:
			answer = failed(fmt.Errorf("the line is longer than %d bytes; send fewer requests at a time", MaxRequest))
		case len(bytes.TrimSpace(line)) > 0:
			answer = s.answer(line)
		}
		if answer != nil {
			if _, err := out.Write(append(answer, '\n')); err != nil {
				return fmt.Errorf("answer: %w", err)
			}
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("read request: %w", err)
		}
	}
}

// readRequest reads a line. Of one that is longer than MaxRequest it reads all
// and keeps nothing, and whole is false.
func readRequest(in *bufio.Reader) (line []byte, whole bool, err error) {
	whole = true
	for {
		part, err := in.ReadSlice('\n')
		if whole = whole && len(line)+len(part) <= MaxRequest; whole {
			line = append(line, part...)
		} else {
			line = nil
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return line, whole, err
		}
	}
}

// answer executes the requests of a line and returns the answer without a
// newline.
func (s *EnvSession) answer(line []byte) []byte {
	if bytes.TrimSpace(line)[0] != '[' {
		return s.answerRequest(line)
	}
	var requests []json.RawMessage
	if err := json.Unmarshal(line, &requests); err != nil {
		return failed(err)
	}
	if len(requests) > MaxEnvs {
		return failed(fmt.Errorf("found a list of %d requests; want at most %d", len(requests), MaxEnvs))
	}
	answers := make([][]byte, len(requests))
	for i, r := range requests {
		answers[i] = s.answerRequest(r)
	}
	return list(answers)
}

// answerRequest executes one request.
func (s *EnvSession) answerRequest(text []byte) []byte {
	r, err := parseRequest(text)
	if err != nil {
		return failed(err)
	}
	if r.Envs == nil {
		return s.handle(r)
	}
	answers := make([][]byte, len(r.Envs))
	for i, number := range r.Envs {
		each := r
		each.Env, each.Seed = number, r.Seed+int64(i)
		answers[i] = s.handle(each)
	}
	return list(answers)
}

// list returns the answers as a JSON array.
func list(answers [][]byte) []byte {
	return append(append([]byte{'['}, bytes.Join(answers, []byte{','})...), ']')
}

// failed returns the answer to a request that failed.
func failed(err error) []byte {
	return encode(map[string]string{"error": err.Error()})
}

// encode returns an answer as JSON. Encoding fails only on a game's own values,
// and refereetest checks those.
func encode(v any) []byte {
	var text bytes.Buffer
	enc := json.NewEncoder(&text)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return failed(err)
	}
	return bytes.TrimSuffix(text.Bytes(), []byte("\n"))
}

// handle executes a request for one env.
func (s *EnvSession) handle(r request) []byte {
	var whole func(request) ([]byte, error) // what concerns no single env
	switch r.Do {
	case "describe":
		return s.describe()
	case "share":
		whole = s.share
	case "deal":
		whole = s.deal
	case "play":
		whole = s.play
	}
	if whole != nil {
		answer, err := whole(r)
		if err != nil {
			return failed(fmt.Errorf("%s: %w", r.Do, err))
		}
		return answer
	}
	if r.Env < 0 || r.Env >= MaxEnvs {
		return failed(fmt.Errorf("%s: env %d: want 0 to %d", r.Do, r.Env, MaxEnvs-1))
	}
	var answer []byte
	var err error
	switch e := s.envs[r.Env]; {
	case r.Do == "reset":
		answer, err = s.reset(r)
	case e == nil:
		err = errors.New("no match; reset it first")
	default:
		answer, err = s.handleMatch(e, r)
	}
	if err != nil {
		return failed(fmt.Errorf("%s: env %d: %w", r.Do, r.Env, err))
	}
	return answer
}

// handleMatch executes a request for an env that has a match.
func (s *EnvSession) handleMatch(e *env, r request) ([]byte, error) {
	switch r.Do {
	case "copy":
		return s.copy(e, *r.To)
	case "close":
		delete(s.envs, r.Env)
		return encode(map[string]int{"closed": r.Env}), nil
	case "legal":
		r.Want = []string{wantLegal}
	case "observe":
		if r.Want == nil {
			r.Want = []string{wantInput, wantView, wantObservation}
		}
	}
	if err := s.supports(e, r.Want); err != nil {
		return nil, err
	}
	if r.Do == "step" {
		if err := e.step(r.Answers); err != nil {
			return nil, err
		}
	}
	return s.state(e, r), nil
}

// reset creates the match of an env, in place of the one that it has.
func (s *EnvSession) reset(r request) ([]byte, error) {
	m, err := s.game.New(referee.Setup{Seed: r.Seed, Position: r.Setup}, s.game.Info().MaxSeats)
	if err != nil {
		return nil, err
	}
	e := s.newEnv(m)
	if err := s.supports(e, r.Want); err != nil {
		return nil, err
	}
	s.envs[r.Env] = e
	return s.state(e, r), nil
}

// supports returns an error when the game or the session cannot provide something
// wanted.
func (s *EnvSession) supports(e *env, want []string) error {
	if err := e.supports(want); err != nil || !slices.Contains(want, wantShared) {
		return err
	}
	if s.shared == nil {
		return errors.New("want shared: no file is shared; want share first")
	}
	if o, ok := e.match.(referee.Observer); ok && s.shared.planes != nil {
		if found, most := o.Space().Size(), len(row(s.shared.planes, s.shared.Matches*s.shared.seats, 0)); found != most {
			return fmt.Errorf("want shared: the observations of this start position have %d numbers and the shared rows have %d; want packed", found, most)
		}
	}
	return nil
}

// state returns the state of an env, part of which may go to the first shared row.
func (s *EnvSession) state(e *env, r request) []byte {
	if slices.Contains(r.Want, wantShared) {
		s.writeRow(0, e)
	}
	return e.state(r.Env, r.Want)
}

// copy makes the env with the number to a copy of e.
func (s *EnvSession) copy(e *env, to int) ([]byte, error) {
	if to < 0 || to >= MaxEnvs {
		return nil, fmt.Errorf("to %d: want 0 to %d", to, MaxEnvs-1)
	}
	cloner, ok := e.match.(referee.Cloner)
	if !ok {
		return nil, errors.New("matches of this game cannot be copied")
	}
	c := &env{match: cloner.Clone(), table: e.table, turns: e.turns, faults: e.faults, scores: e.scores}
	s.envs[to] = c
	return c.state(to, nil), nil
}

// A description is the answer to describe.
type description struct {
	Game    string         `json:"game"`
	Title   string         `json:"title"`
	Rules   int            `json:"rules"`
	Seats   int            `json:"seats"`
	Seed    string         `json:"seed"`  // what the seed determines
	Legal   bool           `json:"legal"` // whether legal answers can be listed
	Copy    bool           `json:"copy"`  // whether matches can be copied
	Space   *referee.Space `json:"space"` // of the observations of dealt matches
	Version string         `json:"version,omitempty"`
	Actions [][]string     `json:"actions,omitempty"` // the table: the parts of an answer, and the names of each
	Wait    *int           `json:"wait,omitempty"`    // the index of a seat that is not asked, in games whose seats move in turn
}

func (s *EnvSession) describe() []byte {
	info := s.game.Info()
	d := description{Game: info.Name, Title: info.Title, Rules: info.Rules, Seats: info.MaxSeats, Seed: info.Seed}
	m, err := s.game.New(referee.Setup{}, info.MaxSeats)
	if err != nil {
		return failed(fmt.Errorf("describe: %w", err))
	}
	if o, ok := m.(referee.Observer); ok {
		space := o.Space()
		d.Space = &space
	}
	d.Version = s.version
	if s.table != nil {
		d.Actions = s.table.parts
		if s.table.wait {
			d.Wait = &s.table.size
		}
	}
	_, d.Legal = m.(referee.Chooser)
	_, d.Copy = m.(referee.Cloner)
	return encode(d)
}
