// Package capi is the thin layer between Skyline's functions and DuckDB's
// stable C API: it registers them and moves vectors across, without boxing a
// value.
//
// The same source serves a Go program, where the static library defines the
// symbols, and a loadable extension, where stubs forward them to the table of
// functions that the host hands over. No Go panic leaves a callback.
package capi

/*
#cgo linux,!zig LDFLAGS: -Wl,--unresolved-symbols=ignore-all
#cgo darwin LDFLAGS: -Wl,-undefined,dynamic_lookup
#include <stdlib.h>
#include "capi.h"
#include "dictionary.h"
*/
import "C"

import (
	"errors"
	"fmt"
	"runtime/debug"
	"sync"
	"unsafe"

	"skyline/sqlfuncs/host"
)

// catalog holds functions that have been registered, each once; a callback finds
// its function by position, since C must not hold a Go pointer.
type catalog[T any] struct {
	sync.RWMutex
	list []T
	ids  map[string]int
}

func (c *catalog[T]) add(name string, function T) int {
	c.Lock()
	defer c.Unlock()
	if id, ok := c.ids[name]; ok {
		return id
	}
	if c.ids == nil {
		c.ids = make(map[string]int)
	}
	id := len(c.list)
	c.list = append(c.list, function)
	c.ids[name] = id
	return id
}

func (c *catalog[T]) at(id int) T {
	c.RLock()
	defer c.RUnlock()
	return c.list[id]
}

var scalarFunctions catalog[host.Scalar]

// begin is what is done once a process, before anything is registered.
var begin sync.Once

// Register makes the private functions of the planners known to the database
// of a connection (a duckdb_connection). It registers them once a database:
// a second time is an error that the caller may ignore.
func Register(connection unsafe.Pointer, scalars []host.Scalar, aggregates []host.Aggregate) error {
	conn := C.duckdb_connection(connection)
	begin.Do(func() {
		C.dictionary_secret(C.uint64_t(host.RandomNumber()), C.uint64_t(host.RandomNumber()))
		host.CountBeside(memoryUsed, ForgetHistograms, giveBack)
	})
	if C.skyline_register_histogram(conn) != C.DUCKDB_OK {
		return errors.New("skyline: DuckDB refused the function __skyline_histogram")
	}
	for _, s := range scalars {
		if err := registerScalar(conn, s); err != nil {
			return err
		}
	}
	for _, a := range aggregates {
		if err := registerAggregate(conn, a); err != nil {
			return err
		}
	}
	return nil
}

func registerScalar(conn C.duckdb_connection, s host.Scalar) error {
	signature := newSignature(s.Name, s.Params, s.Result)
	defer signature.free()
	return signature.outcome(C.skyline_register_scalar(conn, signature.name, unsafe.SliceData(signature.params),
		C.idx_t(len(s.Params)), signature.result, C.bool(s.Volatile), C.uintptr_t(scalarFunctions.add(s.Name, s))))
}

// signature is a function's name and types in DuckDB's form.
type signature struct {
	name   *C.char
	params []C.duckdb_logical_type
	result C.duckdb_logical_type
}

func newSignature(name string, params []host.Type, result host.Type) *signature {
	s := &signature{name: C.CString(name), result: newLogicalType(result)}
	for _, p := range params {
		s.params = append(s.params, newLogicalType(p))
	}
	return s
}

func (s *signature) free() {
	C.free(unsafe.Pointer(s.name))
	C.duckdb_destroy_logical_type(&s.result)
	for i := range s.params {
		C.duckdb_destroy_logical_type(&s.params[i])
	}
}

func (s *signature) outcome(state C.duckdb_state) error {
	if state != C.DUCKDB_OK {
		return fmt.Errorf("skyline: DuckDB refused the function %s", C.GoString(s.name))
	}
	return nil
}

//export skylineScalarCallback
func skylineScalarCallback(info C.duckdb_function_info, input C.duckdb_data_chunk, output C.duckdb_vector) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	f := scalarFunctions.at(int(C.skyline_function_id(info)))
	if err := callScalar(f, input, output); err != nil {
		text := C.CString(err.Error())
		C.duckdb_scalar_function_set_error(info, text)
		C.free(unsafe.Pointer(text))
	}
}

func callScalar(f host.Scalar, input C.duckdb_data_chunk, output C.duckdb_vector) (err error) {
	defer host.RecoverTo(&err, f.Name)
	args, rows := readChunk(input, f.Params)
	result, err := f.Call(args, rows)
	if err != nil {
		return err
	}
	if err := checkFits(f.Name, f.Result, &result, rows); err != nil {
		return err
	}
	return writeVector(output, f.Result, &result, 0)
}
