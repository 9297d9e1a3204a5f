// Package starter holds the starting points for authors. For each language and game it has a
// small bot that reads the whole protocol, marks where to think and answers legally to the
// end. For authors of games it has a small referee.
package starter

import (
	"embed"
	"fmt"
	"path"
	"slices"
	"strings"
)

// The files are named one by one, so that what is built beside them stays out.
//
//go:embed python/*/bot.toml python/*/bot.py
//go:embed cpp/*/bot.toml cpp/*/bot.cpp
//go:embed javascript/*/bot.toml javascript/*/bot.js
//go:embed go/*/bot.toml go/*/main.go
//go:embed referee/game.toml referee/referee.py
var folders embed.FS

//go:embed python/arbiter_env.py
var client []byte

// Client returns the text of arbiter_env.py, with which a Python program plays games by
// arbiter env.
func Client() []byte { return slices.Clone(client) }

// A File is one file of a starter's folder.
type File struct {
	Name string
	Text []byte
}

// Languages returns the names of the languages.
func Languages() []string { return []string{"python", "cpp", "javascript", "go"} }

// Language returns the language that is meant by py, c++ or js. The
// error lists the names there are.
func Language(typed string) (string, error) {
	name := strings.ToLower(typed)
	switch name {
	case "py", "python3":
		name = "python"
	case "c++":
		name = "cpp"
	case "js", "node":
		name = "javascript"
	case "golang":
		name = "go"
	}
	if !slices.Contains(Languages(), name) {
		return "", fmt.Errorf("no starter in %q; want one of %s", typed, strings.Join(Languages(), ", "))
	}
	return name, nil
}

// Referee returns the files of a folder with a small game of two to four seats, whose referee
// is a program in Python, in the order of their names.
func Referee() ([]File, error) { return read("referee", nil) }

// Files returns the files of a bot's folder in the language for the game, in
// the order of their names.
func Files(language, game string) ([]File, error) {
	return read(path.Join(language, game), extra(language))
}

// read appends the files of a folder.
func read(folder string, files []File) ([]File, error) {
	entries, err := folders.ReadDir(folder)
	if err != nil {
		return nil, fmt.Errorf("starter: %w", err)
	}
	for _, entry := range entries {
		text, err := folders.ReadFile(path.Join(folder, entry.Name()))
		if err != nil {
			return nil, fmt.Errorf("starter: %w", err)
		}
		files = append(files, File{entry.Name(), text})
	}
	slices.SortFunc(files, func(a, b File) int { return strings.Compare(a.Name, b.Name) })
	return files, nil
}

// extra returns what a folder of the language needs outside this repository.
func extra(language string) []File {
	built := File{".gitignore", []byte("/bot\n")}
	switch language {
	case "cpp":
		return []File{built}
	case "go":
		return []File{built, {"go.mod", []byte("module bot\n\ngo 1.22\n")}}
	}
	return nil
}
