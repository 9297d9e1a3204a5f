//go:build linux && cgo

#define _GNU_SOURCE
#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

// The least limits with which a Go runtime starts. The address space is leastAddresses of
// rlimit.go. The memory of a process is the smallest one that was tried with it.
static const struct least {
	int resource;
	rlim_t value;
	const char *name, *option, *setting;
} least[] = {
	{RLIMIT_AS, (rlim_t)1900 << 20, "address space", "-v", "LimitAS"},
	{RLIMIT_DATA, (rlim_t)128 << 20, "memory of a process", "-d", "LimitDATA"},
};

// check_least ends a program that has too little memory before its Go runtime starts
// threads: that fails then now and again, in words that name no limit.
__attribute__((constructor)) static void check_least(void) {
	for (size_t i = 0; i < sizeof least / sizeof *least; i++) {
		const struct least *l = &least[i];
		struct rlimit found;
		if (getrlimit(l->resource, &found) < 0 || found.rlim_cur >= l->value) // RLIM_INFINITY is the largest
			continue;
		fprintf(stderr,
			"%s: %llu KiB (ulimit %s) is too low to play; want at least %llu KiB: "
			"start Arbiter from a shell after `ulimit %s unlimited`, which root may raise, or with %s=infinity in its systemd unit\n",
			l->name, (unsigned long long)found.rlim_cur >> 10, l->option, (unsigned long long)l->value >> 10, l->option, l->setting);
		_exit(2);
	}
}
