// Attacks on the opponent, the referee, other bots and their files.

#include "hostile.h"

#include <arpa/inet.h>
#include <dirent.h>
#include <linux/netlink.h>
#include <mqueue.h>
#include <netinet/in.h>
#include <netpacket/packet.h>
#include <sched.h>
#include <stddef.h>
#include <sys/ipc.h>
#include <sys/msg.h>
#include <sys/ptrace.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <sys/un.h>

// Signals. Process numbers are those of the machine; a bot may also guess.

static int kills_opponent(void) { return kill(now.opponent, signal_of(SIGKILL)); }
static int kills_group(void) { return kill(-now.opponent, signal_of(SIGKILL)); }
static int kills_all(void) { return kill(-1, signal_of(SIGKILL)); }

static int signals_referee(int sig) {
	int parent = getppid();
	if (parent > 1 && kill(parent, signal_of(sig)) == 0)
		return 0;
	return kill(now.referee, signal_of(sig));
}

static int ends_referee(void) { return signals_referee(SIGTERM); }
static int stops_referee(void) { return signals_referee(SIGSTOP); }
static int kills_referee(void) { return signals_referee(SIGKILL); }

// leaves_child makes a child of its own parent, the referee, which does not know
// of it.
static int leaves_child(void) {
	long child = syscall(SYS_clone, CLONE_PARENT | SIGCHLD, 0, 0, 0, 0);
	if (child == 0) {
		if (now.gentle)
			_exit(0);
		setsid();
		forever();
	}
	return (int)child;
}

// Memory and descriptors.

static int seize(int pid) { return ptrace(PTRACE_SEIZE, pid, 0, 0); }
static int seize_opponent(void) { return seize(now.opponent); }
static int seize_referee(void) { return seize(now.referee); }
static int traces_opponent(void) { return in_child(seize_opponent); }
static int traces_referee(void) { return in_child(seize_referee); }

// keeps_zombie lets a child in a session of its own trace its parent, which then
// cannot be waited for.
static int keeps_zombie(void) {
	int told[2];
	if (pipe(told) < 0)
		return -1;
	pid_t parent = getpid(), child = fork();
	if (child < 0)
		return -1;
	if (child == 0) {
		setsid();
		int error = seize(parent) < 0 ? errno : 0;
		write(told[1], &error, sizeof error);
		if (error == 0)
			forever();
		_exit(0);
	}
	int error = EIO;
	read(told[0], &error, sizeof error);
	return error == 0 ? 0 : refuse(error);
}

static int reads_memory_of(int pid) {
	char byte[8];
	struct iovec local = {byte, sizeof byte}, remote = {byte, sizeof byte};
	if (process_vm_readv(pid, &local, 1, &remote, 1, 0) < 0 && errno != EFAULT)
		return -1; // EFAULT is a wrong address where one may read
	return 0;
}

static int reads_memory(void) {
	return reads_memory_of(now.opponent) < 0 ? reads_memory_of(now.referee) : 0;
}

static int opens_memory(void) {
	if (opened(open(path("/proc/%d/mem", now.opponent), O_RDWR)) == 0)
		return 0;
	return opened(open(path("/proc/%d/mem", now.referee), O_RDWR));
}

static int injects(void) { return overwrite(path("/proc/%d/fd/1", now.opponent)); }
static int opens_pipe(void) { return opened(open(path("/proc/%d/fd/0", now.opponent), O_RDONLY | O_NONBLOCK)); }

static int steals_descriptor(void) {
	int pidfd = syscall(SYS_pidfd_open, now.opponent, 0);
	if (pidfd < 0)
		return -1;
	return opened(syscall(SYS_pidfd_getfd, pidfd, 0, 0));
}

static int lists_processes(void) {
	if (access(path("/proc/%d/stat", now.opponent), R_OK) < 0)
		return access(path("/proc/%d/stat", now.referee), R_OK);
	return 0;
}

