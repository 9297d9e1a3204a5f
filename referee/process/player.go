package process

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"arbiter/referee"
	"arbiter/referee/process/sandbox"
)

// A Player is a bot that runs as a child process. It is a referee.Player.
// Its first fault ends the process, and every later Reply gives that fault
// again: a late answer can never be taken for the next turn's.
//
// The lines and remarks of a Reply are valid until the next Ask; the strings
// themselves stay.
type Player struct {
	table                 *Table
	name                  string
	pid                   int             // also the process group; 0 once it was waited for
	group                 *sandbox.Cgroup // nil without control groups
	alone                 bool            // no other bot of the table was asked in the turn
	frozen                bool            // since its last answer
	resting               bool            // it has answered and may be frozen
	restless              bool            // it was found to run outside its turns
	liable                bool            // see Spec.Liable
	oom                   string          // see outOfMemory; set when the bot is stopped
	unread                int             // bytes of stdin that it had not read at its last answer; -1 if it was not frozen then
	token                 string          // in the environment of the bot and all it starts, unless its box encloses them
	box                   *sandbox.Process
	limits                sandbox.Resources // of the box
	stdin, stdout, stderr pipe
	out                   *output
	late, said            remarks       // see referee.Reply
	notice                []byte        // what a JVM says on stderr before the bot does; nil once it was there
	tail                  referee.Tail  // of the stderr of the whole match
	stderrLeft            int           // bytes of stderr that the match may still keep
	answersLeft           int           // bytes of answers that the match may still keep in full
	cpu                   time.Duration // processor time of its process at the last reply
	told                  time.Duration // processor time in all replies
	spoke                 time.Duration // when it gave its last answer, or was started
	asked                 bool          // and not answered yet
	answers               int           // that it has given
	ask                   referee.Ask
	input                 []byte // what of the input did not fit the pipe yet
	clock                 clock  // of the turn
	watch                 watch  // what the scheduler does with the bot
	reply                 referee.Reply
	fault                 *referee.Fault
	err                   error         // the machine's; it voids the match
	key, dir              string        // of its Spec
	grace                 time.Duration // see Spec.End; 0 for none
	finished              time.Duration // when it is to have ended; 0 if it was not told to
}

// mostReads bounds how often a pipe is read in one go. It empties the largest
// pipe that a process without privileges can make, and a bot that writes
// faster than it is read does not keep the referee.
const mostReads = 1<<20/chunkSize + 1

// Ask writes the input and starts the clock. It does not wait: what does not
// fit the pipe is written in Reply, as the bot reads.
func (p *Player) Ask(ask referee.Ask) {
	p.reply = referee.Reply{}
	p.late.forget()
	p.said.forget()
	if p.fault != nil || p.err != nil {
		return
	}
	if err := CheckClock(ask.Clock); err != nil {
		p.void(err)
		return
	}
	p.ask = ask
	p.out.begin(ask.Lines)
	p.lookBefore()
	if p.fault != nil || p.err != nil {
		return
	}
	p.alone = len(p.table.asked) == 0
	for _, other := range p.table.asked {
		other.alone = false
	}
	if p.resting && p.table.now()-p.spoke > shortTurn {
		p.rested()
	}
	p.resting = false
	if !p.frozen {
		p.unread = -1
	}
	p.startClock()
	p.input = ask.Input
	p.asked = true
	p.table.asked = append(p.table.asked, p)
	p.write()
	p.thaw()
}

// Reply waits for the answer to the last Ask, reading every asked player of
// the table meanwhile.
func (p *Player) Reply(ctx context.Context) (referee.Reply, error) {
	if p.asked {
		// A bot on our CPU was given it by the write of its input, and has
		// often answered by now: a read is cheaper than a wait.
		p.listen()
		p.table.strike()
	}
	for p.asked {
		if err := p.table.wait(ctx); err != nil {
			return referee.Reply{}, err
		}
	}
	if p.err != nil {
		return referee.Reply{}, p.err
	}
	p.reply.Fault = p.fault
	p.reply.Late = p.late.text()
	p.reply.Stderr = p.said.text()
	return p.reply, nil
}

