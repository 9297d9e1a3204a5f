package sandbox

import (
	"bytes"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// A place is the directory of a control group in a mounted hierarchy; see
// cgroups(7).
type place struct {
	mount string // where the hierarchy is mounted
	own   string // our own control group; "" when it is not beneath the mount
}

// unified is the key of the v2 hierarchy among the places; the others are keyed
// by the v1 controller.
const unified = "unified"

// findPlaces finds our control groups from /proc/self/mountinfo and
// /proc/self/cgroup.
func findPlaces(mountinfo, cgroup []byte) map[string]place {
	own := ownPaths(cgroup)
	places := map[string]place{}
	for line := range bytes.Lines(mountinfo) {
		root, mount, kind, options, ok := parseMount(string(line))
		if !ok {
			continue
		}
		var keys []string
		switch kind {
		case "cgroup2":
			keys = []string{unified}
		case "cgroup":
			keys = strings.Split(options, ",") // controllers among them
		}
		for _, key := range keys {
			path, ok := own[key]
			if _, before := places[key]; before || !ok {
				continue
			}
			places[key] = place{mount: mount, own: beneath(mount, root, path)}
		}
	}
	return places
}

// beneath returns the directory of a control group's path in a mount that shows
// the hierarchy from root on.
func beneath(mount, root, path string) string {
	rest, ok := path, true
	if root != "/" {
		rest, ok = strings.CutPrefix(path, root)
	}
	if !ok || rest != "" && rest[0] != '/' || slices.Contains(strings.Split(rest, "/"), "..") {
		return ""
	}
	return filepath.Join(mount, rest)
}

// ownPaths reads /proc/self/cgroup: our path by v1 controller and for unified.
func ownPaths(cgroup []byte) map[string]string {
	paths := map[string]string{}
	for line := range strings.Lines(string(cgroup)) {
		fields := strings.SplitN(strings.TrimSuffix(line, "\n"), ":", 3)
		if len(fields) != 3 {
			continue
		}
		if fields[0] == "0" && fields[1] == "" {
			paths[unified] = fields[2]
			continue
		}
		for controller := range strings.SplitSeq(fields[1], ",") {
			paths[controller] = fields[2]
		}
	}
	return paths
}

// parseMount reads a line of mountinfo; see proc_pid_mountinfo(5).
func parseMount(line string) (root, mount, kind, options string, ok bool) {
	fields := strings.Fields(line)
	dash := slices.Index(fields, "-")
	if dash < 6 || len(fields) < dash+4 {
		return "", "", "", "", false
	}
	return unescape(fields[3]), unescape(fields[4]), fields[dash+1], fields[dash+3], true
}

// unescape replaces the octal escapes of mountinfo, such as \040 for a space.
func unescape(field string) string {
	var text strings.Builder
	for i := 0; i < len(field); i++ {
		if field[i] == '\\' && i+3 < len(field) {
			if n, err := strconv.ParseUint(field[i+1:i+4], 8, 8); err == nil {
				text.WriteByte(byte(n))
				i += 3
				continue
			}
		}
		text.WriteByte(field[i])
	}
	return text.String()
}
