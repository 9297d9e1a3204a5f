package main

import (
	"fmt"
	"os"
	"strings"

	"github.com/alecthomas/kong"

	"arbiter/server/client"
	"arbiter/server/league"
)

// remote are the flags of every verb that can ask a server instead of a
// database.
type remote struct {
	Server    string `help:"Ask this arbiter serve instead, such as http://127.0.0.1:8080." placeholder:"URL"`
	TokenFile string `help:"With --server: file with the token to show; otherwise ARBITER_TOKEN has it." placeholder:"FILE"`
}

// eitherOr refuses flags that say how this process plays and keeps matches
// beside --server.
func eitherOr(chosen *kong.Context) error {
	typed := map[string]bool{}
	for _, p := range chosen.Path {
		if p.Flag != nil {
			typed[p.Flag.Name] = true
		}
	}
	for _, name := range []string{"db", "concurrency", "affinity", "durability"} {
		if typed["server"] && typed[name] {
			return fmt.Errorf("--server and --%s: want one of the two; the server plays and keeps matches in its own way", name)
		}
	}
	return nil
}

// dial returns the client of the server, which shows the token unless a file has
// another. A token is never on the command line, where everybody on the machine
// could read it.
func (r remote) dial(token string) (*client.Client, error) {
	if r.TokenFile != "" {
		text, err := os.ReadFile(r.TokenFile)
		if err != nil {
			return nil, league.UsageError{Err: err}
		}
		token = strings.TrimSpace(string(text))
		if token == "" || strings.ContainsAny(token, " \t\r\n") {
			return nil, league.Usagef("%s: want one line with the token itself; the server's own file, with scopes and hashes, is another one", r.TokenFile)
		}
	}
	c, err := client.New(r.Server, token)
	if err != nil {
		return nil, league.Usagef("--server: %w", err)
	}
	return c, nil
}
