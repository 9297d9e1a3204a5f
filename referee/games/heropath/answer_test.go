package heropath

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	gocmp "github.com/google/go-cmp/cmp"
)

// "The output for the test should be a JSON in the following format"
func TestAnswer(t *testing.T) {
	step := []Action{MoveTo(1, 2)}
	for _, tt := range []struct {
		name, text string
		want       []Action
	}{
		{"both types", `{"moves":[{"type":"move","target_x":1,"target_y":2},{"type":"attack","target_id":3}]}`, []Action{MoveTo(1, 2), AttackOn(3)}},
		{"no moves", `{"moves":[]}`, nil},
		{"white space of all kinds", "\r\n\t { \"moves\" : [ {\"type\" : \"move\",\t\"target_x\":1 , \"target_y\":\n2 } ] } \r\n", step},
		{"any order of keys", `{"moves":[{"target_y":2,"target_x":1,"type":"move"}]}`, step},
		{"extra fields of any value", `{"v":1.5e3,"moves":[{"type":"move","target_x":1,"target_y":2,"note":[{"a":null}]}],"w":{}}`, step},
		{"a comment that is no string", `{"moves":[{"type":"move","target_x":1,"target_y":2,"comment":[1]}]}`, step},
		{"junk in a field of the other type", `{"moves":[{"type":"move","target_x":1,"target_y":2,"target_id":"x"}]}`, step},
		{"escapes in keys and values", `{"mo\u0076es":[{"\u0074ype":"m\u006fve","target_x":1,"target_y":2}]}`, step},
		{"-0 is 0", `{"moves":[{"type":"move","target_x":-0,"target_y":2}]}`, []Action{MoveTo(0, 2)}},
		{"the ends of int64", `{"moves":[{"type":"move","target_x":9223372036854775807,"target_y":-9223372036854775808}]}`, []Action{MoveTo(9223372036854775807, -9223372036854775808)}},
		{"half a surrogate pair in a comment", `{"moves":[{"type":"move","target_x":1,"target_y":2,"comment":"\ud800"}]}`, step},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, wrong := ParseAnswer([]byte(tt.text))
			if wrong != nil {
				t.Fatal(wrong)
			}
			if diff := gocmp.Diff(append([]Action{}, tt.want...), got.Moves); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// deep is valid JSON that nests deeper than a document may.
var deep = strings.Repeat("[", 1001) + strings.Repeat("]", 1001)

// "The JSON file is malformed"
func TestMalformed(t *testing.T) {
	for _, tt := range []struct{ name, text, why string }{
		{"empty", ``, "line 1, byte 1: the document ends too early; want a value"},
		{"not JSON", `hello`, "found 'h'; want a value"},
		{"cut off", `{"moves":[`, "ends too early"},
		{"cut off in a string", `{"moves":"`, `want '"'`},
		{"a comma too many in a list", `{"moves":[1,]}`, "found ']'; want another element after the comma"},
		{"a comma too many in an object", `{"moves":[],}`, "found '}'; want another element after the comma"},
		{"no comma", "{\"moves\":\n[] \"a\":1}", `line 2, byte 4: found '"'; want ',' or '}'`},
		{"no colon", `{"moves" []}`, "found '['; want ':' after the key"},
		{"a key without quotes", `{moves:[]}`, "want a key in double quotes"},
		{"single quotes", `{'moves':[]}`, "want a key in double quotes"},
		{"mismatched brackets", `{"moves":[}`, "found '}'; want a value"},
		{"text after the document", `{"moves":[]} x`, "found 'x'; want nothing after the document"},
		{"a second document", `{"moves":[]}{}`, "want nothing after the document"},
		{"NUL after the document", "{\"moves\":[]}\x00", "want nothing after the document"},
		{"a byte order mark", "\ufeff{\"moves\":[]}", "want a value"},
		{"a comment", "{\"moves\":[]// all\n}", "found '/'"},
		{"a key twice", `{"moves":[],"moves":[]}`, `key "moves" for the second time`},
		{"a key twice, once escaped", `{"moves":[{"type":"move","typ\u0065":"move"}]}`, `key "type" for the second time`},
		{"a key twice in an ignored part", `{"moves":[],"x":[{"a":1,"a":2}]}`, `key "a" for the second time`},
		{"a key twice among many", `{"a":1,"b":1,"c":1,"d":1,"e":1,"f":1,"g":1,"h":1,"i":1,"j":1,"k":1,"l":1,"m":1,"n":1,"o":1,"p":1,"q":1,"r":1,"b":1}`, `key "b" for the second time`},
		{"NaN", `{"moves":[{"type":"move","target_x":NaN}]}`, "found 'N'; want a value"},
		{"Infinity", `{"x":-Infinity}`, "found 'I'; want a digit"},
		{"a leading 0", `{"x":018}`, "leading 0"},
		{"a plus sign", `{"x":+1}`, "found '+'; want a value"},
		{"no digit before the point", `{"x":.5}`, "found '.'; want a value"},
		{"no digit after the point", `{"x":5.}`, "found '}'; want a digit"},
		{"no digit in the exponent", `{"x":5e+}`, "want a digit"},
		{"hexadecimal", `{"x":0x5}`, "found 'x'; want ',' or '}'"},
		{"a control character in a string", "{\"x\":\"a\nb\"}", "control character 0x0a"},
		{"a control character after an escape", "{\"x\":\"\\n\x01\"}", "control character 0x01"},
		{"a wrong escape", `{"x":"\q"}`, `escape \q; want one of`},
		{"a short \\u", `{"x":"\u12"}`, "without four hexadecimal digits"},
		{"invalid UTF-8", "{\"x\":\"\xff\"}", "line 1, byte 7: byte 0xff is not UTF-8"},
		{"a bare word", `{"x":nul}`, "only bare words"},
		{"too deep in an ignored part", `{"moves":[],"x":` + deep + `}`, "nested deeper than 1000"},
		{"too deep before a wrong form", `{"x":` + deep + `,"moves":7}`, "nested deeper than 1000"},
		{"too deep before a move has its type", `{"moves":[{"target_x":` + deep + `,"type":"attack","target_id":1}]}`, "nested deeper than 1000"},
		{"too deep before a move has its fields", `{"moves":[{"type":"move","x":` + deep + `}]}`, "nested deeper than 1000"},
		{"too deep where an attack has an ignored field", `{"moves":[{"type":"attack","target_x":` + deep + `,"target_id":1}]}`, "nested deeper than 1000"},
		{"no JSON before it is too deep", `{"moves":[7],]` + deep, "found ']'"},
		{"malformed beats a wrong form before it", `{"moves":[7`, "ends too early"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, wrong := ParseAnswer([]byte(tt.text))
			if wrong == nil || wrong.Reason != Malformed || wrong.At != -1 || !strings.Contains(wrong.Why, tt.why) {
				t.Errorf("got %v, want malformed: %s", wrong, tt.why)
			}
		})
	}
}

// "... or incorrectly formatted."
func TestBadFormat(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		at         int
		why        string
	}{
		{"a deep list", deep, -1, `found a list; want an object with the field "moves"`},
		{"moves is deep", `{"moves":{"a":` + deep + `}}`, -1, "moves: found an object; want a list"},
		{"a move is deep", `{"moves":[{"type":"attack","target_id":1},` + deep + `]}`, 1, "moves[1]: found a list; want an object"},
		{"a wrong move before what is deep", `{"moves":[{"type":"go"},{"type":"move","target_x":` + deep + `}]}`, 0, "moves[0].type"},
		{"a type is deep", `{"moves":[{"type":` + deep + `}]}`, 0, "moves[0].type: found a list"},
		{"a field is deep", `{"moves":[{"type":"move","target_x":1,"target_y":` + deep + `}]}`, 0, "moves[0].target_y: found a list; want an integer"},
		{"a wrong field before what is deep", `{"moves":[{"type":"move","target_x":"1","a":` + deep + `}]}`, 0, `found the string "1"`},
		{"a list", `[]`, -1, `found a list; want an object with the field "moves"`},
		{"a number", `7`, -1, "found a number"},
		{"null", `null`, -1, "found null"},
		{"no moves", `{"Moves":[]}`, -1, `no field "moves"`},
		{"moves is null", `{"moves":null}`, -1, "moves: found null; want a list"},
		{"moves is an object", `{"moves":{}}`, -1, "moves: found an object; want a list"},
		{"a move is null", `{"moves":[null]}`, 0, "moves[0]: found null; want an object"},
		{"no type", `{"moves":[{"target_x":1,"target_y":2}]}`, 0, `moves[0]: no field "type"`},
		{"type with a capital", `{"moves":[{"type":"Move","target_x":1,"target_y":2}]}`, 0, `moves[0].type: found the string "Move"; want "move" or "attack"`},
		{"type is a number", `{"moves":[{"type":1}]}`, 0, "moves[0].type: found 1;"},
		{"key with a capital", `{"moves":[{"type":"move","Target_x":1,"target_y":2}]}`, 0, `no field "target_x"`},
		{"no target_y", `{"moves":[{"type":"move","target_x":1}]}`, 0, `moves[0]: no field "target_y"; a move of type "move" needs it`},
		{"no target_id", `{"moves":[{"type":"attack","target_x":1}]}`, 0, `no field "target_id"`},
		{"target_id of null", `{"moves":[{"type":"attack","target_id":null}]}`, 0, "moves[0].target_id: found null; want an integer"},
		{"a string", `{"moves":[{"type":"attack","target_id":"1"}]}`, 0, `found the string "1"`},
		{"true", `{"moves":[{"type":"attack","target_id":true}]}`, 0, "found true"},
		{"a fraction", `{"moves":[{"type":"attack","target_id":18.0}]}`, 0, "found 18.0"},
		{"an exponent", `{"moves":[{"type":"attack","target_id":1e1}]}`, 0, "found 1e1"},
		{"above int64", `{"moves":[{"type":"attack","target_id":9223372036854775808}]}`, 0, "integer literal of 64 bits"},
		{"below int64", `{"moves":[{"type":"attack","target_id":-9223372036854775809}]}`, 0, "integer literal of 64 bits"},
		{"far above int64", `{"moves":[{"type":"attack","target_id":99999999999999999999999999}]}`, 0, "integer literal of 64 bits"},
		{"the first bad move counts", `{"moves":[{"type":"attack","target_id":1},{"type":"go"},7]}`, 1, "moves[1].type"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, wrong := ParseAnswer([]byte(tt.text))
			if wrong == nil || wrong.Reason != BadFormat || wrong.At != tt.at || !strings.Contains(wrong.Why, tt.why) {
				t.Errorf("got %v, want bad_format at %d: %s", wrong, tt.at, tt.why)
			}
		})
	}
}

