package sentence

import (
	"fmt"
	"strings"
)

// Value is a value of somebody, or NULL.
type Value struct {
	Text string
	Null bool
}

// Literal says that a person has a value, or that they have not.
type Literal struct {
	Person string
	Value  Value
	Not    bool
}

// Sentence is what somebody knows: if all literals of If are true, so is one of Then; or, where Same has
// two names, that these have the same value, and nothing else.
type Sentence struct {
	If, Then []Literal
	Same     []string
}

// Error says what is wrong with a text, and where: the number of the character.
type Error struct {
	At   int
	What string
}

func (e *Error) Error() string { return fmt.Sprintf("at character %d: %s", e.At, e.What) }

// Parse reads a sentence.
//
// Errors: *Error.
func Parse(text string) (*Sentence, error) {
	p := parser{tokens: tokens(text)}
	s, err := p.sentence()
	if err != nil {
		return nil, err
	}
	return s, nil
}

// parser reads tokens one after the other. The last of them stays.
type parser struct{ tokens []token }

func (p *parser) kind() kind { return p.tokens[0].kind }

func (p *parser) take() token {
	t := p.tokens[0]
	if len(p.tokens) > 1 {
		p.tokens = p.tokens[1:]
	}
	return t
}

// is takes a token of a kind, if it is the next.
func (p *parser) is(k kind) bool {
	if p.kind() != k {
		return false
	}
	p.take()
	return true
}

// fail is an error about the next token.
func (p *parser) fail(format string, args ...any) error {
	return &Error{p.tokens[0].at + 1, fmt.Sprintf(format, args...)}
}

// expected is an error about the next token, which is not what is expected.
func (p *parser) expected(what string) error {
	found := p.kind()
	if found == unended {
		return p.fail("%s; two of them within quotes stand for one", found)
	}
	return p.fail("%s expected, got %s; write names and values in double quotes that have and, or, not, :, = or -> in them", what, found)
}

func (p *parser) sentence() (*Sentence, error) {
	if p.kind() == end {
		return nil, p.fail("the text is empty")
	}
	if isText(p.kind()) && len(p.tokens) > 1 && p.tokens[1].kind == equals {
		return p.same()
	}
	first, between, err := p.literals()
	if err != nil {
		return nil, err
	}
	switch {
	case p.kind() == arrow && between == or:
		return nil, p.fail("'or' must not stand in front of '->'; write a sentence for each case, such as 'A: x -> C: z' and 'B: y -> C: z'")
	case p.is(arrow):
		var then []Literal
		if then, between, err = p.literals(); err != nil {
			return nil, err
		}
		if between == and {
			return nil, p.fail("'and' must not stand behind '->'; write a sentence for each, such as 'A: x -> B: y' and 'A: x -> C: z'")
		}
		if p.kind() != end {
			return nil, p.expected("the end or 'or'")
		}
		return &Sentence{If: first, Then: then}, nil
	case p.kind() != end:
		return nil, p.expected("'->', 'and', 'or' or the end")
	case between == and:
		return nil, p.fail("'and' must not stand in a sentence without '->'; write a sentence for each")
	}
	return &Sentence{Then: first}, nil
}

// same reads that two people have the same.
func (p *parser) same() (*Sentence, error) {
	s := &Sentence{}
	for i := range 2 {
		name, err := p.name()
		if err != nil {
			return nil, err
		}
		s.Same = append(s.Same, name)
		if i == 0 {
			p.take()
		}
	}
	if p.kind() != end {
		return nil, p.expected("the end")
	}
	return s, nil
}

// literals reads literals with and between them, or with or; between is "" for one.
func (p *parser) literals() (all []Literal, between kind, err error) {
	for {
		l, err := p.literal()
		if err != nil {
			return nil, "", err
		}
		all = append(all, l)
		k := p.kind()
		if k != and && k != or {
			return all, between, nil
		}
		if between != "" && k != between {
			return nil, "", p.fail("'and' and 'or' must not stand side by side; write several sentences")
		}
		between = k
		p.take()
	}
}

func (p *parser) literal() (l Literal, err error) {
	l.Not = p.is(not)
	if l.Person, err = p.name(); err != nil {
		return l, err
	}
	if p.kind() != colon {
		return l, p.expected("':' behind a name")
	}
	p.take()
	if p.kind() == not {
		return l, p.fail("'not' must stand in front of the name, such as 'not Ed: Flu'")
	}
	if !isText(p.kind()) {
		return l, p.expected("a value")
	}
	t := p.take()
	l.Value = Value{Text: t.text}
	if isNull(t) {
		l.Value = Value{Null: true}
	}
	return l, nil
}

func (p *parser) name() (string, error) {
	if !isText(p.kind()) {
		return "", p.expected("a name")
	}
	if isNull(p.tokens[0]) {
		return "", p.fail("a name must not be NULL; write it in double quotes if somebody is called that")
	}
	return p.take().text, nil
}

func isText(k kind) bool { return k == words || k == quoted }

func isNull(t token) bool { return t.kind == words && strings.EqualFold(t.text, "NULL") }
