package process

import (
	"cmp"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/kballard/go-shellquote"

	"arbiter/referee/nearest"
	"arbiter/referee/process/view"
)

// A Mistake is a reason why a bot cannot be started that its author can see in its files.
type Mistake string

// The mistakes.
const (
	MissingFile    Mistake = "missing file"    // its command names a file that is not there
	NotBuilt       Mistake = "not built"       // the program is not there, and its source is
	NotExecutable  Mistake = "not executable"  // the program may not be executed
	Executable     Mistake = "executable"      // the source file of a bot of one file may be executed, and is no program
	CarriageReturn Mistake = "carriage return" // the first line of the script ends in CR LF
	ByteOrderMark  Mistake = "byte order mark" // something stands before the first line of the script or source
)

// check finds the mistakes of a command before it is started in a folder: what the
// system says of them names neither the file nor the reason, or is said by another
// program, on stderr and in the first turn.
func (s Spec) check() error {
	if len(s.Command) == 0 {
		return nil
	}
	if dir, err := os.Stat(s.Dir); s.Dir != "" && (err != nil || !dir.IsDir()) {
		return nil // which is told as that
	}
	if err := s.checkProgram(); err != nil {
		return err
	}
	return s.checkScript()
}

// checkScript looks for the script that an interpreter of PATH is to run.
func (s Spec) checkScript() error {
	script := scriptOf(s.Command)
	if script == "" || s.Dir != "" && !filepath.IsLocal(script) { // a stranger is told nothing of other folders
		return nil
	}
	if s.lacks(script) {
		return &SpecError{Mistake: MissingFile, Why: fmt.Sprintf("no file %s, which the command names%s", s.shown(script), s.similar(script))}
	}
	return nil
}

// checkProgram finds the mistakes of a program that is named by its path.
func (s Spec) checkProgram() error {
	name := s.Command[0]
	if !strings.ContainsRune(name, filepath.Separator) {
		return nil
	}
	path, shown := s.path(name), s.shown(name)
	info, err := os.Stat(path)
	switch {
	case s.lacks(name) && len(s.Build) > 0:
		return &SpecError{Mistake: NotBuilt, Err: fs.ErrNotExist, Why: fmt.Sprintf("no program %s; build the bot first, or see that its build makes that file: %s", shown, strings.Join(s.Build, " "))}
	case s.lacks(name):
		if source := s.sourceOf(name); source != "" {
			return &SpecError{Mistake: NotBuilt, Err: fs.ErrNotExist, Why: fmt.Sprintf("no program %s: %s is its source and is not built; %s", shown, source, adviseBuild(source, filepath.Base(name)))}
		}
		return &SpecError{Mistake: MissingFile, Err: fs.ErrNotExist, Why: fmt.Sprintf("no program %s%s", shown, s.similar(name))}
	case err != nil || !info.Mode().IsRegular():
		return nil // which is told as that
	case info.Mode()&0o111 == 0 && compiler(path, "") != "":
		return &SpecError{Mistake: NotBuilt, Err: fs.ErrPermission, Why: fmt.Sprintf("%s: source, not a program; %s", shown, adviseBuild(filepath.Base(path), stem(path)))}
	case info.Mode()&0o111 == 0:
		return &SpecError{Mistake: NotExecutable, Err: fs.ErrPermission, Why: fmt.Sprintf("%s: not executable; %s", shown, adviseExecutable(name))}
	}
	switch view.FirstLine(path) {
	case view.CarriageReturn:
		return &SpecError{Mistake: CarriageReturn, Why: fmt.Sprintf(
			`%s: its first line ends in "\r\n", as on Windows, and the system looks for an interpreter whose name ends in "\r"; want "\n" alone: sed -i 's/\r$//' %s`, shown, shellquote.Join(name))}
	case view.ByteOrderMark:
		return &SpecError{Mistake: ByteOrderMark, Why: fmt.Sprintf(
			"%s: a byte order mark stands before its #!, so the system does not take it for a script; save it as UTF-8 without one: sed -i '1s/^\\xef\\xbb\\xbf//' %s", shown, shellquote.Join(name))}
	}
	return nil
}

// path returns the absolute path of a file of the command.
func (s Spec) path(name string) string {
	if filepath.IsAbs(name) {
		return filepath.Clean(name)
	}
	if s.Dir != "" {
		return filepath.Join(s.Dir, name)
	}
	if path, err := filepath.Abs(name); err == nil {
		return path
	}
	return name
}

// shown returns path as the author of the bot knows it.
func (s Spec) shown(name string) string {
	s.Dir = cmp.Or(s.Origin, s.Dir)
	return s.path(name)
}

// lacks reports whether a file of the command is not there. A link that leads
// nowhere is there.
func (s Spec) lacks(name string) bool {
	_, err := os.Lstat(s.path(name))
	return os.IsNotExist(err)
}

// An interpreter runs scripts, whose names end in one of the extensions.
type interpreter struct {
	name       string // without its version
	extensions []string
}

func interpreters() []interpreter {
	return []interpreter{
		{"python", []string{".py"}}, {"pypy", []string{".py"}}, {"node", []string{".js", ".mjs", ".cjs"}}, {"ruby", []string{".rb"}},
		{"perl", []string{".pl"}}, {"lua", []string{".lua"}}, {"php", []string{".php"}}, {"sh", []string{".sh"}}, {"bash", []string{".sh"}},
	}
}

// command returns the program that runs scripts.
func (i interpreter) command() string {
	if i.name == "python" {
		return "python3"
	}
	return i.name
}

