package flags

import (
	"fmt"
	"os"
	"strings"

	"github.com/alecthomas/kong"

	"arbiter/referee/printable"
	"arbiter/server/client"
	"arbiter/server/league"
)

// Remote name the server of a verb that can use one instead of a database.
type Remote struct {
	Server    string `help:"Use the arbiter serve at this URL instead of a database, e.g. http://127.0.0.1:8080." placeholder:"URL" group:"where"`
	TokenFile string `seldom:"" own:"path" help:"With --server: file that contains the token. By default the token is taken from ARBITER_TOKEN." placeholder:"FILE" group:"where"`
}

// NotOnServer lists what works with a database and not with a server, and why.
func NotOnServer() [][2]string {
	return [][2]string{
		{"db, serve, work", "are about the file or the machine itself"},
		{"game", "is about a folder of this machine, whose programs the server's operator chooses"},
		{"import", "keeps matches in a database file; the page Open shows such a file without keeping it"},
		{"debug", "runs the bot on this machine, where --bot says which one it is"},
		{"standings --best", "reads a table that is a file on this machine"},
		{"ladder --time-first, --time-turn, --time-margin, --clock", "change limits that a server's ladder has from its game; --time-factor works"},
	}
}

// NotOnServerText is the list as a paragraph of help.
func NotOnServerText() string {
	var b strings.Builder
	b.WriteString("What takes --db takes --server as well and prints the same, except:\n")
	for _, e := range NotOnServer() {
		fmt.Fprintf(&b, "  %s: %s\n", e[0], e[1])
	}
	return b.String()
}

// A Served verb has its matches played by the server, with --server; any other one only
// reads them from there.
type Served interface{ Served() }

// checkServer rejects --server beside flags that say how this process stores matches or,
// for a Served verb, plays them.
func checkServer(command *kong.Context, given map[string]bool) error {
	names := []string{"db"}
	if _, played := command.Selected().Target.Interface().(Served); played {
		names = append(names, "concurrency", "affinity", "durability", "nice", "isolation", "runtime", "bot-memory", "bot-threads", "bot-scratch", "build-network", "game-dir")
	}
	for _, name := range names {
		if given["server"] && given[name] {
			return fmt.Errorf("--server and --%s cannot be combined: the server plays and stores matches with its own settings", name)
		}
	}
	return nil
}

// Flag returns the flags that name the server, to be typed again.
func (f Remote) Flag() string {
	flag := "--server " + printable.Quote(f.Server)
	if f.TokenFile != "" {
		flag += " --token-file " + printable.Quote(f.TokenFile)
	}
	return flag
}

// Client returns a client of the server. Its token is the one in --token-file,
// or else the given one. A token is never passed as a flag, because every
// process on the machine can read command lines.
func (f Remote) Client(token string) (*client.Client, error) {
	if f.TokenFile != "" {
		text, err := os.ReadFile(f.TokenFile)
		if err != nil {
			return nil, league.UsageError{Err: err}
		}
		token = strings.TrimSpace(string(text))
		if token == "" || strings.ContainsAny(token, " \t\r\n") {
			return nil, league.Usagef("%s: want one line that contains only the token; the server's token file, with scopes and hashes, is a different file", f.TokenFile)
		}
	}
	c, err := client.New(f.Server, token)
	if err != nil {
		return nil, league.Usagef("--server: %w", err)
	}
	return c, nil
}

// TokenVariable is the environment variable that holds a token: for serve, one
// with the scope admin; for the verbs that use a server, the one they send.
const TokenVariable = "ARBITER_TOKEN"
