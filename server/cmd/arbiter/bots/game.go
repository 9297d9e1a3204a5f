package bots

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/kballard/go-shellquote"

	"arbiter/referee"
	"arbiter/referee/external"
	"arbiter/referee/games"
	"arbiter/referee/plural"
	"arbiter/referee/printable"
	"arbiter/referee/process"
	"arbiter/server/cmd/arbiter/flags"
	"arbiter/server/cmd/arbiter/output"
	"arbiter/server/league"
)

// Game is the verb game.
type Game struct {
	Add    gameAddCmd    `cmd:"" help:"Add a game with a referee of its own: a folder, a jar or a repository. One match is played twice to learn whether it is repeatable."`
	List   gameListCmd   `cmd:"" help:"List the games that were added, with their folders."`
	Check  gameCheckCmd  `cmd:"" help:"Play one match of a game twice, and say what was found."`
	Remove gameRemoveCmd `cmd:"" help:"Remove a game that was added. Its matches stay in the database."`
}

// gameFlags say where games are, and how a referee runs.
type gameFlags struct {
	flags.Database
	flags.Box
}

type gameAddCmd struct {
	Source string `arg:"" help:"A folder with a game.toml or the repository of a published CodinGame referee, a .jar with such a referee and its libraries, or git:URL[#REVISION]."`
	Name   string `help:"Name of the game (default: that in the game.toml, or that of the folder or the file)." placeholder:"NAME"`
	Maven  bool   `help:"Build a repository with Maven first, as you would: with your rights and the network."`
	gameFlags
}

// Run adds a game.
func (c gameAddCmd) Run(ctx context.Context, s output.Streams) error {
	folder := c.Folder(c.DB)
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	dir, err := c.fetch(ctx, s, folder)
	if err != nil {
		return err
	}
	own := dir != "" && filepath.Dir(dir) == folder // made here, so it is removed if nothing comes of it
	name, err := c.add(ctx, s, folder, dir)
	if err != nil && own {
		err = errors.Join(err, os.RemoveAll(dir))
	}
	if err != nil {
		return err
	}
	return c.gameFlags.report(ctx, s, name)
}

// fetch returns the folder of the game: the one that is there, or a hidden new one in the
// folder of games.
func (c gameAddCmd) fetch(ctx context.Context, s output.Streams, folder string) (dir string, err error) {
	if address, ok := strings.CutPrefix(c.Source, "git:"); ok {
		return clone(ctx, s, address, folder)
	}
	full, err := filepath.Abs(c.Source)
	if err != nil {
		return "", err
	}
	info, err := os.Stat(full)
	switch {
	case err != nil:
		return "", league.UsageError{Err: err}
	case info.IsDir():
		return full, nil
	case filepath.Ext(full) != ".jar":
		return "", league.Usagef("%s: want a folder, a .jar or git:URL", c.Source)
	}
	found, err := external.RecogniseJar(full)
	if err != nil {
		return "", league.UsageError{Err: err}
	}
	if dir, err = os.MkdirTemp(folder, ".new-"); err != nil {
		return "", err
	}
	return dir, errors.Join(copyFile(filepath.Join(dir, filepath.Base(full)), full), c.write(s, dir, found))
}

// clone clones a repository.
func clone(ctx context.Context, s output.Streams, address, folder string) (dir string, err error) {
	address, revision, _ := strings.Cut(address, "#")
	if address == "" || strings.HasPrefix(address, "-") || strings.HasPrefix(revision, "-") {
		return "", league.Usagef("git:%s: want git:URL or git:URL#REVISION", address)
	}
	if dir, err = os.MkdirTemp(folder, ".new-"); err != nil {
		return "", err
	}
	base := strings.TrimSuffix(filepath.Base(address), ".git")
	dir = filepath.Join(dir, base)
	steps := [][]string{{"clone", "-q", "--", address, dir}}
	if revision != "" {
		steps = append(steps, []string{"-C", dir, "checkout", "-q", revision, "--"})
	}
	for _, step := range steps {
		git := exec.CommandContext(ctx, "git", step...)
		git.Stdout, git.Stderr = s.Err, s.Err
		if err := git.Run(); err != nil {
			return "", errors.Join(league.Usagef("git %s: %w", step[0], err), os.RemoveAll(filepath.Dir(dir)))
		}
	}
	return dir, nil
}

func copyFile(to, from string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.Create(to)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, out.Close())
}

