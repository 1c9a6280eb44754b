// Package markup writes HTML with SVG inside it, and SVG by itself. A document is a tree of elements and
// texts; the names of elements and attributes must be constants of the program, and a text
// is escaped when it is written, so nothing that a text contains is taken for markup.
//
// What is written is XML as well: every element is closed, every attribute is quoted.
package markup

import "strings"

// name is that of an element or an attribute. The type is not exported, so that outside of
// this package only a constant can be one.
type name string

// Part is what an element is made of: attributes, elements, texts. A nil element is no part.
type Part interface{ addTo(e *Element) }

// Element is an element, with what is inside it.
type Element struct {
	tag        name
	attributes []attribute
	inside     []Part
}

type attribute struct {
	key   name
	value string
}

// Text is a text, to be read as it is.
type Text string

// Parts are several parts.
type Parts []Part

func (e *Element) addTo(parent *Element) {
	if e != nil {
		parent.inside = append(parent.inside, e)
	}
}

func (a attribute) addTo(e *Element) { e.attributes = append(e.attributes, a) }

func (t Text) addTo(e *Element) { e.inside = append(e.inside, t) }

func (parts Parts) addTo(e *Element) {
	for _, p := range parts {
		p.addTo(e)
	}
}

// El returns an element. Attributes may stand among its parts.
func El(tag name, parts ...Part) *Element {
	e := &Element{tag: tag}
	Parts(parts).addTo(e)
	return e
}

// Attr returns an attribute.
func Attr(key name, value string) Part { return attribute{key, value} }

// Class returns the attribute class.
func Class(value string) Part { return attribute{"class", value} }

// Style returns a style sheet. Unlike other text it is not escaped, since HTML would not read
// it so; that is why it must be a constant, and must not contain &, < or >.
func Style(sheet name) *Element { return &Element{tag: "style", inside: []Part{raw(sheet)}} }

// raw is text that is written as it is.
type raw string

func (r raw) addTo(e *Element) { e.inside = append(e.inside, r) }

// Document returns an HTML document with this root.
func Document(root *Element) string {
	var b strings.Builder
	b.WriteString("<!DOCTYPE html>\n")
	root.write(&b)
	return b.String()
}

// XML returns a document of XML with this root, such as an SVG file.
func XML(root *Element) string {
	var b strings.Builder
	root.write(&b)
	return b.String()
}

// empty are the elements that have no end tag in HTML, and those of SVG that have nothing
// inside them.
var empty = map[name]bool{
	"meta": true, "col": true, "br": true,
	"rect": true, "line": true, "path": true, "polyline": true, "circle": true,
}

// inline are the elements around which a line break would be seen.
var inline = map[name]bool{
	"span": true, "strong": true, "em": true, "code": true, "bdi": true, "b": true,
}

func (e *Element) write(b *strings.Builder) {
	b.WriteString("<" + string(e.tag))
	for _, a := range e.attributes {
		b.WriteString(" " + string(a.key) + `="`)
		escape(b, a.value)
		b.WriteByte('"')
	}
	if empty[e.tag] {
		b.WriteString("/>\n")
		return
	}
	b.WriteByte('>')
	for _, part := range e.inside {
		switch part := part.(type) {
		case *Element:
			part.write(b)
		case Text:
			escape(b, string(part))
		case raw:
			b.WriteString(string(part))
		}
	}
	b.WriteString("</" + string(e.tag) + ">")
	if !inline[e.tag] {
		b.WriteByte('\n')
	}
}

// escape writes a text. Characters that neither HTML nor XML allows, and bytes that are no
// character, become U+FFFD; line breaks become one character each.
func escape(b *strings.Builder, text string) {
	text = strings.ReplaceAll(text, "\r\n", "\n")
	for _, r := range text { // of what is not UTF-8, U+FFFD
		switch {
		case r == '&':
			b.WriteString("&amp;")
		case r == '<':
			b.WriteString("&lt;")
		case r == '>':
			b.WriteString("&gt;")
		case r == '"':
			b.WriteString("&#34;")
		case r == '\'':
			b.WriteString("&#39;")
		case r == '\r':
			b.WriteByte('\n')
		case r < ' ' && r != '\n' && r != '\t', r >= 0x7F && r <= 0x9F, isNoncharacter(r):
			b.WriteRune('\uFFFD')
		default:
			b.WriteRune(r)
		}
	}
}

// isNoncharacter says whether r is one of the 66 that Unicode will never assign.
func isNoncharacter(r rune) bool { return r >= 0xFDD0 && r <= 0xFDEF || r&0xFFFE == 0xFFFE }
