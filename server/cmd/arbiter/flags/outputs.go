package flags

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"github.com/alecthomas/kong"
)

// CheckOutputs rejects a file to be written that would replace what cannot be had again: one
// that the verb reads, be it the database, a replay or a bot's source, another output of
// it, or any database. Files to be written are those of flags and arguments with the tag
// out; one with out:"replay" replaces nothing but a replay.
func CheckOutputs(command *kong.Context) error {
	type named struct {
		what, path string
		file       bool // it names a file, be it there or not
	}
	var outputs, inputs []named
	kinds := map[string]string{}
	look := func(what string, v *kong.Value) {
		for _, text := range texts(v.Target) {
			if v.Tag.Has("out") {
				outputs = append(outputs, named{what, text, true})
				kinds[what] = v.Tag.Get("out")
				continue
			}
			for _, path := range paths(text) {
				inputs = append(inputs, named{what, path, v.Tag.Has("own")})
			}
		}
	}
	for _, f := range command.Flags() {
		look("--"+f.Name, f.Value)
	}
	if selected := command.Selected(); selected != nil {
		for _, v := range selected.Positional {
			look("<"+v.Name+">", v)
		}
	}
	for i, out := range outputs {
		for _, other := range slices.Concat(inputs, outputs[:i]) {
			if sameFile(out.path, other.path, other.file) {
				return fmt.Errorf("%s %s: found the file of %s; want another one, as it would be overwritten", out.what, out.path, other.what)
			}
		}
		switch begin := beginOf(out.path); {
		case bytes.HasPrefix(begin, []byte("SQLite format 3\x00")):
			return fmt.Errorf("%s %s: found a database; want another file, as it would be overwritten", out.what, out.path)
		case kinds[out.what] == "replay" && len(begin) > 0 && begin[0] != '{' && !bytes.HasPrefix(begin, []byte{0x1f, 0x8b}):
			return fmt.Errorf("%s %s: found a file that is no replay; want another one, as it would be overwritten", out.what, out.path)
		}
	}
	return nil
}

// texts returns what a flag or an argument was given: a text, several, or none.
func texts(v reflect.Value) (all []string) {
	switch {
	case v.Kind() == reflect.String && v.String() != "":
		return []string{v.String()}
	case v.Kind() == reflect.Slice && v.Type().Elem().Kind() == reflect.String:
		for i := range v.Len() {
			all = append(all, v.Index(i).String())
		}
	}
	return all
}

// paths returns what a text may name: a file, or the bot of NAME=BOT, or the words of a
// command line.
func paths(text string) []string {
	_, bot, _ := strings.Cut(text, "=")
	return append([]string{text, bot}, strings.Fields(text)...)
}

// sameFile reports whether two paths name one regular file or, if both are known to name
// one, the same that is not there yet.
func sameFile(a, b string, known bool) bool {
	one, errOne := os.Stat(a)
	other, errOther := os.Stat(b)
	if errOne == nil && errOther == nil {
		return one.Mode().IsRegular() && os.SameFile(one, other)
	}
	fromA, errA := filepath.Abs(a)
	fromB, errB := filepath.Abs(b)
	return known && errA == nil && errB == nil && fromA == fromB
}

// beginOf returns the first bytes of a regular file, or nil.
func beginOf(path string) []byte {
	if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
		return nil
	}
	f, err := os.Open(path)
	if err != nil {
		return nil // whoever writes it says why
	}
	defer f.Close()
	begin := make([]byte, 16)
	n, err := io.ReadFull(f, begin)
	if err == io.EOF {
		return nil
	}
	return begin[:n]
}
