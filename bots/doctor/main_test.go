package doctor_test

import (
	"bufio"
	"cmp"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"arbiter/bots"
	"arbiter/referee/process/sandbox"
	"arbiter/referee/process/view"
)

// The test binary is the bots of these tests: a builtin bot, or the bot of
// Code Keeper that patientVariable names.
const (
	builtinVariable = "DOCTOR_TEST_BUILTIN"
	patientVariable = "DOCTOR_TEST_PATIENT"
)

func TestMain(m *testing.M) {
	if path := os.Getenv(builtinVariable); path != "" {
		if err := bots.Play(path, os.Stdin, os.Stdout); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	if name := os.Getenv(patientVariable); name != "" {
		patients()[name]()
		return
	}
	flag.Parse()
	if err := flag.Set("test.parallel", "8"); err != nil { // these tests mostly wait
		panic(err)
	}
	policy, err := sandbox.ParsePolicy(cmp.Or(os.Getenv(isolationVariable), "auto"))
	if err == nil {
		isolation, err = sandbox.Open(sandbox.Settings{Policy: policy, Settings: view.Settings{Runtime: []string{os.Args[0]}}})
	}
	if err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}

// isolationVariable has another policy for the bots of all tests than auto.
const isolationVariable = "DOCTOR_TEST_ISOLATION"

// isolation is what isolationVariable asks for.
var isolation *sandbox.Sandbox

// patients are bots of Code Keeper, one for each way to be wrong.
func patients() map[string]func() {
	return map[string]func(){
		"healthy":            func() { turns(wait) },
		"says nothing":       func() { turns(func(turn) {}) },
		"panics":             func() { panic("no weights") },
		"crashes at once":    func() { fmt.Fprintln(os.Stderr, "no weights found"); os.Exit(3) },
		"greets":             func() { fmt.Println("hello"); turns(wait) },
		"writes blank lines": func() { turns(func(t turn) { fmt.Printf("MOVE %d %d\n\n", t.x, t.y) }) },
		"writes CR LF":       func() { turns(func(t turn) { fmt.Printf("MOVE %d %d\r\n", t.x, t.y) }) },
		"ends with a traceback": func() {
			turns(wait)
			fmt.Fprintln(os.Stderr, "Traceback (most recent call last):\nEOFError: EOF when reading a line")
			os.Exit(1)
		},
		"never ends": func() { turns(wait); time.Sleep(time.Hour) },
		"leaves a child": func() {
			child := exec.Command(os.Args[0])
			child.Env = append(os.Environ(), patientVariable+"=never ends")
			in, err := child.StdinPipe() // it waits for input that never comes
			if err == nil {
				err = child.Start()
			}
			if err != nil {
				panic(err)
			}
			turns(wait)
			in.Close()
		},
		"talks a lot":  func() { turns(func(t turn) { fmt.Fprintln(os.Stderr, strings.Repeat("so ", 20_000)); wait(t) }) },
		"rolls dice":   func() { turns(func(turn) { fmt.Printf("MOVE %d %d\n", rand.IntN(16), rand.IntN(12)) }) },
		"tells times":  func() { turns(func(t turn) { fmt.Printf("MOVE %d %d %d us\n", t.x, t.y, rand.Int()) }) },
		"needs LF":     needsLF,
		"writes 1,5":   localized,
		"waves":        func() { turns(func(t turn) { fmt.Printf("ATTACK 1 %d %d\n", t.x, t.y) }) },
		"needs health": func() { turns(func(t turn) { fmt.Printf("MOVE %d %d\n", t.x/max(0, t.health-1)*0+t.x, t.y) }) },
		"knows its place": func() {
			if dir, err := os.Getwd(); err != nil || dir != os.Getenv("DOCTOR_TEST_PLACE") {
				fmt.Fprintln(os.Stderr, "no weights in", dir)
				os.Exit(1)
			}
			turns(wait)
		},
	}
}

// A turn is what a patient looks at.
type turn struct{ x, y, health int }

// wait answers with the hero's own cell.
func wait(t turn) { fmt.Printf("MOVE %d %d\n", t.x, t.y) }

// turns calls f for each turn until the input ends.
func turns(f func(t turn)) {
	in := bufio.NewReader(os.Stdin)
	for {
		var t turn
		var rest [4]int
		if _, err := fmt.Fscan(in, &t.x, &t.y, &t.health, &rest[0], &rest[1], &rest[2], &rest[3]); err != nil {
			return
		}
		var entities int
		fmt.Fscan(in, &entities)
		for range 4 * entities {
			fmt.Fscan(in, &rest[0])
		}
		in.ReadString('\n')
		f(t)
	}
}

// needsLF trips over a CR in its input.
func needsLF() {
	in := bufio.NewScanner(os.Stdin)
	in.Split(func(data []byte, end bool) (int, []byte, error) {
		if i := strings.IndexByte(string(data), '\n'); i >= 0 {
			return i + 1, data[:i], nil
		}
		return 0, nil, nil
	})
	for in.Scan() {
		if strings.HasSuffix(in.Text(), "\r") {
			fmt.Println("MOVE 0\r0")
			continue
		}
		if f := strings.Fields(in.Text()); len(f) == 7 {
			fmt.Printf("MOVE %s %s\n", f[0], f[1])
		}
	}
}

// localized writes numbers as its locale does.
func localized() {
	row := "%d"
	if strings.HasPrefix(os.Getenv("LC_ALL"), "de") {
		row = "%d,0"
	}
	turns(func(t turn) { fmt.Printf("MOVE %d "+row+"\n", t.x, t.y) })
}
