package selfplay

import (
	"bufio"
	"errors"
	"os"
)

// npyRoom is what the header of an array takes that is written before its length is
// known: enough for any length.
const npyRoom = 128

// A grownFile is a file that is written from its start to its end.
type grownFile struct {
	*bufio.Writer
	file *os.File
}

func newGrownFile(path string) (*grownFile, error) {
	file, err := os.Create(path)
	if err != nil {
		return nil, err
	}
	return &grownFile{bufio.NewWriterSize(file, 1<<16), file}, nil
}

// end writes what is left and, over the beginning, the header, and closes the file
// when it is on the disk.
func (f *grownFile) end(header []byte) error {
	err := f.Flush()
	if err == nil {
		_, err = f.file.WriteAt(header, 0)
	}
	if err == nil {
		err = f.file.Sync()
	}
	return errors.Join(err, f.file.Close())
}

// An npyFile is the file of a column.
type npyFile struct {
	*grownFile
	column column
}
