// A bot that answers well but for one thing, which its arguments name:
//
//	hostile KIND bot|opponent TOKEN gentle|real
//
// It says on stderr whether it got what it tried, "got", or was refused.

#include "hostile.h"

#include <pthread.h>

struct scene now;

const char *path(const char *format, ...) {
	static char texts[8][4096];
	static int next;
	char *text = texts[next++ % 8];
	va_list args;
	va_start(args, format);
	vsnprintf(text, sizeof texts[0], format, args);
	va_end(args);
	return text;
}

int refuse(int error) {
	errno = error;
	return -1;
}

int opened(int fd) {
	return fd < 0 ? -1 : close(fd);
}

int overwrite(const char *name) {
	int fd = open(name, O_WRONLY | O_CLOEXEC);
	if (fd < 0)
		return -1;
	int n = write(fd, "hostile\n", 8);
	int error = errno;
	close(fd);
	errno = error;
	return n;
}

int create(const char *name) {
	return opened(open(name, O_WRONLY | O_CREAT | O_CLOEXEC, 0666));
}

int key(void) {
	return (int)(strtoul(now.token, NULL, 16) & 0x3fffffff) | 1;
}

int signal_of(int sig) {
	return now.gentle ? 0 : sig;
}

int in_child(int (*act)(void)) {
	fflush(NULL);
	pid_t child = fork();
	if (child < 0)
		return -1;
	if (child == 0)
		_exit(act() < 0 ? errno : 0);
	int status;
	if (waitpid(child, &status, 0) < 0)
		return -1;
	if (!WIFEXITED(status))
		return refuse(EINTR);
	return WEXITSTATUS(status) == 0 ? 0 : refuse(WEXITSTATUS(status));
}

void forever(void) {
	for (;;)
		pause();
}

static const struct kind *find(const char *name) {
	const struct kind *all[] = {misbehaviour, attacks, machine_attacks, busy_ways};
	for (int i = 0; i < 4; i++)
		for (const struct kind *k = all[i]; k->name != NULL; k++)
			if (strcmp(k->name, name) == 0)
				return k;
	fprintf(stderr, "no kind %s\n", name);
	exit(2);
}

static void act(int (*what)(void)) {
	if (what() < 0)
		fprintf(stderr, "refused: %s\n", strerror(errno));
	else
		fprintf(stderr, "got\n");
}

long spent(void) {
	struct timespec t;
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return t.tv_sec * 1000000000L + t.tv_nsec;
}

int burn(long ns) {
	for (long end = spent() + ns; spent() < end;) {
	}
	return 0;
}

int start_threads(int count, void *(*run)(void *)) {
	pthread_attr_t attributes;
	pthread_attr_init(&attributes);
	pthread_attr_setstacksize(&attributes, 64 << 10);
	for (int i = 0; i < count; i++) {
		pthread_t thread;
		int error = pthread_create(&thread, &attributes, run, NULL);
		if (error != 0)
			return refuse(error);
	}
	return 0;
}

int main(int argc, char **argv) {
	if (strcmp(argv[0], "setuid") == 0)
		return is_root(); // see becomes_root
	if (argc != 5)
		return 2;
	static const struct kind honest;
	int hostile = strcmp(argv[2], "bot") == 0;
	now.token = argv[3];
	now.gentle = strcmp(argv[4], "gentle") == 0;
	const struct kind *kind = strcmp(argv[1], "honest") == 0 ? &honest : find(argv[1]);
	if (hostile && kind->act != NULL && kind->when == START)
		act(kind->act);
	char line[4096];
	long answered = 0;
	for (int first = 1; fgets(line, sizeof line, stdin) != NULL; first = 0) {
		now.outside = spent() - answered;
		if (sscanf(line, "%d %d %d %d %d %2047s", &now.turn, &now.number, &now.referee, &now.opponent, &now.port, now.folder) != 6)
			return 3;
		burn(300000);
		if (hostile && kind->act != NULL && (kind->when == ALWAYS || (kind->when == MIDDLE && now.turn == 2)))
			act(kind->act);
		if (!hostile && kind->partner != NULL && first)
			act(kind->partner);
		printf("%d\n", now.number % 10);
		fflush(stdout);
		answered = spent();
		if (hostile && kind->act != NULL && kind->when == AFTER && now.turn == 2)
			act(kind->act);
	}
}
