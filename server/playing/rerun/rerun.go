// Package rerun is the loop of an editor: it plays a match again each time a file of a bot is
// saved, and says what changed from the match before.
//
// A Loop looks at the files, a Match is one playing, and Compare finds what changed. How a
// match is built and played is the matter of the caller: the verb play and the server.
package rerun

import (
	"context"
	"maps"
	"os"
	"strings"
	"time"

	"github.com/kballard/go-shellquote"

	"arbiter/referee"
	"arbiter/referee/replay"
	"arbiter/server/league"
	"arbiter/server/playing/resolve"
)

// lookEvery is how often the files are looked at. An editor saves file by file, or by a
// temporary file and a rename: a save is complete when two looks find the same.
const lookEvery = 100 * time.Millisecond

// A Match is one playing of the bots.
type Match struct {
	ID     string // "" where nothing stores it
	Record *replay.Record
	Game   referee.Game
}

// A Loop plays bots again and again. Its fields are set before Run.
type Loop struct {
	Bots []string // as typed; those that are folders, files or commands with files are watched
	// Play builds the bots and plays them. It calls built with the ID of the match once the
	// build has ended and the match begins. It returns early when ctx is done.
	Play func(ctx context.Context, built func(id string)) (Match, error)
	// Say is told what happens, one call at a time.
	Say func(Event)
}

// An EventType says what has happened.
type EventType string

// The types.
const (
	Building EventType = "building" // the bots are built, after the start or a save
	Playing  EventType = "playing"  // with the match
	Played   EventType = "played"   // with the match, and the change if there was one before it
	Failed   EventType = "failed"   // with the error: a build that fails, a folder that has gone
)

// An Event is told to Loop.Say.
type Event struct {
	Type   EventType
	Match  string // ID
	Change *Change
	Err    error
}

// Check returns a league.UsageError if no bot has files to watch, or one is not there.
func (l Loop) Check() error {
	paths := l.paths()
	if len(paths) == 0 {
		return league.Usagef("no bot of these has files to watch; want a folder, a file, or a command with a file")
	}
	for _, path := range paths {
		if _, err := resolve.Stamps(path); err != nil {
			return league.UsageError{Err: err}
		}
	}
	return nil
}

// Run plays the bots, and again after each save, until ctx is done. A save during a match
// ends that match. A match that fails is played again after the next save. The error is
// that of Check.
func (l Loop) Run(ctx context.Context) error {
	if err := l.Check(); err != nil {
		return err
	}
	w := watch{paths: l.paths()}
	var last *Match
	for ctx.Err() == nil {
		l.round(ctx, &w, &last)
	}
	return nil
}

// Where says which files are watched, for people.
func (l Loop) Where() string { return "watching " + strings.Join(l.paths(), ", ") }

func (l Loop) paths() (all []string) {
	for _, typed := range l.Bots {
		all = append(all, pathsOf(typed)...)
	}
	return all
}

// round plays the bots once and returns after the next save. last is the last match that has
// been played.
func (l Loop) round(ctx context.Context, w *watch, last **Match) {
	w.known = w.look()
	l.Say(Event{Type: Building})
	playing, stop := context.WithCancel(ctx)
	defer stop()
	type outcome struct {
		match Match
		err   error
	}
	built, ended := make(chan string), make(chan outcome, 1)
	go func() {
		m, err := l.Play(playing, func(id string) {
			select {
			case built <- id:
			case <-playing.Done():
			}
		})
		ended <- outcome{m, err}
	}()
	building, over := true, false
	for {
		select {
		case id := <-built:
			building = false
			w.afterBuild()
			l.Say(Event{Type: Playing, Match: id})
		case o := <-ended:
			over = true
			if building { // and failed
				building = false
				w.afterBuild()
			} else {
				w.duringMatch()
			}
			switch {
			case ctx.Err() != nil:
				return
			case o.err != nil:
				l.Say(Event{Type: Failed, Err: o.err})
			default:
				e := Event{Type: Played, Match: o.match.ID}
				if *last != nil {
					e.Change, e.Err = Compare(**last, o.match)
				}
				*last = &o.match
				l.Say(e)
			}
		case <-time.After(w.pause()):
			if building {
				continue
			}
			if !over {
				w.duringMatch()
			}
			if !w.saved() {
				continue
			}
			stop()
			if !over {
				<-ended
			}
			return
		case <-ctx.Done():
			if !over {
				<-ended
			}
			return
		}
	}
}

// pathsOf returns the files and folders of a bot as typed.
func pathsOf(typed string) []string {
	if resolve.KindOf(typed) != resolve.KindProgram {
		return nil
	}
	_, bot := resolve.SplitName(typed)
	words, err := shellquote.Split(bot)
	if _, there := os.Stat(bot); there == nil || err != nil || len(words) == 1 {
		return []string{bot}
	}
	var paths []string
	for _, word := range words {
		if info, err := os.Stat(word); err == nil && info.Mode().IsRegular() {
			paths = append(paths, word)
		}
	}
	return paths
}

// A watch finds saves among the files of bots.
type watch struct {
	paths []string
	known map[string]string // the files as they were built
	made  map[string]bool   // files that builds write; nil before the first build
	seen  map[string]string // of the last look
	took  time.Duration     // that look
}

// pause returns how long to wait before the next look: many files are not looked at all the
// time.
func (w *watch) pause() time.Duration { return max(lookEvery, 10*w.took) }

// look returns the stamps of all files. A bot that cannot be read is another state of it.
func (w *watch) look() map[string]string {
	began := time.Now()
	all := map[string]string{}
	for _, path := range w.paths {
		stamps, err := resolve.Stamps(path)
		if err != nil {
			all[path] = err.Error()
			continue
		}
		maps.Copy(all, stamps)
	}
	w.took = time.Since(began)
	return all
}

// afterBuild tells what a build has written from what somebody has saved meanwhile. A build
// writes new files, and those that the first one has changed; any other change is a save.
func (w *watch) afterBuild() {
	first := w.made == nil
	if first {
		w.made = map[string]bool{}
	}
	w.settle(first)
	w.seen = nil
}

// duringMatch takes new files for what the bots have written.
func (w *watch) duringMatch() { w.settle(false) }

// settle takes new files for written by a bot or its build, and any that has changed if all
// is set. What they write is known as it is now.
func (w *watch) settle(all bool) {
	now := w.look()
	for name, stamp := range now {
		if before, was := w.known[name]; !was || all && stamp != before {
			w.made[name] = true
		}
	}
	for name := range w.made {
		if stamp, there := now[name]; there {
			w.known[name] = stamp
		} else {
			delete(w.known, name)
		}
	}
}

// saved reports whether a save is complete.
func (w *watch) saved() bool {
	now := w.look()
	quiet := w.seen != nil && maps.Equal(now, w.seen)
	w.seen = now
	return quiet && !maps.Equal(now, w.known)
}
