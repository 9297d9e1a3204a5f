package process

import "golang.org/x/sys/unix"

// A pipe is our end of a pipe to a bot: a descriptor that never blocks, or
// noPipe.
type pipe int

// noPipe is a pipe that is closed. poll ignores it.
const noPipe pipe = -1

// close closes the pipe, once.
func (p *pipe) close() {
	if *p != noPipe {
		unix.Close(int(*p)) // nothing was buffered that could be lost
		*p = noPipe
	}
}

// pollFor returns what to ask poll about the pipe.
func (p pipe) pollFor(events int16) unix.PollFd {
	return unix.PollFd{Fd: int32(p), Events: events}
}

// read reads what is there. At the end of the stream n is 0 and ended true; n
// is 0 and ended false when nothing is there.
func (p pipe) read(buf []byte) (n int, ended bool, err error) {
	for {
		n, err := readNow(int(p), buf)
		switch err {
		case nil:
			return n, n == 0, nil
		case unix.EINTR:
		case unix.EAGAIN:
			return 0, false, nil
		default:
			return 0, false, err
		}
	}
}

// pipes returns the two ends of a new pipe: theirs for the bot, ours for us.
// Ours is the one written to when toBot is set.
func pipes(toBot bool) (theirs int, ours pipe, err error) {
	var fds [2]int
	if err := closeOnExecPipe(&fds); err != nil {
		return 0, noPipe, err
	}
	theirs, mine := fds[1], fds[0]
	if toBot {
		theirs, mine = fds[0], fds[1]
	}
	// A fresh pipe has no other status flag that setting one could clear.
	if _, err := unix.FcntlInt(uintptr(mine), unix.F_SETFL, unix.O_NONBLOCK); err != nil {
		unix.Close(fds[0])
		unix.Close(fds[1])
		return 0, noPipe, err
	}
	return theirs, pipe(mine), nil
}
