package games

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"arbiter/referee"
	"arbiter/referee/nearest"
)

// A Registry has the games that a program plays: those of this program, and others that are
// added. A nil registry has those of this program, and the zero value has none. It is safe for
// concurrent use.
type Registry struct {
	mu     sync.RWMutex
	games  []referee.Game   // in the order of their names
	broken map[string]error // why the game of a name cannot be played
}

// NewRegistry returns a registry with the games of this program.
func NewRegistry() *Registry { return &Registry{games: All()} }

// Add adds a game. A name that is taken is an error.
func (r *Registry) Add(g referee.Game) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	i, taken := slices.BinarySearchFunc(r.games, g.Info().Name, func(g referee.Game, name string) int {
		return strings.Compare(g.Info().Name, name)
	})
	if taken {
		return fmt.Errorf("game %s: there is another game of that name; want another name", g.Info().Name)
	}
	r.games = slices.Insert(r.games, i, g)
	return nil
}

// Break notes why the game of a name cannot be played, unless there is a game of that name.
func (r *Registry) Break(name string, why error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.broken == nil {
		r.broken = map[string]error{}
	}
	r.broken[name] = why
}

// Broken returns why games cannot be played, by their names.
func (r *Registry) Broken() map[string]error {
	if r == nil {
		return nil
	}
	r.mu.RLock()
	defer r.mu.RUnlock()
	return maps.Clone(r.broken)
}

// All returns the games in the order of their names.
func (r *Registry) All() []referee.Game {
	if r == nil {
		return All()
	}
	r.mu.RLock()
	defer r.mu.RUnlock()
	return slices.Clone(r.games)
}

// Find returns the game of a name. The error lists the names there are, or says why the game
// of this name cannot be played.
func (r *Registry) Find(name string) (referee.Game, error) {
	g, err := find(r.All(), name)
	if why, ok := r.Broken()[name]; err != nil && ok {
		return nil, why
	}
	return g, err
}

// Attributes returns the names of the attributes that the matches of a game have, in the
// game's order, or those of all games for the name "". A game with a referee of its own has none.
func (r *Registry) Attributes(game string) []string { return attributes(r.All(), game) }

// find returns the game of a name among some.
func find(all []referee.Game, name string) (referee.Game, error) {
	var names []string
	for _, g := range all {
		if g.Info().Name == name {
			return g, nil
		}
		names = append(names, g.Info().Name)
	}
	return nil, fmt.Errorf("unknown game %q%s; want one of %s", name, nearest.Hint(name, names), strings.Join(names, ", "))
}
