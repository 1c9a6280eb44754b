package ext

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"reflect"
	"sync"
	"unsafe"

	"skyline/ext/capi"
	"skyline/sqlfuncs"

	"github.com/duckdb/duckdb-go/v2"

	skylinesql "skyline/sql"
)

// Connector opens connections to one DuckDB database on which every Skyline
// function can be called. It is a driver.Connector, for sql.OpenDB.
type Connector struct {
	*duckdb.Connector
	register sync.Once
	failed   error
}

// NewConnector opens a database: a file's path with DuckDB's settings as a query
// (access_mode=read_only and so on), or "" for one in memory. Close the
// connector, or the sql.DB made of it.
//
//	connector, err := ext.NewConnector("")
//	db := sql.OpenDB(connector)
func NewConnector(dsn string) (*Connector, error) {
	c := new(Connector)
	inner, err := duckdb.NewConnector(dsn, c.prepare)
	if err != nil {
		return nil, err
	}
	c.Connector = inner
	return c, nil
}

// prepare makes the functions known to a new connection: the private ones once
// a database, the public ones as temporary macros, so that their names need no
// qualification and nothing is written into the user's database.
func (c *Connector) prepare(conn driver.ExecerContext) error {
	c.register.Do(func() { c.failed = registerPrivate(conn) })
	if c.failed != nil {
		return c.failed
	}
	_, err := conn.ExecContext(context.Background(), skylinesql.TempMacros, nil)
	return err
}

// registering keeps connectors that open the same database at the same time from
// registering twice.
var registering sync.Mutex

// registerPrivate registers the functions that planners call, unless another
// connector of this process has the same database open and did so before.
func registerPrivate(conn driver.ExecerContext) error {
	registering.Lock()
	defer registering.Unlock()
	done, err := isRegistered(conn)
	if err != nil || done {
		return err
	}
	raw, err := rawConnection(conn)
	if err != nil {
		return err
	}
	return capi.Register(raw, sqlfuncs.Scalars(), sqlfuncs.Aggregates())
}

// isRegistered has a call bound: looking it up in duckdb_functions(), which lists thousands, takes
// ten times as long, a fifth of what it takes to open a database.
func isRegistered(conn driver.ExecerContext) (bool, error) {
	preparer, ok := conn.(driver.ConnPrepareContext)
	if !ok {
		return false, errDriver
	}
	call, err := preparer.PrepareContext(context.Background(), "SELECT __skyline_histogram(0, '', 1)")
	if failed, ok := errors.AsType[*duckdb.Error](err); ok && failed.Type == duckdb.ErrorTypeCatalog {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	return true, call.Close()
}

var errDriver = errors.New("skyline: this version of the DuckDB driver keeps its connection elsewhere; use the version in go.mod")

// RawConnection returns the duckdb_connection of a connection, for calls of the
// C API that the driver does not have. It is valid as long as the connection.
func RawConnection(conn *sql.Conn) (unsafe.Pointer, error) {
	var raw unsafe.Pointer
	err := conn.Raw(func(driverConn any) (err error) {
		raw, err = rawConnection(driverConn)
		return err
	})
	return raw, err
}

// rawConnection returns the duckdb_connection inside a driver connection. The
// driver has no accessor for it, so the field is read by its name.
func rawConnection(conn any) (unsafe.Pointer, error) {
	value := reflect.ValueOf(conn)
	if value.Kind() != reflect.Pointer || value.Elem().Kind() != reflect.Struct {
		return nil, errDriver
	}
	field := value.Elem().FieldByName("conn")
	if !field.IsValid() || field.Kind() != reflect.Struct {
		return nil, errDriver
	}
	pointer := field.FieldByName("Ptr")
	if !pointer.IsValid() || pointer.Kind() != reflect.UnsafePointer || pointer.IsNil() {
		return nil, fmt.Errorf("%w (%T)", errDriver, conn)
	}
	return pointer.UnsafePointer(), nil
}
