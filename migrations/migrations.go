// Package migrations embeds the database schema in goose's format, one file per
// version. The statements of a released file never change; a new version is a new
// file.
package migrations

import "embed"

// FS holds the migrations.
//
//go:embed *.sql
var FS embed.FS
