//go:build linux && cgo

#define _GNU_SOURCE
#include "launcher_linux.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

// Calls that the C library may not know yet have the same number on all
// architectures, and their structures are written out here.
enum {
	NR_OPEN_TREE = 428,
	NR_MOVE_MOUNT = 429,
	NR_FSOPEN = 430,
	NR_FSCONFIG = 431,
	NR_FSMOUNT = 432,
	NR_CLOSE_RANGE = 436,
	NR_MOUNT_SETATTR = 442,
	NR_LANDLOCK_CREATE = 444,
	NR_LANDLOCK_ADD = 445,
	NR_LANDLOCK_RESTRICT = 446,
};

struct mount_attributes {
	uint64_t set, clear, propagation, user;
};

static const uint64_t CLEAR_SIGHAND = 0x100000000, INTO_CGROUP = 0x200000000; // of clone3(2)

struct clone_arguments {
	uint64_t flags, pidfd, child_tid, parent_tid, exit_signal, stack, stack_size, tls, set_tid, set_tid_size, cgroup;
};

enum {
	TREE_CLONE = 1,
	TREE_CLOEXEC = O_CLOEXEC,
	RECURSIVE = 0x8000,     // AT_RECURSIVE
	MOVE_EMPTY = 4,         // MOVE_MOUNT_F_EMPTY_PATH
	ATTR_RDONLY = 1,
	ATTR_IDMAP = 0x100000,
	CONFIG_STRING = 1,      // FSCONFIG_SET_STRING
	CONFIG_CREATE = 6,      // FSCONFIG_CMD_CREATE
	RANGE_CLOEXEC = 4,      // CLOSE_RANGE_CLOEXEC
	MOST_BINDS = 128,
	STACK = 32 << 10,
};

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
	int joined;  // how many of the cgroups it is in from its start
};

static int has(struct box *b, int what) { return (b->l->box & what) != 0; }

// fail records where a launch failed. The memory is the caller's.
static int fail(struct box *b, int stage, int at) {
	b->l->error = errno;
	b->l->at = at;
	b->l->stage = stage;
	return -1;
}

static int write_file(const char *path, const char *content, int flags) {
	int fd = open(path, O_WRONLY | O_CLOEXEC | flags, 0644);
	if (fd < 0)
		return -1;
	size_t size = strlen(content);
	ssize_t n = size == 0 ? 0 : write(fd, content, size);
	int error = errno;
	close(fd);
	errno = error;
	return n == (ssize_t)size ? 0 : -1;
}

// change_ids gives up our user. The C library would change all threads of the
// caller, with whom we share its memory.
static int change_ids(struct box *b) {
	if (syscall(SYS_setgroups, 0, NULL) < 0 || syscall(SYS_setresgid, b->l->gid, b->l->gid, b->l->gid) < 0 ||
	    syscall(SYS_setresuid, b->l->uid, b->l->uid, b->l->uid) < 0)
		return -1;
	return 0;
}

// new_user makes a user namespace in which we are the user of the maps.
static int new_user(struct box *b) {
	if (unshare(CLONE_NEWUSER) < 0 || write_file("/proc/self/setgroups", "deny", 0) < 0 ||
	    write_file("/proc/self/uid_map", b->text + b->l->uid_map, 0) < 0 ||
	    write_file("/proc/self/gid_map", b->text + b->l->gid_map, 0) < 0)
		return fail(b, STAGE_USER, 0);
	return 0;
}

// become changes to the user that a program has outside its box.
static int become(struct box *b) {
	// The change makes us undumpable, and the maps could not be written.
	if (has(b, BOX_DROP) && (change_ids(b) < 0 || prctl(PR_SET_DUMPABLE, 1, 0, 0, 0) < 0))
		return fail(b, STAGE_ID, 0);
	return 0;
}

