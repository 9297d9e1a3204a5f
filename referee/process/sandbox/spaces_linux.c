//go:build linux && cgo

#define _GNU_SOURCE
#include "box_linux.h"

#include <fcntl.h>
#include <sched.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

int write_file(const char *path, const char *content, int flags) {
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
int change_ids(struct box *b) {
	if (syscall(SYS_setgroups, 0, NULL) < 0 || syscall(SYS_setresgid, b->l->gid, b->l->gid, b->l->gid) < 0 ||
	    syscall(SYS_setresuid, b->l->uid, b->l->uid, b->l->uid) < 0)
		return -1;
	return 0;
}

// new_user makes a user namespace in which we are the user of the maps.
int new_user(struct box *b) {
	if (unshare(CLONE_NEWUSER) < 0 || write_file("/proc/self/setgroups", "deny", 0) < 0 ||
	    write_file("/proc/self/uid_map", b->text + b->l->uid_map, 0) < 0 ||
	    write_file("/proc/self/gid_map", b->text + b->l->gid_map, 0) < 0)
		return fail(b, STAGE_USER, 0);
	return 0;
}

// become changes to the user that a program has outside its box.
int become(struct box *b) {
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
	[SPACE_IPC] = {CLONE_NEWIPC, STAGE_IPC, "ns/ipc"},
	[SPACE_NET] = {CLONE_NEWNET, STAGE_NET, "ns/net"},
	[SPACE_USER] = {CLONE_NEWUSER, STAGE_USER, "ns/user"},
	[SPACE_MOUNTS] = {CLONE_NEWNS, STAGE_MOUNT, "ns/mnt"},
	[SPACE_PIDS] = {CLONE_NEWPID, STAGE_PID, "ns/pid_for_children"},
};

// enter enters the namespaces that there are.
int enter(struct box *b) {
	for (int i = 0; i < SPACES; i++)
		if (b->l->spaces[i] >= 0 && setns(b->l->spaces[i], spaces[i].flag) < 0)
			return fail(b, spaces[i].stage, 0);
	return 0;
}

// unshare_space makes a namespace.
int unshare_space(struct box *b, int space) {
	return unshare(spaces[space].flag) < 0 ? fail(b, spaces[space].stage, 0) : 0;
}

// open_space opens a namespace that we are in, or our children.
int open_space(struct box *b, int space) {
	b->l->spaces[space] = openat(b->self, spaces[space].file, O_RDONLY | O_CLOEXEC);
	return b->l->spaces[space] < 0 ? fail(b, spaces[space].stage, 0) : 0;
}
