package external

import (
	"archive/zip"
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/BurntSushi/toml"
)

// A Found is what a repository or a jar of a published referee tells of its game.
type Found struct {
	Name      string   // for the game.toml
	Title     string   // "" where nothing tells it
	Type      string   // as in config.ini: multi, solo or opti
	Least     int      // fewest seats
	Most      int      // most seats
	Leagues   int      // how many there are; 0 for none
	Criterion string   // what the score of an opti game counts
	Order     string   // asc or desc, of an opti game
	Tests     []string // test cases of a solo game
	Classpath []string // relative to the folder; empty where nothing is built
	Notes     []string // what was assumed, as sentences
}

// MavenBuild is the command that builds a repository of a published referee, with the libraries
// beside it.
const MavenBuild = "mvn -q -B -DskipTests package dependency:copy-dependencies -DincludeScope=runtime"

// Files of a repository of a published referee.
const (
	configFile = "config/config.ini"
	pomFile    = "pom.xml"
)

// IsRepository reports whether a folder is a repository of a published referee.
func IsRepository(dir string) bool {
	for _, name := range []string{configFile, pomFile} {
		if _, err := os.Stat(filepath.Join(dir, filepath.FromSlash(name))); err == nil {
			return true
		}
	}
	return false
}

// Recognise returns what a repository of a published referee tells of its game.
func Recognise(dir string) (Found, error) {
	f := Found{Name: nameOf(filepath.Base(dir))}
	if err := f.readConfig(filepath.Join(dir, filepath.FromSlash(configFile))); err != nil {
		return f, err
	}
	if f.Title == "" {
		f.Title = artifact(filepath.Join(dir, pomFile))
	}
	for league := 1; ; league++ {
		if _, err := os.Stat(filepath.Join(dir, "config", "level"+strconv.Itoa(league))); err != nil {
			break
		}
		f.Leagues = league
	}
	if f.Type != "multi" {
		if err := f.readTests(filepath.Join(dir, "config")); err != nil {
			return f, err
		}
	}
	var err error
	f.Classpath, err = built(dir)
	return f, err
}

// RecogniseJar returns what a jar with a published referee and its libraries tells of its game.
func RecogniseJar(path string) (Found, error) {
	f := Found{Name: nameOf(strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))), Type: "multi", Least: 2, Most: 2, Classpath: []string{filepath.Base(path)}}
	names, err := classes(path)
	switch {
	case err != nil:
		return f, err
	case !slices.Contains(names, refereeClass):
		return f, fmt.Errorf("%s: no %s in it; want the jar of a published referee", path, refereeClass)
	case !slices.Contains(names, engineClass):
		return f, fmt.Errorf("%s: no %s in it, so its libraries are elsewhere; want a jar that has them, or the repository with its target folder", path, engineClass)
	}
	f.Notes = append(f.Notes, "A jar does not tell its seats: two are assumed.")
	return f, nil
}

// Classes by which a published referee is known.
const (
	refereeClass = "com/codingame/game/Referee.class"
	engineClass  = "com/codingame/gameengine/core/RefereeMain.class"
)

// classes returns the names of the files in a jar.
func classes(path string) (names []string, err error) {
	jar, err := zip.OpenReader(path)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	defer jar.Close()
	for _, file := range jar.File {
		names = append(names, file.Name)
	}
	return names, nil
}

// readConfig reads a config.ini. A repository without one has two seats.
func (f *Found) readConfig(path string) error {
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		f.Type, f.Least, f.Most = "multi", 2, 2
		f.Notes = append(f.Notes, "There is no "+configFile+": two seats are assumed.")
		return nil
	}
	if err != nil {
		return err
	}
	values := readProperties(string(text))
	f.Title, f.Type = values["title"], values["type"]
	f.Least, _ = strconv.Atoi(values["min_players"])
	f.Most, _ = strconv.Atoi(values["max_players"])
	if f.Least < 1 || f.Most < f.Least || f.Most > MaxSeats {
		f.Notes = append(f.Notes, fmt.Sprintf("%s has min_players = %q and max_players = %q: two seats are assumed.", configFile, values["min_players"], values["max_players"]))
		f.Least, f.Most = 2, 2
	}
	if !slices.Contains([]string{"multi", "solo", "opti"}, f.Type) {
		f.Type = "multi"
		if f.Most == 1 {
			f.Type = "solo"
		}
	}
	if f.Type == "opti" {
		for _, key := range []string{"criteria", "criteria_en"} {
			if f.Criterion == "" {
				f.Criterion = values[key]
			}
		}
		if f.Order = strings.ToLower(values["sorting_order"]); f.Order != orderAsc {
			f.Order = orderDesc
		}
	}
	return nil
}

