// Command loadable is what the loadable extension is made of: ext/bundle builds
// it as a shared object. It contains no DuckDB; the functions that it calls are
// those of the host that loads it.
package main

/*
#include <stdlib.h>
#include "loadable.h"
*/
import "C"

import (
	"errors"
	"fmt"
	"unsafe"

	"skyline/ext/capi"
	"skyline/sqlfuncs"
	"skyline/sqlfuncs/host"
)

//go:generate go run ./gen

// main is there because a shared object is built from a main package.
func main() {}

//export skylineLoad
func skylineLoad(connection C.duckdb_connection) *C.char {
	if err := load(connection); err != nil {
		return C.CString(err.Error())
	}
	return nil
}

// load makes Skyline's functions known to the database of a connection, all or
// nothing.
func load(connection C.duckdb_connection) (err error) {
	defer host.RecoverTo(&err, "LOAD skyline")
	if err := checkVersion(C.GoString(C.duckdb_library_version())); err != nil {
		return err
	}
	return define(func(statements string) error { return execute(connection, statements) },
		func() error {
			return capi.Register(unsafe.Pointer(connection), sqlfuncs.Scalars(), sqlfuncs.Aggregates())
		})
}

// checkVersion refuses versions of DuckDB that lack what planned statements use,
// such as TRY. One that does not look like v1.2.3 is taken for a newer one.
func checkVersion(version string) error {
	var major, minor int
	n, _ := fmt.Sscanf(version, "v%d.%d", &major, &minor)
	if n == 2 && (major < 1 || major == 1 && minor < 4) {
		return fmt.Errorf("skyline: DuckDB %s is too old; load the extension into DuckDB v1.4.0 or newer", version)
	}
	return nil
}

// execute runs statements whose results do not matter.
func execute(connection C.duckdb_connection, statements string) error {
	text := C.CString(statements)
	defer C.free(unsafe.Pointer(text))
	var result C.duckdb_result
	defer C.duckdb_destroy_result(&result)
	if C.duckdb_query(connection, text, &result) != C.DUCKDB_OK {
		return errors.New(C.GoString(C.duckdb_result_error(&result)))
	}
	return nil
}
