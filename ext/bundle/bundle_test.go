package main

import (
	"bytes"
	"database/sql"
	"database/sql/driver"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"skyline/ext"
	"skyline/sqlfuncs"
	"skyline/tests/trials"

	"github.com/duckdb/duckdb-go/v2"
)

func TestFooter(t *testing.T) {
	footer, err := metadata{platform: "linux_amd64", version: "1.2.3"}.footer()
	if err != nil {
		t.Fatal(err)
	}
	if len(footer) != 512 {
		t.Fatalf("the footer has %d bytes, want 512", len(footer))
	}
	for i, want := range []string{"", "", "", "C_STRUCT", "1.2.3", "v1.2.0", "linux_amd64", "4"} {
		field := footer[32*i : 32*(i+1)]
		if got := string(bytes.TrimRight(field, "\x00")); got != want {
			t.Errorf("field %d is %q, want %q", 8-i, got, want)
		}
	}
	if !bytes.Equal(footer[256:], make([]byte, 256)) {
		t.Error("the signature is not empty")
	}
	if _, err := (metadata{platform: strings.Repeat("x", 32)}).footer(); err == nil {
		t.Error("a platform of 32 bytes was taken")
	}
}

func TestOutputName(t *testing.T) {
	if err := bundle(filepath.Join(t.TempDir(), "other.duckdb_extension"), "", sqlfuncs.Version); err == nil || !strings.Contains(err.Error(), extensionFile) {
		t.Errorf("bundle() = %v, want an error that names %s", err, extensionFile)
	}
}

// built builds the extension and returns its path. Nothing of the build is in the cache of
// one that runs the tests, so that it takes as long as all the rest.
func built(t *testing.T) string {
	t.Helper()
	trials.OnlySlow(t)
	path, err := buildOnce()
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// scratch is the folder of what more than one test looks at.
var scratch string

func TestMain(m *testing.M) {
	var err error
	if scratch, err = os.MkdirTemp("", "skyline-bundle-"); err != nil {
		panic(err)
	}
	status := m.Run()
	_ = os.RemoveAll(scratch)
	os.Exit(status)
}

var buildOnce = sync.OnceValues(func() (string, error) {
	path := filepath.Join(scratch, "new folder", extensionFile)
	return path, bundle(path, "", sqlfuncs.Version)
})

// TestBundle loads what was built into a Go program that has no functions of
// ours: DuckDB's own driver, and two Go runtimes in one process.
func TestBundle(t *testing.T) {
	path := built(t)
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	target, err := here()
	if err != nil {
		t.Fatal(err)
	}
	footer, err := metadata{platform: target.name, version: sqlfuncs.Version}.footer()
	if err != nil || !bytes.HasSuffix(content, footer) {
		t.Errorf("the file does not end in its footer (%v)", err)
	}
	beside, err := os.ReadFile(filepath.Join(filepath.Dir(path), "THIRD_PARTY_NOTICES"))
	if err != nil || !bytes.Equal(beside, notices) {
		t.Errorf("the notices are not beside the file (%v)", err)
	}

	connector, err := duckdb.NewConnector(unsigned, nil)
	db := openDB(t, connector, err)
	for _, statement := range []string{
		"LOAD '" + path + "'",
		"CREATE TABLE t AS SELECT 20 AS age, unnest(['Flu', 'Flu', 'AIDS']) AS disease",
	} {
		if _, err := db.ExecContext(t.Context(), statement); err != nil {
			t.Fatalf("%s: %v", statement, err)
		}
	}
	var breach float64
	var version string
	const query = "SELECT (SELECT max(breach) FROM skyline.skyline_check('t', ['age'], 'disease')), any_value(version) FROM skyline.skyline_functions()"
	if err := db.QueryRowContext(t.Context(), query).Scan(&breach, &version); err != nil {
		t.Fatal(err)
	}
	if breach != 2.0/3 || version != sqlfuncs.Version {
		t.Errorf("breach = %v, version = %s, want 2/3 and %s", breach, version, sqlfuncs.Version)
	}
}

// TestLoadIntoBuiltIn: a program that has the functions built in refuses the
// file, and keeps its functions.
func TestLoadIntoBuiltIn(t *testing.T) {
	path := built(t)
	connector, err := ext.NewConnector(unsigned)
	db := openDB(t, connector, err)
	_, err = db.ExecContext(t.Context(), "LOAD '"+path+"'")
	if err == nil || !strings.Contains(err.Error(), "built in") {
		t.Errorf("LOAD: %v, want an error that the functions are built in", err)
	}
	if _, err := db.ExecContext(t.Context(), "FROM skyline_functions()"); err != nil {
		t.Error(err)
	}
	var databases int
	if err := db.QueryRowContext(t.Context(), "SELECT count(*) FROM duckdb_databases() WHERE database_name = 'skyline'").Scan(&databases); err != nil || databases != 0 {
		t.Errorf("%d databases are named skyline (%v), want none", databases, err)
	}
}

const unsigned = "?allow_unsigned_extensions=true"

func openDB(t *testing.T, connector driver.Connector, err error) *sql.DB {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	db := sql.OpenDB(connector)
	t.Cleanup(func() { db.Close() })
	return db
}
