package process

import (
	"bytes"
	"fmt"
	"os"
	"strconv"

	"golang.org/x/sys/unix"
)

// doing looks at what the processes of the bot are at; see proc_pid_syscall(5). A process
// that may not be looked at counts as none.
func (p *Player) doing() doing {
	d := doing{unread: -1}
	if unread, err := unix.IoctlGetInt(int(p.stdin), unix.TIOCINQ); err == nil {
		d.unread = unread
	}
	var ours unix.Stat_t
	if err := unix.Fstat(int(p.stdin), &ours); err != nil {
		return d
	}
	stdin := fmt.Sprintf("pipe:[%d]", ours.Ino)
	w := &p.watch
	w.findOthers(p.table.chunk)
	pids := []int{p.pid}
	for _, o := range w.others {
		pids = append(pids, o.pid)
	}
	for _, pid := range pids {
		path := "/proc/" + strconv.Itoa(pid)
		threads, err := os.ReadDir(path + "/task")
		if err != nil {
			continue // it has ended
		}
		for _, thread := range threads {
			d.see(path, path+"/task/"+thread.Name(), stdin, p.table.chunk)
		}
	}
	return d
}

// see adds what a thread is at. stdin is what the bot's descriptor of its stdin leads to.
func (d *doing) see(process, thread, stdin string, buf []byte) {
	if stat, ok := readStat(thread+"/stat", buf); ok && stat.runnable {
		d.running = true
		return
	}
	fields := bytes.Fields(readProc(thread+"/syscall", buf))
	if len(fields) < 3 {
		return // it runs, or may not be looked at
	}
	call, err := strconv.Atoi(string(fields[0]))
	first, firstErr := strconv.ParseUint(string(fields[1]), 0, 64)
	second, secondErr := strconv.ParseUint(string(fields[2]), 0, 64)
	if err != nil || firstErr != nil || secondErr != nil {
		return
	}
	switch {
	case call == unix.SYS_READ || call == unix.SYS_READV:
		target, err := os.Readlink(process + "/fd/" + strconv.FormatUint(first, 10))
		d.reading = d.reading || err == nil && target == stdin
	case call == unix.SYS_NANOSLEEP || call == unix.SYS_CLOCK_NANOSLEEP:
		d.sleeping = true
	case call == unix.SYS_PSELECT6 && first == 0 || call == unix.SYS_PPOLL && second == 0:
		d.sleeping = true // for no descriptor, until its time is over
	case call == unix.SYS_WAIT4 || call == unix.SYS_WAITID:
		d.awaiting = true
	}
}
