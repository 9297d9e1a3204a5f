package process

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

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
	Network string      `toml:"network"`
	Runtime []string    `toml:"runtime"`

	Memory    quantity `toml:"memory"`  // MiB
	Scratch   quantity `toml:"scratch"` // MiB
	Processes quantity `toml:"processes"`
	Threads   quantity `toml:"threads"`

	End quantity `toml:"end"` // milliseconds
}

// maxBotFile is the maximum size of a bot.toml in bytes, many times that of the
// longest one that a person writes.
const maxBotFile = 64 << 10

// networkBuild is the only value of the key network: bots that play have none.
const networkBuild = "build"

// A quantity is a number of the file. Its zero value is that of a key that is
// not there.
type quantity struct {
	value any
	set   bool
}

// UnmarshalTOML keeps the value; within checks it, where the key is known.
func (q *quantity) UnmarshalTOML(value any) error {
	q.value, q.set = value, true
	return nil
}

// within returns the number, 0 for a key that is not there.
func (q quantity) within(key string, least, most int64, unit string) (int64, error) {
	n, ok := q.value.(int64)
	switch {
	case !q.set:
		return 0, nil
	case !ok:
		return 0, fmt.Errorf("%s = %#v: want a whole number%s, such as %s = %d", key, q.value, unit, key, cmp.Or(4*least, 100))
	case n < least || n > most:
		return 0, fmt.Errorf("%s = %d: want a number%s from %d to %d", key, n, unit, least, most)
	}
	return n, nil
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

// readManifest reads a short file of a folder, within which it may be a link.
func readManifest(dir, name string, own []string) (string, error) {
	file, _, err := openPart(dir, name, own)
	if err != nil {
		return "", err
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, maxBotFile+1))
	if err == nil && len(text) > maxBotFile {
		err = &SpecError{Why: fmt.Sprintf("%s: more than %d bytes; want a shorter one", name, maxBotFile)}
	}
	return string(text), err
}

// readFolder resolves a folder by its bot.toml.
func readFolder(dir string, own []string) (Spec, error) {
	full, err := filepath.Abs(dir)
	if err != nil {
		return Spec{}, fmt.Errorf("bot %s: %w", dir, err)
	}
	name := filepath.Base(full)
	if info, err := os.Lstat(full); err == nil && info.Mode()&fs.ModeSymlink != 0 {
		// The bot is the folder, not the link: bots/current is another bot when it
		// leads elsewhere.
		if full, err = filepath.EvalSymlinks(full); err != nil {
			return Spec{}, fmt.Errorf("bot %s: %w", dir, err)
		}
	}
	text, err := readManifest(full, BotFile, own)
	if errors.Is(err, fs.ErrNotExist) {
		return Spec{}, fmt.Errorf("bot %s: no %s in it; write one with at least a line such as run = \"python3 bot.py\"", dir, BotFile)
	}
	if err != nil {
		return Spec{}, fmt.Errorf("bot %s: %w", dir, err)
	}
	spec, err := parseBotFile(text)
	if err != nil {
		return Spec{}, fmt.Errorf("%s: %w", filepath.Join(dir, BotFile), err)
	}
	if spec.Name == "" {
		spec.Name = name
	}
	spec.Dir, spec.Own = full, own
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
		return Spec{}, fmt.Errorf("unknown key %q; want name, version, games, build, run, network, runtime, memory, scratch, processes, threads or end", unknown[0].String())
	}
	if len(file.Run) == 0 {
		return Spec{}, errors.New(`no command to run; want a line such as run = "python3 bot.py"`)
	}
	if file.Network != "" && file.Network != networkBuild {
		return Spec{}, fmt.Errorf("network = %q: want network = %q, or no such line; a bot that plays has no network", file.Network, networkBuild)
	}
	for _, dir := range file.Runtime {
		if !filepath.IsAbs(dir) || filepath.Clean(dir) == "/" {
			return Spec{}, fmt.Errorf("runtime: found %q; want absolute paths of folders, such as runtime = [\"/opt/julia\"]; the bot's own folder needs no mention", dir)
		}
	}
	limits, err := file.limits()
	if err != nil {
		return Spec{}, err
	}
	end, err := file.end()
	if err != nil {
		return Spec{}, err
	}
	return Spec{
		Name: file.Name, Version: file.Version, Games: file.Games,
		Command: file.Run, Build: file.Build, Network: file.Network == networkBuild,
		Runtime: file.Runtime, Limits: limits, End: end,
	}, nil
}

// end returns how long the bot may go on after the end of its input, as in Spec.
func (f botFile) end() (time.Duration, error) {
	n, err := f.End.within("end", 0, 10_000, " of milliseconds")
	if f.End.set && n == 0 {
		n = -1
	}
	return time.Duration(n) * time.Millisecond, err
}

// limits returns the limits that the file asks for. Each least value is below
// what any bot needs, each most beyond what any machine has to give.
func (f botFile) limits() (l Resources, err error) {
	const mebibyte = 1 << 20
	for _, of := range []struct {
		key         string
		q           quantity
		least, most int64
		unit        string
		put         func(int64)
	}{
		{"memory", f.Memory, 16, 1 << 20, " of MiB", func(n int64) { l.Memory = n * mebibyte }},
		{"scratch", f.Scratch, 1, 1 << 20, " of MiB", func(n int64) { l.Scratch = n * mebibyte }},
		{"processes", f.Processes, 1, 1 << 15, "", func(n int64) { l.Processes = int(n) }},
		{"threads", f.Threads, 1, 1 << 15, "", func(n int64) { l.Threads = int(n) }},
	} {
		n, err := of.q.within(of.key, of.least, of.most, of.unit)
		if err != nil {
			return Resources{}, err
		}
		of.put(n)
	}
	return l, nil
}
