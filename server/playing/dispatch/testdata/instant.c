/* instant GAME plays whole legal matches of ctf, domain, flames or keeper with
   next to no thought and one read and one write a turn, so that a match's time
   is the referee's and the system's. The benchmarks build it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char in[1 << 16];
static size_t at, end;

/* next returns the input's next byte, and ends the program where it ends. */
static int next(void) {
	if (at == end) {
		ssize_t n = read(0, in, sizeof in);
		if (n <= 0)
			exit(0);
		at = 0;
		end = n;
	}
	return in[at++];
}

/* word returns the next word. It reads one byte beyond it: the blank. */
static char *word(void) {
	static char text[256];
	int c, n = 0;
	do
		c = next();
	while (c <= ' ');
	for (; c > ' '; c = next())
		if (n < (int)sizeof text - 1)
			text[n++] = c;
	text[n] = 0;
	return text;
}

static int number(void) { return atoi(word()); }

static void skip(int words) {
	while (words-- > 0)
		word();
}

static void answer(const char *text, int length) {
	if (write(1, text, length) != length)
		exit(1);
}

/* ctf sends every minion to the opponent's flag, and the one that has it home. */
static void ctf(void) {
	int rows = number();
	skip(1 + rows);
	int home_r = number(), home_c = number();
	skip(2 + 9);
	for (;;) {
		skip(2 + 3);
		int flag_r = number(), flag_c = number(), carrier = number(), minions = number();
		char line[256];
		int n = 0;
		while (minions-- > 0) {
			int id = number(), carries = id == carrier;
			skip(4);
			n += sprintf(line + n, "MOVE %d %d %d|", id, carries ? home_r : flag_r, carries ? home_c : flag_c);
		}
		skip(5 * number());
		skip(2 * number());
		line[n - 1] = '\n';
		answer(line, n);
	}
}

static int ways(const char open[4]) { return open[0] + open[1] + open[2] + open[3]; }

/* domain makes a step or none, and builds a wall there, where both cells have
   the most ways out, so that the match lasts its usual 25 turns. */
static void domain(void) {
	static const char sides[] = "UDLR";
	static const int dx[] = {0, 0, -1, 1}, dy[] = {-1, 1, 0, 0};
	char open[16][16][4] = {0}; /* from 1, so that every cell has neighbours */
	int width = number(), height = number();
	for (int x = 1; x <= width; x++)
		for (int y = 1; y <= height; y++)
			for (int d = 0; d < 4; d++)
				open[x][y][d] = x + dx[d] >= 1 && x + dx[d] <= width && y + dy[d] >= 1 && y + dy[d] <= height;
	int x = 1 + number(), y = 1 + number(), other_x = 1 + number(), other_y = 1 + number();
	for (;;) {
		int last_x = 1 + number(), last_y = 1 + number();
		char *side = strchr(sides, *word());
		if (side) {
			int d = side - sides;
			other_x = last_x;
			other_y = last_y;
			open[last_x][last_y][d] = open[last_x + dx[d]][last_y + dy[d]][d ^ 1] = 0;
		}
		int best = 0, best_x = 0, best_y = 0, best_d = 0;
		for (int step = -1; step < 4; step++) { /* -1 is none */
			int to_x = x, to_y = y;
			if (step >= 0) {
				to_x += dx[step];
				to_y += dy[step];
				if (!open[x][y][step] || (to_x == other_x && to_y == other_y))
					continue;
			}
			for (int d = 0; d < 4; d++) {
				int here = ways(open[to_x][to_y]), there = ways(open[to_x + dx[d]][to_y + dy[d]]);
				int left = here < there ? here : there;
				if (open[to_x][to_y][d] && left >= best) {
					best = left;
					best_x = to_x;
					best_y = to_y;
					best_d = d;
				}
			}
		}
		x = best_x;
		y = best_y;
		open[x][y][best_d] = open[x + dx[best_d]][y + dy[best_d]][best_d ^ 1] = 0;
		char line[] = {'0' + x - 1, ' ', '0' + y - 1, ' ', sides[best_d], '\n'};
		answer(line, sizeof line);
	}
}

/* flames ends every cycle at once, until no health is left. */
static void flames(void) {
	skip(2 + 34);
	for (;;) {
		skip(5);
		skip(2 * number());
		skip(2 * number());
		for (int actions = number(); actions-- > 0;)
			if (strcmp(word(), "PASS"))
				skip(1);
		answer("PASS\n", 5);
	}
}

/* keeper stays where it is. */
static void keeper(void) {
	for (;;) {
		int x = number(), y = number();
		skip(5);
		skip(4 * number());
		char line[32];
		answer(line, sprintf(line, "MOVE %d %d\n", x, y));
	}
}

int main(int argc, char **argv) {
	static const struct { const char *name; void (*play)(void); } games[] = {
		{"ctf", ctf}, {"domain", domain}, {"flames", flames}, {"keeper", keeper},
	};
	for (size_t i = 0; i < sizeof games / sizeof *games; i++)
		if (argc == 2 && !strcmp(argv[1], games[i].name))
			games[i].play();
	fprintf(stderr, "usage: instant ctf|domain|flames|keeper\n");
	return 2;
}