static const struct space {
	int flag, stage;
	const char *file;
} spaces[SPACES] = {
	[SPACE_SHARED] = {CLONE_NEWUSER, STAGE_USER, "ns/user"},
	[SPACE_NET] = {CLONE_NEWNET, STAGE_NET, "ns/net"},
	[SPACE_IPC] = {CLONE_NEWIPC, STAGE_IPC, "ns/ipc"},
	[SPACE_USER] = {CLONE_NEWUSER, STAGE_USER, "ns/user"},
	[SPACE_MOUNTS] = {CLONE_NEWNS, STAGE_MOUNT, "ns/mnt"},
	[SPACE_PIDS] = {CLONE_NEWPID, STAGE_PID, "ns/pid_for_children"},
};

// enter enters the namespaces that there are.
static int enter(struct box *b) {
	for (int i = 0; i < SPACES; i++)
		if (b->l->spaces[i] >= 0 && setns(b->l->spaces[i], spaces[i].flag) < 0)
			return fail(b, spaces[i].stage, 0);
	return 0;
}

// unshare_space makes a namespace.
static int unshare_space(struct box *b, int space) {
	return unshare(spaces[space].flag) < 0 ? fail(b, spaces[space].stage, 0) : 0;
}

// open_space opens a namespace that we are in, or our children.
static int open_space(struct box *b, int space) {
	b->l->spaces[space] = openat(b->self, spaces[space].file, O_RDONLY | O_CLOEXEC);
	return b->l->spaces[space] < 0 ? fail(b, spaces[space].stage, 0) : 0;
}

// open_binds takes hold of what will be bound, while it can still be found.
static int open_binds(struct box *b, int *trees) {
	for (int i = 0; i < b->l->steps; i++) {
		const struct step *s = &b->steps[i];
		trees[i] = -1;
		if (s->op != STEP_BIND)
			continue;
		trees[i] = syscall(NR_OPEN_TREE, AT_FDCWD, b->text + s->b,
			TREE_CLONE | TREE_CLOEXEC | RECURSIVE | (s->nofollow ? AT_SYMLINK_NOFOLLOW : 0));
		if (trees[i] < 0) {
			if (s->optional && (errno == ENOENT || errno == EACCES))
				continue;
			return fail(b, STAGE_BIND, i);
		}
		struct mount_attributes attributes = {.set = s->flags};
		if (syscall(NR_MOUNT_SETATTR, trees[i], "", AT_EMPTY_PATH | RECURSIVE, &attributes, sizeof attributes) < 0)
			return fail(b, STAGE_BIND, i);
		if (s->owner >= 0) {
			// Not every file system can; then others must be let in, to read.
			struct mount_attributes mapped = {.set = ATTR_IDMAP, .user = s->owner};
			if (syscall(NR_MOUNT_SETATTR, trees[i], "", AT_EMPTY_PATH | RECURSIVE, &mapped, sizeof mapped) < 0 &&
			    !(s->flags & ATTR_RDONLY))
				return fail(b, STAGE_LEND, i);
		}
	}
	return 0;
}

// enter_root makes an empty tmpfs our root and lets go of the old one.
static int enter_root(struct box *b) {
	struct mount_attributes private = {.propagation = MS_PRIVATE};
	if (syscall(NR_MOUNT_SETATTR, AT_FDCWD, "/", RECURSIVE, &private, sizeof private) < 0)
		return -1;
	int fs = syscall(NR_FSOPEN, "tmpfs", 1);
	if (fs < 0 || syscall(NR_FSCONFIG, fs, CONFIG_STRING, "size", b->text + b->l->root_options, 0) < 0 ||
	    syscall(NR_FSCONFIG, fs, CONFIG_STRING, "mode", "0755", 0) < 0 ||
	    syscall(NR_FSCONFIG, fs, CONFIG_CREATE, NULL, NULL, 0) < 0)
		return -1;
	int root = syscall(NR_FSMOUNT, fs, 1, MS_NOSUID);
	if (root < 0 || syscall(NR_MOVE_MOUNT, root, "", AT_FDCWD, "/", MOVE_EMPTY) < 0)
		return -1;
	// The old root is put on top of the new one, and taken off again.
	if (fchdir(root) < 0 || syscall(SYS_pivot_root, ".", ".") < 0 || umount2(".", MNT_DETACH) < 0 || chdir("/") < 0)
		return -1;
	return 0;
}

