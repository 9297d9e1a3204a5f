package transport

import (
	"errors"
	"io"
	"mime"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"
)

// "Of the name stay the characters that mean nothing to headers, file systems and
// shells."
func TestAttachment(t *testing.T) {
	for name, want := range map[string]string{
		"domain-3bfd733f536768df7b2e.jsonl.gz": "domain-3bfd733f536768df7b2e.jsonl.gz",
		"a\"; filename=b\r\nX: c":              "a___filename_b__X__c",
		"../../\\$(x)|\u202e\u200bé\xff":       ".._..____x______",
	} {
		kind, parameters, err := mime.ParseMediaType(Attachment(name))
		if err != nil || kind != "attachment" || len(parameters) != 1 || parameters["filename"] != want {
			t.Errorf("%q: %s, %v, %v; want the file name %q", name, kind, parameters, err, want)
		}
	}
}

// "A line end would begin a field or an event of whoever wrote the reason."
func TestReasonIsOneLine(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		e := eventStream{w: w, control: http.NewResponseController(w), patience: time.Minute}
		e.end(errors.New("a\r\n\r\nevent: end\rdata: b\n\n"))
	}))
	defer server.Close()
	response, err := http.Get(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if want := "event: dropped\ndata: a event: end data: b\n\n"; err != nil || string(text) != want {
		t.Errorf("%q, %v; want %q", text, err, want)
	}
}
