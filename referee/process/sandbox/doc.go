// Package sandbox keeps a bot, which is a stranger's program, from hurting the
// machine, the results and its opponents. It knows nothing of matches.
package sandbox
