package bots

import (
	"fmt"

	"arbiter/docs/rules"
	"arbiter/referee/games"
	"arbiter/server/cmd/arbiter/output"
	"arbiter/server/league"
)

// Rules is the verb rules.
type Rules struct {
	Game string `arg:"" help:"The game; see arbiter games."`
}

// Run prints the rules of a game as they are written, in Markdown.
func (c Rules) Run(s output.Streams) error {
	if _, err := games.Find(c.Game); err != nil {
		return league.UsageError{Err: err}
	}
	page, err := rules.FS.ReadFile(c.Game + ".md")
	if err != nil {
		return fmt.Errorf("the rules of %s: %w", c.Game, err)
	}
	_, err = s.Out.Write(page)
	return err
}
