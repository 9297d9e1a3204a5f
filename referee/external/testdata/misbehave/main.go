// Command misbehave is a referee that fails in the way that its argument names, after a turn
// in which nothing is wrong. Package external tests with it that no bot is blamed.
package main

import (
	"bufio"
	"bytes"
	"fmt"
	"net"
	"os"
	"os/exec"
	"strings"
	"time"
)

func main() {
	if len(os.Args) < 2 {
		sleep() // a child of the fork bomb
	}
	how := os.Args[1]
	in := bufio.NewReader(os.Stdin)
	fmt.Fprintln(os.Stderr, "about to misbehave:", how)
	for _, when := range []string{"at the start", "in a turn", "at the end"} {
		for range 2 {
			skip(in) // INIT, or an answer, and then GET_GAME_INFO
		}
		if how, ok := strings.CutSuffix(how, " "+when); ok {
			misbehave(how)
		}
		if when != "at the end" {
			send("VIEW", "KEY_FRAME 0", "{}")
			send("NEXT_PLAYER_INPUT", "hello")
			send("NEXT_PLAYER_INFO", "0", "1", "1000")
		}
	}
	send("SCORES", "0 1", "1 2")
}

// skip reads a message.
func skip(in *bufio.Reader) {
	header, err := in.ReadString('\n')
	if err != nil {
		os.Exit(4)
	}
	_, count, _ := strings.Cut(header, " ")
	n := 0
	fmt.Sscanf(count, "%d", &n)
	for range n {
		in.ReadString('\n')
	}
}

func send(name string, lines ...string) {
	fmt.Printf("[[%s] %d]\n", name, len(lines))
	for _, line := range lines {
		fmt.Println(line)
	}
}

var held [][]byte

func misbehave(how string) {
	if address, ok := strings.CutPrefix(how, "dial "); ok {
		if _, err := net.DialTimeout("tcp", address, time.Second); err != nil {
			os.Exit(7)
		}
		return
	}
	switch how {
	case "fail":
		send("FAIL", "java.lang.IllegalStateException: it broke", "\tat Referee.java:17")
		os.Exit(1)
	case "crash":
		panic("no idea")
	case "exit":
		os.Exit(0)
	case "hang":
		sleep()
	case "close":
		os.Stdout.Close()
		sleep()
	case "print":
		fmt.Println("DEBUG: here we are")
	case "half":
		fmt.Print("[[VIEW] 2]\nKEY_FRAME 1\n")
		os.Exit(0)
	case "frames":
		for frame := strings.Repeat("x", 1<<20); ; {
			send("VIEW", "KEY_FRAME 1", frame)
		}
	case "line":
		fmt.Print("[[VIEW] 2]\nKEY_FRAME 1\n")
		for block := strings.Repeat("x", 1<<20); ; {
			fmt.Print(block)
		}
	case "questions": // without end, for no lines
		for frame := strings.Repeat("x", 1<<16); ; {
			send("VIEW", "KEY_FRAME 1", frame)
			send("NEXT_PLAYER_INFO", "0", "0", "50")
		}
	case "seat":
		send("NEXT_PLAYER_INFO", "7", "1", "50")
	case "lines":
		send("NEXT_PLAYER_INFO", "0", "1000000", "50")
	case "question":
		send("NEXT_PLAYER_INFO", "0")
	case "scores":
		send("SCORES", "0 1")
	case "score":
		send("SCORES", "0 1.5", "1 x")
	case "memory":
		for block := 16 << 20; ; {
			held = append(held, bytes.Repeat([]byte{1}, block))
		}
	case "bomb": // of a bounded size; all of it holds our stdout and stderr open
		for range 30 {
			c := exec.Command("/proc/self/exe")
			c.Stdout, c.Stderr = os.Stdout, os.Stderr
			if err := c.Start(); err != nil {
				panic(err)
			}
		}
		os.Exit(3)
	default:
		panic("unknown way to misbehave: " + how)
	}
	sleep()
}

func sleep() {
	time.Sleep(time.Hour)
	os.Exit(0)
}
