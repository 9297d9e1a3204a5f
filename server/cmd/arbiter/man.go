package main

import (
	"io"
	"strings"

	"github.com/alecthomas/kong"

	"arbiter/server/cmd/arbiter/output"
)

// manCmd is the verb man.
type manCmd struct{}

// Run prints the manual page. It is made of what --help-all prints, so that it never
// lags behind that.
func (manCmd) Run(s output.Streams) error {
	app, err := newParser("", s, func(int) {})
	if err != nil {
		return err
	}
	return writeManual(s.Out, app.Model)
}

// writeManual writes the manual page of a program in the macros of man(7).
func writeManual(w io.Writer, app *kong.Application) error {
	var page strings.Builder
	line := func(macro string, words ...string) {
		page.WriteString("." + macro)
		for _, word := range words {
			page.WriteString(` "` + strings.ReplaceAll(roff(word), `"`, `\(dq`) + `"`)
		}
		page.WriteString("\n")
	}
	text := func(paragraph string) { page.WriteString(roff(strings.TrimSpace(paragraph)) + "\n") }

	line("TH", strings.ToUpper(app.Name), "1")
	line("SH", "NAME")
	text(app.Name + " - a referee and tournament server for programming games")
	line("SH", "SYNOPSIS")
	text(app.Name + " COMMAND [ARGUMENT ...] [--FLAG ...]")
	line("SH", "DESCRIPTION")
	for i, paragraph := range strings.Split(app.Help, "\n\n") {
		if i > 0 {
			line("PP")
		}
		text(paragraph)
	}
	line("SH", "COMMANDS")
	var command func(node *kong.Node)
	command = func(node *kong.Node) {
		if node.Hidden {
			return
		}
		line("SS", node.Summary())
		text(node.Help)
		for _, arg := range node.Positional {
			line("TP")
			text(arg.Summary())
			text(arg.Help)
		}
		for _, flag := range node.Flags {
			if flag.Hidden || flag.Name == "help" {
				continue
			}
			line("TP")
			text(flagSummary(flag))
			text(flag.Help)
		}
		if examples := examplesOf(node); len(examples) > 0 {
			line("PP")
			text("Examples:")
			line("nf")
			for _, e := range examples {
				text("    " + e)
			}
			line("fi")
		}
		for _, child := range node.Children {
			command(child)
		}
	}
	for _, child := range app.Children {
		command(child)
	}
	_, err := io.WriteString(w, page.String())
	return err
}

// flagSummary returns a flag as help shows it.
func flagSummary(flag *kong.Flag) string {
	summary := "--" + flag.Name
	if flag.Short != 0 {
		summary = "-" + string(flag.Short) + ", " + summary
	}
	if !flag.IsBool() {
		summary += "=" + flag.FormatPlaceHolder()
	}
	return summary
}

// roff returns text that troff prints as it is: a backslash would begin a command, and
// so would a dot or an apostrophe at the beginning of a line. A hyphen would become a
// typographic one, which cannot be copied into a command line.
func roff(text string) string {
	lines := strings.Split(strings.NewReplacer(`\`, `\e`, "-", `\-`).Replace(text), "\n")
	for i, l := range lines {
		if strings.HasPrefix(l, ".") || strings.HasPrefix(l, "'") {
			lines[i] = `\&` + l
		}
	}
	return strings.Join(lines, "\n")
}
