package sandbox

import "os"

// Broad reports whether a folder holds far more than a bot: a home, a temporary
// folder, or one above them.
func Broad(dir string) bool {
	f := finder{ours: map[string]string{"HOME": os.Getenv("HOME")}}
	return f.isBroad(dir) || isBelow(os.TempDir(), dir)
}
