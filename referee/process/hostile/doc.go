// Package hostile is a suite of bots that attack: the referee, their opponents,
// other matches and the machine. It has tests alone. Their bots are one program
// in C under testdata, whose argument says what it does.
package hostile
