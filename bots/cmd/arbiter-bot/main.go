// Command arbiter-bot runs one builtin bot over its standard input and output:
//
//	arbiter-bot domain/random?seed=7
//
// The program arbiter can do the same. This one starts in a third of the time,
// because it has nothing else in it, so that arbiter uses it when it lies beside.
package main

import (
	"fmt"
	"os"

	"arbiter/bots"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: arbiter-bot GAME/NAME[?OPTION=VALUE&...]")
		for _, b := range bots.All() {
			fmt.Fprintf(os.Stderr, "  %-18s %s\n", b.Path(), b.About)
		}
		os.Exit(2)
	}
	if os.Args[1] == bots.RevisionsOption {
		fmt.Println(bots.Revisions())
		return
	}
	bot, options, err := bots.FindSeeded(os.Args[1])
	if err != nil {
		fmt.Fprintln(os.Stderr, "arbiter-bot:", err)
		os.Exit(2)
	}
	if err := bot.Play(os.Stdin, os.Stdout, options); err != nil {
		fmt.Fprintln(os.Stderr, "arbiter-bot:", err)
		os.Exit(1)
	}
}
