// A bot of Code Keeper with the bug that its argument names; it waits.
package main

import (
	"bufio"
	"fmt"
	"os"
	"strings"
	"time"
)

func main() {
	bug := os.Args[1]
	if bug == "slow start" {
		time.Sleep(1500 * time.Millisecond)
	}
	in := bufio.NewReader(os.Stdin)
	out := bufio.NewWriter(os.Stdout)
	more := map[string]int{"line too many": 1, "line too few": -1}[bug]
	var kept [][]byte
	for turn := 1; ; turn++ {
		var x, y, n int
		line, err := in.ReadString('\n')
		if err != nil {
			break
		}
		fmt.Sscan(line, &x, &y)
		line, _ = in.ReadString('\n')
		fmt.Sscan(line, &n)
		for range n + more {
			in.ReadString('\n')
		}
		if bug == "crash" && turn == 40 {
			think(nil)
		}
		if bug == "slow turn" && turn == 20 {
			time.Sleep(300 * time.Millisecond)
		}
		for bug == "endless loop" && turn == 12 {
		}
		if bug == "leak" {
			block := make([]byte, 2<<20)
			for i := range block {
				block[i] = 1
			}
			kept = append(kept, block)
		}
		if bug == "debug print" {
			fmt.Fprintln(out, "at", x, y)
		}
		command := "MOVE"
		if bug == "lower case" {
			command = "move"
		}
		if bug == "off by one" {
			x += 16
		}
		if bug == "line end first" {
			fmt.Fprintln(out)
		}
		fmt.Fprint(out, command, " ", x, " ", y)
		if !strings.Contains(bug, "no line end") && bug != "line end first" {
			fmt.Fprintln(out)
		}
		if !strings.Contains(bug, "flush") {
			out.Flush()
		}
	}
	out.Flush()
	_ = kept
}

func think(moves []int) int { return moves[0] }
