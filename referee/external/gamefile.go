package external

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/BurntSushi/toml"

	"arbiter/referee"
	"arbiter/referee/process"
)

// GameFile is the file that makes a folder a game.
const GameFile = "game.toml"

// A gameFile is the content of a game.toml. docs/games.md says what the keys mean.
type gameFile struct {
	Name  string `toml:"name"`
	Title string `toml:"title"`
	Seed  string `toml:"seed"`

	Dialect  string `toml:"dialect"`
	Unseeded bool   `toml:"unseeded"`

	Run       process.CommandLine `toml:"run"`
	Jar       string              `toml:"jar"`
	Classpath []string            `toml:"classpath"`
	Java      process.CommandLine `toml:"java"`
	Build     process.CommandLine `toml:"build"`
	Runtime   []string            `toml:"runtime"`

	Mode    string            `toml:"mode"`
	Seats   any               `toml:"seats"`
	League  process.Quantity  `toml:"league"`
	Options map[string]string `toml:"options"`
	Tests   []string          `toml:"tests"`

	First    process.Quantity `toml:"first"`    // milliseconds
	Turn     process.Quantity `toml:"turn"`     // milliseconds
	TimeBank bool             `toml:"timebank"` // the limits are what is left of a bank
	Deadline process.Quantity `toml:"deadline"` // seconds
	Frames   string           `toml:"frames"`

	Unit      string           `toml:"unit"`
	Criterion string           `toml:"criterion"`
	Order     string           `toml:"order"`
	Decimals  process.Quantity `toml:"decimals"`
	Failed    process.Quantity `toml:"failed"`

	Memory    process.Quantity `toml:"memory"`  // MiB
	Scratch   process.Quantity `toml:"scratch"` // MiB
	Processes process.Quantity `toml:"processes"`
	Threads   process.Quantity `toml:"threads"`
}

// MaxSeats is the most seats that the protocol's engine knows.
const MaxSeats = 8

// The values of keys that have few.
const (
	modeMulti = "multi"
	modeSolo  = "solo"

	framesAll  = "all"
	framesNone = "none"

	dialectCodinGame    = "codingame"
	dialectBrutaltester = "brutaltester"

	orderAsc  = "asc"
	orderDesc = "desc"
)

// parse reads the text of a game.toml. The command is not to run anywhere yet.
func parse(text string) (*Game, error) {
	var f gameFile
	meta, err := toml.Decode(text, &f)
	if err != nil {
		return nil, err
	}
	if unknown := meta.Undecoded(); len(unknown) > 0 {
		return nil, fmt.Errorf("unknown key %q; want one of those of docs/games.md, such as name, run, seats, mode, options, first or turn", unknown[0].String())
	}
	g := &Game{options: f.Options, timeBank: f.TimeBank, criterion: f.Criterion}
	for _, part := range []func(gameFile) error{g.readName, g.readMode, g.readStart, g.readTimes, g.readScore, g.readCommand, g.readDialect} {
		if err := part(f); err != nil {
			return nil, err
		}
	}
	return g, nil
}

func (g *Game) readName(f gameFile) error {
	if f.Name == "" {
		return errors.New(`no name; want a line such as name = "tictactoe", in lower-case letters, digits and hyphens`)
	}
	if strings.Trim(f.Name, "abcdefghijklmnopqrstuvwxyz0123456789-") != "" || strings.Trim(f.Name[:1], "abcdefghijklmnopqrstuvwxyz") != "" {
		return fmt.Errorf("name = %q: want lower-case letters, digits and hyphens, a letter first", f.Name)
	}
	g.info.Name, g.info.Title, g.info.Rules = f.Name, cmp.Or(f.Title, f.Name), 1
	g.info.Seed = cmp.Or(f.Seed, "what the referee draws")
	return nil
}

