package flags

import (
	"cmp"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"

	"arbiter/referee"
	"arbiter/referee/external"
	"arbiter/referee/games"
	"arbiter/referee/process"
	"arbiter/referee/process/sandbox"
	"arbiter/server/league"
)

// A NoGameError is a command line without the game that it has to name.
type NoGameError struct{}

// Error lists the games.
func (NoGameError) Error() string {
	var names []string
	for _, g := range games.All() {
		names = append(names, g.Info().Name)
	}
	return `expected "<game>"; the games are ` + strings.Join(names, ", ")
}

// A GameFolder names the folder of the games whose referees are programs of their own.
type GameFolder struct {
	GameDir string `name:"game-dir" own:"path" help:"Folder of the games that arbiter game add has added (default: the database file with .games appended)." placeholder:"DIR" group:"machine"`
}

// Folder returns the folder of games of a database; "" stands for the default one.
func (f GameFolder) Folder(db string) string {
	return cmp.Or(f.GameDir, cmp.Or(db, DefaultDatabase)+GamesSuffix)
}

// Registry returns the games of this program and those of the folder, beside the default
// database unless the flag names it.
func (f GameFolder) Registry(flags ...any) (*games.Registry, error) {
	return f.registry("", OwnFiles(flags...))
}

func (f GameFolder) registry(db string, own []string) (*games.Registry, error) {
	return Registry(f.Folder(db), own)
}

// Registry returns the games of this program and those of a folder. Games in the operator's own
// files are not read. No referee is started before Isolate was called.
func Registry(folder string, own []string) (*games.Registry, error) {
	registry := games.NewRegistry()
	found, broken, err := external.Folder(folder, own...)
	if err != nil {
		return nil, league.UsageError{Err: err}
	}
	for _, g := range found {
		if err := registry.Add(g); err != nil {
			broken[g.Info().Name] = err
		}
	}
	for name, why := range broken {
		registry.Break(name, league.UsageError{Err: why})
	}
	return registry, nil
}

// Isolate has the referees of a registry's games started in boxes of the sandbox.
func Isolate(registry *games.Registry, box *sandbox.Sandbox) {
	for _, g := range registry.All() {
		if own, ok := g.(*external.Game); ok {
			own.Isolate(box)
		}
	}
}

// BuildReferee runs the build of a game whose referee is a program of its own, if it has one.
func BuildReferee(ctx context.Context, registry *games.Registry, name string, options process.BuildOptions) error {
	g, err := registry.Find(name)
	if err != nil {
		return err
	}
	own, ok := g.(*external.Game)
	if !ok {
		return nil
	}
	text, err := own.Build(ctx, options)
	if errors.As(err, new(*process.SpecError)) {
		return league.Usagef("%sgame %s: %w", text, name, err)
	}
	return err
}

// FindGame returns the game that somebody typed: the name of a known one, or a folder
// with a game.toml. Referees are started in boxes of the sandbox, and
// nothing of the operator's own files is read for one. A known name wins over a folder
// of that name, which ./NAME names.
func FindGame(registry *games.Registry, typed string, box *sandbox.Sandbox, own []string) (referee.Game, error) {
	Isolate(registry, box)
	known, err := registry.Find(typed)
	if err == nil {
		return known, nil
	}
	_, missing := os.Stat(filepath.Join(typed, external.GameFile))
	if missing != nil && !strings.ContainsRune(typed, filepath.Separator) {
		return nil, league.UsageError{Err: err}
	}
	g, err := external.Open(typed, box, own...)
	if err == nil {
		err = registry.Add(g)
	}
	if err != nil {
		return nil, league.UsageError{Err: err}
	}
	return g, nil
}
