package flags

import (
	"os"
	"path/filepath"
	"reflect"

	"arbiter/referee/process/view"
)

// Values of the tag own. It is on each flag that names a file of the operator's
// which no bot may see.
const (
	OwnDatabase = "database" // and what lies beside it under its name
	OwnPath     = "path"     // a file or a folder
)

// OwnFiles returns the files and folders that the flags and settings of a verb name
// and that no bot may see, whether they are there or not. The database is among them
// without a flag for one, under its usual name, and so are the caches.
func OwnFiles(flags ...any) (paths []string) {
	databases := map[string]bool{}
	for _, f := range flags {
		eachOwn(reflect.ValueOf(f), func(kind, path string) {
			if kind == OwnDatabase {
				databases[path] = true
			} else {
				paths = append(paths, path)
			}
		})
	}
	if len(databases) == 0 {
		databases[DefaultDatabase] = true
	}
	for db := range databases {
		real, err := realPath(db)
		if err != nil {
			real = db
		}
		for _, suffix := range append(view.BesideDatabase(), "") {
			paths = append(paths, db+suffix, real+suffix)
		}
	}
	if cache, err := os.UserCacheDir(); err == nil {
		paths = append(paths, filepath.Join(cache, CacheFolder), filepath.Join(cache, WorkerFolder))
	}
	return paths
}

// eachOwn calls visit for the values of fields with the tag own, those of embedded
// structs among them.
func eachOwn(v reflect.Value, visit func(kind, path string)) {
	for i := range v.NumField() {
		field, value := v.Type().Field(i), v.Field(i)
		switch kind := field.Tag.Get("own"); {
		case kind != "" && value.String() != "":
			visit(kind, value.String())
		case field.Anonymous && value.Kind() == reflect.Struct:
			eachOwn(value, visit)
		}
	}
}

// Names of files and folders of ours.
const (
	CacheFolder  = "arbiter"        // in the user's cache folder
	WorkerFolder = "arbiter-worker" // the same, of workers

	DefaultDatabase = view.DefaultDatabase
	UploadsSuffix   = view.UploadsSuffix // of the database's name; and so on
	AnalysesSuffix  = view.AnalysesSuffix
	QueueSuffix     = view.QueueSuffix
	LaddersSuffix   = view.LaddersSuffix
	GamesSuffix     = view.GamesSuffix
)
