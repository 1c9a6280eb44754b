package sqltext

import (
	"fmt"
	"strings"
)

// Args are what the placeholders of a template stand for, by their names.
type Args map[string]SQL

// Fill returns a template with its arguments in the place of {name}, laid out as the
// package's documentation says. In quotes, comments and users' texts there are no
// placeholders; {{ stands for a brace. Arguments are not looked into.
//
// It panics if an argument is missing or not used, or ends in a comment, which would take
// what stands behind the placeholder: defects of ours.
func Fill(template SQL, args Args) SQL {
	f := filling{args: args, used: make(map[string]bool, len(args))}
	in := layout(string(template))
	out := make([]string, 0, len(in))
	for _, line := range in {
		filled, ok := f.line(line)
		switch {
		case ok && strings.TrimLeft(filled, " ") == "":
		case len(in) == 1:
			out = append(out, filled)
		default:
			out = append(out, strings.TrimRight(filled, " "))
		}
	}
	for name := range args {
		if !f.used[name] {
			panic(fmt.Sprintf("sqltext: the template has no placeholder {%s}", name))
		}
	}
	return SQL(strings.Join(out, "\n"))
}

type filling struct {
	args Args
	used map[string]bool
}

// line fills a line, and reports whether it has placeholders.
func (f *filling) line(line string) (string, bool) {
	if !strings.Contains(line, "{") {
		return line, false
	}
	var b strings.Builder
	found := false
	for i := 0; i < len(line); {
		_, end := scan(line, i)
		switch {
		case line[i] != '{':
			b.WriteString(line[i:end])
		case strings.HasPrefix(line[end:], "{"):
			b.WriteByte('{')
			end++
		default:
			length := strings.IndexByte(line[end:], '}')
			if length < 0 || !isWord(line[end:end+length]) {
				panic("sqltext: a brace in a template must be doubled, or begin a {name}")
			}
			found = true
			argument := f.argument(line[end : end+length])
			end += length + 1
			b.WriteString(placed(argument, line[:i], line[end:]))
		}
		i = end
	}
	return b.String(), found
}

// argument returns the lines of an argument.
func (f *filling) argument(name string) []string {
	argument, ok := f.args[name]
	if !ok {
		panic(fmt.Sprintf("sqltext: the template's placeholder {%s} has no argument", name))
	}
	if endsInComment(string(argument)) {
		panic(fmt.Sprintf("sqltext: the argument of {%s} ends in a comment", name))
	}
	f.used[name] = true
	return layout(string(argument))
}

// placed puts the lines of an argument together, for what stands before and behind it in
// the line of its placeholder.
func placed(argument []string, before, behind string) string {
	blanks := indentation(before)
	switch {
	case len(argument) == 1:
		return argument[0]
	case strings.HasSuffix(before, "(") && strings.HasPrefix(behind, ")"):
		return "\n" + indented(argument, blanks+level) + "\n" + blanks
	case len(blanks) < len(before) && !strings.HasSuffix(argument[0], "("):
		blanks += level
	}
	return argument[0] + "\n" + indented(argument[1:], blanks)
}
