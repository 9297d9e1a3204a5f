package external

import (
	"context"
	"os"
	"path/filepath"
	"slices"

	"arbiter/referee"
	"arbiter/referee/process"
)

// classData is where a published referee keeps the classes that it loads in the form in which
// the JVM maps them, so that it starts in half of the processor time. Digests of the game leave
// the folder out.
const classData = ".cache/arbiter/classes.jsa"

// keepClasses starts the command that follows with a conversation, and keeps what it loaded.
// How it ends does not matter. What was kept before stays in the way of no match.
const keepClasses = `mkdir -p .cache/arbiter && rm -f ` + classData + ` && talk=$1 && shift &&
{ printf %s "$talk" | "$@" >/dev/null || :; } && mv ` + classData + `.new ` + classData

// talkTurns is how many turns the referee is told that nobody answers: most matches end by that,
// so that classes of the end are loaded too.
const talkTurns = 64

// KeepClasses has a published referee keep its classes for later matches, in the box in which
// its build runs. It reports whether they are kept: they are not for a referee that run starts,
// for one with folders of classes on its class path, or by another JVM.
func (g *Game) KeepClasses(ctx context.Context, options process.BuildOptions) bool {
	if len(g.classpath) == 0 {
		return false
	}
	m, err := g.deal(referee.Setup{Seed: 1}, g.info.MinSeats)
	if err != nil {
		return false
	}
	talk := g.dialect().start(m.init)
	for range talkTurns {
		talk = g.dialect().answer(talk, &answer{timeout: true})
	}
	spec := g.spec
	java := slices.Insert(slices.Clone(spec.Command), 1, "-XX:ArchiveClassesAtExit="+classData+".new")
	spec.Build = append([]string{"sh", "-c", keepClasses, "sh", string(talk)}, java...)
	_, err = process.Build(ctx, spec, options)
	return err == nil
}

// command returns the command that starts the referee, and whether it plays match after match:
// that of its host, or the one of its kept classes, where these are. A JVM that cannot use
// classes says so on stderr and goes on without.
func (g *Game) command() (command []string, host bool) {
	if hosted := g.hosted(); hosted != nil {
		return hosted, true
	}
	if len(g.classpath) > 0 {
		if _, err := os.Stat(filepath.Join(g.spec.Dir, classData)); err == nil {
			return slices.Insert(slices.Clone(g.spec.Command), 1, "-XX:SharedArchiveFile="+classData), false
		}
	}
	return g.spec.Command, false
}
