package transport

import (
	"fmt"
	"net/http"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/cespare/xxhash/v2"
	"github.com/danielgtaylor/huma/v2"
)

// Conditional is the part of a request that says which version the client has.
type Conditional struct {
	IfNoneMatch string `header:"If-None-Match" doc:"ETags of versions that the client has. If one of them is current, the response is 304 without a body."`
}

// Tagged is the part of a response that names its version.
type Tagged struct {
	ETag         string `header:"ETag" doc:"Names this version of the response."`
	CacheControl string `header:"Cache-Control"`
}

// Revalidate lets a browser keep a response and ask each time whether it is
// current.
const Revalidate = "private, no-cache"

// Tag returns the version of a response, or the 304 that ends the request when
// the client has it. parts are everything that the response depends on beside the
// build.
func (r *Router) Tag(have Conditional, parts ...any) (Tagged, error) {
	// Weak: a compressed response is the same version.
	tag := fmt.Sprintf(`W/"%016x"`, xxhash.Sum64String(fmt.Sprintf("%s %q", r.Version, fmt.Sprint(parts...))))
	for one := range strings.SplitSeq(have.IfNoneMatch, ",") {
		if strings.TrimPrefix(strings.TrimSpace(one), "W/") == strings.TrimPrefix(tag, "W/") {
			return Tagged{}, huma.ErrorWithHeaders(huma.Status304NotModified(), http.Header{"Etag": {tag}, "Cache-Control": {Revalidate}})
		}
	}
	return Tagged{tag, Revalidate}, nil
}

// Attachment returns the Content-Disposition of a file. The record and the ID may
// be a stranger's, by an import: of the name stay the characters that mean nothing
// to headers, file systems and shells.
func Attachment(name string) string {
	plain := strings.Map(func(r rune) rune {
		if r < utf8.RuneSelf && (unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune("-_.", r)) {
			return r
		}
		return '_'
	}, name)
	return `attachment; filename="` + plain + `"`
}
