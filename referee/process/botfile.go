package process

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/BurntSushi/toml"
	"github.com/kballard/go-shellquote"
)

// BotFile is the file that makes a folder a bot.
const BotFile = "bot.toml"

// botFile is the content of a bot.toml.
type botFile struct {
	Name    string      `toml:"name"`
	Version string      `toml:"version"`
	Games   []string    `toml:"games"`
	Build   commandLine `toml:"build"`
	Run     commandLine `toml:"run"`
}

// A commandLine is written as one text, quoted as in a shell, or as a list of
// words.
type commandLine []string

// UnmarshalTOML reads either form.
func (c *commandLine) UnmarshalTOML(value any) error {
	switch value := value.(type) {
	case string:
		words, err := shellquote.Split(value)
		if err != nil {
			return fmt.Errorf("%q: %w; quote it as in a shell", value, err)
		}
		*c = words
	case []any:
		for _, word := range value {
			text, ok := word.(string)
			if !ok {
				return fmt.Errorf("the word %v of a command is no string", word)
			}
			*c = append(*c, text)
		}
	default:
		return fmt.Errorf("the command %v is neither a string nor a list of strings", value)
	}
	return nil
}

// readFolder resolves a folder by its bot.toml.
func readFolder(dir string) (Spec, error) {
	full, err := filepath.Abs(dir)
	if err != nil {
		return Spec{}, fmt.Errorf("bot %s: %w", dir, err)
	}
	text, err := os.ReadFile(filepath.Join(full, BotFile))
	if errors.Is(err, fs.ErrNotExist) {
		return Spec{}, fmt.Errorf("bot %s: no %s in it; write one with at least a line such as run = \"python3 bot.py\"", dir, BotFile)
	}
	if err != nil {
		return Spec{}, fmt.Errorf("bot %s: %w", dir, err)
	}
	spec, err := parseBotFile(string(text))
	if err != nil {
		return Spec{}, fmt.Errorf("%s: %w", filepath.Join(dir, BotFile), err)
	}
	if spec.Name == "" {
		spec.Name = filepath.Base(full)
	}
	spec.Dir = full
	return spec, nil
}

// parseBotFile reads the text of a bot.toml.
func parseBotFile(text string) (Spec, error) {
	var file botFile
	meta, err := toml.Decode(text, &file)
	if err != nil {
		return Spec{}, err
	}
	if unknown := meta.Undecoded(); len(unknown) > 0 {
		return Spec{}, fmt.Errorf("unknown key %q; want name, version, games, build or run", unknown[0].String())
	}
	if len(file.Run) == 0 {
		return Spec{}, errors.New(`no command to run; want a line such as run = "python3 bot.py"`)
	}
	return Spec{
		Name: file.Name, Version: file.Version, Games: file.Games,
		Command: file.Run, Build: file.Build,
	}, nil
}
