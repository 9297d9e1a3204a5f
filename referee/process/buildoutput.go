package process

import (
	"fmt"
	"strings"

	"arbiter/referee/printable"
	"arbiter/referee/process/sandbox"
)

// What is kept of a build's output, in bytes: enough for a compiler's first
// errors, which explain the others, and for its last words.
const (
	keptFirst = 16 << 10
	keptLast  = 48 << 10
)

// A buildOutput keeps the first and the last part of what is written to it.
// Its memory does not grow with the output.
type buildOutput struct {
	first []byte
	last  []byte // a ring once it is full
	next  int    // where the ring goes on, which is its oldest byte
	total int64
}

// Write never fails.
func (o *buildOutput) Write(text []byte) (int, error) {
	n := len(text)
	o.total += int64(n)
	head := min(len(text), keptFirst-len(o.first))
	o.first = append(o.first, text[:head]...)
	text = text[head:]
	text = text[max(0, len(text)-keptLast):]
	fill := min(len(text), keptLast-len(o.last))
	o.last = append(o.last, text[:fill]...)
	for text = text[fill:]; len(text) > 0; {
		copied := copy(o.last[o.next:], text)
		o.next = (o.next + copied) % keptLast
		text = text[copied:]
	}
	return n, nil
}

// String returns the output as it may be shown, with a note of what was left
// out between its two parts.
func (o *buildOutput) String() string {
	last := string(o.last[o.next:]) + string(o.last[:o.next])
	dropped := o.total - int64(len(o.first)+len(last))
	if dropped == 0 {
		return printable.Text(string(o.first) + last)
	}
	return fmt.Sprintf("%s\n... %d bytes left out ...\n%s", printable.Text(string(o.first)), dropped, printable.Text(last))
}

// hint says what the author of a build that failed in a box may not know, judging by
// its output. It returns "" if the output is not about the box. full tells that a
// process of the build was killed for its memory.
func (b *build) hint(full bool) string {
	if b.box == nil {
		return ""
	}
	l := b.limits()
	if full {
		return "; it used more than its " + sandbox.Bytes(l.Memory) + " of memory"
	}
	text := b.output.String()
	has := func(parts ...string) bool {
		for _, part := range parts {
			if strings.Contains(text, part) {
				return true
			}
		}
		return false
	}
	switch {
	case has(
		"name resolution", "resolve host", "getaddrinfo", "EAI_AGAIN", "ENOTFOUND", "UnknownHostException", "dial tcp", "dial udp",
		"etwork is unreachable", "Could not connect", "ECONNREFUSED", "Name or service not known", "connect: operation not permitted",
		"EPERM connect", "failed to download", "socket: operation not permitted",
	):
		return "; " + b.noNetwork()
	case has("ead-only file system", "EROFS", "Errno 30"):
		return "; a build writes to the bot's folder, $HOME and $TMPDIR alone"
	case has("o space left on device", "ENOSPC", "ile too large", "EFBIG"):
		return "; a build may write " + sandbox.Bytes(l.Scratch) + " to $TMPDIR, and files of that size"
	case has("o such file", "ENOENT", ": not found", "command not found", "go.mod file not found", "cannot find main module"):
		return "; a build finds the bot's folder and what is installed, and no other folders: copy into it what it needs, or run with --runtime DIR"
	}
	return ""
}

// noNetwork says how the build gets what it wanted of the network.
func (b *build) noNetwork() string {
	switch {
	case !b.spec.Network:
		return "a build has no network: put what it downloads into the bot's folder (go mod vendor, cargo vendor, node_modules), " +
			"or ask for the network with network = \"build\" in " + BotFile
	case !b.options.Network:
		return BotFile + " asks for the network, and who runs the bot has to allow it with --build-network"
	}
	return "it has the network of this machine; see that this machine reaches what it wants"
}
