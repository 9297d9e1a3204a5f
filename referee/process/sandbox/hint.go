package sandbox

import (
	"fmt"
	"slices"
	"strings"

	"golang.org/x/sys/unix"
)

// Hint returns what the author of a program that ended in a box may not know, judging by its
// stderr; "" if nothing there is about the box.
func Hint(stderr string, l Resources) string {
	has := func(texts ...string) bool { return hasOne(stderr, texts...) }
	switch {
	case has("Read-only file system", "read-only file system", "EROFS", "Errno 30"):
		return "the bot's folder is read-only; write to $TMPDIR"
	case has("unable to open database file", "file is not a database"):
		return "a bot sees no database of SQLite; keep what it reads in another format"
	case has("Permission denied", "permission denied", "EACCES", "Errno 13"):
		return "a bot sees no sockets, no databases and no .git, and of the folder where a command was typed no private files; name a file in the command, or chmod go+r it"
	case OutOfMemory(stderr):
		return "a bot may use " + Bytes(l.Memory) + " of memory" + HeapHint("", stderr) + rlimitBehind(unix.ENOMEM)
	case has("No space left on device", "no space left on device", "ENOSPC", "File too large", "file too large", "EFBIG"):
		return "a bot may write " + Bytes(l.Scratch) + " to $TMPDIR" + rlimitBehind(unix.EFBIG)
	case has("Too many open files", "too many open files", "EMFILE"):
		return fmt.Sprintf("a bot may have %d files open", min(openFiles, rlimit{resource: unix.RLIMIT_NOFILE}.found()))
	case has("Resource temporarily unavailable", "resource temporarily unavailable", "EAGAIN", "can't start new thread", "unable to create native thread"):
		return fmt.Sprintf("a bot may have %d threads and processes", l.Threads) + rlimitBehind(unix.EAGAIN)
	}
	return ""
}

// OutOfMemory reports whether the stderr of a program that ended says, in the words of one of
// the usual languages, that it got no more memory.
func OutOfMemory(stderr string) bool {
	return hasOne(stderr, "MemoryError", "bad_alloc", "OutOfMemoryError", "heap out of memory", "Could not reserve enough space", "Cannot allocate memory", "cannot allocate memory", "ENOMEM", "out of memory")
}

func hasOne(text string, parts ...string) bool {
	return slices.ContainsFunc(parts, func(part string) bool { return strings.Contains(text, part) })
}
