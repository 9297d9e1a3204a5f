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

// MaxEnvs bounds the numbers of envs, so that a slip of the pen does not fill
// the memory.
const MaxEnvs = 1 << 16

// A Session is many matches of one game, driven by another program: it reads
// requests, one JSON object or a list of them a line, and writes an answer, or
// a list of them, for each line. docs/selfplay.md tells what they say.
type Session struct {
	game referee.Game
	envs map[int]*env
}

// An env is one match of a session.
type env struct {
	match  referee.Match
	turns  int // played
	faults int // that have been told
}

// NewSession returns a session without matches.
func NewSession(game referee.Game) *Session { return &Session{game, map[int]*env{}} }

// Serve answers requests until the end of the input. What is wrong with a
// request is its answer, {"error": "..."}; an error is of in or out.
func (s *Session) Serve(in io.Reader, out io.Writer) error {
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

// answer carries out a line and returns the answer, without its line end.
func (s *Session) answer(line []byte) []byte {
	if bytes.TrimSpace(line)[0] != '[' {
		return s.one(line)
	}
	var requests []json.RawMessage
	if err := json.Unmarshal(line, &requests); err != nil {
		return failed(err)
	}
	answers := make([][]byte, len(requests))
	for i, r := range requests {
		answers[i] = s.one(r)
	}
	return list(answers)
}

// one carries out one request.
func (s *Session) one(text []byte) []byte {
	r, err := parseRequest(text)
	if err != nil {
		return failed(err)
	}
	if r.Envs == nil {
		return s.carryOut(r)
	}
	answers := make([][]byte, len(r.Envs))
	for i, number := range r.Envs {
		each := r
		each.Env, each.Seed = number, r.Seed+int64(i)
		answers[i] = s.carryOut(each)
	}
	return list(answers)
}

// list returns answers as one JSON array.
func list(answers [][]byte) []byte {
	return append(append([]byte{'['}, bytes.Join(answers, []byte{','})...), ']')
}

// failed returns an error as an answer.
func failed(err error) []byte {
	return encode(map[string]string{"error": err.Error()})
}

// encode returns an answer as JSON. Answers always can be encoded: refereetest
// holds games to it.
func encode(v any) []byte {
	var text bytes.Buffer
	enc := json.NewEncoder(&text)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return failed(err)
	}
	return bytes.TrimSuffix(text.Bytes(), []byte("\n"))
}

// carryOut answers a request for one env.
func (s *Session) carryOut(r request) []byte {
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
		err = errors.New("it has no match; reset it first")
	default:
		answer, err = s.with(e, r)
	}
	if err != nil {
		return failed(fmt.Errorf("%s: env %d: %w", r.Do, r.Env, err))
	}
	return answer
}

// with answers a request for an env that has a match.
func (s *Session) with(e *env, r request) ([]byte, error) {
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
	if err := e.can(r.Want); err != nil {
		return nil, err
	}
	if r.Do == "step" {
		if err := e.step(r.Answers); err != nil {
			return nil, err
		}
	}
	return e.tell(r.Env, r.Want), nil
}

// reset deals a match.
func (s *Session) reset(r request) ([]byte, error) {
	m, err := s.game.New(referee.Setup{Seed: r.Seed, Position: r.Setup}, s.game.Info().MaxSeats)
	if err != nil {
		return nil, err
	}
	e := &env{match: m}
	if err := e.can(r.Want); err != nil {
		return nil, err
	}
	s.envs[r.Env] = e
	return e.tell(r.Env, r.Want), nil
}

// copy makes env to a copy.
func (s *Session) copy(e *env, to int) ([]byte, error) {
	if to < 0 || to >= MaxEnvs {
		return nil, fmt.Errorf("to %d: want 0 to %d", to, MaxEnvs-1)
	}
	cloner, ok := e.match.(referee.Cloner)
	if !ok {
		return nil, errors.New("matches of this game cannot be copied")
	}
	c := &env{match: cloner.Clone(), turns: e.turns, faults: e.faults}
	s.envs[to] = c
	return c.tell(to, nil), nil
}

// A description is the answer to describe.
type description struct {
	Game  string         `json:"game"`
	Title string         `json:"title"`
	Rules int            `json:"rules"`
	Seats int            `json:"seats"`
	Seed  string         `json:"seed"`  // what a seed decides
	Legal bool           `json:"legal"` // whether what a seat may answer can be listed
	Copy  bool           `json:"copy"`  // whether matches can be copied
	Space *referee.Space `json:"space"` // of the observations of dealt matches
}

func (s *Session) describe() []byte {
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
