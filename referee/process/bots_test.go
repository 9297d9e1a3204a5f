package process

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"os/signal"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"arbiter/referee/refereetest"
)

// bots are the bots that the test binary plays, one per way to behave.
func bots() map[string]func() {
	all := map[string]func(){
		"echo":           func() { answer(func(line string) { fmt.Println(line) }) },
		"silent":         hang,
		"exits at start": func() { fmt.Fprintln(os.Stderr, "no weights found"); os.Exit(3) },
		"ends well":      func() { answer(func(string) { fmt.Print("MOVE 1 2"); os.Exit(0) }) },
		"exits later":    second(func() { fmt.Fprintln(os.Stderr, "Traceback:\n  ZeroDivisionError: division by zero"); os.Exit(1) }),
		"crashes":        second(func() { syscall.Exec("/bin/sh", []string{"sh", "-c", "kill -SEGV $$"}, nil) }),
		"kills itself":   second(func() { syscall.Kill(os.Getpid(), syscall.SIGKILL); hang() }),
		"closes stdout":  second(func() { os.Stdout.Close(); hang() }),
		"closes stdin":   closeStdin,
		"closes stderr":  func() { os.Stderr.Close(); answer(func(line string) { fmt.Println(line) }) },
		"half a line":    second(func() { fmt.Print("MOVE 1"); os.Exit(0) }),
		"half and hangs": second(func() { fmt.Print("MOVE 1"); hang() }),
		"endless line":   second(func() { repeat(os.Stdout, strings.Repeat("x", 4096)) }),
		"endless lines":  second(func() { repeat(os.Stdout, strings.Repeat("MOVE\n", 1000)) }),
		"binary":         func() { answer(func(string) { os.Stdout.Write([]byte("\x00\xff\xfe\r\n")) }) },
		"two answers":    func() { answer(func(string) { fmt.Print("first\nsecond\n") }) },
		"line end first": func() { answer(func(string) { fmt.Print("\nMOVE 1 2") }) },
		"answers first":  func() { fmt.Println("eager"); hang() },
		"answers again": second(func() {
			fmt.Println("answer")
			time.Sleep(time.Second / 10)
			fmt.Println("afterthought")
			fmt.Fprintln(os.Stderr, "said both")
			hang()
		}),
		"ignores SIGTERM": func() {
			signal.Ignore(syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP)
			answer(func(line string) { fmt.Println(line) })
		},
		"floods stderr": func() {
			answer(func(line string) { os.Stderr.WriteString(strings.Repeat("thinking\n", 100_000)); fmt.Println(line) })
		},
		"floods one line": func() {
			answer(func(line string) { os.Stderr.WriteString(strings.Repeat("x", 1<<20)); fmt.Println(line) })
		},
		"stderr for ever":  second(func() { repeat(os.Stderr, strings.Repeat("thinking\n", 1000)) }),
		"carriage returns": func() { answer(func(string) { fmt.Print("MOVE 1 2\r\n") }) },
		"pieces":           func() { answer(func(string) { pieces("MO", "VE 1", " 2\nWA", "IT\n") }) },
		"document":         func() { answer(func(string) { pieces(" \n", `{"moves": [`, `"}", "\"`, `"]`, "}", "\n") }) },
		"no document":      func() { answer(func(string) { fmt.Println("MOVE") }) },
		"open document":    second(func() { fmt.Println(`{"moves": [`); hang() }),
		"reads to the end": second(func() { io.Copy(io.Discard, os.Stdin); fmt.Println("{}") }),
		"cut document":     func() { answer(func(string) { fmt.Print(`{"moves": [`); os.Exit(0) }) },
		"last word":        func() { answer(func(string) { fmt.Print(`sorry`); os.Exit(0) }) },
		"counts":           counts,
		"logs": func() {
			fmt.Fprintln(os.Stderr, "ready")
			answer(func(line string) { fmt.Fprintln(os.Stderr, "about", line); fmt.Println(line) })
		},
		"sleeps":              func() { answer(func(line string) { time.Sleep(time.Second / 5); fmt.Println(line) }) },
		"leaves a child":      func() { leave(&syscall.SysProcAttr{}); answer(func(line string) { fmt.Println(line) }) },
		"leaves a session":    func() { leave(&syscall.SysProcAttr{Setsid: true}); answer(func(line string) { fmt.Println(line) }) },
		"leaves and exits":    func() { leave(&syscall.SysProcAttr{Setsid: true}); os.Exit(1) },
		"burns":               func() { answer(func(line string) { burn(line); fmt.Println(line) }) },
		"burns in a child":    func() { passOn("burns") },
		"burns in passing":    func() { answer(func(line string) { passOnce("burns", line) }) },
		"spins":               func() { burn("24h") },
		"sets its nice value": setItsNice,
		"sleeps for ever":     second(hang),
		"deadlocks":           second(deadlock),
		"never flushes":       neverFlush,
		"is traced":           func() { startTracer(); answer(func(line string) { fmt.Println(line) }) },
		"traces":              traceParent,
		"stops the referee":   second(func() { pauseReferee(os.Getppid()); time.Sleep(refereePause / 2); burn("35ms") }),
		"is paused with it":   second(func() { pauseReferee(os.Getppid(), os.Getpid()); burn("20ms") }),
		"stops and is silent": second(func() { pauseReferee(os.Getppid()); hang() }),
		"leaves a daemon":     func() { leaveDaemon(); answer(func(line string) { fmt.Println(line) }) },
		"starts many":         func() { answer(func(string) { fmt.Println(startMany()) }) },
		"eats memory":         second(func() { eat(); hang() }),
		"spins in a child":    func() { child("spins in threads").Start(); answer(func(line string) { fmt.Println(line) }) },
		"spins in threads":    spinInThreads,
		"environment":         func() { answer(func(name string) { fmt.Println(os.Getenv(name)) }) },
		"where":               func() { answer(func(string) { dir, _ := os.Getwd(); fmt.Println(dir) }) },
	}
	maps.Copy(all, attackers())
	return all
}

