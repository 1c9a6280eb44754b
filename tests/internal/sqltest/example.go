package sqltest

import (
	"fmt"
	"strings"
	"testing"

	"skyline/sqlfuncs/call"
)

// CallIn returns the call in a function's example: its arguments, all of them named, and
// what stands around it.
func CallIn(t *testing.T, f *call.Function) (before string, arguments []string, after string) {
	t.Helper()
	before, rest, ok := strings.Cut(f.Example, f.Name+"(")
	if !ok {
		t.Fatalf("the example does not call the function: %s", f.Example)
	}
	depth, begin, inString := 0, 0, false
	for i, r := range rest {
		switch {
		case r == '\'':
			inString = !inString
		case inString:
		case strings.ContainsRune("([{", r):
			depth++
		case strings.ContainsRune(")]}", r):
			depth--
		}
		if !inString && (depth < 0 || depth == 0 && r == ',') {
			if argument := strings.TrimSpace(rest[begin:i]); argument != "" {
				name, value, named := strings.Cut(argument, ":=")
				if !named || strings.ContainsAny(name, "'([{") {
					name, value = f.Params[len(arguments)].Name, argument
				}
				arguments = append(arguments, fmt.Sprintf("%s := %s", strings.TrimSpace(name), strings.TrimSpace(value)))
			}
			begin = i + 1
		}
		if depth < 0 {
			return before, arguments, strings.TrimSuffix(strings.TrimSpace(rest[i+1:]), ";")
		}
	}
	t.Fatalf("the example does not end: %s", f.Example)
	return "", nil, ""
}
