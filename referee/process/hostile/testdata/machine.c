// Attacks on the machine: its time, memory, disk and kernel.

#include "hostile.h"

#include <linux/bpf.h>
#include <linux/capability.h>
#include <linux/perf_event.h>
#include <pthread.h>
#include <sched.h>
#include <sys/inotify.h>
#include <sys/mount.h>
#include <sys/resource.h>

// Bombs. What is refused is refused within a few hundred; a gentle one ends
// there too.

enum { TASKS = 300, BLOCK = 1 << 20, BLOCKS = 200 };

// forks_bomb lets each child fork too, until nobody can.
static int forks_bomb(void) {
	pid_t children[TASKS];
	int n = 0, result = 0, error = 0;
	for (; n < TASKS; n++) {
		children[n] = fork();
		if (children[n] < 0) {
			error = errno;
			result = -1;
			break;
		}
		if (children[n] == 0) {
			if (!now.gentle)
				for (int i = 0; i < 100 && fork() >= 0; i++) {
				}
			forever();
		}
	}
	while (--n >= 0)
		kill(children[n], SIGKILL);
	while (wait(NULL) > 0) {
	}
	errno = error;
	return result;
}

static void *rest(void *arg) {
	forever();
	return arg;
}

static int starts_threads(void) { return start_threads(TASKS, rest); }

static int use_memory(int flags, long pause) {
	for (int i = 0; i < BLOCKS; i++) {
		char *block = mmap(NULL, BLOCK, PROT_READ | PROT_WRITE, flags | MAP_ANONYMOUS, -1, 0);
		if (block == MAP_FAILED)
			return -1;
		for (int at = 0; at < BLOCK; at += 4096)
			block[at] = 1;
		struct timespec t = {0, pause};
		if (pause > 0)
			nanosleep(&t, NULL);
	}
	return 0;
}

static int uses_memory(void) { return use_memory(MAP_PRIVATE, 0); }
static int shares_memory(void) { return use_memory(MAP_SHARED, 0); }
static int uses_memory_slowly(void) { return use_memory(MAP_PRIVATE, 200000); }

// hold keeps what was got until somebody may have seen it.
static int hold(int result) {
	int error = errno;
	sleep(result == 0 ? 3 : 0);
	errno = error;
	return result;
}

// forks_memory lets children use what each of them may, until they have it or one
// is killed.
static int forks_memory(void) {
	enum { CHILDREN = 4 };
	int failed = 0, have = 0, done[2];
	char one;
	if (pipe(done) < 0 || fcntl(done[0], F_SETFL, O_NONBLOCK) < 0)
		return -1;
	for (int i = 0; i < CHILDREN; i++)
		if (fork() == 0) {
			char *block = malloc(64 << 20);
			if (block == NULL)
				_exit(1);
			memset(block, 1, 64 << 20);
			write(done[1], "x", 1);
			forever();
		}
	while (have < CHILDREN && failed == 0) {
		struct timespec t = {0, 1000000};
		nanosleep(&t, NULL);
		have += read(done[0], &one, 1) == 1;
		failed = waitpid(-1, NULL, WNOHANG) > 0;
	}
	return failed ? refuse(ENOMEM) : hold(0);
}

// Memory that is no data of a process, so that RLIMIT_DATA does not count it.

static int grows_mappings(void) { return hold(use_memory(MAP_PRIVATE | MAP_GROWSDOWN, 0)); }

static int makes_memory_files(void) {
	static char block[BLOCK];
	memset(block, 1, sizeof block);
	for (int i = 0; i < BLOCKS / 8; i++) {
		int fd = memfd_create("hostile", MFD_CLOEXEC);
		for (int n = 0; n < 8; n++)
			if (fd < 0 || write(fd, block, sizeof block) != sizeof block)
				return -1;
	}
	return hold(0);
}

