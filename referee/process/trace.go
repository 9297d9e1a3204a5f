package process

import (
	"fmt"
	"path"
	"regexp"
	"strings"

	"arbiter/referee"
)

// A failure is what a runtime writes to stderr when a program ends with an error.
type failure struct {
	line  string // that says what went wrong
	place string // the bot's own file that is nearest to the error, with its line, as path:line; "" for none
	last  bool   // line is the last one of the text
}

// String returns it as part of the reason of a fault.
func (f failure) String() string {
	text := "last on stderr"
	if !f.last {
		text = "on stderr"
	}
	text += fmt.Sprintf(": %q", referee.Quote(f.line))
	if f.place != "" {
		text += fmt.Sprintf(", at %q", referee.Quote(f.place))
	}
	return text
}

// traceIn finds in a text on stderr what went wrong, and where: the exception of
// Python, which comes last, the error of Node, which comes before its frames, the
// panic of Go, which comes first. Of any other text it is the last line. ok is
// false for one that says nothing.
func traceIn(stderr string) (t failure, ok bool) {
	lines := strings.Split(strings.TrimRight(stderr, blank), "\n")
	for i, line := range lines {
		lines[i] = strings.TrimSuffix(line, "\r")
	}
	t = failure{line: strings.TrimLeft(lines[len(lines)-1], blank), last: true}
	if t.line == "" {
		return t, false
	}
	switch {
	case strings.HasPrefix(t.line, "Node.js v"):
		t.line, t.place = nodeTrace(lines[:len(lines)-1])
		t.last = false
	default:
		if head, ok := goHead(lines); ok {
			t.line, t.place, t.last = lines[head], goPlace(lines[head+1:]), false
		} else {
			t.place = pythonPlace(lines)
		}
	}
	return t, t.line != ""
}

// nodeTrace reads the text before "Node.js v20": the file and a quote from it, the
// error, and its frames.
func nodeTrace(lines []string) (line, place string) {
	head := regexp.MustCompile(`^(?:file://)?(/.*:\d+)$`)
	frame := regexp.MustCompile(`^    at (?:.*\()?(?:file://)?(/.*:\d+):\d+\)?`)
	failed := regexp.MustCompile(`^(?:Uncaught )?[\w$.]*(?:Error|Exception)\b`)
	framed := false
	for _, l := range lines {
		at := frame.FindStringSubmatch(l)
		switch {
		case at != nil && !strings.Contains(at[1], "/node_modules/"):
			if !framed {
				place = at[1]
			}
			framed = true
		case head.MatchString(l) && place == "":
			place = head.FindStringSubmatch(l)[1]
		case line == "" && failed.MatchString(l):
			line = l
		}
	}
	for i := len(lines) - 1; i >= 0 && line == ""; i-- { // what is thrown need not be an Error
		if !strings.HasPrefix(lines[i], "(Use `node ") {
			line = strings.TrimLeft(lines[i], blank)
		}
	}
	return line, place
}

// goHead returns the index of the line that says why a Go program ended.
func goHead(lines []string) (int, bool) {
	for i, l := range lines {
		if !strings.HasPrefix(l, "panic: ") && !strings.HasPrefix(l, "fatal error: ") {
			continue
		}
		for _, below := range lines[i:] {
			if strings.HasPrefix(below, "goroutine ") && strings.HasSuffix(below, "]:") {
				return i, true
			}
		}
	}
	return 0, false
}

// goPlace reads the frames behind a panic, those of its goroutine first: a line with
// the function, and a line with its file behind a tab.
func goPlace(lines []string) string {
	file := regexp.MustCompile(`^\t(.*:\d+)(?: \+0x[0-9a-f]+)?$`)
	for i := 1; i < len(lines); i++ {
		at := file.FindStringSubmatch(lines[i])
		if at == nil || strings.Contains(at[1], "/pkg/mod/") {
			continue
		}
		function := strings.TrimPrefix(lines[i-1], "created by ")
		function, _, _ = strings.Cut(function, "(")
		name, _, _ := strings.Cut(path.Base(function), ".")
		pkg := path.Join(path.Dir(function), name)
		// The library's files are below /src or, with -trimpath, at their packages.
		if strings.HasPrefix(function, "main.") || name != "panic" && !strings.Contains("/src/"+at[1], "/src/"+pkg+"/") {
			return at[1]
		}
	}
	return ""
}

// pythonPlace returns the last frame of a traceback that is neither in a library
// nor in the interpreter.
func pythonPlace(lines []string) string {
	frame := regexp.MustCompile(`^  File "(.*)", line (\d+)`)
	for i := len(lines) - 1; i >= 0; i-- {
		at := frame.FindStringSubmatch(lines[i])
		if at == nil || strings.HasPrefix(at[1], "<frozen ") || strings.Contains(at[1], "/lib/python") || strings.Contains(at[1], "-packages/") {
			continue
		}
		return at[1] + ":" + at[2]
	}
	return ""
}