static int do_step(struct box *b, const struct step *s, int tree) {
	const char *path = b->text + s->a;
	switch (s->op) {
	case STEP_DIR:
		return mkdir(path, 0755) < 0 && errno != EEXIST ? -1 : 0;
	case STEP_FILE:
		return write_file(path, b->text + s->b, O_CREAT);
	case STEP_LINK:
		return symlink(b->text + s->b, path);
	case STEP_TMPFS:
		return mount("tmpfs", path, "tmpfs", s->flags, b->text + s->b);
	case STEP_DEVICE:
		return mknod(path, S_IFCHR | 0666, s->flags);
	case STEP_BIND:
		if (tree < 0)
			return 0; // optional, and not there
		return syscall(NR_MOVE_MOUNT, tree, "", AT_FDCWD, path, MOVE_EMPTY);
	}
	errno = EINVAL;
	return -1;
}

// open_proc mounts the /proc of our PID namespace, nowhere yet. In a user
// namespace that is allowed as long as a /proc can be seen of which nothing is
// hidden, which the old root has.
static int open_proc(void) {
	int fs = syscall(NR_FSOPEN, "proc", 1);
	if (fs < 0 || syscall(NR_FSCONFIG, fs, CONFIG_CREATE, NULL, NULL, 0) < 0)
		return -1;
	return syscall(NR_FSMOUNT, fs, 1, MS_NOSUID | MS_NODEV | MS_NOEXEC);
}

// make_mounts makes the private root. It is done in the PID namespace, for the
// sake of /proc.
static int make_mounts(struct box *b) {
	int trees[MOST_BINDS];
	if (b->l->steps > MOST_BINDS) {
		errno = E2BIG;
		return fail(b, STAGE_ROOT, -1);
	}
	int proc = -1;
	umask(0);
	if (open_binds(b, trees) < 0)
		return -1;
	if (has(b, BOX_PROC) && (proc = open_proc()) < 0)
		return fail(b, STAGE_PROC, 0);
	if (enter_root(b) < 0)
		return fail(b, STAGE_ROOT, -1);
	for (int i = 0; i < b->l->steps; i++)
		if (do_step(b, &b->steps[i], trees[i]) < 0)
			return fail(b, STAGE_ROOT, i);
	if (proc >= 0 && syscall(NR_MOVE_MOUNT, proc, "", AT_FDCWD, "/proc", MOVE_EMPTY) < 0)
		return fail(b, STAGE_PROC, 0);
	struct mount_attributes readonly = {.set = ATTR_RDONLY};
	if (syscall(NR_MOUNT_SETATTR, AT_FDCWD, "/", 0, &readonly, sizeof readonly) < 0)
		return fail(b, STAGE_ROOT, -1);
	return 0;
}

// enforce_landlock is the layer under the private root, or in its place.
static int enforce_landlock(struct box *b) {
	struct {
		uint64_t fs, net, scoped;
	} attributes = {b->l->landlock_fs, b->l->landlock_net, b->l->landlock_scoped};
	int rules = syscall(NR_LANDLOCK_CREATE, &attributes, b->l->landlock_size, 0);
	if (rules < 0)
		return -1;
	for (int i = 0; i < b->l->rules; i++) {
		int fd = open(b->text + b->rules[i].path, O_PATH | O_CLOEXEC);
		if (fd < 0)
			continue; // what is not there needs no permission
		struct {
			uint64_t access;
			int32_t fd;
		} __attribute__((packed)) beneath = {b->rules[i].access, fd};
		int result = syscall(NR_LANDLOCK_ADD, rules, 1, &beneath, 0);
		close(fd);
		if (result < 0)
			return -1;
	}
	int result = syscall(NR_LANDLOCK_RESTRICT, rules, 0);
	close(rules);
	return result;
}

// give_up gives up every privilege, and all ways to new ones.
static int give_up(struct box *b) {
	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0 || (has(b, BOX_SETID) && change_ids(b) < 0))
		return fail(b, STAGE_ID, 0);
	prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
	struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
	struct __user_cap_data_struct none[2];
	memset(none, 0, sizeof none);
	return syscall(SYS_capset, &header, none) < 0 ? fail(b, STAGE_ID, 0) : 0;
}

