package capi

/*
#include <stdlib.h>
#include "capi.h"
*/
import "C"

import (
	"errors"
	"fmt"
	"runtime/debug"
	"sync"
	"unsafe"

	"skyline/sqlfuncs"
)

var aggregateFunctions catalog[sqlfuncs.Aggregate]

// states holds the states of running aggregates by their handles. DuckDB
// destroys every state it has made, however a query ends.
var states = struct {
	sync.Mutex
	last     uint64
	byHandle map[uint64]any
}{byHandle: map[uint64]any{}}

var errNotPlan = errors.New("only plans of this library can call it")

func registerAggregate(conn C.duckdb_connection, a sqlfuncs.Aggregate) error {
	a.Params = append([]sqlfuncs.Type{{Kind: sqlfuncs.Bigint}}, a.Params...)
	signature := newSignature(a.Name, a.Params, a.Result)
	defer signature.free()
	return signature.outcome(C.skyline_register_aggregate(conn, signature.name, unsafe.SliceData(signature.params),
		C.idx_t(len(a.Params)), signature.result, C.uintptr_t(aggregateFunctions.add(a.Name, a))))
}

// stateOf returns the state that DuckDB knows by its handle, made if need be.
func stateOf(f sqlfuncs.Aggregate, raw C.duckdb_aggregate_state) (any, error) {
	handle := (*uint64)(C.skyline_aggregate_handle(raw))
	if handle == nil {
		return nil, fmt.Errorf("%s: %w", f.Name, errNotPlan)
	}
	states.Lock()
	defer states.Unlock()
	if *handle == 0 {
		states.last++
		*handle = states.last
		states.byHandle[*handle] = f.New()
	}
	return states.byHandle[*handle], nil
}

// guarded runs the body of a callback; its error becomes that of the query.
func guarded(info C.duckdb_function_info, body func(f sqlfuncs.Aggregate) error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	f := aggregateFunctions.at(int(C.skyline_aggregate_id(info)))
	run := func() (err error) {
		defer sqlfuncs.RecoverTo(&err, f.Name)
		return body(f)
	}
	if err := run(); err != nil {
		text := C.CString(err.Error())
		C.duckdb_aggregate_function_set_error(info, text)
		C.free(unsafe.Pointer(text))
	}
}

//export skylineAggregateUpdate
func skylineAggregateUpdate(info C.duckdb_function_info, input C.duckdb_data_chunk, raw *C.duckdb_aggregate_state) {
	guarded(info, func(f sqlfuncs.Aggregate) error {
		args, rows := readChunk(input, f.Params)
		if rows > 0 && (args[0].IsNull(0) || args[0].Int64s[0] != sqlfuncs.PlanKey) {
			return fmt.Errorf("%s: %w", f.Name, errNotPlan)
		}
		args = args[1:]
		// Without GROUP BY, all rows of a chunk go to one state.
		targets := unsafe.Slice(raw, rows)
		for begin := 0; begin < rows; {
			end := begin + 1
			for end < rows && targets[end] == targets[begin] {
				end++
			}
			state, err := stateOf(f, targets[begin])
			if err != nil {
				return err
			}
			if err := f.Update(state, args, begin, end); err != nil {
				return err
			}
			begin = end
		}
		return nil
	})
}

//export skylineAggregateCombine
func skylineAggregateCombine(info C.duckdb_function_info, sources, targets *C.duckdb_aggregate_state, count C.idx_t) {
	guarded(info, func(f sqlfuncs.Aggregate) error {
		from, to := unsafe.Slice(sources, int(count)), unsafe.Slice(targets, int(count))
		for i := range from {
			source, err := stateOf(f, from[i])
			if err != nil {
				return err
			}
			target, err := stateOf(f, to[i])
			if err != nil {
				return err
			}
			if err := f.Combine(target, source); err != nil {
				return err
			}
		}
		return nil
	})
}

//export skylineAggregateFinalize
func skylineAggregateFinalize(info C.duckdb_function_info, raw *C.duckdb_aggregate_state, result C.duckdb_vector, count, offset C.idx_t) {
	guarded(info, func(f sqlfuncs.Aggregate) error {
		column := sqlfuncs.Column{Len: int(count)}
		for _, r := range unsafe.Slice(raw, int(count)) {
			state, err := stateOf(f, r)
			if err != nil {
				return err
			}
			text, err := f.Finalize(state)
			if err != nil {
				return err
			}
			column.Strings = append(column.Strings, text)
		}
		return writeVector(result, f.Result, &column, int(offset))
	})
}

//export skylineAggregateDestroy
func skylineAggregateDestroy(raw *C.duckdb_aggregate_state, count C.idx_t) {
	// There is nobody to tell of an error: at worst, states are kept.
	var err error
	defer sqlfuncs.RecoverTo(&err, "")
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	states.Lock()
	defer states.Unlock()
	for _, r := range unsafe.Slice(raw, int(count)) {
		if handle := (*uint64)(C.skyline_aggregate_handle(r)); handle != nil {
			delete(states.byHandle, *handle)
			*handle = 0
		}
	}
}
