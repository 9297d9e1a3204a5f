package sandbox

import (
	"os"
	"path/filepath"
)

// maxHops is how many links in a row are followed, as in the kernel.
const maxHops = 40

// chain returns a path and every path that it leads to as a link, the file
// itself last. None of them has a link among its folders.
func chain(path string) []string {
	var hops []string
	for range maxHops {
		if dir, err := filepath.EvalSymlinks(filepath.Dir(path)); err == nil {
			path = filepath.Join(dir, filepath.Base(path))
		}
		hops = append(hops, path)
		target, err := os.Readlink(path)
		if err != nil {
			break // no link
		}
		if !filepath.IsAbs(target) {
			target = filepath.Join(filepath.Dir(path), target)
		}
		path = target
	}
	return hops
}
