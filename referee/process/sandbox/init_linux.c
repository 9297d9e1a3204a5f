//go:build linux && cgo

#include "launcher_linux.h"

// The init of a box is an executable of its own: a copy of the referee's memory
// would cost time and hold its secrets. It is a whole ELF file of some 160
// bytes, written here because cgo builds no second program:
//
//	while (read(0, buffer, 1) == -EINTR) {}
//	exit_group(0);
//
// Descriptor 0 is a pipe whose other end is the referee's alone. When the
// referee ends, however it does, the read returns; the init ends, and the
// kernel kills all that is in its PID namespace.

#if defined(__x86_64__)
#define MACHINE "62"
#define CODE \
	"1:	xorl %eax, %eax\n" \
	"	xorl %edi, %edi\n" \
	"	movq %rsp, %rsi\n" \
	"	movl $1, %edx\n" \
	"	syscall\n" \
	"	cmpl $-4, %eax\n" \
	"	je 1b\n" \
	"	xorl %edi, %edi\n" \
	"	movl $231, %eax\n" \
	"	syscall\n"
#elif defined(__aarch64__)
#define MACHINE "183"
#define CODE \
	"1:	mov x8, #63\n" \
	"	mov x0, #0\n" \
	"	mov x1, sp\n" \
	"	mov x2, #1\n" \
	"	svc #0\n" \
	"	cmn x0, #4\n" \
	"	b.eq 1b\n" \
	"	mov x0, #0\n" \
	"	mov x8, #94\n" \
	"	svc #0\n"
#else
#error "the init of a box is written for amd64 and arm64"
#endif

__asm__(
	".pushsection .rodata\n"
	".balign 8\n"
	".globl init_program\n"
	".hidden init_program\n"
	".globl init_program_end\n"
	".hidden init_program_end\n"
	"init_program:\n"
	"	.byte 0x7f, 'E', 'L', 'F', 2, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0\n"
	"	.short 2, " MACHINE "\n" // ET_EXEC
	"	.long 1\n"
	"	.quad 0x400000 + init_code - init_program\n"
	"	.quad 64, 0\n" // program headers; no sections
	"	.long 0\n"
	"	.short 64, 56, 1, 0, 0, 0\n"
	"	.long 1, 5\n" // PT_LOAD, readable and executable
	"	.quad 0, 0x400000, 0x400000\n"
	"	.quad init_program_end - init_program, init_program_end - init_program, 0x10000\n"
	"init_code:\n" CODE
	"init_program_end:\n"
	"	.byte 0\n"
	".popsection\n");
