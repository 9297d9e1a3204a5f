package selfplay

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"arbiter/referee"
)

// MaxEnvs bounds the numbers of envs, so that a typo cannot exhaust memory.
const MaxEnvs = 1 << 16

// An EnvSession holds any number of matches of one game, the envs, for another
// program. It reads one request per line, a JSON object or a list of them, and
// writes one answer per line, an object or a list of them. docs/selfplay.md
// documents both.
type EnvSession struct {
	game referee.Game
	envs map[int]*env
}

// NewEnvSession returns a session without matches.
func NewEnvSession(game referee.Game) *EnvSession { return &EnvSession{game, map[int]*env{}} }

// Serve answers requests until the end of the input. An invalid request changes
// nothing and is answered with {"error": "..."}; the error of Serve is one of in
// or out.
func (s *EnvSession) Serve(in io.Reader, out io.Writer) error {
	lines := bufio.NewReader(in)
	for {
		line, err := lines.ReadBytes('\n')
		if len(bytes.TrimSpace(line)) > 0 {
			if _, err := out.Write(append(s.answer(line), '\n')); err != nil {
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
	answers := make([][]byte, len(requests))
	for i, r := range requests {
		answers[i] = s.answerRequest(r)
	}
	return list(answers)
}

// answerRequest carries out answerRequest request.
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
	if r.Do == "describe" {
		return s.describe()
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
	if err := e.supports(r.Want); err != nil {
		return nil, err
	}
	if r.Do == "step" {
		if err := e.step(r.Answers); err != nil {
			return nil, err
		}
	}
	return e.state(r.Env, r.Want), nil
}

// reset creates the match of an env, in place of the one that it has.
func (s *EnvSession) reset(r request) ([]byte, error) {
	m, err := s.game.New(referee.Setup{Seed: r.Seed, Position: r.Setup}, s.game.Info().MaxSeats)
	if err != nil {
		return nil, err
	}
	e := &env{match: m}
	if err := e.supports(r.Want); err != nil {
		return nil, err
	}
	s.envs[r.Env] = e
	return e.state(r.Env, r.Want), nil
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
	c := &env{match: cloner.Clone(), turns: e.turns, faults: e.faults}
	s.envs[to] = c
	return c.state(to, nil), nil
}

// A description is the answer to describe.
type description struct {
	Game  string         `json:"game"`
	Title string         `json:"title"`
	Rules int            `json:"rules"`
	Seats int            `json:"seats"`
	Seed  string         `json:"seed"`  // what the seed determines
	Legal bool           `json:"legal"` // whether legal answers can be listed
	Copy  bool           `json:"copy"`  // whether matches can be copied
	Space *referee.Space `json:"space"` // of the observations of dealt matches
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
	_, d.Legal = m.(referee.Chooser)
	_, d.Copy = m.(referee.Cloner)
	return encode(d)
}
