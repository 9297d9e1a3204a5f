package view

import (
	"os"
	"path/filepath"
	"slices"
)

// versionControl are folders, files or links by which a program of version control
// knows a work tree. It does what they say.
func versionControl() []string { return []string{".git", ".hg", ".svn", ".jj"} }

// RepositoryMarks returns the names of entries that make a folder a repository or a work tree.
// Ask the file system whether they exist: it may take other spellings for the same name.
func RepositoryMarks() []string { return append(versionControl(), "HEAD", "objects", "commondir") }

// IsVersionControl reports whether a folder with an entry of that name is a work tree.
func IsVersionControl(name string) bool { return slices.Contains(versionControl(), name) }

// IsGitFolder reports whether git takes a folder for a .git: a bare repository, or the folder
// that a work tree elsewhere uses. there reports whether the folder has an entry of that name.
func IsGitFolder(there func(name string) bool) bool {
	return there("HEAD") && (there("objects") || there("commondir"))
}

// repositories returns what in a folder is a repository, or the folder itself.
func repositories(dir string) (paths []string) {
	there := func(name string) bool {
		_, err := os.Lstat(filepath.Join(dir, name))
		return err == nil
	}
	if IsGitFolder(there) {
		return []string{dir}
	}
	for _, name := range slices.DeleteFunc(versionControl(), func(name string) bool { return !there(name) }) {
		paths = append(paths, filepath.Join(dir, name))
	}
	return paths
}