// restrict_bot is give_up for programs of others, which may do even less.
static int restrict_bot(struct box *b) {
	// A landlock needs either a privilege or that there are no new ones.
	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0)
		return fail(b, STAGE_ID, 0);
	if (has(b, BOX_LANDLOCK) && enforce_landlock(b) < 0)
		return fail(b, STAGE_LANDLOCK, 0);
	for (int cap = 0; cap < 64; cap++)
		if (prctl(PR_CAPBSET_DROP, cap, 0, 0, 0) < 0)
			break; // that was the last one, or we have no privilege to drop with
	if (give_up(b) < 0)
		return -1;
	struct sock_fprog program = {b->l->filters, (struct sock_filter *)b->filters};
	// Our bots' own speculation is no concern of ours, and its mitigation slow.
	if (has(b, BOX_SECCOMP) &&
	    syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_SPEC_ALLOW, &program) < 0)
		return fail(b, STAGE_SECCOMP, 0);
	return 0;
}

// close_from closes all descriptors from first on when a program is executed.
static void close_from(int first) {
	if (syscall(NR_CLOSE_RANGE, first, ~0U, RANGE_CLOEXEC) == 0)
		return;
	struct rlimit most;
	if (getrlimit(RLIMIT_NOFILE, &most) < 0)
		return;
	for (rlim_t fd = first; fd < most.rlim_cur && fd < 1 << 16; fd++)
		fcntl((int)fd, F_SETFD, FD_CLOEXEC);
}

// run_init makes the private root and executes PID 1. Its program is a file that
// it may not read, so that its memory is nobody's to write; see ptrace(2). It
// ignores SIGCHLD: the orphans that become its children need not be waited for.
static int run_init(void *arg) {
	struct box *b = arg;
	if (has(b, BOX_ROOT) && make_mounts(b) < 0)
		return -1;
	if (!has(b, BOX_PID))
		return 0;
	struct sigaction ignore;
	memset(&ignore, 0, sizeof ignore);
	ignore.sa_handler = SIG_IGN;
	int file = fcntl(b->l->init_file, F_DUPFD_CLOEXEC, 3);
	if (file < 0 || dup2(b->l->alive, 0) < 0 || setpgid(0, 0) < 0 || sigaction(SIGCHLD, &ignore, NULL) < 0)
		return fail(b, STAGE_INIT, 0);
	close_from(1);
	if (give_up(b) < 0)
		return -1;
	char *argv[] = {"init", NULL}, *envp[] = {NULL};
	syscall(SYS_execveat, file, "", argv, envp, AT_EMPTY_PATH);
	return fail(b, STAGE_INIT, 0);
}

// take_files makes the pipes the standard descriptors.
static int take_files(struct box *b) {
	int high[3];
	for (int i = 0; i < 3; i++)
		if ((high[i] = fcntl(b->l->files[i], F_DUPFD_CLOEXEC, 3)) < 0)
			return -1;
	for (int i = 0; i < 3; i++)
		if (dup2(high[i], i) < 0)
			return -1;
	return 0;
}

// reset_signals undoes our handlers, which are the caller's code.
static void reset_signals(void) {
	struct sigaction standard;
	memset(&standard, 0, sizeof standard);
	standard.sa_handler = SIG_DFL;
	for (int sig = 1; sig <= 31; sig++)
		sigaction(sig, &standard, NULL);
	struct {
		void *handler;
		unsigned long flags;
		void *restorer;
		uint64_t mask;
	} raw = {0};
	for (int sig = 32; sig <= 64; sig++) // of which the C library keeps two to itself
		syscall(SYS_rt_sigaction, sig, &raw, NULL, sizeof raw.mask);
}

static void unblock_signals(void) {
	uint64_t none = 0;
	syscall(SYS_rt_sigprocmask, SIG_SETMASK, &none, NULL, sizeof none);
}