// Close kills the bot and everything it started, waits for its end, and returns what it has
// written to stderr since the last Reply. After Finish the bot first has the time of Spec.End
// to end by itself. Closing again does nothing.
func (p *Player) Close() ([]byte, error) {
	if p.pid == 0 {
		return nil, nil
	}
	if p.asked {
		p.asked = false
		p.table.strike()
	}
	p.err = nil
	if p.finished > 0 {
		p.awaitEnd()
	} else {
		p.said.forget()
	}
	p.kill()
	p.table.leave(p)
	return p.said.text(), p.err
}

// lookBefore reads what is there before the input is written: remarks, and
// output that nobody asked for.
func (p *Player) lookBefore() {
	fds := append(p.table.fds[:0], p.stdout.pollFor(unix.POLLIN), p.stderr.pollFor(unix.POLLIN))
	p.table.fds = fds
	if err := pollNow(fds); err != nil {
		p.void(err)
		return
	}
	if fds[0].Revents|fds[1].Revents == 0 && len(p.out.buf) == 0 {
		return // as in nearly every turn
	}
	p.clock.begun = p.table.now() // a bot that is stopped here is charged nothing more
	if fds[1].Revents != 0 {
		p.hear(&p.late)
	}
	if fds[0].Revents != 0 {
		n, ended, err := p.stdout.read(p.out.space())
		if err != nil {
			p.void(err)
			return
		}
		p.out.add(n)
		if ended && len(p.out.buf) == 0 {
			p.ended()
			return
		}
	}
	if len(p.out.buf) > 0 {
		line := p.out.firstLine()
		p.stop(p.table.now())
		why := fmt.Sprintf("written before the input of turn %d was sent; want one answer to each input and nothing more", p.ask.Turn)
		if len(line) == len(p.out.buf) { // of more than that, the end may not have been read
			why += p.lineEnd()
		}
		p.blame(referee.Unasked, line, why)
	}
}

// serve does what poll found to do, after a look that began at looked.
func (p *Player) serve(stdout, stderr, stdin unix.PollFd, looked time.Duration) {
	if stdin.Revents != 0 {
		p.write()
	}
	if stderr.Revents != 0 {
		p.hear(&p.said)
	}
	if stdout.Revents != 0 {
		p.listen()
	}
	if next := p.clock.next(); p.asked && next > 0 && next <= looked {
		p.attend(looked)
	}
}

// stdinPoll returns what to ask poll about stdin: nothing, most of the time.
func (p *Player) stdinPoll() unix.PollFd {
	if len(p.input) == 0 {
		return noPipe.pollFor(0)
	}
	return p.stdin.pollFor(unix.POLLOUT)
}

// write writes as much of the input as the pipe takes. A bot that closed its
// stdin is no fault yet: it may answer all the same, or its end explains.
func (p *Player) write() {
	for len(p.input) > 0 {
		n, err := writeNow(int(p.stdin), p.input)
		switch err {
		case nil:
			p.input = p.input[n:]
		case unix.EINTR:
		case unix.EAGAIN:
			return
		case unix.EPIPE:
			p.input = nil
		default:
			p.void(err)
			return
		}
	}
}

// hear reads what is there on stderr.
func (p *Player) hear(r *remarks) {
	if p.stderr == noPipe {
		return
	}
	for range mostReads {
		n, ended, err := p.stderr.read(p.table.chunk)
		if err != nil {
			p.void(err)
			return
		}
		if ended {
			p.stderr.close()
			return
		}
		text := p.unnoticed(p.table.chunk[:n])
		r.add(text, &p.stderrLeft)
		p.tail.Add(text) // also of what the remarks drop: a traceback comes last
		if n < len(p.table.chunk) {
			return
		}
	}
}

// unnoticed takes out of stderr what a JVM says because of Arbiter's options. It is
// one write(2).
func (p *Player) unnoticed(text []byte) []byte {
	if at := bytes.Index(text, p.notice); len(p.notice) > 0 && at >= 0 {
		text = append(text[:at], text[at+len(p.notice):]...)
		p.notice = nil
	}
	return text
}

