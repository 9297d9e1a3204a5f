package tournaments

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"arbiter/referee/process"
	"arbiter/server/league"
	"arbiter/server/playing/resolve"
)

// When a watched bot is looked at. An editor saves by a temporary file and a rename,
// or file by file: a bot is entered once nothing of it has changed for a while.
const (
	watchEvery = 250 * time.Millisecond
	watchQuiet = time.Second
	// watchRetry is when a bot is tried again that the machine let down.
	watchRetry = 10 * time.Second
)

// A watcher enters what changes in a folder, or in a branch.
type watcher struct {
	what string
	log  io.Writer
	// ask lets a bot enter, as typed, from where it was found.
	// Beside an error it returns the bot that plays on, if there is one.
	ask func(ctx context.Context, typed, from string) (bot league.Bot, news bool, err error)

	// release says that nothing is there any more, so that its name is free.
	release func(from string)

	seen    map[string]*watchedBot // by path
	commit  string                 // that the branch had
	playing string                 // the bot that entered last from the branch
	retry   time.Time              // when the machine let down the last one; zero if it did not
	failed  string                 // what was said last of the whole
}

// A watchedBot is a folder or file in which a bot lies.
type watchedBot struct {
	stamp   string    // of all its files
	since   time.Time // when stamp was first seen
	entered string    // stamp that was asked to enter
	playing string    // the bot that entered last
	retry   time.Time // when it is asked again that the machine let down
	outcome string    // of the last time that it was asked to enter: its ID, or what is wrong
}

// checkWatched returns a usage error for what cannot be watched.
func checkWatched(ctx context.Context, all []string) error {
	for _, what := range all {
		if rest, ok := strings.CutPrefix(what, resolve.GitPrefix); ok {
			if _, err := resolve.Commit(ctx, rest); err != nil {
				return err
			}
			continue
		}
		if info, err := os.Stat(what); err != nil || !info.IsDir() {
			return league.Usagef("--watch %s: want a folder that has bots in it, or git:BRANCH:PATH", what)
		}
	}
	return nil
}

// branchCommit returns the commit of BRANCH:PATH.
func branchCommit(ctx context.Context, arg string) (string, error) {
	ref, _, _ := strings.Cut(arg, ":")
	if strings.HasPrefix(ref, "-") {
		return "", fmt.Errorf("%q is an option of git", ref)
	}
	return resolve.Git(ctx, ".", "rev-parse", "--verify", "--quiet", ref+"^{commit}")
}

// run watches until ctx is done.
func (w *watcher) run(ctx context.Context) {
	w.seen = map[string]*watchedBot{}
	look := w.folder
	if strings.HasPrefix(w.what, resolve.GitPrefix) {
		look = w.branch
	}
	for ctx.Err() == nil {
		look(ctx, time.Now())
		select {
		case <-ctx.Done():
		case <-time.After(watchEvery):
		}
	}
}

// say writes what concerns the whole, once.
func (w *watcher) say(text string) {
	if text != w.failed && text != "" {
		fmt.Fprintf(w.log, "%s: %s\n", w.what, text)
	}
	w.failed = text
}

// branch enters the commit of a branch if it is a new one.
func (w *watcher) branch(ctx context.Context, now time.Time) {
	rest := strings.TrimPrefix(w.what, resolve.GitPrefix)
	tip, err := branchCommit(ctx, rest)
	switch {
	case ctx.Err() != nil:
		return
	case err != nil:
		w.say("the branch is gone; " + playsOn(w.playing))
		return
	case tip == w.commit || now.Before(w.retry):
		return
	}
	before := w.commit
	w.commit = tip
	if before != "" {
		if _, err := resolve.Git(ctx, ".", "merge-base", "--is-ancestor", before, tip); err != nil {
			w.say(fmt.Sprintf("%.12s does not come after %.12s (a force-push); %s until the next commit", tip, before, playsOn(w.playing)))
			return
		}
	}
	_, path, _ := strings.Cut(rest, ":")
	bot, news, err := w.ask(ctx, resolve.GitPrefix+tip+":"+path, w.what)
	switch {
	case ctx.Err() != nil:
	case err != nil:
		if !asked(err) {
			w.commit, w.retry = before, now.Add(watchRetry)
		}
		w.say(fmt.Sprintf("%.12s does not enter, %s: %v", tip, playsOn(cmp.Or(w.playing, bot.ID)), err))
	default:
		w.playing = bot.ID
		if news {
			w.say(fmt.Sprintf("%.12s is %s", tip, bot.ID))
		}
	}
}

