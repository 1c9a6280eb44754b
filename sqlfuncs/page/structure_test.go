package page

import (
	"encoding/xml"
	"errors"
	"io"
	"strconv"
	"strings"
	"testing"
)

// node is an element of a page as another parser than a browser's reads it.
type node struct {
	tag        string
	attributes map[string]string
	parent     *node
	inside     []*node
	text       strings.Builder // all that is inside
}

// parse reads a page, which is XML too, strictly.
func parse(t *testing.T, page string) *node {
	t.Helper()
	root := &node{}
	at := root
	d := xml.NewDecoder(strings.NewReader(page))
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		switch token := token.(type) {
		case xml.StartElement:
			n := &node{tag: token.Name.Local, attributes: map[string]string{}, parent: at}
			for _, a := range token.Attr {
				n.attributes[a.Name.Local] = a.Value
			}
			at.inside = append(at.inside, n)
			at = n
		case xml.EndElement:
			at = at.parent
		case xml.CharData:
			for n := at; n != nil; n = n.parent {
				n.text.Write(token)
			}
		}
	}
	if len(root.inside) != 1 || root.inside[0].tag != "html" {
		t.Fatal("the page is not one element html")
	}
	return root.inside[0]
}

// walk calls f for an element and all inside it.
func (n *node) walk(f func(*node)) {
	f(n)
	for _, i := range n.inside {
		i.walk(f)
	}
}

// all returns the elements with a tag.
func (n *node) all(tag string) (found []*node) {
	n.walk(func(i *node) {
		if i.tag == tag {
			found = append(found, i)
		}
	})
	return found
}

// shape is the structure of elements, without texts.
func (n *node) shape() string {
	var b strings.Builder
	n.walk(func(i *node) {
		depth := 0
		for p := i.parent; p != nil; p = p.parent {
			depth++
		}
		b.WriteString(strings.Repeat(" ", depth) + i.tag + " " + i.attributes["class"] + "\n")
	})
	return b.String()
}

// checkPage checks what holds for every page.
func checkPage(t *testing.T, page string) *node {
	t.Helper()
	root := parse(t, page)
	ids := map[string]bool{}
	root.walk(func(n *node) {
		if id, ok := n.attributes["id"]; ok {
			if ids[id] {
				t.Errorf("two elements have the id %q", id)
			}
			ids[id] = true
		}
	})
	level := 0
	root.walk(func(n *node) {
		if by, ok := n.attributes["aria-labelledby"]; ok && !ids[by] {
			t.Errorf("%s is called by %q, which is not there", n.tag, by)
		}
		checkAttributes(t, n)
		switch n.tag {
		case "script", "link", "img", "iframe", "object", "a", "base", "form", "image", "use":
			t.Errorf("the page has an element %s", n.tag)
		case "h1", "h2", "h3":
			at := int(n.tag[1] - '0')
			if at > level+1 {
				t.Errorf("%s %q follows a heading of level %d", n.tag, n.text.String(), level)
			}
			level = at
			if strings.TrimSpace(n.text.String()) == "" {
				t.Errorf("an empty %s", n.tag)
			}
		case "th":
			if n.attributes["scope"] == "" {
				t.Error("a th without scope")
			}
		case "ul", "ol", "dl", "tbody", "section", "div", "figcaption":
			if len(n.inside) == 0 {
				t.Errorf("an empty %s", n.tag)
			}
		case "svg":
			checkPicture(t, n)
		}
	})
	if n := len(root.all("h1")); n != 1 {
		t.Errorf("%d headings h1", n)
	}
	return root
}

func checkAttributes(t *testing.T, n *node) {
	t.Helper()
	for key, value := range n.attributes {
		if strings.HasPrefix(key, "on") || key == "href" || key == "src" || key == "style" {
			t.Errorf("%s has an attribute %s", n.tag, key)
		}
		switch key {
		case "x", "y", "x1", "x2", "y1", "y2", "cx", "cy", "width", "height":
			if v, err := strconv.ParseFloat(value, 64); err != nil || !(v >= -1 && v <= 2000) {
				t.Errorf("%s has %s=%q", n.tag, key, value)
			}
		case "d", "points", "viewBox":
			if strings.ContainsAny(value, "aIe") {
				t.Errorf("%s has %s=%q", n.tag, key, value)
			}
		}
	}
}

// checkPicture checks that a picture is told to those who do not see it, or is said to be none.
func checkPicture(t *testing.T, n *node) {
	t.Helper()
	if n.attributes["aria-hidden"] == "true" {
		return
	}
	if n.attributes["role"] != "img" || len(n.inside) < 3 || n.inside[0].tag != "title" || n.inside[1].tag != "desc" {
		t.Errorf("a picture without role, title, desc or anything to see: %v", n.attributes)
		return
	}
	for _, told := range n.inside[:2] {
		if strings.TrimSpace(told.text.String()) == "" {
			t.Errorf("an empty %s of a picture", told.tag)
		}
	}
}