// "you can add comments to the moves, which will be shown in the visualizer"
func TestComment(t *testing.T) {
	long := strings.Repeat("é", 200)
	got, wrong := ParseAnswer([]byte(`{"moves":[{"type":"attack","target_id":1},{"type":"attack","target_id":1,"comment":"Target: \"1\""},` +
		`{"type":"attack","target_id":1,"comment":"` + long + `"}]}`))
	if wrong != nil {
		t.Fatal(wrong)
	}
	if a, b, c := got.Comment(0), got.Comment(1), got.Comment(2); a != "" || b != `Target: "1"` || len(c) > 200 || !utf8.ValidString(c) {
		t.Errorf("comments %q, %q, %q", a, b, c)
	}
}

func TestAppendAnswerIsReadBack(t *testing.T) {
	moves := []Action{MoveTo(3, 4), AttackOn(5), MoveTo(0, 1<<40)}
	got, wrong := ParseAnswer(AppendAnswer(nil, moves))
	if wrong != nil {
		t.Fatal(wrong)
	}
	if diff := gocmp.Diff(moves, got.Moves); diff != "" {
		t.Error(diff)
	}
}

// What is no fault to us is JSON to encoding/json, and the other way round
// except for what we are stricter in.
func FuzzParseAnswer(f *testing.F) {
	for _, seed := range []string{
		`{"moves":[{"type":"move","target_x":1,"target_y":-2},{"type":"attack","target_id":3,"comment":"\ud83d\ude00"}]}`,
		`{"moves":[{"type":"move","target_x":1e5}],"a":{"a":[true,false,null,0.5e-7,""]}}`,
		`{"moves":[],"moves":[]}`, "[1,]", "\"\\u00e9\xff\"", "{\"a\" 1}", "-", "01", "\ufeff{}",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		before := bytes.Clone(text)
		answer, wrong := ParseAnswer(text)
		if !bytes.Equal(before, text) {
			t.Fatal("the text was changed")
		}
		if wrong != nil && wrong.Reason == Malformed {
			stricter := !utf8.Valid(text) || strings.Contains(wrong.Why, "second time") || strings.Contains(wrong.Why, "nested deeper")
			if json.Valid(text) && !stricter {
				t.Fatalf("%q is JSON, but found %v", text, wrong)
			}
			return
		}
		read := wrong == nil || bytes.Count(text, []byte("["))+bytes.Count(text, []byte("{")) <= maxDepth // to its end
		if read && !json.Valid(text) || !utf8.Valid(text) {
			t.Fatalf("%q is no JSON in UTF-8, but was accepted", text)
		}
		if wrong != nil {
			return
		}
		var document map[string]json.RawMessage
		var moves []map[string]json.RawMessage
		if err := json.Unmarshal(text, &document); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(document["moves"], &moves); err != nil || len(moves) != len(answer.Moves) {
			t.Fatalf("%d moves, want %d: %v", len(answer.Moves), len(moves), err)
		}
		for i, a := range answer.Moves {
			number := func(name string) (n int64) {
				if err := json.Unmarshal(moves[i][name], &n); err != nil {
					t.Fatalf("moves[%d].%s: %v", i, name, err)
				}
				return n
			}
			want := Action{Type: a.Type}
			if a.Type == Attack {
				want.TargetID = number("target_id")
			} else {
				want.TargetX, want.TargetY = number("target_x"), number("target_y")
			}
			if a != want {
				t.Fatalf("moves[%d]: got %+v, want %+v", i, a, want)
			}
		}
	})
}
