package process

import "golang.org/x/sys/unix"

// mountedNoexec reports whether a file's mount lets no file be executed.
func mountedNoexec(path string) bool {
	var fs unix.Statfs_t
	return unix.Statfs(path, &fs) == nil && fs.Flags&unix.ST_NOEXEC != 0
}
