// Bots that compute for longer than their limit in processes that are gone when
// somebody looks, and answer then.

#include "hostile.h"

#include <pthread.h>
#include <sys/resource.h>

// What they compute in all, several limits of the test, and what one process does of it.
enum { WORK = 600, STEP = 2 }; // ms

static const long MS = 1000000;

// relay lets a process compute a little, start the next one and end. The last one
// closes the pipe that its first ancestor reads to the end.
static int relay(int sessions) {
	int done[2];
	if (pipe(done) < 0)
		return -1;
	pid_t first = fork();
	if (first < 0)
		return -1;
	if (first == 0) {
		close(done[0]);
		for (int left = WORK; left > 0; left -= STEP) {
			if (sessions)
				setsid();
			burn(STEP * MS);
			if (fork() != 0)
				_exit(0);
		}
		_exit(0);
	}
	close(done[1]);
	char byte;
	read(done[0], &byte, 1);
	close(done[0]);
	return waitpid(first, NULL, 0);
}

static int relays(void) { return relay(0); }

static int relays_in_sessions(void) { return relay(1); }

// is_not_told of the end of its children, so that nobody waits for them.
static int is_not_told(void) {
	signal(SIGCHLD, SIG_IGN);
	for (int left = WORK; left > 0; left -= STEP) {
		int done[2];
		if (pipe(done) < 0)
			return -1;
		if (fork() == 0) {
			burn(STEP * MS);
			_exit(0);
		}
		close(done[1]);
		char byte;
		read(done[0], &byte, 1);
		close(done[0]);
	}
	return 0;
}

// waits_for_children that compute one after the other.
static int waits_for_children(void) {
	for (int left = WORK; left > 0; left -= STEP) {
		pid_t child = fork();
		if (child == 0) {
			burn(STEP * MS);
			_exit(0);
		}
		if (child < 0 || waitpid(child, NULL, 0) < 0)
			return -1;
	}
	return 0;
}

// vforks children that do nothing, which takes the system some time.
static int vforks(void) {
	struct rusage own, others;
	do {
		for (int i = 0; i < 20; i++) {
			pid_t child = vfork();
			if (child == 0)
				_exit(0);
			if (child < 0 || waitpid(child, NULL, 0) < 0)
				return -1;
		}
		getrusage(RUSAGE_SELF, &own);
		getrusage(RUSAGE_CHILDREN, &others);
	} while ((own.ru_utime.tv_sec + own.ru_stime.tv_sec + others.ru_utime.tv_sec + others.ru_stime.tv_sec) * 1000 +
			(own.ru_utime.tv_usec + own.ru_stime.tv_usec + others.ru_utime.tv_usec + others.ru_stime.tv_usec) / 1000 < WORK);
	return 0;
}

static void *share(void *unused) {
	struct timespec t;
	do
		clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	while (t.tv_sec * 1000 + t.tv_nsec / MS < WORK / 4);
	return unused;
}

// computes_in_threads that end.
static int computes_in_threads(void) {
	pthread_t threads[4];
	for (int i = 0; i < 4; i++)
		if (pthread_create(&threads[i], NULL, share, NULL) != 0)
			return -1;
	for (int i = 0; i < 4; i++)
		pthread_join(threads[i], NULL);
	return 0;
}

// crowds lets many compute at once, so that the referee has to wait as well.
static int crowds(void) {
	enum { CROWD = 24 };
	pid_t children[CROWD];
	for (int i = 0; i < CROWD; i++) {
		children[i] = fork();
		if (children[i] == 0) {
			burn(WORK / CROWD * MS);
			_exit(0);
		}
	}
	for (int i = 0; i < CROWD; i++)
		if (children[i] > 0)
			waitpid(children[i], NULL, 0);
	return 0;
}

const struct kind busy_ways[] = {
	{"passes its work on", MIDDLE, relays, NULL},
	{"passes its work on to sessions", MIDDLE, relays_in_sessions, NULL},
	{"is not told of its children's end", MIDDLE, is_not_told, NULL},
	{"waits for its children", MIDDLE, waits_for_children, NULL},
	{"starts nothing, often", MIDDLE, vforks, NULL},
	{"computes in threads", MIDDLE, computes_in_threads, NULL},
	{"computes in a crowd", MIDDLE, crowds, NULL},
	{NULL},
};
