package main

import (
	"bytes"
	"debug/elf"
	"encoding/binary"
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"
)

// canSetClock says why the clock of a single process cannot be set here, or "".
func canSetClock() string {
	if runtime.GOOS != "linux" || runtime.GOARCH != "amd64" {
		return "clocks do not jump: that is done by machine code for linux/amd64"
	}
	return ""
}

// setClock makes the time of day of a running process, and of no other one, differ
// from the machine's. A program asks the kernel's page vdso for the time, with
// clock_gettime; that function is replaced by one that makes the system call and
// adds to CLOCK_REALTIME. CLOCK_MONOTONIC stays, as it does when somebody sets the
// time of day.
func setClock(t *testing.T, p *os.Process, differs time.Duration) {
	t.Helper()
	// While it is stopped none of its threads enters the function.
	if err := p.Signal(syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	err := replaceClock(p.Pid, int32(differs/time.Second))
	if err := p.Signal(syscall.SIGCONT); err != nil {
		t.Fatal(err)
	}
	if err != nil {
		t.Fatalf("the clock of process %d: %v", p.Pid, err)
	}
}

func replaceClock(pid int, seconds int32) error {
	maps, err := os.ReadFile(fmt.Sprintf("/proc/%d/maps", pid))
	if err != nil {
		return err
	}
	var from, to int64
	for line := range strings.Lines(string(maps)) {
		if strings.Contains(line, "[vdso]") {
			if _, err := fmt.Sscanf(line, "%x-%x", &from, &to); err != nil {
				return err
			}
		}
	}
	memory, err := os.OpenFile(fmt.Sprintf("/proc/%d/mem", pid), os.O_RDWR, 0)
	if err != nil {
		return err
	}
	defer memory.Close()
	page, err := io.ReadAll(io.NewSectionReader(memory, from, to-from))
	if err != nil {
		return err
	}
	vdso, err := elf.NewFile(bytes.NewReader(page))
	if err != nil {
		return err
	}
	symbols, err := vdso.DynamicSymbols()
	if err != nil {
		return err
	}
	for _, s := range symbols {
		if s.Name == "__vdso_clock_gettime" {
			code := []byte{
				0xb8, 0xe4, 0x00, 0x00, 0x00, // mov eax, SYS_clock_gettime
				0x0f, 0x05, // syscall
				0x85, 0xff, // test edi, edi: the clock
				0x75, 0x07, // jne to the end unless it is CLOCK_REALTIME
				0x48, 0x81, 0x06, // add qword [rsi], seconds
			}
			code = append(binary.LittleEndian.AppendUint32(code, uint32(seconds)), 0xc3) // ret
			_, err := memory.WriteAt(code, from+int64(s.Value))
			return err
		}
	}
	return fmt.Errorf("no clock_gettime among %d symbols of the vdso", len(symbols))
}
