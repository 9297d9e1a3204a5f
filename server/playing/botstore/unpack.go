package botstore

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"syscall"
	"unicode/utf8"

	"arbiter/referee/printable"
	"arbiter/referee/process"
	"arbiter/server/league"
)

// The default limits: far above any bot with a model of some megabytes, far
// below what fills a disk.
const (
	MaxPacked = 32 << 20  // bytes of an archive
	MaxBytes  = 256 << 20 // bytes of all its files
	MaxFiles  = 2000      // files and folders
)

// UnpackLimits bound what an archive may unpack to. The zero value has the defaults.
type UnpackLimits struct {
	Bytes int64 // 0 is MaxBytes
	Files int   // 0 is MaxFiles
}

// Unpack unpacks an archive into an empty folder. It creates files only inside the folder,
// no links, and no files that tools keep beside a bot. It reads the archive to its end, so
// that every checksum is compared. What is wrong with the archive is a league.UsageError.
func (l UnpackLimits) Unpack(archive []byte, dir string) error {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer root.Close()
	if l.Bytes == 0 {
		l.Bytes = MaxBytes
	}
	if l.Files == 0 {
		l.Files = MaxFiles
	}
	u := &unpacker{root: root, limits: l, room: l.Bytes, folders: map[string]bool{".": true}}
	switch {
	case bytes.HasPrefix(archive, []byte{0x1f, 0x8b}):
		err = u.tarball(archive)
	case bytes.HasPrefix(archive, []byte("PK")):
		err = u.zipped(archive)
	default:
		return league.Usagef("the archive begins with %q; want a .tar.gz or a .zip", archive[:min(len(archive), 4)])
	}
	if err == nil && u.files == 0 {
		return league.Usagef("the archive is empty; want a bot's folder with a bot.toml")
	}
	return err
}

// An unpacker counts what it writes. Its os.Root confines every name to the
// folder.
type unpacker struct {
	root    *os.Root
	limits  UnpackLimits
	files   int             // and folders
	folders map[string]bool // that were made
	room    int64           // bytes left of the limit
}

// maxBlocks is the maximum number of bytes of a tar archive beside the contents
// of its files: headers, long names, and padding at its end.
const maxBlocks = 16 << 20

func (u *unpacker) tarball(archive []byte) error {
	zip, err := gzip.NewReader(bytes.NewReader(archive))
	if err != nil {
		return damaged(err)
	}
	// What is skipped is decompressed too, so all of it is counted.
	all := &io.LimitedReader{R: zip, N: u.limits.Bytes + maxBlocks}
	r := tar.NewReader(all)
	for {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return u.cut(all, err)
		}
		switch h.Typeflag {
		case tar.TypeDir:
			err = u.folder(h.Name)
		case tar.TypeReg:
			err = u.file(h.Name, h.FileInfo().Mode(), r)
		case tar.TypeXGlobalHeader: // git archive writes one
		default:
			err = league.Usagef("%q is neither a file nor a folder; links and devices are not allowed", excerpt(h.Name))
		}
		if err != nil {
			return u.cut(all, err)
		}
	}
	// The checksum of the compressed stream comes after the archive's end.
	if _, err := io.Copy(io.Discard, all); err != nil {
		return damaged(err)
	}
	return u.cut(all, nil)
}

// cut returns the error of a stream that was cut at the limit, or else err.
func (u *unpacker) cut(all *io.LimitedReader, err error) error {
	if all.N <= 0 {
		return u.tooMuch()
	}
	if err != nil && !errors.As(err, new(league.UsageError)) && !errors.As(err, new(*fs.PathError)) {
		return damaged(err)
	}
	return err
}

func (u *unpacker) tooMuch() error {
	return league.Usagef("the archive unpacks to more than %s", process.Mebibytes(u.limits.Bytes))
}

// damaged returns the usage error of an archive that cannot be read.
func damaged(err error) error {
	if errors.Is(err, io.ErrUnexpectedEOF) {
		err = errors.New("it is cut off")
	}
	return league.Usagef("the archive is damaged: %w; pack and upload it again", err)
}

