package process

import (
	"strings"
	"testing"
)

// "Of any other text it is the last line": what each runtime writes when a program
// ends with an error.
func TestTraceIn(t *testing.T) {
	for _, tt := range []struct{ name, stderr, want string }{
		{"Python", `Traceback (most recent call last):
  File "/bots/mine/bot.py", line 4, in <module>
    print(think(sys.stdin.readline()))
          ^^^^^^^^^^^^^^^^^^^^^^^^^^^
  File "/bots/mine/think.py", line 3, in think
    return json.loads(s)
  File "/usr/lib/python3.11/json/decoder.py", line 340, in decode
    raise JSONDecodeError("Extra data", s, end)
json.decoder.JSONDecodeError: Extra data: line 1 column 4 (char 3)
`, `last on stderr: "json.decoder.JSONDecodeError: Extra data: line 1 column 4 (char 3)", at "/bots/mine/think.py:3"`},
		{"Python, syntax", `  File "/bots/mine/bot.py", line 2
    if True print(1)
            ^^^^^
SyntaxError: invalid syntax
`, `last on stderr: "SyntaxError: invalid syntax", at "/bots/mine/bot.py:2"`},
		{"Node", `/bots/mine/node_modules/fast/index.js:9
function think(){ const x=[]; return x[3].foo }
                                          ^

TypeError: Cannot read properties of undefined (reading 'foo')
    at fast (/bots/mine/node_modules/fast/index.js:9:43)
    at think (/bots/mine/bot.js:1:43)
    at Interface.<anonymous> (/bots/mine/bot.js:2:78)
    at Interface.emit (node:events:524:28)

Node.js v20.20.2
`, `on stderr: "TypeError: Cannot read properties of undefined (reading 'foo')", at "/bots/mine/bot.js:1"`},
		{"Node, a module", `node:internal/modules/cjs/loader:1210
  throw err;
  ^

Error: Cannot find module './rules'
Require stack:
- /bots/mine/bot.js
    at Module._resolveFilename (node:internal/modules/cjs/loader:1207:15)
    at Object.<anonymous> (/bots/mine/bot.js:1:1) {
  code: 'MODULE_NOT_FOUND',
  requireStack: [ '/bots/mine/bot.js' ]
}

Node.js v20.20.2
`, `on stderr: "Error: Cannot find module './rules'", at "/bots/mine/bot.js:1"`},
		{"Node, syntax", `/bots/mine/bot.js:3
const = 5
      ^

SyntaxError: Unexpected token '='
    at wrapSafe (node:internal/modules/cjs/loader:1464:18)

Node.js v20.20.2
`, `on stderr: "SyntaxError: Unexpected token '='", at "/bots/mine/bot.js:3"`},
		{"Node, as a module of ECMAScript", `file:///bots/mine/bot.mjs:1
null.x
     ^

TypeError: Cannot read properties of null (reading 'x')
    at file:///bots/mine/bot.mjs:1:6
    at ModuleJob.run (node:internal/modules/esm/module_job:325:25)

Node.js v20.20.2
`, `on stderr: "TypeError: Cannot read properties of null (reading 'x')", at "/bots/mine/bot.mjs:1"`},
		{"Node, no Error", "\n/bots/mine/bot.js:1\nthrow 'abc'\n^\nabc\n(Use `node --trace-uncaught ...` to show where the exception was thrown)\n\nNode.js v20.20.2\n",
			`on stderr: "abc", at "/bots/mine/bot.js:1"`},
		{"Go", "ready\npanic: runtime error: index out of range [9] with length 3\n\ngoroutine 1 [running]:\nmain.think.func1(...)\n\t/bots/mine/bot.go:3\n" +
			"sort.Slice({0x4b5d40?, 0x1e2bfe790288?}, 0x1e2bfe78af18)\n\t/usr/local/go/src/sort/slice.go:29 +0xc5\nmain.main()\n\t/bots/mine/bot.go:4 +0xc5\n",
			`on stderr: "panic: runtime error: index out of range [9] with length 3", at "/bots/mine/bot.go:3"`},
		{"Go, in its library", "panic: boom\n\ngoroutine 1 [running]:\npanic({0x1, 0x2})\n\t/usr/local/go/src/runtime/panic.go:770 +0x132\n" +
			"encoding/json.(*Decoder).Decode(0x1)\n\t/usr/local/go/src/encoding/json/stream.go:5 +0x1\nmine/search.Best(...)\n\t/bots/mine/search/best.go:7\nexit status 2\n",
			`on stderr: "panic: boom", at "/bots/mine/search/best.go:7"`},
		{"Go with -trimpath", "fatal error: all goroutines are asleep - deadlock!\n\ngoroutine 1 [select (no cases)]:\nsort.Slice(0x1)\n\tsort/slice.go:29 +0xc5\nmain.main()\n\tmine/bot.go:3 +0xf\n",
			`on stderr: "fatal error: all goroutines are asleep - deadlock!", at "mine/bot.go:3"`},
		{"words", "loading\r\n\tno weights\tfound\r\n\n", `last on stderr: "no weights\tfound"`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got, ok := traceIn(tt.stderr); !ok || got.String() != tt.want {
				t.Errorf("%s\nwant %s", got, tt.want)
			}
		})
	}
	if got, ok := traceIn(" \n\t\n"); ok {
		t.Errorf("blanks alone say %s; want nothing", got)
	}
}

// "It says where": a file of the bot by its name in the folder, which may be a copy that
// nobody knows.
func TestPlaceInTheFolderOfTheBot(t *testing.T) {
	dir := t.TempDir()
	trace := "Traceback (most recent call last):\n  File \"" + dir + "/search/best.py\", line 3, in <module>\nValueError: x"
	p, err := new(Table).Start(Spec{Name: "traced", Dir: dir, Command: []string{"sh", "-c", "read line; echo '" + trace + "' >&2"}})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	reply := ask(t, p, line(1))
	if want := `, at "search/best.py:3"`; reply.Fault == nil || !strings.Contains(reply.Fault.Why, want) {
		t.Errorf("fault %v; want %s", reply.Fault, want)
	}
}