// burn uses as much processor time as the text says, none if it says another
// thing.
func burn(text string) {
	duration, err := time.ParseDuration(text)
	if err != nil {
		return
	}
	for end := refereetest.OwnCPU() + duration; refereetest.OwnCPU() < end; {
	}
}

// neverFlush keeps all answers but the first to itself.
func neverFlush() {
	out := bufio.NewWriter(os.Stdout)
	asked := 0
	answer(func(line string) {
		fmt.Fprintln(out, line)
		if asked++; asked == 1 {
			out.Flush()
		}
	})
}

// deadlock waits for itself. That another goroutine reads keeps the runtime
// from telling.
func deadlock() {
	go io.Copy(io.Discard, os.Stdin)
	var mu sync.Mutex
	mu.Lock()
	mu.Lock()
}

// setItsNice sets the nice value that it is asked for, and prints those of its
// threads and of a child.
func setItsNice() {
	for range 3 {
		go burn("24h") // on threads of their own
	}
	script := `for thread in /proc/$PPID/task/*; do cut -d' ' -f19 $thread/stat; done; cut -d' ' -f19 /proc/self/stat`
	answer(func(line string) {
		nice, err := strconv.Atoi(line)
		if err == nil {
			err = SetNice(nice)
		}
		if err != nil {
			fmt.Println(err)
			return
		}
		out, err := exec.Command("sh", "-c", script).CombinedOutput()
		if err != nil {
			fmt.Println(err)
		}
		os.Stdout.Write(out)
	})
}

// child returns another of bots as a child that answers in our place.
func child(name string) *exec.Cmd {
	c := exec.Command(os.Args[0])
	c.Env = append(os.Environ(), botVariable+"="+name)
	c.Stdin, c.Stdout, c.Stderr = os.Stdin, os.Stdout, os.Stderr
	return c
}

// passOn lets a child play the match.
func passOn(name string) { child(name).Run() }

// passOnce lets a child give one answer.
func passOnce(name, line string) {
	c := child(name)
	c.Stdin = strings.NewReader(line + "\n")
	c.Run()
}

