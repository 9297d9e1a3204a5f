package view

import (
	"path/filepath"
	"strings"
)

// A LineFault is why the system does not find the interpreter in the first line of a
// script, although a person who reads the line does.
type LineFault int

// The faults of a first line.
const (
	NoLineFault    LineFault = iota
	CarriageReturn           // it ends in CR LF, and the CR is part of the interpreter's name
	ByteOrderMark            // a byte order mark stands before it
)

// FirstLine returns what is wrong with the first line of a script; NoLineFault for any other
// file.
func FirstLine(path string) LineFault {
	text := readStart(path)
	if strings.HasPrefix(text, "\ufeff#!") {
		return ByteOrderMark
	}
	line, ok := strings.CutPrefix(text, "#!")
	if !ok {
		return NoLineFault
	}
	line, _, _ = strings.Cut(line, "\n")
	words := strings.FieldsFunc(line, func(r rune) bool { return r == ' ' || r == '\t' }) // as the kernel divides it
	if len(words) == 0 || !strings.HasSuffix(line, "\r") {
		return NoLineFault
	}
	// env -S takes a CR for a blank, and what it means as an option is the
	// interpreter's to say.
	if len(words) == 1 || filepath.Base(words[0]) == "env" && !strings.HasPrefix(words[1], "-") {
		return CarriageReturn
	}
	return NoLineFault
}
