package view

import (
	"path/filepath"
	"slices"
	"strings"
)

// environment are the variables that a program in a box gets: those that tell
// runtimes how to run. Any other may be a secret, so that there is no pattern here.
var environment = strings.Fields(`
	LANG LANGUAGE LC_ALL LC_COLLATE LC_CTYPE LC_MESSAGES LC_MONETARY LC_NUMERIC LC_TIME TERM TZ LD_LIBRARY_PATH
	GODEBUG GOGC GOMAXPROCS GOMEMLIMIT GOTRACEBACK GOTOOLCHAIN
	JAVA_OPTS JAVA_TOOL_OPTIONS JDK_JAVA_OPTIONS
	COMPlus_GCHeapHardLimit COMPlus_GCHeapHardLimitPercent DOTNET_GCHeapHardLimit DOTNET_GCHeapHardLimitPercent DOTNET_gcServer
	NODE_ENV NODE_NO_WARNINGS NODE_OPTIONS UV_THREADPOOL_SIZE
	PYTHONDONTWRITEBYTECODE PYTHONFAULTHANDLER PYTHONHASHSEED PYTHONIOENCODING PYTHONMALLOC PYTHONNOUSERSITE PYTHONOPTIMIZE PYTHONUNBUFFERED
	PYTHONUTF8 PYTHONWARNINGS
	RUST_BACKTRACE RUST_MIN_STACK RUSTUP_AUTO_INSTALL RUSTUP_TOOLCHAIN
	MKL_DYNAMIC MKL_NUM_THREADS NUMEXPR_MAX_THREADS NUMEXPR_NUM_THREADS OPENBLAS_NUM_THREADS
	OMP_DYNAMIC OMP_NUM_THREADS OMP_PLACES OMP_PROC_BIND OMP_SCHEDULE OMP_STACKSIZE OMP_WAIT_POLICY
`)

// folderVariables name folders. What of them a box does not show is left out.
var folderVariables = strings.Fields("DOTNET_ROOT JAVA_HOME NODE_PATH PYTHONHOME PYTHONPATH VIRTUAL_ENV")

// Environ returns the variables of a program in a box, but for PATH, which depends
// on where it runs, and for HOME and TMPDIR.
func (v *View) Environ() (env []string) {
	for _, name := range environment {
		if value, ok := v.env[name]; ok {
			env = append(env, name+"="+value)
		}
	}
	for _, name := range folderVariables {
		var dirs []string
		for _, dir := range filepath.SplitList(v.env[name]) {
			switch real, err := filepath.EvalSymlinks(dir); {
			case err != nil || !filepath.IsAbs(dir):
			case v.reaches(dir, nil):
				dirs = append(dirs, dir)
			case v.Shows(real):
				dirs = append(dirs, real)
			}
		}
		if len(dirs) > 0 {
			env = append(env, name+"="+strings.Join(dirs, string(filepath.ListSeparator)))
		}
	}
	// Of a home that a box does not have, these would be looked for in vain.
	if v.has("modules") {
		if user := v.rootOf(store{"PYTHONUSERBASE", ".local", ""}); user != "" {
			env = append(env, "PYTHONUSERBASE="+user)
		}
	}
	if v.has("rustup") {
		env = append(env, "RUSTUP_HOME="+v.rootOf(store{"RUSTUP_HOME", ".rustup", ""}))
	}
	return env
}

// has reports whether the view has a runtime of a kind.
func (v *View) has(kind string) bool {
	return slices.ContainsFunc(v.Runtimes, func(r Runtime) bool { return r.Kind == kind })
}
