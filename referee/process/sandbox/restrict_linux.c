//go:build linux && cgo

#define _GNU_SOURCE
#include "box_linux.h"

#include <fcntl.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

// See mounts_linux.c.
enum {
	NR_CLOSE_RANGE = 436,
	NR_LANDLOCK_CREATE = 444,
	NR_LANDLOCK_ADD = 445,
	NR_LANDLOCK_RESTRICT = 446,
	RANGE_CLOEXEC = 4, // CLOSE_RANGE_CLOEXEC
};

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
int give_up(struct box *b) {
	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0 || (has(b, BOX_SETID) && change_ids(b) < 0))
		return fail(b, STAGE_ID, 0);
	prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
	struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
	struct __user_cap_data_struct none[2];
	memset(none, 0, sizeof none);
	return syscall(SYS_capset, &header, none) < 0 ? fail(b, STAGE_ID, 0) : 0;
}

// restrict_bot is give_up for programs of others, which may do even less.
int restrict_bot(struct box *b) {
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
void close_from(int first) {
	if (syscall(NR_CLOSE_RANGE, first, ~0U, RANGE_CLOEXEC) == 0)
		return;
	struct rlimit most;
	if (getrlimit(RLIMIT_NOFILE, &most) < 0)
		return;
	for (rlim_t fd = first; fd < most.rlim_cur && fd < 1 << 16; fd++)
		fcntl((int)fd, F_SETFD, FD_CLOEXEC);
}

// reset_signals undoes our handlers, which are the caller's code.
void reset_signals(void) {
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

void unblock_signals(void) {
	uint64_t none = 0;
	syscall(SYS_rt_sigprocmask, SIG_SETMASK, &none, NULL, sizeof none);
}