// listen reads stdout until the answer is complete or nothing more is there.
func (p *Player) listen() {
	for p.asked {
		space := p.out.space()
		n, ended, err := p.stdout.read(space)
		switch {
		case err != nil:
			p.void(err)
			return
		case ended:
			p.ended()
			return
		case n == 0:
			return
		}
		at := p.table.now()
		p.out.add(n)
		end, ok, flood := p.out.complete()
		switch {
		case flood:
			p.flood(at)
		case ok && p.unasked():
			p.blameUnread(at)
		case ok && p.overdue(at):
			p.voidOverdue(at)
		case ok:
			p.answered(end, at)
		case n < len(space):
			return // the pipe is empty
		}
	}
}

// answered takes the answer that ends at end of the output, and what the bot
// said on stderr before it.
func (p *Player) answered(end int, at time.Duration) {
	p.asked = false
	p.answers++
	p.spoke = at
	p.reply.Wall = at - p.clock.begun
	p.reply.CPU = p.spent(p.reply.Wall)
	p.rest()
	p.reply.Lines = p.out.take(end)
	p.out.bound(p.reply.Lines, &p.answersLeft)
	p.hear(&p.said)
}

// ended deals with the end of stdout.
func (p *Player) ended() {
	at := p.table.now()
	if p.asked && p.out.lines == referee.Document && p.out.doc.line {
		if p.overdue(at) {
			p.voidOverdue(at)
		} else {
			p.answered(len(p.out.buf), at)
		}
		return
	}
	gone := sandbox.AwaitExit(p.pid, exitGrace)
	status := p.stop(at)
	why := ending(status, gone) + p.early(status) + p.oom + p.progress() + p.lineEnd()
	if endedBySignal(status, gone) {
		why += sandbox.SignalHint(status.Signal())
	}
	for _, text := range []string{p.said.whole(&p.tail), p.late.whole(&p.tail)} {
		if found, ok := traceIn(text); ok {
			found.place = strings.TrimPrefix(found.place, p.dir+"/")
			why += "; " + found.String()
			break
		}
	}
	exit := referee.Exit{Memory: p.oom != "", Clean: p.early(status) != ""}
	if endedBySignal(status, gone) {
		exit.Signal = unix.SignalName(status.Signal())
	}
	if p.table.Isolation.Boxed() {
		said := string(p.late.text()) + string(p.said.text())
		if hint := sandbox.Hint(said, p.limits); hint != "" {
			why += "; " + hint
		}
		exit.Memory = exit.Memory || sandbox.OutOfMemory(said)
	}
	p.blame(referee.Crash, p.out.half(), why)
	p.fault.Exit = exit
}

// blameUnread blames the bot for an answer to nothing.
func (p *Player) blameUnread(at time.Duration) {
	line := p.out.firstLine()
	p.stop(at)
	p.blame(referee.Unasked, line, fmt.Sprintf(
		"written before the bot read any of the input of turn %d; want one answer to each input and nothing more", p.ask.Turn))
}

// flood deals with an answer that is too long to be one.
func (p *Player) flood(at time.Duration) {
	p.stop(at)
	why := fmt.Sprintf("a line of more than %d bytes; want a shorter one, ended by \"\\n\"", MaxLine)
	if p.out.lines == referee.Document && !p.out.doc.line {
		why = fmt.Sprintf("a document of more than %d bytes; want a shorter one", MaxDocument)
	}
	p.blame(referee.Flood, p.out.half(), why+p.progress())
}

// progress says how much of an answer of several lines was there.
func (p *Player) progress() string {
	if p.ask.Lines <= 1 {
		return ""
	}
	return fmt.Sprintf(", after %d of %d lines", p.out.found, p.ask.Lines)
}

// lineEnd says that the bot's last output has no line end. This is the commonest reason
// why a written answer never arrives.
func (p *Player) lineEnd() string {
	if !p.out.unended() {
		return ""
	}
	return "; what it wrote has no line end: print \"\\n\" after each answer"
}

