package tournaments

import (
	"strings"

	"github.com/alecthomas/kong"

	"arbiter/server/league"
)

// ListVars returns what help texts and enums take from the lists of formats and
// of faults.
func ListVars() kong.Vars {
	var names []string
	for _, name := range league.Formats() {
		names = append(names, string(name))
	}
	faults := league.FaultNames()
	vars := kong.Vars{
		"formats":      league.FormatsWhere(func(league.FormatInfo) bool { return true }),
		"format_names": strings.Join(names, ","),
		"faults":       strings.Join(faults[:len(faults)-1], ", ") + " and " + faults[len(faults)-1],
	}
	for _, o := range league.FormatOptions() {
		vars["with_"+o.Name] = league.FormatsWhere(func(i league.FormatInfo) bool { return i.Has(o.Name) })
	}
	return vars
}
