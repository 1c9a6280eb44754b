package sqltext

import "strings"

// level is one level of indentation.
const level = "    "

// layout returns the lines of a template or an argument as the package's documentation
// says: without a line feed in front, nor what its lines have in front of them in common.
// A piece of one line stays as it is. What it returns, put together, has the same lines
// again.
func layout(s string) []string {
	if !strings.Contains(s, "\n") {
		return []string{s}
	}
	all := lines(strings.TrimRight(strings.TrimPrefix(s, "\n"), " \t\n"))
	least := -1
	for i, line := range all {
		text := strings.TrimLeft(line, " \t")
		if text == "" {
			all[i] = ""
			continue
		}
		blanks := strings.ReplaceAll(line[:len(line)-len(text)], "\t", level)
		all[i] = strings.TrimRight(blanks+text, " \t")
		if least < 0 || len(blanks) < least {
			least = len(blanks)
		}
	}
	if !strings.HasPrefix(s, "\n") {
		return all
	}
	for len(all) > 1 && all[0] == "" {
		all = all[1:]
	}
	for i, line := range all {
		if line != "" {
			all[i] = line[least:]
		}
	}
	return all
}

// indented puts lines together, each with blanks in front.
func indented(all []string, blanks string) string {
	var b strings.Builder
	for i, line := range all {
		if i > 0 {
			b.WriteByte('\n')
		}
		if line != "" {
			b.WriteString(blanks)
			b.WriteString(line)
		}
	}
	return b.String()
}

// indentation returns the blanks that a line begins with.
func indentation(line string) string { return line[:len(line)-len(strings.TrimLeft(line, " "))] }