// readsOn says what a bot that has its whole input, does nothing and is to answer with
// one document may be waiting for: a program that expects one reads to the end.
func (p *Player) readsOn() string {
	idle := p.reply.CPU > 0 && p.reply.CPU < p.reply.Wall/4
	if p.ask.Lines != referee.Document || len(p.input) > 0 || len(p.out.half()) > 0 || !idle {
		return ""
	}
	return "; if it reads to the end of its input, it waits for ever: the end does not come before the answer"
}

// shortTurn is how long an answer may take after which only the processor time of
// the bot's own process is read. That of its other processes takes a microsecond
// more, and is found after the next longer turn.
const shortTurn = 100 * time.Microsecond

// spent returns the processor time since the last reply, whose answer took so long.
func (p *Player) spent(wall time.Duration) time.Duration {
	own, _ := processTime(p.pid)
	used := own - p.cpu
	p.cpu = own
	if wall >= shortTurn {
		if all, ok := p.watch.all(); ok {
			used = all - p.told
		}
	}
	used = max(0, used)
	p.told += used
	return used
}

// used returns the processor time since the start, of all that the bot started where
// the system tells it, or else of its own process.
func (p *Player) used() time.Duration {
	used, ok := p.watch.all()
	if !ok {
		used, _ = processTime(p.pid)
	}
	return used
}

// void records an error of the machine.
func (p *Player) void(err error) {
	p.asked = false
	p.err = errors.Join(p.err, fmt.Errorf("bot %s: %w", p.name, err))
}

// blame records the bot's fault.
func (p *Player) blame(kind referee.Kind, line []byte, why string) {
	p.fault = &referee.Fault{
		Turn: p.ask.Turn, Seat: p.ask.Seat, Kind: kind,
		Line: referee.Quote(string(line)), Why: why, Stderr: p.tail.String(),
	}
}

// stop ends the turn at the given time, and the process.
func (p *Player) stop(at time.Duration) unix.WaitStatus {
	p.asked = false
	p.reply.Wall = at - p.clock.begun
	p.reply.CPU = p.spent(p.reply.Wall)
	p.oom = p.outOfMemory()
	return p.kill()
}

// kill ends the process and all it started, waits for its end and keeps what
// it still had to say. The player's pipes are closed after it.
func (p *Player) kill() unix.WaitStatus {
	status := p.end()
	if p.finished == 0 {
		p.hear(&p.said)
	}
	p.stdin.close()
	p.stdout.close()
	p.stderr.close()
	if p.box == nil || !p.table.Isolation.Encloses() {
		killEscaped(p.pid, p.token, p.table.chunk)
	}
	p.closeBox()
	p.closeGroup()
	p.pid = 0
	return status
}

// endedBySignal reports whether a signal ended a process. gone tells that it had
// ended before we killed it; without that, SIGKILL is taken for ours.
func endedBySignal(status unix.WaitStatus, gone bool) bool {
	return status.Signaled() && (gone || status.Signal() != syscall.SIGKILL)
}

// ending says how a process ended; gone is as in endedBySignal.
func ending(status unix.WaitStatus, gone bool) string {
	switch {
	case status.Exited():
		return fmt.Sprintf("exited with status %d", status.ExitStatus())
	case endedBySignal(status, gone):
		return fmt.Sprintf("killed by signal %s", status.Signal())
	}
	return "closed its output"
}

// early says of a program that came to its end without an error that it was to go on.
func (p *Player) early(status unix.WaitStatus) string {
	switch {
	case status != 0 || p.out.unended():
		return ""
	case p.answers == 0:
		return ", which is no error: it came to its end before its first answer"
	case p.answers == 1:
		return ", which is no error: it came to its end after one answer, and is to go on until its input ends"
	}
	return fmt.Sprintf(", which is no error: it came to its end after %d answers, and is to go on until its input ends", p.answers)
}

// ms writes a duration the way limits are written, in milliseconds.
func ms(d time.Duration) string {
	tenths := d.Round(100 * time.Microsecond)
	return strconv.FormatFloat(float64(tenths)/float64(time.Millisecond), 'f', -1, 64) + " ms"
}