// playsOn says which bot plays while a newer version does not.
func playsOn(bot string) string {
	if bot == "" {
		return "nothing plays for it yet"
	}
	return bot + " plays on"
}

// asked reports whether an error is about the bot, which stays as it is until the next
// version. Any other one, such as a full disk, is the machine's.
func asked(err error) bool {
	var usage league.UsageError
	return errors.As(err, &usage)
}

// folder enters what has changed in a folder.
func (w *watcher) folder(ctx context.Context, now time.Time) {
	paths, err := botsIn(w.what)
	switch {
	case err != nil:
		w.say(fmt.Sprintf("cannot be read, its bots play on: %v", err))
		return
	case len(paths) == 0:
		w.say("no bot is in it; want folders with a bot.toml, or source files such as bot.py")
	default:
		w.say("")
	}
	found := map[string]bool{}
	for _, path := range paths {
		found[path] = true
		w.bot(ctx, path, now)
	}
	for _, path := range slices.Sorted(maps.Keys(w.seen)) {
		if !found[path] {
			if playing := w.seen[path].playing; playing != "" {
				fmt.Fprintf(w.log, "%s is gone; %s plays on until arbiter ladder remove\n", path, playing)
			}
			w.release(path)
			delete(w.seen, path)
		}
	}
}

// botsIn returns the bots of a folder: each folder with a bot.toml in it and each source
// file, or the folder itself if it has a bot.toml. Links are followed.
func botsIn(folder string) (paths []string, err error) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, err
	}
	if hasManifest(folder) {
		return []string{folder}, nil
	}
	for _, entry := range entries {
		path := filepath.Join(folder, entry.Name())
		info, err := os.Stat(path)
		switch {
		case err != nil || strings.HasPrefix(entry.Name(), "."):
		case info.IsDir() && hasManifest(path), info.Mode().IsRegular() && process.IsSource(path):
			paths = append(paths, path)
		}
	}
	return paths, nil
}

func hasManifest(folder string) bool {
	_, err := os.Stat(filepath.Join(folder, "bot.toml"))
	return err == nil
}

// bot enters a bot once it has been quiet.
func (w *watcher) bot(ctx context.Context, path string, now time.Time) {
	b := w.seen[path]
	if b == nil {
		b = &watchedBot{}
		w.seen[path] = b
	}
	stamp, err := stampOf(path)
	if err != nil {
		stamp = "?" // it changes at the moment, or cannot be read
	}
	if stamp != b.stamp {
		b.stamp, b.since = stamp, now
	}
	if b.stamp == b.entered || now.Sub(b.since) < watchQuiet || now.Before(b.retry) {
		return
	}
	bot, _, err := w.ask(ctx, path, path)
	if ctx.Err() != nil {
		return
	}
	outcome := bot.ID
	if err != nil {
		outcome = err.Error()
	}
	again := outcome == b.outcome
	b.outcome = outcome
	switch {
	case err != nil && !asked(err):
		b.retry = now.Add(watchRetry)
	case again:
		b.settle(path)
	default: // what a build changes is looked at once more, since it may be a save
		b.entered = b.stamp
	}
	if err == nil {
		b.playing = bot.ID
		return
	}
	if !again {
		fmt.Fprintf(w.log, "%s does not enter, %s: %v\n", path, playsOn(cmp.Or(b.playing, bot.ID)), err)
	}
}

// settle takes the files as they are now for those that were entered. The build of an
// unchanged bot has changed them.
func (b *watchedBot) settle(path string) {
	if stamp, err := stampOf(path); err == nil {
		b.entered = stamp
	}
}

// stampOf returns what changes with any file of a bot.
func stampOf(path string) (string, error) {
	stamps, err := resolve.Stamps(path)
	return fmt.Sprint(stamps), err
}

// owners says where the bot of each name comes from, so that two folders do not take
// turns as versions of one name.
type owners struct {
	mu sync.Mutex
	of map[string]string
}

func (o *owners) claim(name, from string) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	if owner, ok := o.of[name]; ok && owner != from {
		return league.Usagef("its name %s is that of %s; give it another one, in its bot.toml or as NAME=BOT", name, owner)
	}
	o.of[name] = from
	return nil
}

// release frees the names of what is gone.
func (o *owners) release(from string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	maps.DeleteFunc(o.of, func(_, owner string) bool { return owner == from })
}
