package process

import (
	"cmp"
	"fmt"
	"io"

	"github.com/kballard/go-shellquote"
)

// maxManifest is the maximum size of a bot.toml or a game.toml in bytes, many times that
// of the longest one that a person writes.
const maxManifest = 64 << 10

// A Quantity is a number of a manifest. Its zero value is that of a key that is not
// there.
type Quantity struct {
	value any
	Set   bool // the key is there
}

// UnmarshalTOML keeps the value; Within checks it, where the key is known.
func (q *Quantity) UnmarshalTOML(value any) error {
	q.value, q.Set = value, true
	return nil
}

// Within returns the number if it is from least to most, and 0 for a key that is not there. The
// error names the key and the numbers that are allowed, in the unit.
func (q Quantity) Within(key string, least, most int64, unit string) (int64, error) {
	n, ok := q.value.(int64)
	switch {
	case !q.Set:
		return 0, nil
	case !ok:
		return 0, fmt.Errorf("%s = %#v: want a whole number%s, such as %s = %d", key, q.value, unit, key, cmp.Or(4*least, 100))
	case n < least || n > most:
		return 0, fmt.Errorf("%s = %d: want a number%s from %d to %d", key, n, unit, least, most)
	}
	return n, nil
}

// A CommandLine is written as one text, quoted as in a shell, or as a list of
// words.
type CommandLine []string

// UnmarshalTOML reads either form.
func (c *CommandLine) UnmarshalTOML(value any) error {
	switch value := value.(type) {
	case string:
		words, err := shellquote.Split(value)
		if err != nil {
			return fmt.Errorf("%q: %w; quote it as in a shell", value, err)
		}
		*c = words
	case []any:
		for _, word := range value {
			text, ok := word.(string)
			if !ok {
				return fmt.Errorf("the word %v of a command is no string", word)
			}
			*c = append(*c, text)
		}
	default:
		return fmt.Errorf("the command %v is neither a string nor a list of strings", value)
	}
	return nil
}

// ReadManifest returns the text of a short file in a folder. The file may be a link that stays
// in the folder. own are Arbiter's own files and folders, which are never read.
func ReadManifest(dir, name string, own []string) (string, error) {
	file, _, err := openPart(dir, name, own)
	if err != nil {
		return "", err
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, maxManifest+1))
	if err == nil && len(text) > maxManifest {
		err = &SpecError{Why: fmt.Sprintf("%s: more than %d bytes; want a shorter one", name, maxManifest)}
	}
	return string(text), err
}

// ResourcesOf returns the limits that a manifest asks for by its keys of these names. Each
// least value is below what any program needs, each most beyond what any machine has to give.
func ResourcesOf(memory, scratch, processes, threads Quantity) (l Resources, err error) {
	const mebibyte = 1 << 20
	for _, of := range []struct {
		key         string
		q           Quantity
		least, most int64
		unit        string
		put         func(int64)
	}{
		{"memory", memory, 16, 1 << 20, " of MiB", func(n int64) { l.Memory = n * mebibyte }},
		{"scratch", scratch, 1, 1 << 20, " of MiB", func(n int64) { l.Scratch = n * mebibyte }},
		{"processes", processes, 1, 1 << 15, "", func(n int64) { l.Processes = int(n) }},
		{"threads", threads, 1, 1 << 15, "", func(n int64) { l.Threads = int(n) }},
	} {
		n, err := of.q.Within(of.key, of.least, of.most, of.unit)
		if err != nil {
			return Resources{}, err
		}
		of.put(n)
	}
	return l, nil
}
