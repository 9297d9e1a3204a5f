package flags

import (
	"fmt"

	"github.com/alecthomas/kong"
)

// The tag with is for a flag that means something only beside another flag. The tag
// without is for a flag that excludes another flag with a default, which the parser's
// xor does not allow. Their value is the name of the other.
const (
	withTag    = "with"
	withoutTag = "without"
)

// CheckTogether rejects flags that do not go together, and those that say nothing
// without another one.
func CheckTogether(command *kong.Context) error {
	given := Given(command)
	for _, p := range command.Path {
		if p.Flag == nil {
			continue
		}
		if other := p.Flag.Tag.Get(withTag); other != "" && !given[other] {
			return fmt.Errorf("--%s: want --%s with it", p.Flag.Name, other)
		}
		if other := p.Flag.Tag.Get(withoutTag); other != "" && given[other] {
			return fmt.Errorf("--%s and --%s can't be used together", other, p.Flag.Name)
		}
	}
	return checkServer(command, given)
}

// Given returns the names of the flags that were typed.
func Given(command *kong.Context) map[string]bool {
	given := map[string]bool{}
	for _, p := range command.Path {
		if p.Flag != nil {
			given[p.Flag.Name] = true
		}
	}
	return given
}
