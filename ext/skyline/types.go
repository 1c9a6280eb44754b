package main

import "strings"

// sqlType is a DuckDB type, as far as printing a value of it needs to know.
type sqlType struct {
	// name is upper case and without parameters, as in DuckDB's own spelling:
	// "INTEGER", "TIMESTAMP WITH TIME ZONE", "STRUCT", "LIST", "ARRAY".
	name string
	// text is the type as DuckDB writes it, with its parameters.
	text string
	// fields are the members of a STRUCT or UNION; a LIST and an ARRAY have one
	// for the element, a MAP one for the key and one for the value.
	fields []typeField
}

type typeField struct {
	name string
	typ  *sqlType
}

// synonyms maps the driver's spelling of a type to DuckDB's.
var synonyms = map[string]string{
	"TIMESTAMPTZ": "TIMESTAMP WITH TIME ZONE",
	"TIMETZ":      "TIME WITH TIME ZONE",
	"SQLNULL":     "NULL",
}

// boxNames are the names that DuckDB's own shell has for a type in the head of a
// box, where they differ from the type's name in lower case.
var boxNames = map[string]string{
	"TINYINT": "int8", "SMALLINT": "int16", "INTEGER": "int32", "BIGINT": "int64", "HUGEINT": "int128",
	"UTINYINT": "uint8", "USMALLINT": "uint16", "UINTEGER": "uint32", "UBIGINT": "uint64", "UHUGEINT": "uint128",
}

// label returns the type as the head of a box shows it.
func (t *sqlType) label() string {
	if name, ok := boxNames[t.name]; ok {
		return name
	}
	if (t.name == "LIST" || t.name == "ARRAY") && len(t.fields) == 1 {
		return t.fields[0].typ.label() + t.text[strings.LastIndexByte(t.text, '['):]
	}
	return strings.ToLower(t.text)
}

// isNumber reports whether values of the type are aligned to the right.
func (t *sqlType) isNumber() bool {
	switch t.name {
	case "TINYINT", "SMALLINT", "INTEGER", "BIGINT", "HUGEINT", "UTINYINT", "USMALLINT", "UINTEGER", "UBIGINT",
		"UHUGEINT", "FLOAT", "DOUBLE", "DECIMAL", "BIGNUM":
		return true
	}
	return false
}

// isWhole reports whether the driver hands over values of the type with nothing
// lost. It decodes JSON (so that the order of keys and long numbers are gone),
// turns 24:00:00 into 00:00:00, knows no session time zone, cannot have every
// MAP, no VARIANT and no unnamed STRUCT, and of a type that a user has named it
// tells nothing.
func (t *sqlType) isWhole() bool {
	switch t.name {
	case "BOOLEAN", "FLOAT", "DOUBLE", "DECIMAL", "VARCHAR", "BLOB", "BIT", "UUID", "ENUM", "NULL", "BIGNUM",
		"DATE", "TIMESTAMP", "TIMESTAMP_S", "TIMESTAMP_MS", "TIMESTAMP_NS", "INTERVAL":
		return true
	case "STRUCT", "UNION", "LIST", "ARRAY":
		for _, f := range t.fields {
			if !f.typ.isWhole() {
				return false
			}
		}
		return len(t.fields) > 0
	}
	return t.isNumber()
}

// parseType reads a type as DuckDB writes it. What it does not know comes out as
// a type of that name without fields.
func parseType(text string) *sqlType {
	p := typeParser{text: text}
	t := p.parse()
	if strings.TrimSpace(p.text[p.pos:]) != "" {
		return &sqlType{name: "", text: text}
	}
	return t
}

type typeParser struct {
	text string
	pos  int
}

func (p *typeParser) parse() *sqlType {
	p.space()
	start := p.pos
	t := &sqlType{}
	if p.peek() == '"' {
		t.name = strings.ToUpper(p.quoted('"'))
	} else {
		for p.pos < len(p.text) && !strings.ContainsRune("(),[]", rune(p.text[p.pos])) {
			p.pos++
		}
		t.name = strings.ToUpper(strings.TrimSpace(p.text[start:p.pos]))
	}
	synonym := synonyms[t.name]
	if p.peek() == '(' {
		p.pos++
		p.parameters(t)
	}
	t.text = strings.TrimSpace(p.text[start:p.pos])
	if synonym != "" {
		t.name, t.text = synonym, synonym
	}
	if t.name == "NULL" { // which DESCRIBE puts into quotes
		t.text = t.name
	}
	for p.peek() == '[' {
		end := strings.IndexByte(p.text[p.pos:], ']')
		if end < 0 {
			break
		}
		name := "ARRAY"
		if end == 1 {
			name = "LIST"
		}
		p.pos += end + 1
		t = &sqlType{name: name, text: strings.TrimSpace(p.text[start:p.pos]), fields: []typeField{{typ: t}}}
	}
	return t
}

// parameters reads what follows a type's opening parenthesis.
func (p *typeParser) parameters(t *sqlType) {
	for p.space(); p.pos < len(p.text) && p.peek() != ')'; p.space() {
		before := p.pos
		switch {
		case t.name == "STRUCT" || t.name == "UNION":
			t.fields = append(t.fields, p.field())
		case t.name == "MAP":
			t.fields = append(t.fields, typeField{typ: p.parse()})
		case p.peek() == '\'':
			p.quoted('\'')
		default: // a number, such as DECIMAL's width
			p.pos++
		}
		p.space()
		if p.pos < len(p.text) && (p.peek() == ',' || p.pos == before) {
			p.pos++
		}
	}
	if p.pos < len(p.text) {
		p.pos++
	}
	if t.name == "MAP" && len(t.fields) != 2 {
		t.name, t.fields = "", nil
	}
}

// field reads a struct's `name TYPE`. The fields of an unnamed struct have only
// a type; the empty type that is then found is one that nobody knows.
func (p *typeParser) field() typeField {
	if p.peek() == '"' {
		name := p.quoted('"')
		return typeField{name: name, typ: p.parse()}
	}
	start := p.pos
	for p.pos < len(p.text) && !strings.ContainsRune(" (),[]", rune(p.text[p.pos])) {
		p.pos++
	}
	return typeField{name: p.text[start:p.pos], typ: p.parse()}
}

// quoted reads a quoted name or text in which a doubled quote stands for one.
func (p *typeParser) quoted(quote byte) string {
	start := p.pos
	for p.pos++; p.pos < len(p.text); p.pos++ {
		if p.text[p.pos] != quote {
			continue
		}
		if p.pos+1 < len(p.text) && p.text[p.pos+1] == quote {
			p.pos++
			continue
		}
		p.pos++
		break
	}
	body := strings.TrimSuffix(p.text[start+1:p.pos], string(quote))
	return strings.ReplaceAll(body, string([]byte{quote, quote}), string(quote))
}

func (p *typeParser) space() {
	for p.peek() == ' ' {
		p.pos++
	}
}

func (p *typeParser) peek() byte {
	if p.pos < len(p.text) {
		return p.text[p.pos]
	}
	return 0
}
