// Package migrations embeds the schema of the database, one file a version,
// in goose's format. A file that has been released never changes.
package migrations

import "embed"

// FS holds the migrations.
//
//go:embed *.sql
var FS embed.FS