func (u *unpacker) zipped(archive []byte) error {
	r, err := zip.NewReader(bytes.NewReader(archive), int64(len(archive)))
	if err != nil {
		return damaged(err)
	}
	for _, f := range r.File {
		switch mode := f.Mode(); {
		case mode.IsDir():
			err = u.folder(f.Name)
		case mode.IsRegular():
			err = u.zipFile(f)
		default:
			err = league.Usagef("%q is neither a file nor a folder; links and devices are not allowed", excerpt(f.Name))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// encrypted is the bit of a zip entry's flags that says so; package zip would
// give its content as it is.
const encrypted = 1

func (u *unpacker) zipFile(f *zip.File) error {
	if f.Flags&encrypted != 0 {
		return league.Usagef("%q is encrypted; want an archive without a password", excerpt(f.Name))
	}
	content, err := f.Open()
	if err != nil {
		return damaged(fmt.Errorf("%q: %w", excerpt(f.Name), err))
	}
	defer content.Close()
	// zip.File takes a checksum of 0 for none and compares nothing.
	sum := crc32.NewIEEE()
	if err := u.file(f.Name, f.Mode(), io.TeeReader(content, sum)); err != nil {
		return err
	}
	if sum.Sum32() != f.CRC32 {
		return damaged(fmt.Errorf("%q: %w", excerpt(f.Name), zip.ErrChecksum))
	}
	return nil
}

// maxName is the maximum length of a path in an archive, in bytes. Folders that
// it is unpacked into need room too, and no system allows more than 4096.
const maxName = 1024

// maxElement is the maximum length of a file's name, in bytes, on the file
// systems in use.
const maxElement = 255

// clean checks a name and returns it as it is used.
func clean(name string) (string, error) {
	switch {
	case !utf8.ValidString(name):
		return "", league.Usagef("%q is not UTF-8; want names in UTF-8", excerpt(name))
	case strings.ContainsFunc(name, func(r rune) bool { return !printable.Safe(r) }):
		return "", league.Usagef("%q has a control character or an invisible one; want names that can be shown", excerpt(name))
	case len(name) > maxName:
		return "", league.Usagef("%q has %d bytes; want paths of at most %d", excerpt(name), len(name), maxName)
	}
	cleaned := path.Clean(name)
	if !filepath.IsLocal(cleaned) {
		return "", league.Usagef("%q leads out of the folder; want a path inside it", excerpt(name))
	}
	for element := range strings.SplitSeq(cleaned, "/") {
		if len(element) > maxElement {
			return "", league.Usagef("%q has %d bytes; want names of at most %d", excerpt(element), len(element), maxElement)
		}
	}
	return cleaned, nil
}

// excerpt shortens a name for an error.
func excerpt(name string) string {
	const most = 80
	if len(name) <= most {
		return name
	}
	return strings.ToValidUTF8(name[:most], "") + "..."
}

// count counts a file or a folder.
func (u *unpacker) count() error {
	u.files++
	if u.files > u.limits.Files {
		return league.Usagef("the archive has more than %d files and folders", u.limits.Files)
	}
	return nil
}

func (u *unpacker) folder(name string) error {
	name, err := clean(name)
	if err != nil {
		return err
	}
	if besideTheBot(name, true) {
		return u.count()
	}
	return u.makeFolder(name)
}

// besideTheBot reports whether a path names or leads into what is not of a bot. No
// digest covers that, and the bot would read it where it is not copied.
func besideTheBot(name string, folder bool) bool {
	for ; name != "."; name, folder = path.Dir(name), true {
		if process.NotOfTheBot(path.Base(name), folder) {
			return true
		}
	}
	return false
}

// makeFolder makes a folder and those that it lies in, and counts each once: a
// single path can name five hundred.
func (u *unpacker) makeFolder(name string) error {
	if u.folders[name] {
		return nil
	}
	if err := u.makeFolder(path.Dir(name)); err != nil {
		return err
	}
	if err := u.count(); err != nil {
		return err
	}
	u.folders[name] = true
	return twice(name, u.root.Mkdir(name, 0o755))
}

// twice makes a usage error of that of a name which the archive has given to
// something else.
func twice(name string, err error) error {
	if errors.Is(err, fs.ErrExist) || errors.Is(err, syscall.ENOTDIR) || errors.Is(err, syscall.EISDIR) {
		return league.Usagef("%q exists already: the archive has the name twice; want each once", excerpt(name))
	}
	return err
}

func (u *unpacker) file(name string, mode fs.FileMode, content io.Reader) error {
	name, err := clean(name)
	if err != nil {
		return err
	}
	if err := u.count(); err != nil {
		return err
	}
	from := &source{r: io.LimitReader(content, u.room+1)}
	var n int64
	if besideTheBot(name, false) {
		n, err = io.Copy(io.Discard, from) // so that damage is found there, too
	} else {
		n, err = u.write(name, mode, from)
	}
	u.room -= n
	switch {
	case u.room < 0:
		return u.tooMuch()
	case from.err != nil:
		return damaged(fmt.Errorf("%q: %w", excerpt(name), from.err))
	}
	return err
}

// write makes a file, with the folders that it lies in.
func (u *unpacker) write(name string, mode fs.FileMode, content io.Reader) (written int64, err error) {
	if err := u.makeFolder(path.Dir(name)); err != nil {
		return 0, err
	}
	permissions := fs.FileMode(0o644)
	if mode&0o111 != 0 {
		permissions = 0o755
	}
	f, err := u.root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, permissions)
	if err != nil {
		return 0, twice(name, err)
	}
	written, err = io.Copy(f, content)
	return written, errors.Join(err, f.Close())
}

// A source keeps the error of reading apart from that of writing: one is the
// archive's, the other the machine's.
type source struct {
	r   io.Reader
	err error
}

func (s *source) Read(buf []byte) (int, error) {
	n, err := s.r.Read(buf)
	if err != nil && !errors.Is(err, io.EOF) {
		s.err = err
	}
	return n, err
}
