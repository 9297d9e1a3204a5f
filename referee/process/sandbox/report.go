package sandbox

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"
)

// A Protection is one of the things that keep a bot from hurting others.
type Protection struct {
	Name   string `json:"name"`          // as in Policy.Without
	Does   string `json:"does"`          // what it is for
	On     bool   `json:"on"`            // bots are run with it
	How    string `json:"how,omitempty"` // by what means, if there are several
	Why    string `json:"why,omitempty"` // why it is off
	Remedy string `json:"get,omitempty"` // how to get it
	// Beneath says that it only backs up others: strict runs bots without it.
	Beneath bool `json:"beneath,omitempty"`

	chosen bool // switched off by the operator
}

// Protections lists all protections, and which of them are on.
type Protections []Protection

// Names returns the names of all protections.
func Names() []string {
	var names []string
	for _, p := range protections() {
		names = append(names, p.Name)
	}
	return names
}

// protections returns all protections, none of them on.
func protections() Protections {
	return Protections{
		{Name: "user", Does: "another user than the referee's, never root"},
		{Name: "processes", Does: "sees, signals and traces its own processes alone; all of them end with the match or the referee"},
		{Name: "proc", Does: "a /proc of its own processes"},
		{Name: "files", Does: "a private root with its folder and its interpreter, read-only; writes to $TMPDIR alone"},
		{Name: "network", Does: "no network, not even this machine's own"},
		{Name: "ipc", Does: "shared memory, semaphores and message queues of its own"},
		{Name: "landlock", Does: "the same rules for files, TCP, signals and abstract sockets once more", Beneath: true},
		{Name: "syscalls", Does: "no system calls that reach other processes, CPUs or the kernel's inside (seccomp)"},
		{Name: "privileges", Does: "no capabilities, no way to new ones, a clean environment, no descriptors but its pipes"},
		{Name: "memory", Does: "bounded memory"},
		{Name: "freeze", Does: "does not run outside its turns", Beneath: true},
		{Name: "threads", Does: "bounded threads and processes"},
	}
}

// On reports whether a protection is on.
func (r Protections) On(name string) bool {
	return slices.ContainsFunc(r, func(p Protection) bool { return p.Name == name && p.On })
}

// Names returns the names of the protections that are on.
func (r Protections) Names() []string {
	var names []string
	for _, p := range r {
		if p.On {
			names = append(names, p.Name)
		}
	}
	return names
}

// Missing returns the protections that this machine lacks, without those that
// the operator left out.
func (r Protections) Missing() Protections {
	return slices.DeleteFunc(slices.Clone(r), func(p Protection) bool { return p.On || p.chosen })
}

// Words returns what is missing and how to get it, a line for each reason; "" if nothing is
// missing.
func (r Protections) Words() string {
	var text strings.Builder
	missing := r.Missing()
	for i, p := range missing {
		same := func(q Protection) bool { return q.Why == p.Why && q.Remedy == p.Remedy }
		if slices.ContainsFunc(missing[:i], same) {
			continue
		}
		var names []string
		for _, q := range missing[i:] {
			if same(q) {
				names = append(names, q.Name)
			}
		}
		fmt.Fprintf(&text, "  %s: off, %s", strings.Join(names, ", "), p.Why)
		if p.Remedy != "" {
			fmt.Fprintf(&text, "; to get it, %s", p.Remedy)
		}
		text.WriteByte('\n')
	}
	return text.String()
}

// Print writes the report as a table.
func (r Protections) Print(w io.Writer) error {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, p := range r {
		state, detail := "on", p.How
		if !p.On {
			state, detail = "off", p.Why
			if p.Remedy != "" {
				detail += "; to get it, " + p.Remedy
			}
		}
		fmt.Fprintf(table, "%s\t%s\t%s\n", p.Name, state, p.Does)
		if detail != "" {
			fmt.Fprintf(table, "\t\t(%s)\n", detail)
		}
	}
	return table.Flush()
}

// set switches a protection on.
func (r Protections) set(name, how string) {
	for i := range r {
		if r[i].Name == name {
			r[i].On, r[i].How, r[i].Why, r[i].Remedy = true, how, "", ""
		}
	}
}

// miss says why a protection is off and how to get it.
func (r Protections) miss(name, why, remedy string) {
	for i := range r {
		if r[i].Name == name {
			r[i].On, r[i].How, r[i].Why, r[i].Remedy = false, "", why, remedy
		}
	}
}

// A MissingError reports that this machine lacks protections that strict wants.
type MissingError struct{ Report Protections }

// Error lists the protections and how to get them.
func (e MissingError) Error() string {
	return "--isolation strict: this machine lacks protections; get them, or choose --isolation auto\n" + strings.TrimSuffix(e.Report.Words(), "\n")
}