// readMode reads the mode and the seats.
func (g *Game) readMode(f gameFile) error {
	least, most, err := seats(f.Seats)
	if err != nil {
		return err
	}
	switch {
	case f.Mode != "" && f.Mode != modeMulti && f.Mode != modeSolo:
		return fmt.Errorf("mode = %q: want multi or solo; a game of the type opti is solo", f.Mode)
	case f.Mode == modeSolo && most > 1:
		return fmt.Errorf("mode = \"solo\" with seats up to %d: want one seat", most)
	case f.Mode == "" && most == 1:
		f.Mode = modeSolo
	case most == 0:
		least, most = 2, 2
		if f.Mode == modeSolo {
			least, most = 1, 1
		}
	}
	g.solo = f.Mode == modeSolo
	g.info.MinSeats, g.info.MaxSeats = least, most
	return nil
}

// seats reads a number of seats, or the fewest and the most; 0 for no such key.
func seats(value any) (least, most int, err error) {
	numbers := []any{value, value}
	if list, ok := value.([]any); ok {
		numbers = list
	}
	if value == nil {
		return 0, 0, nil
	}
	if len(numbers) == 2 {
		a, one := numbers[0].(int64)
		b, two := numbers[1].(int64)
		if one && two && 1 <= a && a <= b && b <= MaxSeats {
			return int(a), int(b), nil
		}
	}
	return 0, 0, fmt.Errorf("seats = %v: want a number from 1 to %d, or the fewest and the most, such as seats = [2, 4]", value, MaxSeats)
}

// readStart reads what a match starts from.
func (g *Game) readStart(f gameFile) error {
	for _, key := range slices.Sorted(maps.Keys(f.Options)) {
		if err := checkOption(key, f.Options[key]); err != nil {
			return fmt.Errorf("options: %w", err)
		}
	}
	switch {
	case g.solo && len(f.Options) > 0:
		return errors.New("options: a solo game is started by a test case; want tests")
	case !g.solo && len(f.Tests) > 0:
		return errors.New("tests: test cases are of solo games; want options")
	}
	for _, test := range f.Tests {
		g.tests = append(g.tests, strings.Split(strings.TrimRight(test, "\n"), "\n"))
	}
	return nil
}

// checkOption checks a parameter of a match.
func checkOption(key, value string) error {
	if key == "" || key == "seed" || strings.ContainsFunc(key+value, endsLine) {
		return fmt.Errorf("%q = %q: want the name of a parameter and its value on one line; the seed is that of the match", key, value)
	}
	return nil
}

func (g *Game) readTimes(f gameFile) (err error) {
	for _, of := range []struct {
		key     string
		q       process.Quantity
		most    int64
		unit    string
		each    time.Duration
		usually time.Duration
		to      *time.Duration
	}{
		{"first", f.First, 600_000, " of milliseconds", time.Millisecond, time.Second, &g.info.First},
		{"turn", f.Turn, 600_000, " of milliseconds", time.Millisecond, 50 * time.Millisecond, &g.info.Turn},
		{"deadline", f.Deadline, 600, " of seconds", time.Second, 30 * time.Second, &g.deadline},
	} {
		n, err := of.q.Within(of.key, 1, of.most, of.unit)
		if err != nil {
			return err
		}
		*of.to = cmp.Or(time.Duration(n)*of.each, of.usually)
	}
	switch f.Frames {
	case "", framesAll, framesNone:
		g.noFrames = f.Frames == framesNone
		return nil
	}
	return fmt.Errorf("frames = %q: want all or none", f.Frames)
}

// readScore reads what the score counts.
func (g *Game) readScore(f gameFile) error {
	decimals, err := f.Decimals.Within("decimals", 0, referee.MaxDecimals, "")
	if err != nil {
		return err
	}
	g.info.Decimals, g.info.Unit = int(decimals), cmp.Or(f.Unit, f.Criterion)
	failed, err := f.Failed.Within("failed", -1e9, 1e9, "")
	if err != nil {
		return err
	}
	if g.failed, err = g.number(fmt.Sprint(failed)); err != nil {
		return err
	}
	switch f.Order {
	case "", orderDesc:
	case orderAsc:
		g.info.Ascending = true
	default:
		return fmt.Errorf("order = %q: want desc, where more is better, or asc", f.Order)
	}
	switch {
	case f.Criterion != "" && !g.solo:
		return errors.New("criterion: it is of solo games; the scores of all others are what the referee says at the end")
	case g.info.Ascending && !f.Failed.Set:
		return errors.New("order = \"asc\": want failed = N as well, the score of a bot that failed, which is worse than any other")
	}
	return nil
}

