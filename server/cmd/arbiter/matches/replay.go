package matches

// Replay is the verb replay.
type Replay struct {
	Show   replayShowCmd   `cmd:"" default:"withargs" help:"Print a replay turn by turn."`
	Export replayExportCmd `cmd:"" help:"Export a replay: its record, every frame, or an HTML file."`
}
