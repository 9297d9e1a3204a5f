package process

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/BurntSushi/toml"
	"github.com/cespare/xxhash/v2"
	"github.com/kballard/go-shellquote"
	"golang.org/x/sys/unix"
)

// A bot that is one source file is played like one with a folder. It is laid out in a
// folder of its own, in the cache of builds. The folder has the file, what its recipe
// adds, and what the build makes of them. Its digests cover the source and the recipe's
// name, so the same source is the same bot wherever it is built. The file RecipeFile
// beside it records what was built.

// RecipeFile is the file of a folder in which a bot of one file was laid out. It
// counts in copies that Arbiter has made itself and nowhere else: in a folder that a
// stranger has sent it would give any program the digest of another bot's source.
const RecipeFile = "arbiter-recipe.toml"

// laidOut is the content of a RecipeFile.
type laidOut struct {
	Recipe   string   `toml:"recipe"`
	Source   string   `toml:"source"`
	Build    []string `toml:"build"`    // what was run, for people
	Run      []string `toml:"run"`      // the same
	Contents string   `toml:"contents"` // SHA-256 of the other files, once they are built
}

// Where the cache has bots of one file: a folder for each that begins so, with a lock
// and the bot's folder in it.
const (
	filePrefix = "file-"
	fileLock   = "lock"
	fileFolder = "bot"
)

// Prepare makes a bot ready to be started: it builds it as Build does, and returns the bot to
// start with what the build printed. It lays a bot that is a source file out in options.Cache
// first, and does not build it again if it lies there built. A compiler or interpreter that
// this machine lacks is a SpecError.
func Prepare(ctx context.Context, spec Spec, options BuildOptions) (prepared Spec, output string, err error) {
	if spec.Recipe == "" || spec.Dir != "" {
		output, err = Build(ctx, spec, options)
		return spec, output, err
	}
	entry, err := spec.entry(options.Cache)
	if err != nil {
		return spec, "", err
	}
	lock, err := lockEntry(entry, fileLock, unix.LOCK_EX)
	if err == nil {
		defer lock.Close()
		now := time.Now()
		err = os.Chtimes(lock.Name(), now, now) // it is used, so clearFiles keeps it
	}
	if err != nil {
		return spec, "", fmt.Errorf("bot %s: %w", spec.Name, err)
	}
	if kept, ok := Kept(spec, options.Cache); ok {
		done := kept
		done.Build = nil
		output, err = Build(ctx, done, options)
		return kept, output, err
	}
	if err := spec.lacking(); err != nil {
		return spec, "", err
	}
	if err := spec.marked(); err != nil {
		return spec, "", err
	}
	clearFiles(options.Cache)
	laid, err := spec.layOut(filepath.Join(entry, fileFolder))
	if err == nil {
		output, err = Build(ctx, laid, options)
	}
	return laid, output, err
}

// Kept returns a bot of one file as an earlier Prepare has left it in the cache. ok is false if
// it is not there, or if what was built has been changed.
func Kept(spec Spec, cache string) (kept Spec, ok bool) {
	entry, err := spec.entry(cache)
	if err != nil {
		return spec, false
	}
	kept, err = readLaidOut(filepath.Join(entry, fileFolder))
	if err != nil {
		return spec, false
	}
	asked, err := spec.Digests()
	if err != nil {
		return spec, false
	}
	found, err := kept.Digests()
	if err != nil || asked != found {
		return spec, false
	}
	kept.Name, kept.Version = spec.Name, spec.Version
	return kept, true
}

// entry returns the folder of the cache for a source file.
func (s Spec) entry(cache string) (string, error) {
	if cache == "" {
		return "", fmt.Errorf("bot %s: there is no folder in which a source file is built; set HOME or XDG_CACHE_HOME", s.Name)
	}
	cache, err := filepath.Abs(cache)
	if err != nil {
		return "", err
	}
	d, err := s.Digests()
	if err != nil {
		return "", err
	}
	// The name counts because compilers and traces quote it.
	sum := sha256.Sum256([]byte(d.SHA256 + "\n" + filepath.Base(s.Source)))
	return filepath.Join(cache, filePrefix+hex.EncodeToString(sum[:10])), nil
}

// clearFiles deletes the entries of files that nobody has used for as long as homes
// are kept. It does what it can.
func clearFiles(cache string) {
	locks, err := filepath.Glob(filepath.Join(cache, filePrefix+"*", fileLock))
	if err != nil {
		return
	}
	for _, lock := range locks {
		if info, err := os.Stat(lock); err == nil && time.Since(info.ModTime()) > homesKept {
			deleteUnused(lock)
		}
	}
}

// lacking returns a SpecError if a program that the recipe needs is not installed.
func (s Spec) lacking() error {
	var programs []string
	for _, command := range [][]string{s.Build, s.Command} {
		if len(command) > 0 && !strings.ContainsRune(command[0], filepath.Separator) {
			programs = append(programs, command[0])
		}
	}
	for _, program := range programs {
		if _, err := exec.LookPath(program); err != nil {
			return &SpecError{Err: err, Why: fmt.Sprintf("bot %s: no program %q in PATH, which makes a bot of %s files; install it, or name a program that is built",
				s.Source, program, filepath.Ext(s.Source))}
		}
	}
	return nil
}

