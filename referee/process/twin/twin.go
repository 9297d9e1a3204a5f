// Package twin makes a bot that has the digest, and so the ID, of another one: what
// a stranger can do in microseconds, since every step of XXH64 can be reversed. It
// is for tests alone.
package twin

import (
	"encoding/binary"
	"fmt"
	"maps"
	"math/bits"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/cespare/xxhash/v2"
)

// The primes of XXH64 that its end uses.
const (
	prime1 = 0x9E3779B185EBCA87
	prime2 = 0xC2B2AE3D27D4EB4F
	prime3 = 0x165667B19E3779F9
	prime4 = 0x85EBCA77C2B2AE63
)

// salt is the name of the file that makes up for all others. It is read last.
const salt = "zz"

// Write writes a bot into a folder that is made: its files, which lie at the top,
// and one more that gives it the digest, 16 hexadecimal digits, of another bot.
// command has the words of its bot.toml.
func Write(dir string, command []string, files map[string]string, digest string) error {
	wanted, err := strconv.ParseUint(digest, 16, 64)
	if err != nil {
		return err
	}
	var hashed strings.Builder // as process.Spec.Digests hashes a bot
	for _, word := range command {
		fmt.Fprintf(&hashed, "%q %q\n", "word", word)
	}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		fmt.Fprintf(&hashed, "%q \"%d\"\n%s", "file "+name, len(files[name]), files[name])
	}
	// Eight bytes are left behind the last full stripe of 32.
	header := func(size int) string { return fmt.Sprintf("%q \"%d\"\n", "file "+salt, size) }
	size := 16
	for (hashed.Len()+len(header(size))+size)%32 != 8 {
		size++
	}
	filler := strings.Repeat("x", size-8)
	hashed.WriteString(header(size) + filler)
	zero := xxhash.Sum64String(hashed.String() + strings.Repeat("\x00", 8))
	var last [8]byte
	// The last eight bytes are mixed and added with XOR, and mixing leaves zeros as
	// they are. So the difference of the two states has to be added.
	binary.LittleEndian.PutUint64(last[:], unmixed(before(zero)^before(wanted)))
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o755); err != nil {
			return err
		}
	}
	return os.WriteFile(filepath.Join(dir, salt), append([]byte(filler), last[:]...), 0o644)
}

// before returns the state into which the last eight bytes have just been added,
// given the digest.
func before(sum uint64) uint64 {
	sum ^= sum >> 32
	sum *= inverse(prime3)
	sum ^= sum>>29 ^ sum>>58
	sum *= inverse(prime2)
	sum ^= sum >> 33
	return bits.RotateLeft64((sum-prime4)*inverse(prime1), -27)
}

// unmixed reverses how eight bytes are mixed before they are added.
func unmixed(mixed uint64) uint64 {
	return bits.RotateLeft64(mixed*inverse(prime1), -31) * inverse(prime2)
}

// inverse returns the number by which an odd one is multiplied to get 1.
func inverse(odd uint64) uint64 {
	x := odd // right in the last three bits
	for range 5 {
		x *= 2 - odd*x // doubles them
	}
	return x
}