// reads_environments looks through all processes for the opponent's secret.
static int reads_environments(void) {
	static char text[1 << 16];
	DIR *proc = opendir("/proc");
	if (proc == NULL)
		return -1;
	const char *secret = path("HOSTILE_SECRET=%s", now.token);
	for (struct dirent *entry; (entry = readdir(proc)) != NULL;) {
		int pid = atoi(entry->d_name);
		int fd = pid > 0 && pid != getpid() ? open(path("/proc/%d/environ", pid), O_RDONLY) : -1;
		if (fd < 0)
			continue;
		long n = read(fd, text, sizeof text);
		close(fd);
		if (n > 0 && memmem(text, n, secret, strlen(secret)) != NULL) {
			closedir(proc);
			return 0;
		}
	}
	closedir(proc);
	return refuse(ENOENT);
}

// Sockets.

static int connect_to(int family, int type, const void *address, socklen_t size) {
	int fd = socket(family, type | SOCK_CLOEXEC, 0);
	if (fd < 0)
		return -1;
	int result = connect(fd, address, size);
	if (result == 0 && type == SOCK_DGRAM)
		result = send(fd, "hostile", 7, 0);
	int error = errno;
	close(fd);
	errno = error;
	return result;
}

static struct sockaddr_in loopback(int port) {
	struct sockaddr_in a = {.sin_family = AF_INET, .sin_port = htons(port)};
	a.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	return a;
}

static int connects_tcp(void) {
	struct sockaddr_in a = loopback(now.port);
	return connect_to(AF_INET, SOCK_STREAM, &a, sizeof a);
}

static int sends_udp(void) {
	struct sockaddr_in a = loopback(now.port);
	return connect_to(AF_INET, SOCK_DGRAM, &a, sizeof a);
}

static struct sockaddr_un unix_at(const char *name, socklen_t *size) {
	struct sockaddr_un a = {.sun_family = AF_UNIX};
	*size = offsetof(struct sockaddr_un, sun_path) + strlen(name) + (name[0] != '@');
	memcpy(a.sun_path, name, *size - offsetof(struct sockaddr_un, sun_path));
	if (name[0] == '@')
		a.sun_path[0] = 0;
	return a;
}

static int connect_unix(const char *name) {
	socklen_t size;
	struct sockaddr_un a = unix_at(name, &size);
	return connect_to(AF_UNIX, SOCK_STREAM, &a, size);
}

static int connects_unix(void) { return connect_unix(path("%s/docker.sock", now.folder)); }
static int connects_abstract(void) { return connect_unix(path("@service-%s", now.token)); }
static int opens_netlink(void) { return opened(socket(AF_NETLINK, SOCK_RAW, NETLINK_ROUTE)); }
static int opens_raw(void) { return opened(socket(AF_INET, SOCK_RAW, IPPROTO_ICMP)); }
static int opens_packets(void) { return opened(socket(AF_PACKET, SOCK_RAW, 0)); }

// Talks between bots: the partner offers, the bot finds.

static int listen_at(int family, const void *address, socklen_t size) {
	int fd = socket(family, SOCK_STREAM | SOCK_CLOEXEC, 0);
	if (fd < 0 || bind(fd, address, size) < 0)
		return -1;
	return listen(fd, 1); // and never closed
}

static int offers_tcp(void) {
	struct sockaddr_in a = loopback(20000 + key() % 10000);
	return listen_at(AF_INET, &a, sizeof a);
}

static int finds_tcp(void) {
	struct sockaddr_in a = loopback(20000 + key() % 10000);
	return connect_to(AF_INET, SOCK_STREAM, &a, sizeof a);
}

static int offer_unix(const char *name) {
	socklen_t size;
	struct sockaddr_un a = unix_at(name, &size);
	return listen_at(AF_UNIX, &a, size);
}

static int offers_abstract(void) { return offer_unix(path("@bots-%s", now.token)); }
static int finds_abstract(void) { return connect_unix(path("@bots-%s", now.token)); }
static int offers_unix(void) { return offer_unix(path("/tmp/hostile-%s", now.token)); }

static int finds_unix(void) {
	const char *name = path("/tmp/hostile-%s", now.token);
	int result = connect_unix(name), error = errno;
	unlink(name);
	errno = error;
	return result;
}

