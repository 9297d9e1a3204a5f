package flags

import (
	"fmt"
	"os"
	"strings"

	"github.com/alecthomas/kong"

	"arbiter/server/league"
	"arbiter/server/terminal/client"
	"arbiter/server/terminal/runner"
)

// Remote name the server of a verb that can use one instead of a database.
type Remote struct {
	Server    string `help:"Use the arbiter serve at this URL instead of a database, e.g. http://127.0.0.1:8080." placeholder:"URL" group:"where"`
	TokenFile string `own:"path" help:"With --server: file that contains the token. By default the token is taken from ARBITER_TOKEN." placeholder:"FILE" group:"where"`
}

// A Served verb has its matches played by the server, with --server; any other one only
// reads them from there.
type Served interface{ Served() }

// checkServer rejects --server beside flags that say how this process stores matches or,
// for a Served verb, plays them.
func checkServer(command *kong.Context, given map[string]bool) error {
	names := []string{"db"}
	if _, played := command.Selected().Target.Interface().(Served); played {
		names = append(names, "concurrency", "affinity", "durability", "nice", "isolation", "runtime", "bot-memory", "bot-threads", "bot-scratch", "build-network")
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
	flag := "--server " + runner.Quote(f.Server)
	if f.TokenFile != "" {
		flag += " --token-file " + runner.Quote(f.TokenFile)
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