// readCommand reads how the referee is run.
func (g *Game) readCommand(f gameFile) error {
	league, err := f.League.Within("league", 1, 1000, "")
	if err != nil {
		return err
	}
	if f.Jar != "" {
		f.Classpath = append([]string{f.Jar}, f.Classpath...)
	}
	g.classpath = f.Classpath
	switch {
	case len(f.Run) > 0 && len(f.Classpath) > 0:
		return errors.New("run beside jar or classpath; want one of them")
	case len(f.Run) > 0 && (len(f.Java) > 0 || league > 0):
		return errors.New("java and league go with jar or classpath; what run starts takes them in its command")
	case len(f.Run) == 0 && len(f.Classpath) == 0:
		return errors.New(`no command to run; want a line such as run = "python3 referee.py", or jar = "referee.jar"`)
	case len(f.Run) == 0:
		f.Run = java(f.Java, g.solo, int(league), f.Classpath)
	}
	for _, dir := range f.Runtime {
		if !filepath.IsAbs(dir) || filepath.Clean(dir) == "/" {
			return fmt.Errorf("runtime: found %q; want absolute paths of folders", dir)
		}
	}
	limits, err := process.ResourcesOf(f.Memory, f.Scratch, f.Processes, f.Threads)
	if err != nil {
		return err
	}
	g.spec = process.Spec{Name: g.info.Name, Command: f.Run, Build: f.Build, Runtime: f.Runtime, Limits: limits}
	return nil
}

// readDialect reads what the referee speaks. The one of brutaltester knows ranks alone, and no
// parameters or times.
func (g *Game) readDialect(f gameFile) error {
	g.brutaltester, g.unseeded = f.Dialect == dialectBrutaltester, f.Unseeded
	switch {
	case f.Dialect != "" && f.Dialect != dialectCodinGame && !g.brutaltester:
		return fmt.Errorf("dialect = %q: want codingame or brutaltester", f.Dialect)
	case g.unseeded && !g.brutaltester:
		return errors.New("unseeded: it goes with dialect = \"brutaltester\"; every other referee is told the seed")
	case g.brutaltester && len(f.Run) == 0:
		return errors.New(`dialect = "brutaltester": want run, such as run = "java -jar referee.jar"; jar and classpath start a published referee`)
	case g.brutaltester && g.info.MinSeats < 2:
		return errors.New(`dialect = "brutaltester": want two seats or more`)
	case g.brutaltester && (len(f.Options) > 0 || f.TimeBank || g.info.Ascending || g.info.Decimals > 0):
		return errors.New(`dialect = "brutaltester": options, timebank, order = "asc" and decimals are of other referees; this one is told no parameters or times, and tells ranks`)
	}
	return nil
}

// refereeMain is the engine's own entry point, which speaks the protocol.
const refereeMain = "com.codingame.gameengine.core.RefereeMain"

// java returns the command that starts a published referee. Options that are given come after
// ours, and win over them.
func java(options []string, solo bool, league int, classpath []string) []string {
	mode := modeMulti
	if solo {
		mode = modeSolo
	}
	command := []string{
		"java",
		"--add-opens", "java.base/java.lang=ALL-UNNAMED", // for Guice before 5, on Java 16 and later
		"-Dfile.encoding=UTF-8", "-Dstdout.encoding=UTF-8", "-Dstdin.encoding=UTF-8",
		"-Duser.language=en", "-Duser.country=US", // else numbers are written as the machine's user writes them
		"-Xlog:disable", "-Xlog:all=warning:stderr", // else warnings stand amid the protocol
		"-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx256m", "-XX:-UsePerfData", // a third of the processor time of a start
		"-Dorg.apache.commons.logging.LogFactory=org.apache.commons.logging.impl.LogFactoryImpl",
		"-Dorg.apache.commons.logging.Log=org.apache.commons.logging.impl.NoOpLog", // starting log4j takes a second
		"-Dgame.mode=" + mode,
	}
	if league > 0 {
		command = append(command, "-Dleague.level="+strconv.Itoa(league))
	}
	return append(append(command, options...), "-cp", strings.Join(classpath, ":"), refereeMain)
}