static int offers_memory(void) { return shmget(key(), 4096, IPC_CREAT | 0666); }

static int finds_memory(void) {
	int id = shmget(key(), 0, 0);
	return id < 0 ? -1 : shmctl(id, IPC_RMID, NULL);
}

static int offers_semaphore(void) { return semget(key(), 1, IPC_CREAT | 0666); }

static int finds_semaphore(void) {
	int id = semget(key(), 0, 0);
	return id < 0 ? -1 : semctl(id, 0, IPC_RMID);
}

static int offers_queue(void) { return msgget(key(), IPC_CREAT | 0666); }

static int finds_queue(void) {
	int id = msgget(key(), 0);
	return id < 0 ? -1 : msgctl(id, IPC_RMID, NULL);
}

static int offers_posix_queue(void) { return opened(mq_open(path("/hostile-%s", now.token), O_CREAT | O_RDWR, 0666, NULL)); }
static int finds_posix_queue(void) { return mq_unlink(path("/hostile-%s", now.token)); }
static int offers_posix_memory(void) { return opened(shm_open(path("/hostile-%s", now.token), O_CREAT | O_RDWR, 0666)); }
static int finds_posix_memory(void) { return shm_unlink(path("/hostile-%s", now.token)); }
static int offers_file(void) { return create(path("/tmp/hostile-%s", now.token)); }
static int finds_file(void) { return unlink(path("/tmp/hostile-%s", now.token)); }

// finds_socket looks for what the partner listens to in the list of all sockets.
static int finds_socket(void) {
	char line[512];
	FILE *list = fopen("/proc/self/net/unix", "r");
	if (list == NULL)
		return -1;
	int found = 0;
	while (!found && fgets(line, sizeof line, list) != NULL)
		found = strstr(line, path("@bots-%s", now.token)) != NULL;
	fclose(list);
	return found ? 0 : refuse(ENOENT);
}

// Files of others.

static const char *database(void) { return path("%s/arbiter.db", now.folder); }
static int reads_database(void) { return opened(open(database(), O_RDONLY)); }
static int writes_database(void) { return overwrite(database()); }
static int creates_file(void) { return create(path("%s/hostile", now.folder)); }
static int removes_file(void) { return unlink(path("%s/victim", now.folder)); }
static int renames_file(void) { return rename(path("%s/victim", now.folder), path("%s/renamed", now.folder)); }
static int changes_mode(void) { return chmod(database(), 0777); }
static int changes_times(void) { return utimes(database(), NULL); }
static int writes_own_folder(void) { return create(path("/proc/self/cwd/hostile-%s", now.token)); }
static int writes_program(void) { return opened(open("/proc/self/exe", O_WRONLY)); }

// replaces_program puts a copy in its place, which is never empty: others start from it.
static int replaces_program(void) {
	static char self[4096], block[1 << 16];
	long n = readlink("/proc/self/exe", self, sizeof self - 1);
	if (n < 0)
		return -1;
	const char *copy = path("%s-%s", self, now.token);
	int from = open(self, O_RDONLY | O_CLOEXEC), to = open(copy, O_WRONLY | O_CREAT | O_CLOEXEC, 0755);
	if (from < 0 || to < 0)
		return -1;
	while ((n = read(from, block, sizeof block)) > 0)
		if (write(to, block, n) < n)
			return -1;
	close(from);
	close(to);
	return n < 0 ? -1 : rename(copy, self);
}

static int writes_system(void) { return opened(open("/etc/passwd", O_WRONLY)); }
static int reads_shadow(void) { return opened(open("/etc/shadow", O_RDONLY)); }

static int follows_link(void) {
	const char *dir = getenv("TMPDIR"), *name = path("%s/link-%s", dir != NULL ? dir : "/tmp", now.token);
	if (symlink(database(), name) < 0)
		return -1;
	int result = overwrite(name), error = errno;
	unlink(name);
	errno = error;
	return result;
}

static int links_file(void) {
	const char *dir = getenv("TMPDIR"), *name = path("%s/link-%s", dir != NULL ? dir : "/tmp", now.token);
	return link(database(), name) < 0 ? -1 : unlink(name);
}

