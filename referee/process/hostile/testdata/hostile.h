// What the kinds of hostile bots share. See hostile.c.

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

// Where in the match a kind acts: before the first turn, in turn 2 before its
// answer or after it, or before the answers of all turns.
enum when { START, MIDDLE, AFTER, ALWAYS };

// A kind acts and returns less than 0, with errno, when it was refused. A
// partner plays the other seat and acts in its first turn.
struct kind {
	const char *name;
	enum when when;
	int (*act)(void);
	int (*partner)(void);
};

extern const struct kind misbehaviour[], attacks[], machine_attacks[], busy_ways[];

// What a bot was told.
struct scene {
	int turn, number;
	int referee, opponent, port;
	char folder[2048]; // of the victim: arbiter.db, docker.sock
	const char *token; // of this match
	int gentle;        // what would hurt the machine is only looked at
	long outside;      // processor time used since the last answer, in ns
};

extern struct scene now;

// path returns a path as printf does, in one of a few buffers.
const char *path(const char *format, ...) __attribute__((format(printf, 1, 2)));

// refuse returns -1 with an errno.
int refuse(int error);

// opened closes a descriptor and says whether it was one.
int opened(int fd);

// overwrite writes a line into an existing file.
int overwrite(const char *name);

// create makes a file.
int create(const char *name);

// key returns a number for this match.
int key(void);

// signal_of is the signal, or 0 if it is only to be looked at whether it may be sent.
int signal_of(int sig);

// in_child runs a function in a child and returns its result.
int in_child(int (*act)(void));

void forever(void);

// spent returns the processor time of all our threads, in ns.
long spent(void);

// burn uses so much processor time, in ns, as a bot that thinks does.
int burn(long ns);

// start_threads starts threads with small stacks.
int start_threads(int count, void *(*run)(void *));

// is_root returns ROOT if we have privileges of root.
int is_root(void);

enum { ROOT = 100 };
