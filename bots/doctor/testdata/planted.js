// A bot of Code Keeper with the bug that its argument names; it waits.
"use strict";

const bug = process.argv[2];
let turn = 0;
let x, y, n;
let line = 0; // of the input of the turn

require("readline").createInterface({ input: process.stdin }).on("line", (text) => {
	line++;
	if (line === 1) [x, y] = text.split(" ").map(Number);
	else if (line === 2) n = Number(text);
	if (line < 2 || line < 2 + n + (bug === "line too many" ? 1 : 0)) return;
	line = 0;
	turn++;
	if (bug === "crash" && turn === 40) think([]);
	if (bug === "debug print") console.log("at", x, y);
	const answer = `${bug === "lower case" ? "move" : "MOVE"} ${bug === "off by one" ? x + 16 : x} ${y}`;
	const end = bug === "no line end" || bug === "line end first" ? "" : "\n";
	process.stdout.write((bug === "line end first" ? "\n" : "") + answer + end);
});

function think(moves) {
	return moves[0].x;
}
