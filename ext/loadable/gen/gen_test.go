package main

import (
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestParsePrototypes(t *testing.T) {
	const header = `
// duckdb_state duckdb_in_a_comment(int a);
typedef void (*duckdb_callback_t)(void *data);
DUCKDB_C_API duckdb_state duckdb_one(duckdb_connection connection, const char *query,
                                     duckdb_result *out_result);
const char *duckdb_two(void);
void duckdb_three(duckdb_type **types, idx_t count); // the last
#define duckdb_four(a) a
`
	want := []prototype{
		{"duckdb_state", "duckdb_one", []string{"duckdb_connection", "const char *", "duckdb_result *"}, []string{"connection", "query", "out_result"}},
		{"const char *", "duckdb_two", nil, nil},
		{"void", "duckdb_three", []string{"duckdb_type **", "idx_t"}, []string{"types", "count"}},
	}
	if diff := cmp.Diff(want, parsePrototypes(header), cmp.AllowUnexported(prototype{})); diff != "" {
		t.Errorf("parsePrototypes (-want +got):\n%s", diff)
	}
}

func TestStubs(t *testing.T) {
	slots := []string{"duckdb_open", "duckdb_close", "duckdb_query"}
	text, err := stubs(parsePrototypes("const char *duckdb_close(int a, char **b);\nvoid duckdb_query(void);\n"),
		parsePrototypes("DUCKDB_C_API const char *duckdb_close(int other, char **name);\nDUCKDB_C_API void duckdb_query();\n"), slots)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"SKYLINE_API_SLOTS == 3",
		"STUB const char *duckdb_close(int a, char **b) {\n\treturn SLOT(1, const char *, int, char **)(a, b);\n}\n",
		"STUB void duckdb_query(void) {\n\tSLOT(2, void, void)();\n}\n",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the stubs have not\n%s\nbut\n%s", want, text)
		}
	}
}

// TestStubsRefused: each of these would be a crash in some host.
func TestStubsRefused(t *testing.T) {
	slots := []string{"duckdb_close"}
	for name, test := range map[string]struct{ used, binding, want string }{
		"no slot":      {"void duckdb_arrow(int a);", "void duckdb_arrow(int a);", "not in the stable API"},
		"not declared": {"void duckdb_close(int a);", "void duckdb_other(int a);", "not in the binding's"},
		"other type":   {"void duckdb_close(int a);", "void duckdb_close(long a);", "declared as void (int), in the binding's duckdb.h as void (long)"},
		"other result": {"int duckdb_close(int a);", "void duckdb_close(int a);", "declared as"},
		"one more":     {"void duckdb_close(int a);", "void duckdb_close(int a, int b);", "declared as"},
		"pointer":      {"void duckdb_close(int a);", "void duckdb_close(int *a);", "declared as"},
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := stubs(parsePrototypes(test.used), parsePrototypes(test.binding), slots); err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("stubs() = %v, want an error with %q", err, test.want)
			}
		})
	}
}

// TestEveryDeclarationIsFound: none of the header's functions is missed for the
// way it is written.
func TestEveryDeclarationIsFound(t *testing.T) {
	used, err := readHeader("../../capi/duckdb.h")
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]bool{}
	for _, p := range used {
		found[p.name] = true
	}
	text, err := os.ReadFile("../../capi/duckdb.h")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		name, _, call := strings.Cut(line, "(")
		fields := strings.FieldsFunc(name, func(r rune) bool { return r == ' ' || r == '*' })
		if !call || len(fields) == 0 || strings.HasPrefix(line, "typedef") || strings.HasPrefix(line, "//") || strings.HasPrefix(line, "#") || strings.HasPrefix(line, " ") {
			continue
		}
		if last := fields[len(fields)-1]; strings.HasPrefix(last, "duckdb_") && !found[last] {
			t.Errorf("%s is not found", last)
		}
	}
	if len(found) < 40 {
		t.Errorf("only %d functions are found", len(found))
	}
}
