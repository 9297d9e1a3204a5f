package bots

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"text/tabwriter"

	"github.com/BurntSushi/toml"
	"github.com/kballard/go-shellquote"

	"arbiter/bots/starter"
	"arbiter/referee"
	"arbiter/referee/games"
	"arbiter/referee/process"
	"arbiter/server/cmd/arbiter/output"
	"arbiter/server/league"
	"arbiter/server/playing/resolve"
)

// New is the verb new.
type New struct {
	Game string `arg:"" help:"The game; see arbiter games."`
	Dir  string `arg:"" help:"The folder to create; it may exist if it is empty. The bot takes its name."`
	Lang string `help:"python (py), cpp (c++), javascript (js) or go (default: ${default})." default:"python" placeholder:"LANGUAGE"`
}

// Run writes the folder of a starter bot.
func (c New) Run(s output.Streams) error {
	g, err := games.Find(c.Game)
	if err != nil {
		return league.UsageError{Err: err}
	}
	language, err := starter.Language(c.Lang)
	if err != nil {
		return league.Usagef("--lang: %w", err)
	}
	files, err := starter.Files(language, c.Game)
	if err != nil {
		return err
	}
	if c.Dir == "" {
		return league.Usagef("no folder; want the name of a new or an empty one")
	}
	full, err := filepath.Abs(c.Dir)
	if err != nil {
		return fmt.Errorf("folder %s: %w", c.Dir, err)
	}
	name := filepath.Base(full)
	for i, f := range files {
		if f.Name == process.BotFile {
			if files[i].Text, err = named(f.Text, name); err != nil {
				return err
			}
		}
	}
	files = append(files, starter.File{Name: "README.md", Text: newReadme(g.Info(), name)})

	if err := makeEmpty(c.Dir); err != nil {
		return err
	}
	fmt.Fprintln(s.Out, "wrote")
	for _, f := range files {
		path := filepath.Join(c.Dir, f.Name)
		if err := os.WriteFile(path, f.Text, 0o644); err != nil {
			return err
		}
		fmt.Fprintln(s.Out, "  "+path)
	}
	_, err = fmt.Fprintf(s.Out, "next\n%s", nextCommands(g.Info(), c.Dir, "  "))
	return err
}

// makeEmpty creates the folder, or checks that it is empty.
func makeEmpty(dir string) error {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		err = os.MkdirAll(dir, 0o755)
	}
	cause := (*fs.PathError)(nil)
	switch {
	case errors.As(err, &cause): // which names the folder again
		return league.Usagef("folder %s: %w; want a new or an empty one, in a folder that may be written", dir, cause.Err)
	case err != nil:
		return err
	case len(entries) > 0:
		return league.Usagef("folder %s: it contains %s; want a new or an empty folder", dir, entries[0].Name())
	}
	return nil
}

// named returns the text of a starter's bot.toml, whose first line is the name,
// with the name replaced.
func named(text []byte, name string) ([]byte, error) {
	line, err := toml.Marshal(struct {
		Name string `toml:"name"`
	}{name})
	if err != nil {
		return nil, fmt.Errorf("name %q: %w", name, err)
	}
	_, rest, _ := bytes.Cut(text, []byte("\n"))
	return append(line, rest...), nil
}

// newReadme returns the README of a bot's folder.
func newReadme(info referee.Info, name string) []byte {
	return fmt.Appendf(nil, `# %s

A bot for %s. It parses the whole input and answers at random: replace the function `+"`think`"+`.
`+"`bot.toml`"+` defines how the bot is built and run.

From the parent folder:

%s`, name, info.Title, nextCommands(info, name, "    "))
}

// nextCommands returns commands to try next, one per line.
func nextCommands(info referee.Info, dir, indent string) string {
	match := []string{"arbiter", "play", info.Name, dir}
	for range info.MinSeats - 1 {
		match = append(match, resolve.BuiltinPrefix+info.Name+"/random")
	}
	play := shellquote.Join(match...)
	var text strings.Builder
	table := tabwriter.NewWriter(&text, 0, 0, 2, ' ', 0)
	for _, command := range [][2]string{
		{play + " --watch", "watch it play"},
		{play + " --replay m.jsonl.gz", "write a replay"},
		{"arbiter log m.jsonl.gz --seat 0", "the stderr of the bot, by turn"},
		{"arbiter input m.jsonl.gz --seat 0 --turn 1", "what the bot was sent"},
		{shellquote.Join("arbiter", "doctor", info.Name, dir), "look for problems"},
	} {
		fmt.Fprintf(table, "%s%s\t# %s\n", indent, command[0], command[1])
	}
	table.Flush() // writing to a strings.Builder cannot fail
	return text.String()
}
