package process

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/BurntSushi/toml"
)

// BotFile is the file that makes a folder a bot.
const BotFile = "bot.toml"

// botFile is the content of a bot.toml.
type botFile struct {
	Name    string      `toml:"name"`
	Version string      `toml:"version"`
	Games   []string    `toml:"games"`
	Build   CommandLine `toml:"build"`
	Run     CommandLine `toml:"run"`
	Network string      `toml:"network"`
	Runtime []string    `toml:"runtime"`

	Memory    Quantity `toml:"memory"`  // MiB
	Scratch   Quantity `toml:"scratch"` // MiB
	Processes Quantity `toml:"processes"`
	Threads   Quantity `toml:"threads"`

	End Quantity `toml:"end"` // milliseconds
}

// networkBuild is the only value of the key network: bots that play have none.
const networkBuild = "build"

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
	text, err := ReadManifest(full, BotFile, own)
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
	limits, err := ResourcesOf(file.Memory, file.Scratch, file.Processes, file.Threads)
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
	n, err := f.End.Within("end", 0, 10_000, " of milliseconds")
	if f.End.Set && n == 0 {
		n = -1
	}
	return time.Duration(n) * time.Millisecond, err
}
