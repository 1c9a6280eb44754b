// Package page writes the page of release_report: one HTML document, complete in itself,
// that somebody can read who signs for a release, on a screen and on paper. It knows
// nothing of SQL, and puts nothing on the page but what a Report has, and words that
// explain it.
//
// Its pictures can be had by themselves, and with them one of what requirements cost.
//
// The page has no script and asks nobody for anything, and its policy lets a browser do
// neither. It can be read without colour, by a screen reader, on a narrow screen, and on A4.
// The same Report gives the same bytes.
//
// # Why not html/template
//
// Templates find fields and methods by their names while they run, so that the linker must
// keep all exported methods of the program. Loadable files of go run ./ext/bundle, for
// linux_amd64, which are stripped already:
//
//	10.01 MB  without a page
//	10.21 MB  with this package
//	13.66 MB  with text/template and a template of a line
//	14.03 MB  with html/template and a template of a line
//
// gonum/plot, which draws the plots of the experiments and the reference, needs fonts and
// drawing libraries too, and its curves are told apart by colour.
//
// So there are two packages below this one: markup, a tree of elements that is escaped when
// it is written, and chart, which draws pictures into it. Names of elements and attributes
// are constants, and what a Report contains is always a text.
package page