// write writes the game.toml of what was found.
func (c gameAddCmd) write(s output.Streams, dir string, found external.Found) error {
	found.Name = cmp.Or(c.Name, found.Name)
	text, err := found.GameToml()
	if err != nil {
		return err
	}
	for _, note := range found.Notes {
		fmt.Fprintln(s.Err, note)
	}
	return os.WriteFile(filepath.Join(dir, external.GameFile), text, 0o644)
}

// add puts the game of a folder among the games, and returns its name.
func (c gameAddCmd) add(ctx context.Context, s output.Streams, folder, dir string) (name string, err error) {
	wrote := filepath.Join(dir, external.GameFile)
	if _, err := os.Stat(wrote); err != nil {
		if err := c.recognise(ctx, s, dir); err != nil {
			return "", err
		}
		fmt.Fprintln(s.Out, "wrote "+printable.Line(wrote))
	} else if c.Name != "" && filepath.Ext(c.Source) != ".jar" {
		return "", league.Usagef("--name %s: %s has the name of the game; change it there", c.Name, wrote)
	}
	g, err := external.Open(dir, nil, flags.OwnFiles(c)...)
	if err != nil {
		return "", league.UsageError{Err: err}
	}
	name = g.Info().Name
	if _, err := games.Find(name); err == nil {
		return "", league.Usagef("%s: %s is a game of this program; want another name in %s", c.Source, name, wrote)
	}
	place := filepath.Join(folder, name)
	if target, err := filepath.EvalSymlinks(place); err == nil {
		if real, err := filepath.EvalSymlinks(dir); err == nil && target == real {
			return name, nil
		}
		return "", league.Usagef("there is a game %s already, in %s; arbiter game remove %s removes it", name, target, name)
	}
	if err := os.Remove(place); err != nil && !os.IsNotExist(err) { // a link to what is gone
		return "", err
	}
	if strings.HasPrefix(c.Source, "git:") || filepath.Ext(c.Source) == ".jar" {
		if err := os.Rename(dir, place); err != nil {
			return "", err
		}
		return name, os.WriteFile(filepath.Join(folder, external.AddedMark(name)), nil, 0o644)
	}
	return name, os.Symlink(dir, place)
}

// recognise writes the game.toml of a repository, which it builds if that is asked for.
func (c gameAddCmd) recognise(ctx context.Context, s output.Streams, dir string) error {
	if !external.IsRepository(dir) {
		return league.Usagef("%s: neither a %s nor the config/config.ini or pom.xml of a published referee in it", c.Source, external.GameFile)
	}
	if c.Maven {
		words := strings.Fields(external.MavenBuild)
		maven := exec.CommandContext(ctx, words[0], words[1:]...)
		maven.Dir, maven.Stdout, maven.Stderr = dir, s.Err, s.Err
		if err := maven.Run(); err != nil {
			return fmt.Errorf("%s: %w", external.MavenBuild, err)
		}
	}
	found, err := external.Recognise(dir)
	if err != nil {
		return league.UsageError{Err: err}
	}
	if len(found.Classpath) == 0 {
		return league.Usagef("%s: a published referee that is not built, or without its libraries: no jar or classes with target/dependency; --maven runs %s there", c.Source, external.MavenBuild)
	}
	return c.write(s, dir, found)
}

// report plays a match of a game twice, and says what was found.
func (c gameFlags) report(ctx context.Context, s output.Streams, name string) error {
	box, err := c.Sandbox(s.Err, c)
	if err != nil {
		return err
	}
	defer box.Close()
	registry, err := c.Registry(c)
	if err != nil {
		return err
	}
	found, err := flags.FindGame(registry, name, box, flags.OwnFiles(c))
	if err != nil {
		return err
	}
	g, ok := found.(*external.Game)
	if !ok {
		return league.Usagef("%s is a game of this program; there is nothing to check", name)
	}
	options := c.Resolver(s.Err, box, c).Build
	text, err := g.Build(ctx, options)
	if errors.As(err, new(*process.SpecError)) {
		return league.Usagef("%sgame %s: %w", text, g.Info().Name, err)
	}
	if err != nil {
		return err
	}
	kept := g.KeepClasses(ctx, options)
	host, err := g.KeepHost(ctx, options, triedAnswer)
	if err != nil {
		return err
	}
	return tell(ctx, s.Out, g, kept, host)
}

// triedAnswer is each line of an answer in a match that is played to learn of a game.
const triedAnswer = "WAIT"