// readTests reads the test cases test1.json, test2.json and so on.
func (f *Found) readTests(dir string) error {
	for _, folder := range []string{dir, filepath.Join(dir, "level1")} {
		for n := 1; ; n++ {
			text, err := os.ReadFile(filepath.Join(folder, fmt.Sprintf("test%d.json", n)))
			if errors.Is(err, fs.ErrNotExist) {
				break
			}
			if err != nil {
				return err
			}
			input, err := testInput(text)
			if err != nil {
				return fmt.Errorf("%s: test%d.json: %w", folder, n, err)
			}
			f.Tests = append(f.Tests, input)
		}
		if len(f.Tests) > 0 {
			return nil
		}
	}
	return nil
}

// readProperties reads lines as java.util.Properties does, without its escapes.
func readProperties(text string) map[string]string {
	values := map[string]string{}
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' || line[0] == '!' {
			continue
		}
		if i := strings.IndexAny(line, "=:"); i > 0 {
			values[strings.TrimSpace(line[:i])] = strings.TrimSpace(line[i+1:])
		}
	}
	return values
}

// artifact returns the name of the project of a pom.xml, "" where there is none.
func artifact(path string) string {
	text, err := os.ReadFile(path)
	if err != nil {
		return ""
	}
	var pom struct {
		Name     string `xml:"name"`
		Artifact string `xml:"artifactId"`
	}
	if xml.Unmarshal(text, &pom) != nil {
		return ""
	}
	if pom.Name != "" && !strings.Contains(pom.Name, "$") {
		return strings.TrimSpace(pom.Name)
	}
	return strings.TrimSpace(pom.Artifact)
}

// built returns the class path of a repository; it is empty before the build.
func built(dir string) ([]string, error) {
	target := filepath.Join(dir, "target")
	jars, err := filepath.Glob(filepath.Join(target, "*.jar"))
	if err != nil {
		return nil, err
	}
	slices.Sort(jars)
	var own string // a jar of the referee without its libraries
	for _, jar := range jars {
		names, err := classes(jar)
		if err != nil || !slices.Contains(names, refereeClass) {
			continue
		}
		if slices.Contains(names, engineClass) {
			return []string{"target/" + filepath.Base(jar)}, nil
		}
		if own == "" {
			own = "target/" + filepath.Base(jar)
		}
	}
	libraries, err := filepath.Glob(filepath.Join(target, "dependency", "*.jar"))
	if err != nil || len(libraries) == 0 {
		return nil, err
	}
	if _, err := os.Stat(filepath.Join(target, "classes", filepath.FromSlash(refereeClass))); own == "" && err == nil {
		own = "target/classes"
	}
	if own == "" {
		return nil, nil
	}
	return []string{own, "target/dependency/*"}, nil
}

// nameOf makes the name of a game of that of a folder or a file.
func nameOf(text string) string {
	var b strings.Builder
	var before rune
	for _, r := range text {
		if unicode.IsUpper(r) && unicode.IsLower(before) {
			b.WriteByte('-') // FallChallenge is fall-challenge
		}
		before = r
		if r = unicode.ToLower(r); r < unicode.MaxASCII && (unicode.IsLetter(r) || unicode.IsDigit(r)) {
			b.WriteRune(r)
		} else {
			b.WriteByte('-')
		}
	}
	words := strings.FieldsFunc(b.String(), func(r rune) bool { return r == '-' })
	name := strings.TrimLeft(strings.Join(words, "-"), "-0123456789")
	if name == "" {
		return "game"
	}
	return name
}

// GameToml returns the text of a game.toml for the game.
func (f Found) GameToml() ([]byte, error) {
	file := struct {
		Name      string   `toml:"name"`
		Title     string   `toml:"title,omitempty"`
		Classpath []string `toml:"classpath"`
		League    int      `toml:"league,omitzero"`
		Mode      string   `toml:"mode"`
		Seats     []int    `toml:"seats"`
		Criterion string   `toml:"criterion,omitempty"`
		Order     string   `toml:"order,omitempty"`
		Failed    *int     `toml:"failed,omitempty"`
		Tests     []string `toml:"tests,omitempty"`
	}{f.Name, f.Title, f.Classpath, f.Leagues, modeMulti, []int{f.Least, f.Most}, f.Criterion, f.Order, nil, f.Tests}
	if f.Type != "multi" {
		file.Mode, file.Seats, file.League = modeSolo, []int{1, 1}, f.Leagues
	}
	if f.Order == orderAsc {
		worst := 1_000_000
		file.Failed = &worst
	}
	var text bytes.Buffer
	text.WriteString("# A published referee. The keys of this file are explained in docs/games.md of arbiter.\n")
	enc := toml.NewEncoder(&text)
	enc.Indent = ""
	err := enc.Encode(file)
	return text.Bytes(), err
}
