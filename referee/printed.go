package referee

import (
	"slices"
	"strings"
	"unicode"
)

// HintPrompt is the hint for an answer behind a prompt.
const HintPrompt = `; it begins with a prompt, as of input("..."): what is printed before the answer is part of it`

// printed says what an answer that could not be read looks like. Its author may have printed
// a value with its quotes or brackets, no value, a prompt or a text for people. It goes by
// the text alone, as lineEnds does.
func printed(answer, why string) string {
	text := strings.TrimSpace(answer)
	first, _, _ := strings.Cut(text, " ")
	switch {
	case slices.Contains([]string{"None", "null", "undefined", "nil", "<nil>", "NULL"}, text):
		return "; that is printed where there is no value: look for a function that returns nothing"
	case strings.HasPrefix(text, "{'"):
		return "; that is how Python prints a dict: print json.dumps(answer)"
	case wrapped(text):
		return "; it is printed with its quotes or brackets: print the words of the answer, not a text, list or tuple as it is"
	case prompted(text):
		return HintPrompt
	case len(first) > 1 && lettered(first) && first != strings.ToUpper(first) && !strings.Contains(why, "in capitals"):
		return "; text for people goes to stderr"
	}
	return ""
}

// lettered reports whether a text is made of letters, but for a sign at its end.
func lettered(text string) bool {
	return !strings.ContainsFunc(strings.TrimRight(text, ":=,."), func(r rune) bool { return !unicode.IsLetter(r) })
}

// wrapped reports whether a text stands in quotes, or in brackets with more than names and
// values in them, as a document has.
func wrapped(text string) bool {
	for _, pair := range []string{"''", `""`, "()", "[]"} {
		if len(text) > 2 && text[0] == pair[0] && text[len(text)-1] == pair[1] {
			return !strings.Contains(text, "{")
		}
	}
	return false
}

// prompted reports whether a text begins with a question, which are words and one of ?:>,
// before the same again or before something with a word in capitals, as answers have.
func prompted(text string) bool {
	end := strings.IndexAny(text, "?:>")
	if end < 2 || end == len(text)-1 || strings.ContainsAny(text[:end], "{[(\"'") {
		return false
	}
	words := text[:end]
	if strings.ToUpper(words) == words {
		return false
	}
	return strings.Count(text, text[:end+1]) > 1 || slices.ContainsFunc(strings.Fields(text[end+1:]), func(w string) bool { return word(w) })
}
