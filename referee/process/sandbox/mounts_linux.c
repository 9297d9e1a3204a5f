//go:build linux && cgo

#define _GNU_SOURCE
#include "box_linux.h"

#include <fcntl.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

// Calls that the C library may not know yet have the same number on all
// architectures, and their structures are written out here.
enum {
	NR_OPEN_TREE = 428,
	NR_MOVE_MOUNT = 429,
	NR_FSOPEN = 430,
	NR_FSCONFIG = 431,
	NR_FSMOUNT = 432,
	NR_FSPICK = 433,
	NR_OPENAT2 = 437,
	NR_MOUNT_SETATTR = 442,
};

struct mount_attributes {
	uint64_t set, clear, propagation, user;
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
	CONFIG_RENEW = 7,       // FSCONFIG_CMD_RECONFIGURE
	NO_SYMLINKS = 4,        // RESOLVE_NO_SYMLINKS
	MOST_STEPS = 4096,
};

// open_source takes hold of what will be bound. If it may not be a link, the folders
// above it may not be links either: somebody may have put one there since the plan
// was made.
static int open_source(const char *path, int nofollow) {
	enum { FLAGS = TREE_CLONE | TREE_CLOEXEC | RECURSIVE };
	if (!nofollow)
		return syscall(NR_OPEN_TREE, AT_FDCWD, path, FLAGS);
	struct { uint64_t flags, mode, resolve; } how = {.flags = O_PATH | O_CLOEXEC, .resolve = NO_SYMLINKS};
	int found = syscall(NR_OPENAT2, AT_FDCWD, path, &how, sizeof how);
	if (found < 0)
		return -1;
	int tree = syscall(NR_OPEN_TREE, found, "", FLAGS | AT_EMPTY_PATH);
	int error = errno;
	close(found);
	errno = error;
	return tree;
}

// open_binds takes hold of what will be bound, while it can still be found.
static int open_binds(struct box *b, int *trees) {
	for (int i = 0; i < b->l->steps; i++) {
		const struct step *s = &b->steps[i];
		trees[i] = -1;
		if (s->op != STEP_BIND)
			continue;
		trees[i] = open_source(b->text + s->b, s->nofollow);
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

// open_proc mounts the /proc of our PID namespace, nowhere yet. In a user namespace
// that is allowed as long as a /proc with nothing hidden can be seen, as in the old
// root. It is read-only, since not all in it is the writer's own: a session's
// autogroup has a priority.
static int open_proc(void) {
	int fs = syscall(NR_FSOPEN, "proc", 1);
	// The init's age would tell a bot whether the box was used before. Nobody may
	// trace the init; kernels before 5.8 do not know the word.
	if (fs >= 0)
		syscall(NR_FSCONFIG, fs, CONFIG_STRING, "hidepid", "ptraceable", 0);
	if (fs < 0 || syscall(NR_FSCONFIG, fs, CONFIG_CREATE, NULL, NULL, 0) < 0)
		return -1;
	return syscall(NR_FSMOUNT, fs, 1, MS_RDONLY | MS_NOSUID | MS_NODEV | MS_NOEXEC);
}

// renew_proc lets the kernel forget the files of the box's /proc. One that was looked
// at is as old as that look, and would tell the next bot of it.
int renew_proc(void) {
	int fs = syscall(NR_FSPICK, AT_FDCWD, "/proc", 1);
	if (fs < 0)
		return -1;
	int result = syscall(NR_FSCONFIG, fs, CONFIG_RENEW, NULL, NULL, 0);
	close(fs);
	return result;
}

// make_mounts makes the private root. It is done in the PID namespace, for the
// sake of /proc.
int make_mounts(struct box *b) {
	int trees[MOST_STEPS];
	if (b->l->steps > MOST_STEPS) {
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
