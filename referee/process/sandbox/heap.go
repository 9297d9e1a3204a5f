package sandbox

import (
	"fmt"
	"slices"
	"strings"
)

// heapShare is what a runtime's heap may be of its box's memory, in percent. The rest
// is for what lies beside it: threads, code, buffers. Beyond the share a runtime
// collects garbage instead of growing.
const heapShare = 70

// goShare is the same for Go, whose limit counts all that its runtime has.
const goShare = 90

// A heap is how a runtime is told the memory of its box. Runtimes look at the
// machine's, plan a heap larger than the box, and are killed for garbage.
type heap struct {
	runtime  string   // for people
	programs []string // that are it, as the system names them
	words    []string // of a program whose heap was full
	variable string
	value    func(memory int64) string
	set      []string // in the variable, or other variables: the user has decided
	joins    bool     // the user's value goes after ours, and wins
	remedy   string   // how the user decides
}

// heaps returns the runtimes. Of Java's two variables, JAVA_TOOL_OPTIONS reaches
// every JVM whatever starts it, and whatever stands on a command line or in
// JDK_JAVA_OPTIONS wins over it. MaxRAM is what -XX:MaxRAMPercentage is of, and -Xmx
// wins over both.
func heaps() []heap {
	return []heap{
		{
			runtime: "Java", programs: []string{"java"}, words: []string{"java.lang.OutOfMemoryError"}, variable: "JAVA_TOOL_OPTIONS",
			value: func(memory int64) string {
				return fmt.Sprintf("-XX:MaxRAM=%d -XX:MaxRAMPercentage=%d", memory, heapShare)
			},
			joins: true, remedy: "-Xmx",
		},
		{
			runtime: "Node", programs: []string{"node", "MainThread"}, words: []string{"JavaScript heap out of memory"}, variable: "NODE_OPTIONS",
			value: func(memory int64) string {
				return fmt.Sprintf("--max-old-space-size=%d", max(1, share(memory, heapShare)>>20))
			},
			set: []string{"max-old-space-size", "max_old_space_size", "max-heap-size", "max_heap_size"}, joins: true, remedy: "--max-old-space-size",
		},
		{
			runtime: "Go", variable: "GOMEMLIMIT",
			value: func(memory int64) string { return fmt.Sprint(share(memory, goShare)) }, remedy: "GOMEMLIMIT or debug.SetMemoryLimit",
		},
		{
			runtime: ".NET", programs: []string{"dotnet"}, words: []string{"System.OutOfMemoryException"}, variable: "DOTNET_GCHeapHardLimit",
			value: func(memory int64) string { return fmt.Sprintf("0x%X", share(memory, heapShare)) },
			set:   []string{"DOTNET_GCHeapHardLimitPercent", "COMPlus_GCHeapHardLimit", "COMPlus_GCHeapHardLimitPercent"}, remedy: "DOTNET_GCHeapHardLimit",
		},
	}
}

// share returns so many percent of a memory.
func share(memory, percent int64) int64 { return memory / 100 * percent }

// TellMemory returns env with variables that tell runtimes, such as a JVM, the memory of their
// box in bytes. What env has already set stays.
func TellMemory(env []string, memory int64) []string {
	for _, h := range heaps() {
		found, at := lookup(env, h.variable)
		decided := slices.ContainsFunc(h.set, func(name string) bool {
			_, other := lookup(env, name)
			return other >= 0 || at >= 0 && strings.Contains(env[at], name)
		})
		switch {
		case decided || at >= 0 && !h.joins:
		case at >= 0:
			env[at] = h.variable + "=" + strings.TrimSpace(h.value(memory)+" "+found)
		default:
			env = append(env, h.variable+"="+h.value(memory))
		}
	}
	return env
}

// lookup returns where a variable is, and its value.
func lookup(env []string, name string) (value string, at int) {
	at = slices.IndexFunc(env, func(assignment string) bool { return strings.HasPrefix(assignment, name+"=") })
	if at >= 0 {
		value = env[at][len(name)+1:]
	}
	return value, at
}

// HeapNotice returns the line that any JVM prints on stderr because of TellMemory; "" where the
// user has set options of his own.
func HeapNotice(env []string, memory int64) string {
	java := heaps()[0]
	if value, _ := lookup(env, java.variable); value != java.value(memory) {
		return ""
	}
	return fmt.Sprintf("Picked up %s: %s\n", java.variable, java.value(memory))
}

// HeapHint says how to set the heap of a program that was killed for its memory, or
// said on stderr that its heap was full. The name is what the system calls the
// program. It returns "" for other programs.
func HeapHint(name, stderr string) string {
	for _, h := range heaps() {
		if slices.Contains(h.programs, name) || hasOne(stderr, h.words...) {
			return fmt.Sprintf("; %s was told so by %s, and %s gives its heap another size", h.runtime, h.variable, h.remedy)
		}
	}
	return ""
}
