package selfplay

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

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
	dealt    bool    // the shared rows are those of a batch
	starts   Starts  // of the matches of a batch
	known    Starts  // the openings that were asked for last

	opponent Policy        // of matches that are reset with one; nil: there is none
	limit    time.Duration // for an answer of it
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
		for _, e := range s.envs {
			e.end()
		}
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
		return failed(referee.ExplainJSON(err))
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
	if r.Do == "copy" && r.Envs != nil {
		answer, err := s.copyAll(r.Envs, r.To)
		if err != nil {
			return failed(fmt.Errorf("copy: %w", err))
		}
		return answer
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
		return s.copy(e, r.To[0])
	case "close":
		e.end()
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
			if errors.Is(err, errRival) {
				e.end()
				delete(s.envs, r.Env)
			}
			return nil, err
		}
	}
	return s.state(e, r), nil
}

// reset creates the match of an env, in place of the one that it has.
func (s *EnvSession) reset(r request) ([]byte, error) {
	starts, err := s.startsOf(r.Openings)
	if err != nil {
		return nil, err
	}
	setup, _ := starts.setup(r.Seed)
	if r.Setup != nil {
		setup.Position = r.Setup
	}
	m, err := s.game.New(setup, s.game.Info().MaxSeats)
	if err != nil {
		return nil, err
	}
	e := s.newEnv(m)
	if err := s.supports(e, r.Want); err != nil {
		return nil, err
	}
	if r.Opponent != nil {
		if e.rival, err = s.newRival(*r.Opponent, r.Seed); err != nil {
			return nil, err
		}
		if !m.Over() && e.asked() == 0 {
			if err := e.play(); err != nil {
				e.end()
				return nil, err
			}
		}
	}
	s.put(r.Env, e)
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

// startsOf returns the starts from so many openings, which take a while to list.
func (s *EnvSession) startsOf(openings int) (Starts, error) {
	if len(s.known.openings) == openings {
		return s.known, nil
	}
	known, err := OpeningStarts(s.game, openings)
	if err == nil {
		s.known = known
	}
	return known, err
}

// put gives a number to an env, and ends the one that had it.
func (s *EnvSession) put(number int, e *env) {
	if old := s.envs[number]; old != nil {
		old.end()
	}
	s.envs[number] = e
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
	c, err := e.clone()
	if err != nil {
		return nil, err
	}
	s.put(to, c)
	return c.state(to, nil), nil
}

// clone returns a copy of an env.
func (e *env) clone() (*env, error) {
	cloner, ok := e.match.(referee.Cloner)
	if !ok {
		return nil, errors.New("matches of this game cannot be copied")
	}
	if e.rival != nil {
		return nil, fmt.Errorf("a match with the opponent %v cannot be copied: what the opponent thinks cannot be", e.rival.policy)
	}
	return &env{match: cloner.Clone(), table: e.table, turns: e.turns, faults: e.faults, scores: e.scores}, nil
}

// copyAll copies many envs at once, each as it stands before the request, and the
// shared rows of those that are matches of a batch. It copies none when one of the
// numbers is wrong.
func (s *EnvSession) copyAll(from, to []int) ([]byte, error) {
	if len(from) != len(to) {
		return nil, fmt.Errorf("found %d envs and %d in to; want as many", len(from), len(to))
	}
	taken := make(map[int]bool, len(to))
	for i, number := range to {
		switch {
		case number < 0 || number >= MaxEnvs:
			return nil, fmt.Errorf("to %d: want 0 to %d", number, MaxEnvs-1)
		case taken[number]:
			return nil, fmt.Errorf("to %d: found twice; want each number once", number)
		case s.envs[from[i]] == nil:
			return nil, fmt.Errorf("env %d: no match; reset it first", from[i])
		}
		taken[number] = true
	}
	copies := make([]*env, len(from))
	if err := parallel(len(from), func(i int) (err error) {
		if copies[i], err = s.envs[from[i]].clone(); err != nil {
			return fmt.Errorf("env %d: %w", from[i], err)
		}
		return nil
	}); err != nil {
		return nil, err
	}
	for i, number := range to {
		s.put(number, copies[i])
	}
	if s.dealt {
		if err := parallel(len(to), func(i int) error {
			if to[i] < s.shared.Matches {
				s.writeRow(to[i], copies[i])
			}
			return nil
		}); err != nil {
			return nil, err
		}
	}
	return encode(map[string]int{"copied": len(to)}), nil
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
	Actions [][]string     `json:"actions,omitempty"`  // the table: the parts of an answer, and the names of each
	Starts  int            `json:"openings,omitempty"` // how many openings the game has
	Wait    *int           `json:"wait,omitempty"`     // the index of a seat that is not asked, in games whose seats move in turn
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
	if o, ok := s.game.(referee.Opener); ok {
		d.Starts = o.OpeningCount()
	}
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
