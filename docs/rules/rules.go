// Package rules embeds the pages of this folder, one for each game.
package rules

import "embed"

// FS holds the pages: <game>.md, in Markdown.
//
//go:embed *.md
var FS embed.FS
