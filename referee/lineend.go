package referee

import "strings"

// lineEnds says of an answer that could not be read what it looks like if its author
// has got the line ends wrong: a blank line in place of the answer, or two answers in
// one line. It goes by the text of the answer alone, so that a fault that is found
// again reads the same, and returns "" for any other text.
func lineEnds(answer string) string {
	fields := strings.Fields(answer)
	switch {
	case len(fields) == 0:
		return "; a blank line counts as an answer: print one line end, and print it after the answer"
	case joined(fields):
		return "; that looks like two answers in one line: print a line end after each answer"
	}
	return ""
}

// EncodingHint returns why an answer looks like text in another encoding than UTF-8, behind a
// semicolon; "" if it does not. In the text of a fault, U+FFFD stands for bytes that are not
// UTF-8.
func EncodingHint(answer string) string {
	switch {
	case strings.HasPrefix(answer, "\ufeff"):
		return "; it begins with a byte order mark: write UTF-8 without one"
	case strings.Count(answer, "\x00") >= 2 && 3*strings.Count(answer, "\x00") >= len(answer):
		return "; that looks like UTF-16: write UTF-8"
	case strings.Contains(answer, "\ufffd"):
		return "; it has bytes that are not UTF-8: encode what you print as UTF-8, or print plain ASCII"
	}
	return ""
}

// joined reports whether the fields are those of two answers, of which the last of one
// and the first of the next are a single field: MOVE 1 1MOVE 2 1.
func joined(fields []string) bool {
	if len(fields)%2 == 0 || len(fields) < 3 {
		return false
	}
	middle, first, last := fields[len(fields)/2], fields[0], fields[len(fields)-1]
	if word(first) && word(last) { // such as PASS, or MOVE N
		return len(middle) > len(first) && strings.HasSuffix(middle, first)
	}
	for i := 1; i < len(middle); i++ {
		a, b := middle[:i], middle[i:]
		if number(a) == number(last) && word(a) == word(last) && number(b) == number(first) && word(b) == word(first) && (number(a) || word(a)) && (number(b) || word(b)) {
			return number(first) || b == first
		}
	}
	return false
}

// word reports whether a text is made of capital letters, as commands are.
func word(text string) bool { return strings.Trim(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") == "" }

// number reports whether a text is a whole number.
func number(text string) bool { return strings.Trim(strings.TrimPrefix(text, "-"), "0123456789") == "" }
