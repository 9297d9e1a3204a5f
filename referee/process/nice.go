package process

import (
	"errors"
	"fmt"

	"golang.org/x/sys/unix"
)

// LeastNice and MostNice are the range of nice values: a process of a lower
// value is run before one of a higher, which is 0 for most.
const (
	LeastNice = -20
	MostNice  = 19
)

// SetNice gives this program, and all bots that it starts from then on, a nice
// value from LeastNice to MostNice. A negative one puts the referee and its
// bots above the rest of the machine, which takes root or CAP_SYS_NICE.
// Containers and control groups share CPUs among themselves first: a nice value
// counts only among the processes of one of them.
func SetNice(nice int) error {
	if nice < LeastNice || nice > MostNice {
		return fmt.Errorf("nice value %d; want %d to %d", nice, LeastNice, MostNice)
	}
	err := setNice(nice)
	if errors.Is(err, unix.EACCES) || errors.Is(err, unix.EPERM) {
		return fmt.Errorf("nice value %d: %w; lowering it takes root, the capability CAP_SYS_NICE or a limit such as ulimit -e %d", nice, err, 20-nice)
	}
	if err != nil {
		return fmt.Errorf("nice value %d: %w", nice, err)
	}
	return nil
}
