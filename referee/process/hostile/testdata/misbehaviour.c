// Kinds that hurt themselves, or try the referee's patience.

#include "hostile.h"

#include <stddef.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/un.h>

static void pour(int fd, const char *text, long size) {
	static char block[1 << 16];
	size_t length = strlen(text);
	for (size_t i = 0; i < sizeof block; i++)
		block[i] = text[i % length];
	while (size > 0) {
		long n = write(fd, block, size < (long)sizeof block ? size : (long)sizeof block);
		if (n <= 0)
			return;
		size -= n;
	}
}

enum { ENDLESS = 1 << 30 };

static int floods_stdout(void) { pour(1, "1\n", ENDLESS); return 0; }
static int floods_stderr(void) { pour(2, "noise\n", 8 << 20); return 0; }
static int never_ends_line(void) { pour(1, "1", 1000); forever(); return 0; }
static int answers_64_mib(void) { pour(1, "1", 64 << 20); return 0; }
static int answers_nuls(void) { return write(1, "\0\0\0\n", 4); }

// One line may come after the input that follows, as an answer to it; the second has come
// with it.
static int speaks_unasked(void) { return write(1, "1\n1\n", 4); }

// In one write: a second one may come after the next input, and would begin an answer to it.
static int begins_early(void) {
	dprintf(1, "%d\n1", now.number % 10);
	forever();
	return 0;
}

static int closes_stdin(void) { return fclose(stdin); }
static int closes_stdout(void) { close(1); forever(); return 0; }
static int closes_stderr(void) { return close(2); }
static int exits(void) { _exit(7); }
static int aborts(void) { abort(); }
static int segfaults(void) { return raise(SIGSEGV); }
static int stops(void) { return raise(SIGSTOP); }
static int sleeps(void) { forever(); return 0; }
static int spins(void) {
	for (volatile int i = 0; i >= 0; i = 0) {
	}
	return 0;
}

static int ignores_signals(void) {
	sigset_t all;
	sigfillset(&all);
	sigprocmask(SIG_BLOCK, &all, NULL);
	forever();
	return 0;
}

static const char escapes[] = "\033]0;owned\a\033[2J\033[31m\342\200\256\r";

static int escapes_in_answer(void) {
	write(1, escapes, sizeof escapes - 1);
	return write(1, "\n", 1);
}

static int escapes_in_stderr(void) {
	write(2, escapes, sizeof escapes - 1);
	_exit(1);
}

// dumps_core dies where a core would land in a folder that it may write to.
static int dumps_core(void) {
	struct rlimit limit = {RLIM_INFINITY, RLIM_INFINITY};
	if (!now.gentle)
		setrlimit(RLIMIT_CORE, &limit);
	if (getenv("TMPDIR") != NULL)
		chdir(getenv("TMPDIR"));
	abort();
}

static int holds_pipe(void) {
	if (fork() == 0)
		forever();
	_exit(0);
}

static int leaves_child(void) {
	pid_t child = fork();
	if (child == 0)
		forever();
	return child;
}

// shrinks_pipes makes its pipes as small as they get.
static int shrinks_pipes(void) {
	for (int fd = 0; fd < 3; fd++)
		if (fcntl(fd, F_SETPIPE_SZ, 1) < 0)
			return -1;
	return 0;
}

// leaves_socket sends a socket with a name through itself, so that it outlives
// its process.
static int leaves_socket(void) {
	struct sockaddr_un name = {.sun_family = AF_UNIX, .sun_path = "\0left"};
	int pair[2], named = socket(AF_UNIX, SOCK_DGRAM, 0);
	if (named < 0 || bind(named, (struct sockaddr *)&name, sizeof name) < 0 || socketpair(AF_UNIX, SOCK_DGRAM, 0, pair) < 0)
		return -1;
	int sent[3] = {pair[0], pair[1], named};
	char control[CMSG_SPACE(sizeof sent)] = {0}, byte = 0;
	struct iovec data = {&byte, 1};
	struct msghdr message = {.msg_iov = &data, .msg_iovlen = 1, .msg_control = control, .msg_controllen = sizeof control};
	struct cmsghdr *header = CMSG_FIRSTHDR(&message);
	header->cmsg_level = SOL_SOCKET;
	header->cmsg_type = SCM_RIGHTS;
	header->cmsg_len = CMSG_LEN(sizeof sent);
	memcpy(CMSG_DATA(header), sent, sizeof sent);
	return sendmsg(pair[0], &message, 0);
}

