package resolve

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"strings"

	"github.com/cespare/xxhash/v2"

	"arbiter/bots"
	"arbiter/referee/process"
	"arbiter/server/league"
	"arbiter/server/playing/dispatch"
)

// BuiltinVerb is the hidden verb of the command line that plays a builtin bot
// over stdin and stdout.
const BuiltinVerb = "bot"

// RecordedFlag of BuiltinVerb makes a builtin bot read the recorded answers of its
// seat before its input; see package bots/recorded.
const RecordedFlag = "--recorded"

// Told returns a builtin bot as one that reads what its seat has answered before it joins a
// branch: this program with RecordedFlag. Another contender is returned as it is.
func Told(c dispatch.Contender) dispatch.Contender {
	if path, ok := BuiltinPath(c.Bot.Typed); ok {
		if self, err := os.Executable(); err == nil {
			c.Spec.Command, c.Told = []string{self, BuiltinVerb, RecordedFlag, path}, true
		}
	}
	return c
}

// builtin finds a builtin bot. It runs as a process like any other bot.
func (r Resolver) builtin(arg, path, game string) (dispatch.Contender, error) {
	bot, options, err := bots.Find(path)
	if err != nil && !strings.Contains(path, "/") {
		full := game + "/" + path
		if _, _, err = bots.Find(full); err == nil {
			return dispatch.Contender{}, league.Usagef("bot %s: a builtin bot is named with its game; want %s%s", arg, BuiltinPrefix, full)
		}
	}
	if err != nil {
		return dispatch.Contender{}, league.UsageError{Err: err}
	}
	if bot.Game != game {
		return dispatch.Contender{}, league.Usagef("bot %s plays %s, not %s", arg, bot.Game, game)
	}
	command := []string{r.Builtin, path}
	if r.Builtin == "" {
		self, err := os.Executable()
		if err != nil {
			return dispatch.Contender{}, fmt.Errorf("bot %s: %w", arg, err)
		}
		command = []string{self, BuiltinVerb, path}
	}
	// The program that plays it is Arbiter itself, whose bots have revisions.
	revision := bot.RevisionWith(options)
	what := revision + " " + path
	sum := sha256.Sum256([]byte(BuiltinPrefix + what))
	name := strings.TrimPrefix(path, game+"/")
	found := league.NewBot(game, name, arg, revision, fmt.Sprintf("%016x", xxhash.Sum64String(what)))
	found.SHA256 = hex.EncodeToString(sum[:])
	return dispatch.Contender{Bot: found, Spec: process.Spec{Name: name, Version: revision, Command: command}}, nil
}

// BuiltinPath returns what follows the prefix of a builtin bot as it is typed, with
// a name or without, and reports whether it is one.
func BuiltinPath(typed string) (path string, ok bool) {
	_, bot := SplitName(typed)
	return strings.CutPrefix(bot, BuiltinPrefix)
}

// A NotBuiltinError refuses to start a bot that a record, an imported database or another
// machine names. Of such bots only builtin ones are started.
type NotBuiltinError struct {
	Typed  string // what was named
	Option string // of a builtin bot: the one that names a file; otherwise ""
}

// Error names the bot and what was expected.
func (e NotBuiltinError) Error() string {
	if e.Option != "" {
		return fmt.Sprintf("bot %q: its option %s names a file of this machine; want a builtin bot without it", e.Typed, e.Option)
	}
	return fmt.Sprintf("bot %q is not a builtin bot; want %sGAME/NAME", e.Typed, BuiltinPrefix)
}

// OneBuiltin is One for a bot that somebody else names. What is not a builtin bot,
// or is one with an option that names a file, is a NotBuiltinError; it is not looked
// for, built or started.
func (r Resolver) OneBuiltin(typed, game string) (dispatch.Contender, error) {
	name, bot := SplitName(typed)
	path, ok := strings.CutPrefix(bot, BuiltinPrefix)
	if !ok {
		return dispatch.Contender{}, NotBuiltinError{Typed: typed}
	}
	c, err := r.builtin(bot, path, game)
	if err != nil {
		return c, err
	}
	if known, options, err := bots.Find(path); err == nil {
		if option := known.File(options); option != "" {
			return dispatch.Contender{}, NotBuiltinError{typed, option}
		}
	}
	return named(c, name, typed)
}