static int run_bot(void *arg) {
	struct box *b = arg;
	struct launch *l = b->l;
	umask(022);
	if (setpgid(0, 0) < 0)
		return fail(b, STAGE_FILES, 0);
	for (int i = b->joined; i < l->cgroups; i++)
		if (write(b->cgroups[i], "0", 1) < 0)
			return fail(b, STAGE_CGROUP, i);
	// The numbers go on from those of the last bot, which could tell by them.
	l->numbered = has(b, BOX_PID) && b->clean && write_file("/proc/sys/kernel/ns_last_pid", "2", 0) == 0;
	if (take_files(b) < 0)
		return fail(b, STAGE_FILES, 0);
	close_from(3);
	if (chdir(b->text + l->dir) < 0)
		return fail(b, STAGE_DIR, 0);
	if (restrict_bot(b) < 0)
		return -1;
	// Not before: our descriptors count until the exec, and may be more than a bot's.
	for (int i = 0; i < l->limits; i++) {
		struct rlimit limit = {b->limits[i].value, b->limits[i].value};
		if (setrlimit(b->limits[i].resource, &limit) < 0)
			return fail(b, STAGE_LIMIT, i);
	}
	if (!has(b, BOX_PID)) {
		// A bot in a PID namespace ends with its init. Whose parent ended
		// before now is told by nobody.
		prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
	}
	if (has(b, BOX_PROBE))
		return 0;
	if (!b->clean)
		reset_signals();
	unblock_signals();
	execve(b->text + l->program, b->argv, b->envp);
	return fail(b, STAGE_EXEC, 0);
}

// start clones a process that is our parent's child and shares our memory until
// it executes a program or ends, which we wait for.
static int start(struct box *b, int (*run)(void *)) {
	return clone(run, b->stack + STACK, CLONE_VM | CLONE_VFORK | CLONE_PARENT | SIGCHLD, b);
}

// start_bot starts the bot, if it can without our handlers of signals, as process
// 2 of its PID namespace, and in its control group of v2: a process that moves
// itself waits until every CPU has been elsewhere (RCU), some 15 ms.
static int start_bot(struct box *b) {
	struct clone_arguments arguments = {
		.flags = CLONE_VM | CLONE_VFORK | CLONE_PARENT | CLEAR_SIGHAND, // it ends with the signal that we end with
		.stack = (uintptr_t)b->stack, .stack_size = STACK,
	};
	pid_t number = 2;
	b->clean = 1;
	if (has(b, BOX_PID)) {
		arguments.set_tid = (uintptr_t)&number;
		arguments.set_tid_size = 1;
	}
	if (b->l->group >= 0) {
		b->joined = 1;
		arguments.flags |= INTO_CGROUP;
		arguments.cgroup = (uint32_t)b->l->group;
	}
	long pid = clone_three(&arguments, sizeof arguments, run_bot, b);
	if (pid >= 0)
		return (int)pid;
	b->clean = b->joined = 0; // not every kernel and container knows it
	return start(b, run_bot);
}

// outside enters the box, starts the bot in it and ends.
static int outside(void *arg) {
	struct box *b = arg;
	struct launch *l = b->l;
	if (become(b) < 0 || enter(b) < 0)
		return 1;
	if (has(b, BOX_NET) && l->spaces[SPACE_NET] < 0 && unshare_space(b, SPACE_NET) < 0)
		return 1;
	if (has(b, BOX_IPC) && l->spaces[SPACE_IPC] < 0 && unshare_space(b, SPACE_IPC) < 0)
		return 1;
	l->bot = start_bot(b);
	if (l->bot < 0)
		fail(b, STAGE_CLONE, 0);
	return 0;
}

static void await(pid_t pid) {
	while (pid > 0 && waitpid(pid, NULL, 0) < 0 && errno == EINTR) {
	}
}

// make_shared makes what all boxes share.
static int make_shared(struct box *b) {
	if (has(b, BOX_USER) && (new_user(b) < 0 || open_space(b, SPACE_SHARED) < 0))
		return -1;
	if (has(b, BOX_NET) && (unshare_space(b, SPACE_NET) < 0 || open_space(b, SPACE_NET) < 0))
		return -1;
	if (has(b, BOX_IPC) && (unshare_space(b, SPACE_IPC) < 0 || open_space(b, SPACE_IPC) < 0))
		return -1;
	return 0;
}

