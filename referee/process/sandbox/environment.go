package sandbox

import (
	"slices"
	"strings"
)

// Environ returns what of our environment a program in a box gets: what tells
// runtimes how to run, and nothing that may be a secret.
func Environ(ours []string) []string {
	var clean []string
	for _, assignment := range ours {
		name, _, _ := strings.Cut(assignment, "=")
		if keeps(name) {
			clean = append(clean, assignment)
		}
	}
	return clean
}

func keeps(name string) bool {
	if name == "NODE_EXTRA_CA_CERTS" {
		return false // a file that is not in the box: node would complain on the bot's stderr
	}
	return slices.Contains([]string{
		"PATH", "LANG", "LANGUAGE", "TZ", "TERM", "LD_LIBRARY_PATH",
		"GODEBUG", "GOGC", "GOMAXPROCS", "GOMEMLIMIT", "GOTRACEBACK",
		"JAVA_HOME", "JAVA_OPTS", "JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS",
		"VIRTUAL_ENV", "RUST_BACKTRACE", "DOTNET_ROOT", "UV_THREADPOOL_SIZE",
	}, name) || slices.ContainsFunc([]string{
		"LC_", "PYTHON", "PYENV_", "NODE_", "NVM_", "OMP_", "OPENBLAS_", "MKL_", "NUMEXPR_",
	}, func(prefix string) bool { return strings.HasPrefix(name, prefix) })
}