// tell says what is found of a game by playing a match twice.
func tell(ctx context.Context, w io.Writer, g *external.Game, kept, host bool) error {
	info := g.Info()
	fmt.Fprintf(w, "%s: %s, %s\n", info.Name, printable.Line(info.Title), seatsText(info))
	fmt.Fprintf(w, "  folder   %s\n", printable.Line(g.Dir()))
	for seats := info.MinSeats; seats <= info.MaxSeats; seats++ {
		t, err := g.Try(ctx, referee.Setup{Seed: 1}, seats, triedAnswer)
		if err != nil {
			return err
		}
		end := "ended"
		if !t.Ended {
			end = "was left"
		}
		line := fmt.Sprintf("%s after %s in which all answered %q, %v a match", end, plural.Count(t.Turns, "turn"), triedAnswer, t.Took.Round(10*time.Millisecond))
		if seats == info.MinSeats {
			fmt.Fprintf(w, "  limits   %v for a first answer, %v later\n", t.First, cmp.Or(t.Later, info.Turn))
		}
		same := "the same seed gave the same match"
		if t.Differs >= 0 {
			same = fmt.Sprintf("the same seed gave another match from turn %d on, so replays cannot be verified", t.Differs)
		}
		fmt.Fprintf(w, "  %-8s %s; %s\n", plural.Count(seats, "seat"), line, same)
	}
	digest, err := g.Digest()
	if err != nil {
		return err
	}
	switch {
	case host:
		fmt.Fprintln(w, "  start    one JVM plays match after match, as it plays the same as one for each match")
	case kept:
		fmt.Fprintln(w, "  start    its classes are kept in .cache, so that it starts faster")
	}
	viewer, err := g.Viewer()
	if err != nil {
		return err
	}
	found := "none; the official one needs view/player.js of the engine's runner and view/config.js of the game"
	if viewer != nil {
		found = "the official one, " + plural.Count(viewer.Len(), "file")
	}
	_, err = fmt.Fprintf(w, "  viewer   %s\n  digest   %.16s\n", found, digest)
	return err
}

// seatsText returns the number of seats as "1 seat" or "2 to 4 seats".
func seatsText(i referee.Info) string {
	if i.MinSeats == i.MaxSeats {
		return plural.Count(i.MinSeats, "seat")
	}
	return seats(i) + " seats"
}

type gameListCmd struct {
	flags.Database
}

// Run lists the games that were added.
func (c gameListCmd) Run(s output.Streams) error {
	registry, err := c.Registry(c)
	if err != nil {
		return err
	}
	table := tabwriter.NewWriter(s.Out, 0, 0, 2, ' ', 0)
	for _, g := range registry.All() {
		if own, ok := g.(*external.Game); ok {
			fmt.Fprintf(table, "%s\t%s\t%s\n", own.Info().Name, seatsText(own.Info()), printable.Line(own.Dir()))
		}
	}
	return errors.Join(table.Flush(), tellBroken(s.Err, registry))
}

// tellBroken says which games cannot be played.
func tellBroken(w io.Writer, registry *games.Registry) (err error) {
	for name, why := range registry.Broken() {
		fmt.Fprintf(w, "arbiter: the game %s cannot be played: %v\n", printable.Line(name), why)
		err = output.ErrReported
	}
	return err
}

type gameCheckCmd struct {
	Game string `arg:"" help:"Name of a game that was added, or a folder with a game.toml."`
	gameFlags
}

// Run plays a match of a game twice.
func (c gameCheckCmd) Run(ctx context.Context, s output.Streams) error {
	return c.report(ctx, s, c.Game)
}

type gameRemoveCmd struct {
	Game string `arg:"" help:"Name of a game that was added."`
	flags.Database
}

// Run removes a game: the link to its folder, or a folder that arbiter game add has made.
func (c gameRemoveCmd) Run(s output.Streams) error {
	folder := c.Folder(c.DB)
	place, mark := filepath.Join(folder, c.Game), filepath.Join(folder, external.AddedMark(c.Game))
	info, err := os.Lstat(place)
	switch {
	case err != nil || c.Game != filepath.Base(c.Game) || strings.HasPrefix(c.Game, "."):
		return league.Usagef("no game %s in %s; arbiter game list lists them", c.Game, folder)
	case info.Mode()&os.ModeSymlink != 0:
		err = os.Remove(place)
	default:
		if _, missing := os.Stat(mark); missing != nil {
			return league.Usagef("%s is a folder that arbiter game add has not made; %s deletes it", place, shellquote.Join("rm", "-r", place))
		}
		err = errors.Join(os.RemoveAll(place), os.Remove(mark))
	}
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(s.Out, "removed %s; its matches stay\n", c.Game)
	return err
}
