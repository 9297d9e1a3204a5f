package matches

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"

	"arbiter/referee/games/heropath"
	"arbiter/server/cmd/arbiter/flags"
	"arbiter/server/cmd/arbiter/output"
	"arbiter/server/league"
)

// An answerResult is the verdict on the answer of --score. Its JSON form is that of --json.
type answerResult struct {
	Game string `json:"game"`
	Test string `json:"test"`
	heropath.Verdict
	Error    *heropath.Reason `json:"error"`    // nil if the answer is valid
	At       *int             `json:"at"`       // nil if no single move is at fault
	Highest  *int64           `json:"highest"`  // nil without a table
	Relative *float64         `json:"relative"` // nil without a table
}

// playAnswer scores the answer of --score to a test.
func (c Play) playAnswer(ctx context.Context, s output.Streams) error {
	switch {
	case c.Game != "heropath":
		return league.Usagef("--score: found game %q; want heropath, the only game whose answer is a document", c.Game)
	case len(c.Bots) > 0 || c.Human || c.Replay != "":
		return league.Usagef("--score scores a file in place of a bot's answer; want neither bots nor --human nor --replay")
	}
	text, err := os.ReadFile(c.Test)
	if err != nil {
		return league.Usagef("test: %w", err)
	}
	world, err := heropath.ParseWorld(text)
	if err != nil {
		return league.Usagef("%s: %w", c.Test, err)
	}
	answer, err := c.answer(ctx, s)
	if err != nil {
		return league.Usagef("answer: %w", err)
	}
	result := answerResult{Game: c.Game, Test: c.Test, Verdict: heropath.Judge(world, answer)}
	result.At = result.Verdict.At
	if !result.Valid {
		result.Error = &result.Verdict.Error
	}
	if c.Best != "" {
		if err := result.addRelative(c.Best); err != nil {
			return err
		}
	}
	if c.JSON {
		return json.NewEncoder(s.Out).Encode(result)
	}
	return result.print(s.Out)
}

func (c Play) answer(ctx context.Context, s output.Streams) ([]byte, error) {
	if c.Score == "-" {
		return io.ReadAll(s.Input(ctx))
	}
	return os.ReadFile(c.Score)
}

// addRelative adds the score relative to a table of best scores.
func (r *answerResult) addRelative(path string) error {
	best, err := flags.ReadBestScores(path)
	if err != nil {
		return err
	}
	highest, err := best.Highest(r.Test)
	if err != nil {
		return league.Usagef("%s: %w", path, err)
	}
	relative := heropath.Relative(r.Score, highest)
	r.Highest, r.Relative = &highest, &relative
	return nil
}

// print prints the verdict as text.
func (r *answerResult) print(w io.Writer) error {
	var text []byte
	if r.Valid {
		text = fmt.Appendf(text, "valid: score %d after %d of %d turns\n", r.Score, r.TurnsPlayed, r.NumTurns)
	} else if r.At != nil {
		text = fmt.Appendf(text, "invalid: score 0: %s at move %d: %s\n", *r.Error, *r.At, r.Why)
	} else {
		text = fmt.Appendf(text, "invalid: score 0: %s: %s\n", *r.Error, r.Why)
	}
	text = fmt.Appendf(text, "  hero    at %d %d, level %d, exp %d, gold %d, fatigue %d, kills %d\n",
		r.X, r.Y, r.Level, r.Exp, r.Gold, r.Fatigue, r.Kills)
	if r.Relative != nil {
		text = fmt.Appendf(text, "  relative score %.3f (highest %d)\n", *r.Relative, *r.Highest)
	}
	_, err := w.Write(text)
	return err
}