// scriptOf returns the script that an interpreter is to run, "" where that cannot be
// told from the words.
func scriptOf(command []string) string {
	name := strings.TrimRight(filepath.Base(command[0]), "0123456789.")
	i := slices.IndexFunc(interpreters(), func(known interpreter) bool { return known.name == name })
	if i < 0 {
		return ""
	}
	for n, word := range command[1:] {
		switch {
		case slices.Contains([]string{"-", "-c", "-m", "-e", "-p", "--eval", "--print"}, word):
			return "" // no file
		case strings.HasPrefix(word, "-"), slices.Contains([]string{"-X", "-W", "-r", "--require", "--import"}, command[n]):
		case slices.Contains(interpreters()[i].extensions, filepath.Ext(word)):
			return word
		default:
			return ""
		}
	}
	return ""
}

// alone reports whether the bot is a file that would be a bot of one file if it might
// not be executed.
func (s Spec) alone() bool {
	if s.Dir != "" || len(s.Command) != 1 {
		return false
	}
	_, ok := recipeFor(s.Command[0])
	return ok
}

// adviseShebang says how a script becomes a program, "" for what is no script.
func adviseShebang(path string) string {
	for _, known := range interpreters() {
		if slices.Contains(known.extensions, filepath.Ext(path)) {
			return "; a program begins with a line such as #!/usr/bin/env " + known.command()
		}
	}
	return ""
}

// adviseExecutable says how a file that may not be executed can be run.
func adviseExecutable(name string) string {
	for _, known := range interpreters() {
		if !slices.Contains(known.extensions, filepath.Ext(name)) {
			continue
		}
		return fmt.Sprintf("make it so with chmod +x, or name its interpreter: \"%s %s\"", known.command(), strings.TrimPrefix(name, "./"))
	}
	return "make it so with chmod +x; a script may be named behind its interpreter instead"
}

// stem returns a file's name without its extension.
func stem(name string) string {
	base := filepath.Base(name)
	return strings.TrimSuffix(base, filepath.Ext(base))
}

// compiler returns the command that builds a program from a source file. It returns ""
// if the file needs no build.
func compiler(source, program string) string {
	base := filepath.Base(source)
	switch filepath.Ext(base) {
	case ".c":
		return fmt.Sprintf("gcc -O2 -o %s %s", program, base)
	case ".cpp", ".cc", ".cxx":
		return fmt.Sprintf("g++ -O2 -o %s %s", program, base)
	case ".go":
		return fmt.Sprintf("go build -o %s %s", program, base)
	case ".rs":
		return fmt.Sprintf("rustc -O -o %s %s", program, base)
	}
	return ""
}

// adviseBuild says how a source file becomes a program.
func adviseBuild(source, program string) string {
	return fmt.Sprintf("build it, with a line such as build = %q in %s", compiler(source, program), BotFile)
}

// sourceOf returns the name of the source file that lies beside a program that is
// not there: one of its name, or the only one where no file has a similar name. It
// returns "" for none.
func (s Spec) sourceOf(program string) string {
	var sources []string
	for _, name := range s.files(program) {
		if filepath.Dir(name) != filepath.Dir(filepath.Clean(s.local(program))) || compiler(name, "") == "" {
			continue
		}
		if stem(name) == filepath.Base(program) {
			return filepath.Base(name)
		}
		sources = append(sources, filepath.Base(name))
	}
	if len(sources) == 1 && s.similar(program) == "" {
		return sources[0]
	}
	return ""
}

// similar returns " (did you mean FILE?)" with the file that is nearest to a missing
// one. This is a file of its name in another folder, a file of a similar name, or the
// only file with its extension.
func (s Spec) similar(missing string) string {
	files := s.files(missing)
	missing = filepath.Clean(s.local(missing))
	for _, name := range files {
		if filepath.Base(name) == filepath.Base(missing) {
			return fmt.Sprintf(" (did you mean %s?)", name)
		}
	}
	if hint := nearest.Hint(missing, files); hint != "" {
		return hint
	}
	same := slices.DeleteFunc(files, func(name string) bool { return filepath.Ext(name) == "" || filepath.Ext(name) != filepath.Ext(missing) })
	if len(same) == 1 {
		return fmt.Sprintf(" (did you mean %s?)", same[0])
	}
	return ""
}

// local returns a path of the command as files returns those that are there.
func (s Spec) local(name string) string {
	if s.Dir == "" {
		return filepath.Base(name)
	}
	return name
}

// files returns the files among which one that is missing may be: those of the bot's
// folder and the folders in it or, of a bot without a folder, those beside it. Links
// out of a bot's folder are not followed, because the error is its author's to read.
func (s Spec) files(missing string) (files []string) {
	dir := s.Dir
	if dir == "" {
		dir = filepath.Dir(s.path(missing))
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil
	}
	defer root.Close()
	list := func(folder string) (folders []string) {
		entries, _ := fs.ReadDir(root.FS(), folder) // none where it cannot be read
		for _, entry := range entries {
			name := filepath.Join(folder, entry.Name())
			switch {
			case strings.HasPrefix(entry.Name(), "."), entry.Name() == "node_modules":
			case entry.IsDir():
				folders = append(folders, name)
			case entry.Type().IsRegular():
				files = append(files, name)
			}
		}
		return folders
	}
	folders := list(".")
	if s.Dir != "" {
		for _, folder := range folders {
			list(folder)
		}
	}
	return files
}