static int maps_zeros(void) {
	int fd = open("/dev/zero", O_RDWR | O_CLOEXEC);
	if (fd < 0)
		return -1;
	char *all = mmap(NULL, (size_t)BLOCKS * BLOCK, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (all == MAP_FAILED)
		return -1;
	for (size_t at = 0; at < (size_t)BLOCKS * BLOCK; at += 4096)
		all[at] = 1;
	return hold(munmap(all + 4096, (size_t)BLOCKS * BLOCK - 4096)); // the pages stay
}

static int protects_memory(void) {
	for (int i = 0; i < BLOCKS; i++) {
		char *block = mmap(NULL, BLOCK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
		if (block == MAP_FAILED)
			return -1;
		memset(block, 1, BLOCK);
		if (mprotect(block, BLOCK, PROT_READ) < 0)
			return -1;
	}
	return hold(0);
}

static void *protects(void *done) {
	if (protects_memory() == 0)
		write(*(int *)done, "x", 1);
	_exit(0);
}

// protects_without_a_leader does it in a process whose first thread has ended, of which
// /proc tells nothing.
static int protects_without_a_leader(void) {
	static int done[2];
	char one;
	if (pipe2(done, O_CLOEXEC) < 0)
		return -1;
	pid_t child = fork();
	if (child == 0) {
		pthread_t thread;
		if (pthread_create(&thread, NULL, protects, &done[1]) != 0)
			_exit(1);
		syscall(SYS_exit, 0);
	}
	close(done[1]);
	ssize_t n = read(done[0], &one, 1);
	close(done[0]);
	kill(child, SIGKILL);
	waitpid(child, NULL, 0);
	return n == 1 ? 0 : refuse(ENOMEM);
}

static int fills_page_tables(void) {
	const size_t step = 2 << 20, size = (size_t)BLOCKS * 256 * step; // each step takes a page of 4 KiB
	volatile char *all = mmap(NULL, size, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (all == MAP_FAILED)
		return -1;
	for (size_t at = 0; at < size; at += step)
		(void)all[at];
	return hold(0);
}

static int recurse(long bytes) {
	volatile char frame[1 << 16];
	for (int i = 0; i < (int)sizeof frame; i += 4096)
		frame[i] = 1;
	return bytes <= 0 ? hold(0) : recurse(bytes - (long)sizeof frame) + frame[0] - 1;
}

static int raises_its_stack(void) {
	struct rlimit now;
	getrlimit(RLIMIT_STACK, &now);
	now.rlim_cur = (rlim_t)BLOCKS * BLOCK * 2;
	if (setrlimit(RLIMIT_STACK, &now) < 0)
		return -1;
	return recurse((long)BLOCKS * BLOCK);
}

// Files.

static const char *scratch(const char *name) {
	const char *dir = getenv("TMPDIR");
	return path("%s/hostile-%s-%s", dir != NULL ? dir : "/tmp", now.token, name);
}

// fills_scratch writes several files, each of a size that is allowed.
static int fills_scratch(void) {
	static char block[1 << 16];
	enum { FILES = 8, PIECES = 80 };
	int result = 0, error = 0;
	for (int i = 0; i < FILES && result == 0; i++) {
		int fd = open(path("%s-%d", scratch("full"), i), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
		if (fd < 0)
			result = -1;
		for (int n = 0; n < PIECES && result == 0; n++)
			if (write(fd, block, sizeof block) < (long)sizeof block)
				result = -1;
		error = errno;
		close(fd);
	}
	for (int i = 0; i < FILES; i++)
		unlink(path("%s-%d", scratch("full"), i));
	errno = error;
	return result;
}

static int makes_huge_file(void) {
	const char *name = scratch("huge");
	int fd = open(name, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
	if (fd < 0)
		return -1;
	signal(SIGXFSZ, SIG_IGN);
	int result = ftruncate(fd, 1L << 40), error = errno;
	close(fd);
	unlink(name);
	errno = error;
	return result;
}

static int makes_many_files(void) {
	int result = 0, error = 0, made = 0;
	for (; made < 5000 && result == 0; made++)
		if (create(path("%s-%d", scratch("many"), made)) < 0) {
			error = errno;
			result = -1;
		}
	for (int i = 0; i < made; i++)
		unlink(path("%s-%d", scratch("many"), i));
	errno = error;
	return result;
}

// Survivors.

static int leaves_daemon(void) {
	pid_t child = fork();
	if (child < 0)
		return -1;
	if (child == 0) {
		setsid();
		if (fork() == 0) {
			char self[4096] = "";
			readlink("/proc/self/exe", self, sizeof self - 1);
			for (int fd = 0; fd < 3; fd++)
				close(fd);
			char *args[] = {self, "honest", "daemon", (char *)now.token, "gentle", NULL}, *none[] = {NULL};
			int ends[2];
			pipe(ends); // whose reading end is its stdin, and never ends
			execve(self, args, none);
		}
		_exit(0);
	}
	return waitpid(child, NULL, 0);
}

// Privileges and the kernel's inside.

static int mounts(void) {
	if (mount("none", now.folder, "tmpfs", 0, "") < 0)
		return -1;
	return umount2(now.folder, MNT_DETACH);
}

static int new_user(void) { return unshare(CLONE_NEWUSER); }
static int new_net(void) { return unshare(CLONE_NEWNET); }
static int new_mounts(void) { return unshare(CLONE_NEWNS); }
static int unshares_user(void) { return in_child(new_user); }
static int unshares_net(void) { return in_child(new_net); }
static int unshares_mounts(void) { return in_child(new_mounts); }

static int enter(void) {
	int fd = open(path("/proc/%d/ns/net", now.referee), O_RDONLY);
	return fd < 0 ? -1 : setns(fd, CLONE_NEWNET);
}

static int enters_namespace(void) { return in_child(enter); }

// pivot takes another root for itself, in mounts of its own.
static int pivot(void) {
	if (unshare(CLONE_NEWNS) < 0 || mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) < 0 ||
	    mount("none", now.folder, "tmpfs", 0, "") < 0 || chdir(now.folder) < 0)
		return -1;
	return syscall(SYS_pivot_root, ".", ".");
}

static int pivots(void) { return in_child(pivot); }
static int change_root(void) { return chroot(now.folder); }
static int changes_root(void) { return in_child(change_root); }

int is_root(void) {
	struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
	struct __user_cap_data_struct has[2];
	if (syscall(SYS_capget, &header, has) < 0)
		return 1;
	return geteuid() == 0 && has[0].effective != 0 ? ROOT : 1;
}

// becomes_root starts a copy of itself that root owns and that has its bit.
static int becomes_root(void) {
	pid_t child = fork();
	if (child == 0) {
		execl("/proc/self/cwd/setuid", "setuid", (char *)NULL);
		_exit(errno);
	}
	int status;
	if (child < 0 || waitpid(child, &status, 0) < 0)
		return -1;
	return WIFEXITED(status) && WEXITSTATUS(status) == ROOT ? 0 : refuse(EPERM);
}

static int keeps_key(void) { return syscall(SYS_add_key, "user", "hostile", "v", 1, -2 /* of the process */); }

static int loads_bpf(void) {
	union bpf_attr a;
	memset(&a, 0, sizeof a);
	a.map_type = BPF_MAP_TYPE_ARRAY;
	a.key_size = a.value_size = 4;
	a.max_entries = 1;
	return opened(syscall(SYS_bpf, BPF_MAP_CREATE, &a, sizeof a));
}

static int opens_perf(void) {
	struct perf_event_attr a;
	memset(&a, 0, sizeof a);
	a.type = PERF_TYPE_SOFTWARE;
	a.size = sizeof a;
	a.config = PERF_COUNT_SW_TASK_CLOCK;
	return opened(syscall(SYS_perf_event_open, &a, now.opponent, -1, -1, 0));
}

static int opens_userfaultfd(void) { return opened(syscall(SYS_userfaultfd, O_CLOEXEC)); }

static int opens_io_uring(void) {
	char parameters[256] = {0};
	return opened(syscall(SYS_io_uring_setup, 1, parameters));
}

static int watches(void) {
	int fd = inotify_init();
	int result = inotify_add_watch(fd, now.folder, IN_ALL_EVENTS), error = errno;
	close(fd);
	errno = error;
	return result;
}

// watches_openers looks who opens a program of the system, as another bot may.
static int watches_openers(void) {
	char event[512];
	int fd = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
	if (fd < 0 || inotify_add_watch(fd, "/bin/sh", IN_OPEN) < 0 || opened(open("/bin/sh", O_RDONLY)) < 0)
		return -1;
	return read(fd, event, sizeof event) > 0 ? 0 : -1;
}

static int flushes_disks(void) { return syscall(SYS_sync); }

// Time: CPUs and priorities.

static void *spin(void *arg) {
	for (volatile int i = 0; i >= 0; i = 0) {
	}
	return arg;
}

enum { THOUGHT = 150000000 }; // ns

// spins_outside has helpers that never rest, and looks at what they got while
// the opponent was thinking. The rest after a thaw is not it.
static int spins_outside(void) {
	if (now.turn == 1)
		return start_threads(4, spin);
	return now.outside < THOUGHT / 2 ? refuse(EAGAIN) : 0;
}

static int opponent_thinks(void) { return burn(THOUGHT); }

static int moves_opponent(void) {
	cpu_set_t set;
	if (sched_getaffinity(now.opponent, sizeof set, &set) < 0)
		return -1;
	return sched_setaffinity(now.opponent, sizeof set, &set);
}

static int moves(void) {
	cpu_set_t set;
	memset(&set, 0xff, sizeof set);
	return sched_setaffinity(0, sizeof set, &set);
}

static int slows_opponent(void) { return setpriority(PRIO_PROCESS, now.opponent, 10); }
static int goes_first(void) { return setpriority(PRIO_PROCESS, 0, -5); }

// slows_session sets the priority of all that began where the referee did, to what
// it is.
static int slows_session(void) {
	char text[64] = "";
	int fd = open("/proc/self/autogroup", O_RDWR), nice = 0;
	if (fd < 0)
		return -1;
	if (read(fd, text, sizeof text - 1) > 0)
		sscanf(text, "/autogroup-%*d nice %d", &nice);
	return dprintf(fd, "%d", nice);
}

static int is_realtime(void) {
	struct sched_param p = {1};
	if (sched_setscheduler(0, SCHED_FIFO, &p) < 0)
		return -1;
	p.sched_priority = 0;
	return sched_setscheduler(0, SCHED_OTHER, &p);
}

const struct kind machine_attacks[] = {
	{"forks without end", MIDDLE, forks_bomb, NULL},
	{"starts threads without end", MIDDLE, starts_threads, NULL},
	{"uses memory without end", MIDDLE, uses_memory, NULL},
	{"uses memory slowly", MIDDLE, uses_memory_slowly, NULL},
	{"shares memory without end", MIDDLE, shares_memory, NULL},
	{"uses memory in children", MIDDLE, forks_memory, NULL},
	{"grows mappings", MIDDLE, grows_mappings, NULL},
	{"makes memory files", MIDDLE, makes_memory_files, NULL},
	{"maps zeros", MIDDLE, maps_zeros, NULL},
	{"protects memory", MIDDLE, protects_memory, NULL},
	{"protects memory without a first thread", MIDDLE, protects_without_a_leader, NULL},
	{"fills page tables", MIDDLE, fills_page_tables, NULL},
	{"raises its stack", MIDDLE, raises_its_stack, NULL},
	{"spins outside its turns", ALWAYS, spins_outside, opponent_thinks},
	{"fills the disk", MIDDLE, fills_scratch, NULL},
	{"makes a huge file", MIDDLE, makes_huge_file, NULL},
	{"makes many files", MIDDLE, makes_many_files, NULL},
	{"leaves a daemon", MIDDLE, leaves_daemon, NULL},
	{"mounts", MIDDLE, mounts, NULL},
	{"makes a user namespace", MIDDLE, unshares_user, NULL},
	{"makes a network namespace", MIDDLE, unshares_net, NULL},
	{"makes a mount namespace", MIDDLE, unshares_mounts, NULL},
	{"enters the referee's namespace", MIDDLE, enters_namespace, NULL},
	{"pivots its root", MIDDLE, pivots, NULL},
	{"changes its root", MIDDLE, changes_root, NULL},
	{"runs a setuid program", MIDDLE, becomes_root, NULL},
	{"keeps a key", MIDDLE, keeps_key, NULL},
	{"loads BPF", MIDDLE, loads_bpf, NULL},
	{"opens perf events", MIDDLE, opens_perf, NULL},
	{"opens userfaultfd", MIDDLE, opens_userfaultfd, NULL},
	{"opens io_uring", MIDDLE, opens_io_uring, NULL},
	{"watches files", MIDDLE, watches, NULL},
	{"watches openers", MIDDLE, watches_openers, NULL},
	{"flushes all disks", MIDDLE, flushes_disks, NULL},
	{"moves its opponent", MIDDLE, moves_opponent, NULL},
	{"moves to other CPUs", MIDDLE, moves, NULL},
	{"slows its opponent", MIDDLE, slows_opponent, NULL},
	{"slows its session", MIDDLE, slows_session, NULL},
	{"goes first", MIDDLE, goes_first, NULL},
	{"becomes realtime", MIDDLE, is_realtime, NULL},
	{NULL, START, NULL, NULL},
};
