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
	"arbiter/server/cmd/arbiter/flags"
	"arbiter/server/cmd/arbiter/output"
	"arbiter/server/league"
	"arbiter/server/playing/resolve"
)

// New is the verb new.
type New struct {
	Game string `arg:"" optional:"" help:"The game; see arbiter games. Without --referee it has to be given."`
	Dir  string `arg:"" optional:"" help:"The folder to create; it may exist if it is empty. The bot takes its name."`
	Lang string `help:"python (py), cpp (c++), javascript (js) or go (default: ${default})." default:"python" placeholder:"LANGUAGE"`

	Referee string `without:"lang" help:"Create a folder with a game of your own instead: a game.toml and a small referee in Python." placeholder:"DIR"`
}

// AfterApply is called by the parser: it returns the error of a command line that does not
// say what to create.
func (c New) AfterApply() error {
	switch {
	case c.Referee != "" && c.Game != "":
		return league.Usagef("--referee %s: a referee has no bot; want neither a game nor a folder for one with it", c.Referee)
	case c.Referee == "" && c.Game == "":
		return flags.NoGameError{}
	case c.Referee == "" && c.Dir == "":
		return errors.New(`expected "<dir>"; want the name of a new or an empty folder`)
	}
	return nil
}

// Run writes the folder of a starter bot, or of a referee.
func (c New) Run(s output.Streams) error {
	if c.Referee != "" {
		return writeReferee(s, c.Referee)
	}
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

	return writeFolder(s, c.Dir, files, nextCommands(g.Info(), c.Dir, "  "))
}

// writeReferee writes the folder of a game whose referee is a program of its own.
func writeReferee(s output.Streams, dir string) error {
	files, err := starter.Referee()
	if err != nil {
		return err
	}
	typed := dir // as play takes it: a bare name of a game of this program is that game
	if _, err := games.Find(dir); err == nil {
		typed = "." + string(filepath.Separator) + dir
	}
	bot := func(number string) string {
		return "sh -c 'read a; while read a; do read b; echo " + number + "; done'"
	}
	return writeFolder(s, dir, files, commandTable("  ", [][2]string{
		{shellquote.Join("arbiter", "play", typed) + fmt.Sprintf(" %q %q", bot("3"), bot("4")) + " --replay m.jsonl.gz", "two bots"},
		{shellquote.Join("arbiter", "replay", "verify", "m.jsonl.gz", "--game", typed), "ask the referee once more"},
	}))
}

// writeFolder writes the files into a new or an empty folder, and says what to try next.
func writeFolder(s output.Streams, dir string, files []starter.File, next string) error {
	if err := makeEmpty(dir); err != nil {
		return err
	}
	fmt.Fprintln(s.Out, "wrote")
	for _, f := range files {
		path := filepath.Join(dir, f.Name)
		if err := os.WriteFile(path, f.Text, 0o644); err != nil {
			return err
		}
		fmt.Fprintln(s.Out, "  "+path)
	}
	_, err := fmt.Fprintf(s.Out, "next\n%s", next)
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
	return commandTable(indent, [][2]string{
		{play + " --watch", "watch it play"},
		{play + " --replay m.jsonl.gz", "write a replay"},
		{"arbiter replay log m.jsonl.gz --seat 0", "the stderr of the bot, by turn"},
		{"arbiter replay input m.jsonl.gz --seat 0 --turn 1", "what the bot was sent"},
		{shellquote.Join("arbiter", "doctor", info.Name, dir), "look for problems"},
	})
}

// commandTable returns commands, one per line, each with what it is for.
func commandTable(indent string, commands [][2]string) string {
	var text strings.Builder
	table := tabwriter.NewWriter(&text, 0, 0, 2, ' ', 0)
	for _, command := range commands {
		fmt.Fprintf(table, "%s%s\t# %s\n", indent, command[0], command[1])
	}
	table.Flush() // writing to a strings.Builder cannot fail
	return text.String()
}
