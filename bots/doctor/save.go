package doctor

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/kballard/go-shellquote"
)

// save saves the input that shows each finding in the folder for them, and writes
// down the command that feeds the bot with it.
func (x *examination) save(findings []Finding) error {
	if x.Save == "" {
		return nil
	}
	folder, err := filepath.Abs(x.Save)
	if err != nil {
		return err
	}
	for i := range findings {
		f := &findings[i]
		if f.upTo == nil || f.Level != Wrong {
			continue
		}
		if err := os.MkdirAll(folder, 0o755); err != nil {
			return fmt.Errorf("save the input of a finding: %w", err)
		}
		name := regexp.MustCompile(`[^a-z0-9]+`).ReplaceAllString(fmt.Sprintf("%d-%s-turn-%d", i+1, f.Title, f.Turn), "-") + ".txt"
		f.Saved = filepath.Join(folder, name)
		if err := os.WriteFile(f.Saved, f.upTo.input(), 0o644); err != nil {
			return fmt.Errorf("save the input of a finding: %w", err)
		}
		f.Feed = x.feedCommand(f.Saved)
	}
	return nil
}

// input returns what the bot is sent up to the turn.
func (u *upTo) input() []byte {
	var b strings.Builder
	for _, e := range u.transcript.exchanges {
		if e.turn <= u.turn {
			b.WriteString(e.input)
		}
	}
	return []byte(b.String())
}

// feedCommand returns the command line that starts the bot as the doctor does, with
// its input from a file.
func (x *examination) feedCommand(file string) string {
	command := seedVariable + "=1 " + shellquote.Join(x.Bot.Command...) + " < " + shellquote.Join(file)
	if x.Bot.Dir != "" {
		command = "cd " + shellquote.Join(x.Bot.Dir) + " && " + command
	}
	return command
}
