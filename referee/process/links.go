package process

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
)

// The referee follows no link out of a bot's folder, but a link in a copy that a
// server keeps lies there for everybody who looks into the copy. So the folder of
// a bot that a stranger has sent may have links to what a build has reason to
// link to, and to nothing else.

// linkedSystem are folders of the system that can be read by all and that builds
// link to, such as a virtual environment of Python.
func linkedSystem() []string {
	return []string{"/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/etc/alternatives", "/opt", "/nix/store", "/gnu/store"}
}

// checkSentLinks checks the links of a bot's folder that was sent.
func checkSentLinks(options BuildOptions, dir string) error {
	shows := func(string) bool { return false }
	if options.Isolation.Boxed() {
		shows = options.Isolation.View().Shows
	}
	return checkLinks(dir, shows)
}

// checkLinks returns a SpecError if a link in a folder leads to a forbidden place. A
// link may lead into the folder, to the system, to what bots are shown, or to a
// program, such as an interpreter that its owner has installed. A link that leads
// nowhere is no error: in the box it may lead somewhere.
func checkLinks(dir string, shows func(path string) bool) error {
	root, err := filepath.EvalSymlinks(dir)
	if err != nil {
		return err
	}
	inside := append([]string{root}, linkedSystem()...)
	return filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.Type()&fs.ModeSymlink == 0 {
			return err
		}
		to, err := filepath.EvalSymlinks(path)
		if err != nil || shows(to) || slices.ContainsFunc(inside, func(folder string) bool { return within(folder, to) }) {
			return nil
		}
		if info, err := os.Stat(to); err == nil && info.Mode().IsRegular() && info.Mode()&0o111 != 0 {
			return nil
		}
		name, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		return &SpecError{Why: fmt.Sprintf("%q is a link that leads out of the bot's folder; want files, links within the folder, and links to programs and the system's folders", name)}
	})
}