// leaves_files leaves it to others to remove them.
static int leaves_files(void) {
	const char *dir = getenv("TMPDIR");
	for (int i = 0; i < 100; i++)
		if (create(path("%s/hostile-%s-%d", dir != NULL ? dir : "/tmp", now.token, i)) < 0)
			return -1;
	return 0;
}

// loads_filter forbids itself a system call that it does not use.
static int loads_filter(void) {
	struct sock_filter code[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_sync, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	struct sock_fprog program = {4, code};
	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0)
		return -1;
	return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
}

// kills_init attacks PID 1 of its box, which the kernel protects.
static int kills_init(void) {
	kill(1, signal_of(SIGKILL));
	kill(1, signal_of(SIGSTOP));
	return 0;
}

static void *spin(void *arg) {
	(void)arg;
	spins();
	return NULL;
}

// spins_always has helpers that never rest.
static int spins_always(void) {
	return now.turn == 1 ? start_threads(4, spin) : 0;
}

const struct kind misbehaviour[] = {
	{"floods stdout", START, floods_stdout, NULL},
	{"floods stderr", MIDDLE, floods_stderr, NULL},
	{"never ends its line", MIDDLE, never_ends_line, NULL},
	{"answers 64 MiB", MIDDLE, answers_64_mib, NULL},
	{"answers NULs", MIDDLE, answers_nuls, NULL},
	{"answers escape sequences", MIDDLE, escapes_in_answer, NULL},
	{"dies with escape sequences", MIDDLE, escapes_in_stderr, NULL},
	{"speaks before it is asked", START, speaks_unasked, NULL},
	{"speaks after its answer", AFTER, speaks_unasked, NULL},
	{"begins its next answer", MIDDLE, begins_early, NULL},
	{"closes stdin", MIDDLE, closes_stdin, NULL},
	{"closes stdout", MIDDLE, closes_stdout, NULL},
	{"closes stderr", MIDDLE, closes_stderr, NULL},
	{"exits at its start", START, exits, NULL},
	{"exits", MIDDLE, exits, NULL},
	{"exits after its answer", AFTER, exits, NULL},
	{"aborts at its start", START, aborts, NULL},
	{"aborts", MIDDLE, aborts, NULL},
	{"aborts after its answer", AFTER, aborts, NULL},
	{"segfaults at its start", START, segfaults, NULL},
	{"segfaults", MIDDLE, segfaults, NULL},
	{"segfaults after its answer", AFTER, segfaults, NULL},
	{"dumps core", MIDDLE, dumps_core, NULL},
	{"stops itself", MIDDLE, stops, NULL},
	{"sleeps", MIDDLE, sleeps, NULL},
	{"spins", MIDDLE, spins, NULL},
	{"ignores signals", MIDDLE, ignores_signals, NULL},
	{"leaves its pipes to a child", MIDDLE, holds_pipe, NULL},
	{"leaves a child", MIDDLE, leaves_child, NULL},
	{"leaves files", MIDDLE, leaves_files, NULL},
	{"leaves a socket", MIDDLE, leaves_socket, NULL},
	{"shrinks its pipes", MIDDLE, shrinks_pipes, NULL},
	{"loads a filter", MIDDLE, loads_filter, NULL},
	{"kills init", MIDDLE, kills_init, NULL},
	{"spins in threads", ALWAYS, spins_always, NULL},
	{NULL, START, NULL, NULL},
};
