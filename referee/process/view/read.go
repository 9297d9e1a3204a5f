package view

import (
	"io"
	"os"

	"golang.org/x/sys/unix"
)

// maxStart is how much of a file is looked at, in bytes.
const maxStart = 4 << 10

// readStart returns the first bytes of a regular file, nothing of anything else:
// a FIFO blocks who reads it, and a link in a bot's folder leads anywhere.
func readStart(path string) string {
	file, err := os.OpenFile(path, os.O_RDONLY|unix.O_NONBLOCK|unix.O_NOCTTY|unix.O_NOFOLLOW, 0)
	if err != nil {
		return ""
	}
	defer file.Close()
	if info, err := file.Stat(); err != nil || !info.Mode().IsRegular() {
		return ""
	}
	text, err := io.ReadAll(io.LimitReader(file, maxStart))
	if err != nil {
		return ""
	}
	return string(text)
}
