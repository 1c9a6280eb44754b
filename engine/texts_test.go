package engine_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// TestTexts reads the source: the text of each error begins with the name of its package,
// or is that of another error with something behind it.
func TestTexts(t *testing.T) {
	texts := 0
	files := token.NewFileSet()
	err := filepath.WalkDir(".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if path == filepath.Join("internal", "vectors") {
			return fs.SkipDir // its errors name files of expected results
		}
		if entry.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		file, err := parser.ParseFile(files, path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			text, ok := textOf(call)
			if !ok {
				return true
			}
			texts++
			if name := file.Name.Name; text != name && !strings.HasPrefix(text, name+": ") && !strings.HasPrefix(text, "%w: ") {
				t.Errorf("%v: the text %q does not begin with %q", files.Position(call.Pos()), text, name+": ")
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if texts < 100 {
		t.Errorf("only %d texts", texts)
	}
}

// textOf returns the first argument of a call that makes an error: its text or, of a
// ParamError, its package.
func textOf(call *ast.CallExpr) (string, bool) {
	name := ""
	switch f := call.Fun.(type) {
	case *ast.SelectorExpr:
		if x, ok := f.X.(*ast.Ident); ok {
			name = x.Name + "." + f.Sel.Name
		}
	case *ast.Ident:
		name = f.Name
	}
	switch name {
	case "errors.New", "fmt.Errorf", "engine.NewTooLarge", "engine.NewParamError":
	default:
		return "", false
	}
	first := call.Args[0]
	if inner, ok := first.(*ast.CallExpr); ok && len(inner.Args) > 0 { // fmt.Sprintf
		first = inner.Args[0]
	}
	literal, ok := first.(*ast.BasicLit)
	if !ok {
		return "", false
	}
	text, err := strconv.Unquote(literal.Value)
	return text, err == nil
}