// make_own makes what the boxes of one command have.
static int make_own(struct box *b) {
	struct launch *l = b->l;
	if (enter(b) < 0 || (has(b, BOX_USER) && (new_user(b) < 0 || open_space(b, SPACE_USER) < 0)))
		return -1;
	if ((has(b, BOX_PID) && unshare_space(b, SPACE_PIDS) < 0) || (has(b, BOX_ROOT) && unshare_space(b, SPACE_MOUNTS) < 0))
		return -1;
	l->init = start(b, run_init);
	if (l->init < 0)
		fail(b, STAGE_INIT, 0);
	if (l->stage != STAGE_NONE)
		return -1;
	if ((has(b, BOX_ROOT) && open_space(b, SPACE_MOUNTS) < 0) || (has(b, BOX_PID) && open_space(b, SPACE_PIDS) < 0))
		return -1;
	if (has(b, BOX_ROOT) && (l->scratch = open(b->text + l->home, O_RDONLY | O_DIRECTORY | O_CLOEXEC)) < 0)
		return fail(b, STAGE_ROOT, -1);
	return 0;
}

// run_maker makes namespaces. It shares the descriptors of its parent.
static int run_maker(void *arg) {
	struct box *b = arg;
	if (become(b) < 0)
		return 1;
	b->self = open("/proc/self", O_PATH | O_DIRECTORY | O_CLOEXEC);
	int result = b->make(b);
	close(b->self);
	return result < 0;
}

// run clones a child that runs a function in our memory, and waits for its end.
static int run(struct box *b, int (*function)(void *), int flags, char *stack) {
	// No handler of the caller's may run in it.
	uint64_t all = ~(uint64_t)0, before;
	syscall(SYS_rt_sigprocmask, SIG_SETMASK, &all, &before, sizeof all);
	pid_t pid = clone(function, stack + STACK, flags | CLONE_VM | CLONE_VFORK | SIGCHLD, b);
	int error = errno;
	syscall(SYS_rt_sigprocmask, SIG_SETMASK, &before, NULL, sizeof before);
	if (pid < 0) {
		errno = error;
		return fail(b, STAGE_CLONE, 0);
	}
	int status = 0;
	while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
	}
	if (b->l->stage == STAGE_NONE && (!WIFEXITED(status) || WEXITSTATUS(status) != 0))
		b->l->stage = STAGE_LOST; // it was killed
	return b->l->stage == STAGE_NONE ? 0 : -1;
}

void share(struct launch *l, const char *text) {
	char stack[STACK] __attribute__((aligned(16)));
	struct box b = {.l = l, .text = text, .make = make_shared};
	run(&b, run_maker, CLONE_FILES, stack);
}

void make_root(struct launch *l, const char *text, const struct step *steps) {
	char stacks[2][STACK] __attribute__((aligned(16)));
	struct box b = {.l = l, .text = text, .steps = steps, .make = make_own, .stack = stacks[1]};
	l->scratch = -1;
	int failed = run(&b, run_maker, CLONE_FILES, stacks[0]) < 0;
	if (failed && l->init > 0)
		kill(l->init, SIGKILL);
	if (failed || !has(&b, BOX_PID)) {
		await(l->init);
		l->init = 0;
	}
}

void launch(struct launch *l, const char *text, const int32_t *argv, const int32_t *envp, const struct limit *limits,
	const struct rule *rules, const struct filter *filters, const int32_t *cgroups) {
	char *arguments[l->argc + 1], *environment[l->envc + 1];
	for (int i = 0; i < l->argc; i++)
		arguments[i] = (char *)text + argv[i];
	for (int i = 0; i < l->envc; i++)
		environment[i] = (char *)text + envp[i];
	arguments[l->argc] = environment[l->envc] = NULL;
	char stacks[2][STACK] __attribute__((aligned(16)));
	struct box b = {
		.l = l, .text = text, .argv = arguments, .envp = environment, .limits = limits, .rules = rules,
		.filters = filters, .cgroups = cgroups, .stack = stacks[1],
	};
	if (run(&b, outside, 0, stacks[0]) < 0 && l->bot > 0) {
		kill(l->bot, SIGKILL);
		await(l->bot);
	}
}
