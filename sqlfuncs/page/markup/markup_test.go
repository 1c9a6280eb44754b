package markup

import "testing"

func TestDocument(t *testing.T) {
	var none *Element
	got := Document(El("p", Attr("title", `a"<&'>`), none, Text("1 < 2 & \"x\"\r\n\rtab\t"), El("br"), El("bdi", Text("\x00\xff\u0085\uFFFF\U0010FFFE\uFDD0é")),
		Parts{Class("c"), El("svg", El("path", Attr("d", "M0 0")))}, El("td"), Style("a > b { }")))
	want := "<!DOCTYPE html>\n" +
		`<p title="a&#34;&lt;&amp;&#39;&gt;" class="c">1 &lt; 2 &amp; &#34;x&#34;` + "\n\ntab\t<br/>\n<bdi>\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD\uFFFDé</bdi><svg><path d=\"M0 0\"/>\n</svg>\n<td></td>\n<style>a > b { }</style>\n</p>\n"
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
