package flags

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"arbiter/bots"
)

// smallProgram returns the program that starts builtin bots faster than this one,
// if it lies beside it and has the same bots; otherwise "".
func smallProgram() string {
	self, err := os.Executable()
	if err != nil {
		return ""
	}
	program := besideSelf(self)
	found, err := exec.Command(program, bots.RevisionsOption).Output()
	if err != nil || strings.TrimSpace(string(found)) != bots.Revisions() {
		return "" // there is none, or one of another build
	}
	return program
}

// besideSelf returns where the small program is looked for.
func besideSelf(self string) string {
	if real, err := filepath.EvalSymlinks(self); err == nil {
		self = real
	}
	return filepath.Join(filepath.Dir(self), "arbiter-bot")
}
