package external

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"arbiter/referee/process/sandbox"
)

// Folder opens the games of a folder: its folders, or links to them, that have a game.toml. The
// map broken says by name why a game cannot be opened. A folder that does not exist has no
// games. own are Arbiter's own files and folders, which are never read. Call Isolate before the
// first match.
func Folder(dir string, own ...string) (games []*Game, broken map[string]error, err error) {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil, nil
	}
	if err != nil {
		return nil, nil, fmt.Errorf("folder of games: %w", err)
	}
	broken = map[string]error{}
	for _, entry := range entries {
		if strings.HasPrefix(entry.Name(), ".") || entry.Type().IsRegular() {
			continue
		}
		g, err := Open(filepath.Join(dir, entry.Name()), nil, own...)
		switch {
		case err != nil:
			broken[entry.Name()] = err
		case g.info.Name != entry.Name():
			broken[entry.Name()] = fmt.Errorf("game %s: its %s has the name %s; want the folder %s renamed, or added again with arbiter game add",
				entry.Name(), GameFile, g.info.Name, filepath.Join(dir, entry.Name()))
		default:
			g.kept = true
			games = append(games, g)
		}
	}
	return games, broken, nil
}

// AddedMark returns the name of the file in a folder of games which says that the game of a name
// is a folder that arbiter game add has made, and not one made by hand.
func AddedMark(game string) string { return "." + game + AddedSuffix }

// AddedSuffix ends the names of these files.
const AddedSuffix = ".added"

// Isolate sets the sandbox in whose boxes the referee runs; nil means without one. Call it
// before the first match.
func (g *Game) Isolate(isolation *sandbox.Sandbox) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.kept, g.isolation, g.table.Isolation = false, isolation, isolation
}

// errKept is the error of a referee of which nobody has said how it is isolated.
var errKept = errors.New("this command starts no referee")
