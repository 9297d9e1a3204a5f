// Command bot runs one builtin bot over its standard input and output:
//
//	bot domain/random?seed=7
package main

import (
	"fmt"
	"os"

	"arbiter/bots"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: bot GAME/NAME[?OPTION=VALUE&...]")
		for _, b := range bots.All() {
			fmt.Fprintf(os.Stderr, "  %-18s %s\n", b.Path(), b.About)
		}
		os.Exit(2)
	}
	bot, options, err := bots.Find(os.Args[1])
	if err != nil {
		fmt.Fprintln(os.Stderr, "bot:", err)
		os.Exit(2)
	}
	if err := bot.Play(os.Stdin, os.Stdout, options); err != nil {
		fmt.Fprintln(os.Stderr, "bot:", err)
		os.Exit(1)
	}
}