// closeStdin answers the first turn, and once more when it gets a signal.
func closeStdin() {
	woken := make(chan os.Signal, 1)
	signal.Notify(woken, syscall.SIGUSR1)
	bufio.NewReader(os.Stdin).ReadString('\n')
	os.Stdin.Close()
	fmt.Println("closed")
	<-woken
	fmt.Println("blind")
	hang()
}

// answer calls f for each line of input.
func answer(f func(line string)) {
	in := bufio.NewScanner(os.Stdin)
	for in.Scan() {
		f(in.Text())
	}
}

// second answers the first turn well, and does f in the second.
func second(f func()) func() {
	return func() {
		asked := 0
		answer(func(line string) {
			if asked++; asked == 2 {
				f()
			}
			fmt.Println(line)
		})
	}
}

// hang never comes back, and uses no processor time.
func hang() {
	for {
		time.Sleep(time.Hour)
	}
}

func repeat(out *os.File, text string) {
	for {
		if _, err := out.WriteString(text); err != nil {
			hang()
		}
	}
}

// pieces writes each part by itself.
func pieces(parts ...string) {
	for _, part := range parts {
		os.Stdout.WriteString(part)
		time.Sleep(time.Millisecond)
	}
}

// counts answers with how many bytes its input has, up to an empty line.
func counts() {
	in := bufio.NewReader(os.Stdin)
	n := 0
	for {
		line, err := in.ReadBytes('\n')
		if err != nil {
			return
		}
		if n += len(line); len(bytes.TrimSpace(line)) == 0 {
			fmt.Println(n)
			n = 0
		}
	}
}

// leave starts a child that outlives its parent, and says its number.
func leave(attr *syscall.SysProcAttr) {
	child := exec.Command(os.Args[0])
	child.Env = append(os.Environ(), botVariable+"=silent")
	child.SysProcAttr = attr
	if err := child.Start(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	fmt.Fprintln(os.Stderr, child.Process.Pid)
}

// startTracer starts a process that left the group, has another environment and
// traces us, and waits until it does.
func startTracer() {
	c := exec.Command(os.Args[0], strconv.Itoa(os.Getpid()))
	c.Env = []string{botVariable + "=traces"}
	c.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	out, err := c.StdoutPipe()
	if err == nil {
		err = c.Start()
	}
	if err == nil {
		_, err = io.ReadFull(out, make([]byte, 1))
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	fmt.Fprintln(os.Stderr, c.Process.Pid)
}

// refereePause is for how long pauseReferee stops it.
const refereePause = 600 * time.Millisecond

// pauseReferee lets another process stop the referee, and us too if we are
// among the others. It returns when the referee has been stopped.
func pauseReferee(referee int, others ...int) {
	all := strings.Trim(fmt.Sprint(append(others, referee)), "[]")
	c := exec.Command("sh", "-c", fmt.Sprintf("kill -STOP %s; sleep %v; kill -CONT %s", all, refereePause.Seconds(), all))
	c.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if err := c.Start(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	if len(others) > 0 {
		c.Wait()
		return
	}
	for !stopped(referee) {
		time.Sleep(time.Millisecond)
	}
}

// stopped reports whether all threads of the process are stopped.
func stopped(pid int) bool {
	text, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	_, state, _ := strings.Cut(string(text), ") ")
	return err == nil && strings.HasPrefix(state, "T")
}

// leaveDaemon starts a process with no variable of ours, in a session of its own
// and with another parent, and says its number.
func leaveDaemon() {
	c := exec.Command("setsid", "sh", "-c", "sleep 1000 >/dev/null 2>&1 & echo $! >&2")
	c.Env = []string{"PATH=" + os.Getenv("PATH")}
	c.Stderr = os.Stderr
	if err := c.Run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
}

// startMany starts processes until it cannot, and returns how many.
func startMany() int {
	for n := 0; ; n++ {
		c := exec.Command("sleep", "1000")
		c.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
		if err := c.Start(); err != nil {
			return n
		}
	}
}

// eat uses memory without end.
func eat() {
	for size := 1 << 20; ; size *= 2 {
		block := make([]byte, size)
		for i := range block {
			block[i] = byte(i)
		}
	}
}

// spinInThreads keeps four threads busy.
func spinInThreads() {
	for range 3 {
		go burn("24h")
	}
	burn("24h")
}