static int through_root(void) {
	if (overwrite(path("/proc/%d/root%s", now.referee, database())) >= 0)
		return 0;
	if (overwrite(path("/proc/1/root%s", database())) >= 0)
		return 0;
	return overwrite(path("/proc/%d/cwd/../../../../../../..%s", now.opponent, database()));
}

const struct kind attacks[] = {
	{"kills its opponent", MIDDLE, kills_opponent, NULL},
	{"kills its opponent's group", MIDDLE, kills_group, NULL},
	{"kills everybody", MIDDLE, kills_all, NULL},
	{"ends the referee", MIDDLE, ends_referee, NULL},
	{"stops the referee", MIDDLE, stops_referee, NULL},
	{"kills the referee", MIDDLE, kills_referee, NULL},
	{"makes the referee's child", MIDDLE, leaves_child, NULL},
	{"traces its opponent", MIDDLE, traces_opponent, NULL},
	{"traces the referee", MIDDLE, traces_referee, NULL},
	{"keeps its own zombie", MIDDLE, keeps_zombie, NULL},
	{"reads memory", MIDDLE, reads_memory, NULL},
	{"opens memory", MIDDLE, opens_memory, NULL},
	{"injects output", MIDDLE, injects, NULL},
	{"opens its opponent's pipe", MIDDLE, opens_pipe, NULL},
	{"steals a descriptor", MIDDLE, steals_descriptor, NULL},
	{"lists processes", MIDDLE, lists_processes, NULL},
	{"reads environments", MIDDLE, reads_environments, NULL},
	{"connects by TCP", MIDDLE, connects_tcp, NULL},
	{"sends by UDP", MIDDLE, sends_udp, NULL},
	{"connects to a socket file", MIDDLE, connects_unix, NULL},
	{"connects to an abstract socket", MIDDLE, connects_abstract, NULL},
	{"opens a netlink socket", MIDDLE, opens_netlink, NULL},
	{"opens a raw socket", MIDDLE, opens_raw, NULL},
	{"opens a packet socket", MIDDLE, opens_packets, NULL},
	{"talks by TCP", MIDDLE, finds_tcp, offers_tcp},
	{"talks by an abstract socket", MIDDLE, finds_abstract, offers_abstract},
	{"talks by the list of sockets", MIDDLE, finds_socket, offers_abstract},
	{"talks by a socket file", MIDDLE, finds_unix, offers_unix},
	{"talks by shared memory", MIDDLE, finds_memory, offers_memory},
	{"talks by a semaphore", MIDDLE, finds_semaphore, offers_semaphore},
	{"talks by a message queue", MIDDLE, finds_queue, offers_queue},
	{"talks by a POSIX queue", MIDDLE, finds_posix_queue, offers_posix_queue},
	{"talks by POSIX memory", MIDDLE, finds_posix_memory, offers_posix_memory},
	{"talks by a file", MIDDLE, finds_file, offers_file},
	{"reads the database", MIDDLE, reads_database, NULL},
	{"writes the database", MIDDLE, writes_database, NULL},
	{"creates a file elsewhere", MIDDLE, creates_file, NULL},
	{"removes a file elsewhere", MIDDLE, removes_file, NULL},
	{"renames a file elsewhere", MIDDLE, renames_file, NULL},
	{"changes a mode", MIDDLE, changes_mode, NULL},
	{"changes times", MIDDLE, changes_times, NULL},
	{"writes to its folder", MIDDLE, writes_own_folder, NULL},
	{"writes to its program", MIDDLE, writes_program, NULL},
	{"replaces its program", MIDDLE, replaces_program, NULL},
	{"writes to /etc", MIDDLE, writes_system, NULL},
	{"reads passwords", MIDDLE, reads_shadow, NULL},
	{"writes through a link", MIDDLE, follows_link, NULL},
	{"links a file", MIDDLE, links_file, NULL},
	{"writes through /proc", MIDDLE, through_root, NULL},
	{NULL, START, NULL, NULL},
};
