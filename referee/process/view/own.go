package view

import (
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
)

// Endings of what Arbiter keeps beside a database, under its name.
const (
	UploadsSuffix  = ".bots"
	AnalysesSuffix = ".analyses" // what analyses are kept
	QueueSuffix    = ".queue"    // the queue of a farm
	EvidenceSuffix = ".workers"  // what workers did wrong, of earlier builds
	LaddersSuffix  = ".ladders"  // copies of the bots of open ladders
	GamesSuffix    = ".games"    // games with a referee of their own
	LockSuffix     = ".lock"     // a file
)

// DefaultDatabase is the name of a database that has no other one.
const DefaultDatabase = "arbiter.db"

// journals are the endings of what SQLite keeps beside a database.
func journals() []string { return []string{"-wal", "-shm", "-journal"} }

func stateFolders() []string {
	return []string{UploadsSuffix, AnalysesSuffix, QueueSuffix, EvidenceSuffix, LaddersSuffix, GamesSuffix}
}

// BesideDatabase returns all endings of what lies beside a database.
func BesideDatabase() []string { return append(append(journals(), stateFolders()...), LockSuffix) }

// IsState reports whether a file or a folder has a name of Arbiter's state: it may be
// that of another server, or of an earlier one, so it is in no bot wherever it lies.
func IsState(name string, folder bool) bool {
	ends := func(with string) bool { return strings.HasSuffix(name, with) }
	if folder { // the last two are an interrupted backup and its restoration
		return slices.ContainsFunc(stateFolders(), ends) || strings.HasPrefix(name, ".backup-") || strings.HasPrefix(name, ".restore-")
	}
	return name == DefaultDatabase || slices.ContainsFunc(append(journals(), LockSuffix), func(with string) bool { return ends(".db" + with) })
}

// Own are the files and folders of Arbiter's own as they are at a moment, by path and
// by inode.
type Own struct {
	paths  []string
	inodes map[inode]string
}

// NewOwn looks at files and folders, which may not be there.
func NewOwn(paths []string) Own {
	own := Own{inodes: map[inode]string{}}
	for _, path := range paths {
		own.paths = append(own.paths, names(path, maxLinks)...)
	}
	for _, path := range own.paths {
		for _, look := range []func(string) (fs.FileInfo, error){os.Stat, os.Lstat} {
			if info, err := look(path); err == nil {
				own.inodes[inodeOf(info)] = path
			}
		}
	}
	return own
}

// Hides reports whether a file or a folder in a bot's folder is Arbiter's own, has a
// name of Arbiter's state, or is a database. One of Arbiter's own under
// another name is a FolderError. The path has no links in it.
func (o Own) Hides(path string, info fs.FileInfo) (bool, error) {
	if slices.Contains(o.paths, path) {
		return true, nil
	}
	if own, ok := o.inodes[inodeOf(info)]; ok {
		return true, &FolderError{path, fmt.Sprintf("it is %s by another name, which no bot may see; remove it", own)}
	}
	return IsState(info.Name(), info.IsDir()) || IsDatabase(path, info), nil
}
