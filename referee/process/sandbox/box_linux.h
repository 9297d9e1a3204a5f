//go:build linux && cgo

// What the files of the launcher share. A function that fails returns less than 0.
// The functions of a stage also record where; see fail.
#ifndef SANDBOX_BOX_H
#define SANDBOX_BOX_H

#include "launcher_linux.h"

#include <errno.h>

enum { STACK = 64 << 10 };

// A box is one launch with its texts.
struct box {
	struct launch *l;
	const char *text;
	char **argv, **envp;
	const struct step *steps;
	const struct limit *limits;
	const struct rule *rules;
	const struct filter *filters;
	const int32_t *cgroups;
	int (*make)(struct box *); // namespaces
	int self;    // our folder in /proc, which is not found in a private root
	char *stack; // of the init, or of the bot
	int clean;   // the bot has none of our handlers of signals from its start
	int last_pid; // descriptor of ns_last_pid, or -1
	int renewed;  // /proc shows nothing of the last bot
	int joined;  // how many of the cgroups it is in from its start
};

static inline int has(struct box *b, int what) { return (b->l->box & what) != 0; }

// fail records where a launch failed. The memory is the caller's.
static inline int fail(struct box *b, int stage, int at) {
	b->l->error = errno;
	b->l->at = at;
	b->l->stage = stage;
	return -1;
}

// spaces_linux.c: users and namespaces.

int write_file(const char *path, const char *content, int flags);
int change_ids(struct box *b);
int new_user(struct box *b);
int become(struct box *b);
int enter(struct box *b);
int unshare_space(struct box *b, int space);
int open_space(struct box *b, int space);

// mounts_linux.c: the private root.

int make_mounts(struct box *b);
int renew_proc(void);

// restrict_linux.c: what a program may not have or do.

int give_up(struct box *b);
int restrict_bot(struct box *b);
void close_from(int first);
void reset_signals(void);
void unblock_signals(void);

#endif
