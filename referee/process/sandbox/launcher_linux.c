//go:build linux && cgo

#define _GNU_SOURCE
#include "box_linux.h"

#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static const uint64_t CLEAR_SIGHAND = 0x100000000, INTO_CGROUP = 0x200000000; // of clone3(2)

struct clone_arguments {
	uint64_t flags, pidfd, child_tid, parent_tid, exit_signal, stack, stack_size, tls, set_tid, set_tid_size, cgroup;
};

// run_init makes the private root and executes PID 1. Its program is a file that it
// may not read. So nobody may write to its memory; see ptrace(2). It ignores SIGCHLD:
// the orphans that become its children need not be waited for. It blocks no signal:
// blocked ones would wait, to be seen by the next bot.
static int run_init(void *arg) {
	struct box *b = arg;
	if (has(b, BOX_ROOT) && make_mounts(b) < 0)
		return -1;
	if (!has(b, BOX_PID))
		return 0;
	reset_signals();
	struct sigaction ignore;
	memset(&ignore, 0, sizeof ignore);
	ignore.sa_handler = SIG_IGN;
	int file = fcntl(b->l->init_file, F_DUPFD_CLOEXEC, 3);
	if (file < 0 || dup2(b->l->alive, 0) < 0 || setpgid(0, 0) < 0 || sigaction(SIGCHLD, &ignore, NULL) < 0)
		return fail(b, STAGE_INIT, 0);
	close_from(1);
	if (give_up(b) < 0)
		return -1;
	unblock_signals();
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

static int run_bot(void *arg) {
	struct box *b = arg;
	struct launch *l = b->l;
	umask(022);
	if (setpgid(0, 0) < 0)
		return fail(b, STAGE_FILES, 0);
	for (int i = b->joined; i < l->cgroups; i++)
		if (write(b->cgroups[i], "0", 1) < 0)
			return fail(b, STAGE_CGROUP, i);
	// Without this the numbers would go on from the last bot's, and a bot could tell.
	l->numbered = has(b, BOX_PID) && b->clean && b->renewed && b->last_pid >= 0 && write(b->last_pid, "2", 1) == 1;
	if (take_files(b) < 0)
		return fail(b, STAGE_FILES, 0);
	close_from(3);
	if (chdir(b->text + l->dir) < 0)
		return fail(b, STAGE_DIR, 0);
	if (restrict_bot(b) < 0)
		return -1;
	// Not before: our descriptors count until the exec, and may be more than a bot's.
	for (int i = 0; i < l->limits; i++) {
		struct rlimit limit = {b->limits[i].soft, b->limits[i].hard};
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

// start_bot starts the bot as process 2 of its PID namespace, if it can without our
// handlers of signals, and in its control group of v2. A process that moves itself
// waits until every CPU has been elsewhere (RCU), some 15 ms.
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
	if (become(b) < 0)
		return 1;
	b->last_pid = open("/proc/sys/kernel/ns_last_pid", O_WRONLY | O_CLOEXEC); // the writer's own; in a box it is read-only
	if (enter(b) < 0)
		return 1;
	b->renewed = !has(b, BOX_PROC) || renew_proc() == 0;
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
	if (has(b, BOX_IPC) && (unshare_space(b, SPACE_IPC) < 0 || open_space(b, SPACE_IPC) < 0))
		return -1;
	return 0;
}

// make_own makes what the boxes of one command have.
static int make_own(struct box *b) {
	struct launch *l = b->l;
	if (enter(b) < 0)
		return -1;
	if (has(b, BOX_NET) && l->spaces[SPACE_NET] < 0 && (unshare_space(b, SPACE_NET) < 0 || open_space(b, SPACE_NET) < 0))
		return -1;
	if (has(b, BOX_USER) && (new_user(b) < 0 || open_space(b, SPACE_USER) < 0))
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
