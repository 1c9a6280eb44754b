package sqltext_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const pathOfSQL = "skyline/sqlfuncs/sqltext"

// Outside of this package only constants of the source are SQL without more ado. A text
// that is converted is one that nobody has quoted.
func TestOnlyConstantsAreSQL(t *testing.T) {
	t.Parallel()
	const root = ".."
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.IsDir() || path == filepath.Join(root, "sqltext") {
			return err
		}
		if entry.Name() == "testdata" {
			return filepath.SkipDir
		}
		sources, err := filepath.Glob(filepath.Join(path, "*.go"))
		sources = slices.DeleteFunc(sources, func(name string) bool { return strings.HasSuffix(name, "_test.go") })
		if len(sources) == 0 {
			return err
		}
		for _, found := range conversions(t, sources, nil) {
			t.Errorf("%s: a text becomes SQL here; use a function of sqltext that quotes it", found)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestConversionsAreFound(t *testing.T) {
	t.Parallel()
	const source = `package p

import (
	"fmt"

	other "skyline/sqlfuncs/sqltext"
)

type own other.SQL
type alias = other.SQL

const table = "t"

var (
	_ = other.SQL("SELECT 1" + table)
	_ = other.Fill("{a}", other.Args{"a": table})
	_ = other.Text(fmt.Sprint(1))
)

func f(s string) {
	_ = other.SQL(s)              // line 21
	_ = (other.SQL)(s + "x")      // line 22
	_ = alias(fmt.Sprint(s))      // line 23
	_ = other.SQL(own(s))         // line 24
	_ = other.SQL([]byte{0})      // line 25
	g[other.SQL](s)
	_ = []byte(s)
}

func g[T ~string](s string) T { return T(s) } // line 30
`
	var lines []int
	for _, found := range conversions(t, []string{"p.go"}, source) {
		lines = append(lines, found.Line)
	}
	if want := []int{21, 22, 23, 24, 25, 30}; !slices.Equal(lines, want) {
		t.Errorf("conversions in lines %v, want %v", lines, want)
	}
}

// conversions returns where a package converts what is not a constant to SQL, or to a type
// parameter that may stand for it.
func conversions(t *testing.T, names []string, source any) []token.Position {
	t.Helper()
	set := token.NewFileSet()
	var files []*ast.File
	for _, name := range names {
		file, err := parser.ParseFile(set, name, source, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, file)
	}
	info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}}
	// What other packages have is not known, but for SQL; their constants are none here.
	config := types.Config{Importer: onlySQL{}, Error: func(error) {}}
	_, _ = config.Check("p", set, files, info)
	var found []token.Position
	for _, file := range files {
		ast.Inspect(file, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if ok && len(call.Args) == 1 && info.Types[call.Fun].IsType() && mayBeSQL(info.Types[call.Fun].Type) && info.Types[call.Args[0]].Value == nil {
				found = append(found, set.Position(call.Pos()))
			}
			return true
		})
	}
	return found
}

// onlySQL imports packages of nothing, and that of SQL with its type.
type onlySQL struct{}

var sqlType = func() *types.TypeName {
	p := types.NewPackage(pathOfSQL, "sqltext")
	name := types.NewTypeName(token.NoPos, p, "SQL", nil)
	types.NewNamed(name, types.Typ[types.String], nil)
	p.Scope().Insert(name)
	p.MarkComplete()
	return name
}()

func (onlySQL) Import(path string) (*types.Package, error) {
	if path == pathOfSQL {
		return sqlType.Pkg(), nil
	}
	p := types.NewPackage(path, filepath.Base(path))
	p.MarkComplete()
	return p, nil
}

func mayBeSQL(t types.Type) bool {
	if parameter, ok := types.Unalias(t).(*types.TypeParam); ok {
		return types.Satisfies(sqlType.Type(), parameter.Constraint().Underlying().(*types.Interface))
	}
	return types.Identical(t, sqlType.Type())
}
