//go:build linux && cgo

// The launcher starts a process in a box. Go plans, C does: between fork and
// exec of a program with threads only async-signal-safe calls are allowed, so
// every text is ready before. Numbers that both sides use are defined here.
#ifndef SANDBOX_LAUNCHER_H
#define SANDBOX_LAUNCHER_H

#include <stddef.h>
#include <stdint.h>

// What a launch unshares and does; the protections that are on.
enum {
	BOX_USER = 1 << 0,    // a user namespace: for callers that may not unshare without
	BOX_PID = 1 << 1,     // a PID namespace, with an init
	BOX_ROOT = 1 << 2,    // a mount namespace with a private root
	BOX_NET = 1 << 3,     // an empty network namespace
	BOX_IPC = 1 << 4,     // one for IPC: the shared one, or its own
	BOX_PROC = 1 << 5,    // mount an own /proc
	BOX_SETID = 1 << 6,   // change to uid and gid before exec
	BOX_LANDLOCK = 1 << 7,
	BOX_SECCOMP = 1 << 8,
	BOX_PROBE = 1 << 9,   // end well instead of the exec
	BOX_DROP = 1 << 10,   // change to uid and gid at the beginning, before the user namespace
};

// The namespaces of a box, in the order in which they are entered. The first two
// are of all boxes.
enum {
	SPACE_SHARED, // for users: the owner of those for IPC and the network, and parent of SPACE_USER
	SPACE_IPC,
	SPACE_NET,
	SPACE_USER,
	SPACE_MOUNTS,
	SPACE_PIDS,
	SPACES,
};

// Where a launch failed.
enum {
	STAGE_NONE,
	STAGE_CLONE,
	STAGE_USER,
	STAGE_PID,
	STAGE_MOUNT,
	STAGE_NET,
	STAGE_IPC,
	STAGE_BIND, // at: the step
	STAGE_LEND, // at: the step
	STAGE_ROOT, // at: the step, or -1
	STAGE_INIT,
	STAGE_PROC,
	STAGE_FILES,
	STAGE_CGROUP,
	STAGE_LIMIT, // at: the limit
	STAGE_LANDLOCK,
	STAGE_ID,
	STAGE_SECCOMP,
	STAGE_DIR,
	STAGE_EXEC,
	STAGE_LOST,
};

// What a step of the making of the root does with its texts a and b.
enum {
	STEP_DIR,     // mkdir a
	STEP_FILE,    // create a with the content b
	STEP_LINK,    // a becomes a symbolic link to b
	STEP_BIND,    // bind b to a, with flags as of mount_setattr(2)
	STEP_TMPFS,   // mount a tmpfs with the options b to a
	STEP_DEVICE,  // make the device a with the number flags
};

// A text is an offset into the launch's texts, which end with NUL.
struct step {
	int32_t op, a, b;
	int32_t optional; // a bind may lack its source
	int32_t owner;    // of a bind: descriptor of the user namespace that maps its owner to the bot, or -1
	int32_t nofollow; // of a bind: its source is no link
	uint64_t flags;
};

struct limit {
	int32_t resource, unused;
	uint64_t soft, hard;
};

// A rule of landlock(7).
struct rule {
	uint64_t access;
	int32_t path, unused;
};

struct filter { // struct sock_filter
	uint16_t code;
	uint8_t jt, jf;
	uint32_t k;
};

struct launch {
	int32_t box;
	uint32_t uid, gid;
	int32_t uid_map, gid_map; // texts
	int32_t root_options, home; // texts: of the root's tmpfs, and where the scratch is
	int32_t program, dir;     // texts
	int32_t argc, envc, steps, limits, rules, filters, cgroups;
	int32_t files[3];
	int32_t init_file, alive; // descriptors: the init's program, and what it reads until we end
	int32_t spaces[SPACES];   // descriptors of namespaces, or -1
	int32_t group;            // descriptor of the control group of v2, whose file is the first of the cgroups, or -1
	uint64_t landlock_fs, landlock_net, landlock_scoped;
	int32_t landlock_size;    // of the attributes that the kernel knows
	// The results.
	int32_t init, bot; // processes, as we see them
	int32_t scratch;   // descriptor
	int32_t numbered;  // the bot is process 2 of its box, what it starts 3 and so on, and /proc is as new
	int32_t stage, at, error;
};

// share makes the namespaces that all boxes share, as l says, and opens them.
void share(struct launch *l, const char *text);

// make_root makes the namespaces that the boxes of a command have one after the
// other, with an init and a private root by the steps, and opens them and the
// scratch.
void make_root(struct launch *l, const char *text, const struct step *steps);

// launch starts a process and waits until it executes its program.
void launch(struct launch *l, const char *text, const int32_t *argv, const int32_t *envp, const struct limit *limits,
	const struct rule *rules, const struct filter *filters, const int32_t *cgroups);

// clone_three is clone3(2) with a stack of the child's own, on which it calls run
// and ends with what that returns. An error is returned as a negative number.
long clone_three(const void *arguments, size_t size, int (*run)(void *), void *arg);

// init_program is the executable that is PID 1 of a box.
extern const char init_program[], init_program_end[];

#endif