// marked returns a SpecError if the source begins with a byte order mark and its
// compiler is the one that does not pass over it.
func (s Spec) marked() error {
	if s.Recipe != "java" {
		return nil
	}
	text, err := s.readSource()
	if err == nil && strings.HasPrefix(text, "\ufeff") {
		return &SpecError{Mistake: ByteOrderMark, Why: fmt.Sprintf(
			"bot %s: it begins with a byte order mark, which javac does not read; save it as UTF-8 without one: sed -i '1s/^\\xef\\xbb\\xbf//' %s", s.Source, shellquote.Join(s.Source))}
	}
	return err
}

// layOut writes the bot of a source file to a new folder. One that has a build is
// complete after that.
func (s Spec) layOut(dir string) (Spec, error) {
	laid := s
	err := RemoveFolder(dir)
	if err == nil {
		err = os.MkdirAll(dir, 0o755)
	}
	if err != nil {
		return s, fmt.Errorf("bot %s: %w", s.Name, err)
	}
	r, err := recipeNamed(s.Recipe)
	if err != nil {
		return s, err
	}
	text, err := s.readSource()
	if err != nil {
		return s, fmt.Errorf("bot %s: %w", s.Name, err)
	}
	name, _, err := r.sourceName(s.Source, text)
	if err != nil {
		return s, err
	}
	laid.Dir, laid.Source = dir, name
	err = os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644)
	if err == nil && r.Name == "node" {
		err = os.WriteFile(filepath.Join(dir, readlineFile), []byte(readline), 0o644)
	}
	if err == nil && len(laid.Build) == 0 {
		err = laid.recordBuilt()
	}
	return laid, err
}

func recipeNamed(name string) (Recipe, error) {
	i := slices.IndexFunc(Recipes(), func(r Recipe) bool { return r.Name == name })
	if i < 0 {
		return Recipe{}, fmt.Errorf("recipe %q: no such recipe; was the bot prepared by another version of Arbiter?", name)
	}
	return Recipes()[i], nil
}

// recordBuilt writes the RecipeFile once the folder is complete, whatever a build has
// put in its place.
func (s Spec) recordBuilt() error {
	contents, err := s.contents()
	if err != nil {
		return err
	}
	root, err := os.OpenRoot(s.Dir)
	if err != nil {
		return err
	}
	defer root.Close()
	var text bytes.Buffer
	fmt.Fprintln(&text, "# Written by Arbiter: a bot that is one source file, what made it, and what it is.")
	if err := toml.NewEncoder(&text).Encode(laidOut{s.Recipe, s.Source, s.Build, s.Command, contents}); err != nil {
		return err
	}
	if err := root.RemoveAll(RecipeFile); err != nil {
		return err
	}
	file, err := root.OpenFile(RecipeFile, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	_, err = file.Write(text.Bytes())
	return errors.Join(err, file.Close())
}

// contents returns the SHA-256 of the folder's files without the RecipeFile.
func (s Spec) contents() (string, error) {
	d := digester{sha: sha256.New(), xxh: xxhash.New()}
	err := s.Files(func(f File) error {
		if f.Name == RecipeFile {
			return nil
		}
		return d.entry(f)
	})
	return hex.EncodeToString(d.sha.Sum(nil)), err
}

// ResolveCopy resolves a folder that Copy has made, or one that was unpacked from an archive of
// Arbiter's own. The bot in it has a bot.toml or was a source file. It returns a SpecError if
// the program is not the one that was built.
func ResolveCopy(dir string) (Spec, error) {
	_, err := os.Lstat(filepath.Join(dir, BotFile))
	if _, recipe := os.Lstat(filepath.Join(dir, RecipeFile)); err == nil || recipe != nil {
		return Resolve(dir)
	}
	return readLaidOut(dir)
}

// readLaidOut resolves a folder by its RecipeFile.
func readLaidOut(dir string) (Spec, error) {
	full, err := filepath.Abs(dir)
	if err != nil {
		return Spec{}, err
	}
	text, err := ReadManifest(full, RecipeFile, nil)
	if err != nil {
		return Spec{}, err
	}
	var file laidOut
	if _, err := toml.Decode(text, &file); err != nil {
		return Spec{}, &SpecError{Why: fmt.Sprintf("%s: %v", filepath.Join(dir, RecipeFile), err), Err: err}
	}
	r, err := recipeNamed(file.Recipe)
	if err != nil {
		return Spec{}, err
	}
	if filepath.Base(file.Source) != file.Source || !filepath.IsLocal(file.Source) {
		return Spec{}, &SpecError{Why: fmt.Sprintf("%s: source = %q: want the name of a file beside it", filepath.Join(dir, RecipeFile), file.Source)}
	}
	spec, err := r.spec(Spec{Source: filepath.Join(full, file.Source)})
	if err != nil {
		return Spec{}, err
	}
	spec.Dir, spec.Source = full, file.Source
	if contents, err := spec.contents(); err != nil || contents != file.Contents {
		return Spec{}, errors.Join(err, &SpecError{Mistake: NotBuilt, Why: fmt.Sprintf("%s: what is in it is not what was built of %s", dir, file.Source)})
	}
	return spec, nil
}

// source writes a bot of one file to the hashes.
func (d digester) source(s Spec) error {
	d.text("recipe", s.Recipe)
	for _, assignment := range s.Env {
		d.text("env", assignment)
	}
	file, info, err := s.openSource()
	if err != nil {
		return err
	}
	defer file.Close()
	return d.file("source", file, info)
}
