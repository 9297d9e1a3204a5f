package process

import (
	"errors"
	"regexp"
)

// javaTokens matches what javaMain looks at: comments and literals, which hide the
// rest, and then the package, the types, the braces and the method main.
const javaTokens = `(?s)//[^\n]*|/\*.*?\*/|"""(?:\\.|[^\\])*?"""|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'` +
	`|\bpackage\s+([\w.$]+)\s*;` +
	`|((?:\bpublic\s+)?)(?:\b(?:abstract|final|sealed|non-sealed|strictfp|static)\s+)*\b(?:class|interface|enum|record)\s+([\pL_$][\pL\pN_$]*)` +
	`|([{}])` +
	`|\bvoid\s+(main)\s*\(`

// javaMain returns the name that a source file in Java must have, without its
// extension, and the class to run: the first of its classes that has a method main. The
// file of the author may have any name, and its class any place among others.
func javaMain(source string) (file, class string, err error) {
	pkg, outer, public, depth := "", "", "", 0
	for _, m := range regexp.MustCompile(javaTokens).FindAllStringSubmatch(source, -1) {
		switch {
		case m[1] != "":
			pkg = m[1] + "."
		case m[3] != "" && depth == 0:
			if outer = m[3]; m[2] != "" {
				public = outer
			}
		case m[4] == "{":
			depth++
		case m[4] == "}":
			depth--
		case m[5] != "" && depth == 1 && class == "":
			class = outer
		}
	}
	if class == "" {
		return "", "", errors.New("none of its classes has a method main; want one with public static void main(String[] args)")
	}
	if public == "" {
		public = class
	}
	return public, pkg + class, nil
}
