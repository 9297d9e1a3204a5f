// Package sqlite stores tournaments, matches and replays in one SQLite file. A
// DB implements the store interfaces that the scheduler, the API and the command
// line declare, in the types of package league: the SQL for a type is in the
// file that has the type's name in league. The schema is in the migrations
// folder. No other package contains SQL.
package sqlite
