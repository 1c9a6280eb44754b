package main

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// prototype is the declaration of a C function.
type prototype struct {
	result, name string
	types, names []string // of the parameters
}

var (
	comment     = regexp.MustCompile(`//[^\n]*`)
	declaration = regexp.MustCompile(`(?m)^(?:DUCKDB_C_API )?((?:const )?\w+ \**)(duckdb_\w+)\(([^()]*)\);`)
	parameter   = regexp.MustCompile(`^(.*?[ *])(\w+)$`)
)

// parsePrototypes returns the functions that a header declares at the beginning
// of a line, with or without DUCKDB_C_API before them.
func parsePrototypes(header string) []prototype {
	var all []prototype
	for _, found := range declaration.FindAllStringSubmatch(comment.ReplaceAllString(header, ""), -1) {
		p := prototype{result: normal(found[1]), name: found[2]}
		for text := range strings.SplitSeq(normal(found[3]), ",") {
			if text == "" || text == "void" {
				continue
			}
			parts := parameter.FindStringSubmatch(strings.TrimSpace(text))
			if parts == nil {
				// A parameter without a name: no stub can forward it.
				parts = []string{"", text, ""}
			}
			p.types = append(p.types, normal(parts[1]))
			p.names = append(p.names, parts[2])
		}
		all = append(all, p)
	}
	return all
}

// normal writes spaces in one way, in particular one before a star.
func normal(text string) string {
	text = strings.Join(strings.Fields(strings.ReplaceAll(text, "*", " * ")), " ")
	return strings.ReplaceAll(text, "* ", "*")
}

// sameAs reports whether a call of p is a call of q. Names do not matter.
func (p prototype) sameAs(q prototype) bool {
	return p.result == q.result && slices.Equal(p.types, q.types)
}

func (p prototype) String() string {
	return fmt.Sprintf("%s (%s)", p.result, p.typeList())
}

// stub returns a function that forwards to a slot.
func (p prototype) stub(slot int) string {
	params := make([]string, len(p.types))
	for i := range params {
		params[i] = declare(p.types[i], p.names[i])
	}
	list := strings.Join(params, ", ")
	if list == "" {
		list = "void"
	}
	forward := "return "
	if p.result == "void" {
		forward = ""
	}
	return fmt.Sprintf("\nSTUB %s(%s) {\n\t%sSLOT(%d, %s, %s)(%s);\n}\n",
		declare(p.result, p.name), list, forward, slot, p.result, p.typeList(), strings.Join(p.names, ", "))
}

func (p prototype) typeList() string {
	if len(p.types) == 0 {
		return "void"
	}
	return strings.Join(p.types, ", ")
}

func declare(kind, name string) string {
	if strings.HasSuffix(kind, "*") {
		return kind + name
	}
	return kind + " " + name
}
