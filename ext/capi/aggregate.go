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

// aggregateState is a state, the function that it is of, and the key of the plan whose
// rows it takes.
type aggregateState struct {
	function int
	bound    bool
	plan     int64
	value    any
	err      error // why it could not be made
}

// states holds the states of running aggregates by their handles. DuckDB
// destroys every state it has made, however a query ends.
var states = struct {
	sync.Mutex
	last     uint64
	byHandle map[uint64]*aggregateState
}{byHandle: map[uint64]*aggregateState{}}

var errNotPlan = errors.New("only plans of this library can call it")

func registerAggregate(conn C.duckdb_connection, a sqlfuncs.Aggregate) error {
	a.Params = append([]sqlfuncs.Type{{Kind: sqlfuncs.Bigint}}, a.Params...)
	signature := newSignature(a.Name, a.Params, a.Result)
	defer signature.free()
	return signature.outcome(C.skyline_register_aggregate(conn, signature.name, unsafe.SliceData(signature.params),
		C.idx_t(len(a.Params)), signature.result, C.uintptr_t(aggregateFunctions.add(a.Name, a))))
}

//export skylineReadStates
func skylineReadStates(raw *C.duckdb_aggregate_state, count C.idx_t, handles *C.uint64_t) (ok C.bool) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() { ok = recover() == nil }()
	readHandles(unsafe.Pointer(raw), unsafe.Slice((*uint64)(handles), int(count)))
	return
}

// stateOf returns the one state of a call. All plans call these aggregates without
// GROUP BY, and of other calls not even the pointers behind the first need be some.
func stateOf(f sqlfuncs.Aggregate, id int, raw *C.duckdb_aggregate_state) (*aggregateState, error) {
	handle := make([]uint64, 1)
	readHandles(unsafe.Pointer(raw), handle)
	states.Lock()
	defer states.Unlock()
	if s, ok := states.byHandle[handle[0]]; ok && s.function == id {
		return s, s.err
	}
	return nil, fmt.Errorf("%s: %w", f.Name, errNotPlan)
}

//export skylineAggregateInit
func skylineAggregateInit(info C.duckdb_function_info) C.uint64_t {
	id := int(C.skyline_aggregate_id(info))
	s := &aggregateState{function: id}
	func() {
		f := aggregateFunctions.at(id)
		defer sqlfuncs.RecoverTo(&s.err, f.Name)
		s.value = f.New()
	}()
	states.Lock()
	defer states.Unlock()
	states.last++
	states.byHandle[states.last] = s
	return C.uint64_t(states.last)
}

// guarded runs the body of a callback; its error becomes that of the query.
func guarded(info C.duckdb_function_info, body func(f sqlfuncs.Aggregate, id int) error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	id := int(C.skyline_aggregate_id(info))
	f := aggregateFunctions.at(id)
	run := func() (err error) {
		defer sqlfuncs.RecoverTo(&err, f.Name)
		return body(f, id)
	}
	if err := run(); err != nil {
		text := C.CString(err.Error())
		C.duckdb_aggregate_function_set_error(info, text)
		C.free(unsafe.Pointer(text))
	}
}

//export skylineAggregateUpdate
func skylineAggregateUpdate(info C.duckdb_function_info, input C.duckdb_data_chunk, raw *C.duckdb_aggregate_state) {
	guarded(info, func(f sqlfuncs.Aggregate, id int) error {
		args, rows := readChunk(input, f.Params)
		if rows == 0 {
			return nil
		}
		state, err := stateOf(f, id, raw)
		if err != nil {
			return err
		}
		if args[0].IsNull(0) || state.bound && state.plan != args[0].Int64s[0] {
			return fmt.Errorf("%s: %w", f.Name, errNotPlan)
		}
		state.bound, state.plan = true, args[0].Int64s[0]
		if err := sqlfuncs.CheckMemory(f.Name); err != nil {
			return err
		}
		return f.Update(state.value, args[1:], 0, rows)
	})
}

//export skylineAggregateCombine
func skylineAggregateCombine(info C.duckdb_function_info, sources, targets *C.duckdb_aggregate_state, count C.idx_t) {
	guarded(info, func(f sqlfuncs.Aggregate, id int) error {
		if count > 1 {
			return fmt.Errorf("%s: %w", f.Name, errNotPlan)
		}
		source, err := stateOf(f, id, sources)
		if err != nil {
			return err
		}
		target, err := stateOf(f, id, targets)
		if err != nil {
			return err
		}
		return f.Combine(target.value, source.value)
	})
}

//export skylineAggregateFinalize
func skylineAggregateFinalize(info C.duckdb_function_info, raw *C.duckdb_aggregate_state, result C.duckdb_vector, count, offset C.idx_t) {
	guarded(info, func(f sqlfuncs.Aggregate, id int) error {
		if count > 1 {
			return fmt.Errorf("%s: %w", f.Name, errNotPlan)
		}
		state, err := stateOf(f, id, raw)
		if err != nil {
			return err
		}
		text, err := f.Finalize(state.value)
		if err != nil {
			return err
		}
		return writeVector(result, f.Result, &sqlfuncs.Column{Len: 1, Strings: []string{text}}, int(offset))
	})
}

//export skylineAggregateDestroy
func skylineAggregateDestroy(raw *C.duckdb_aggregate_state, count C.idx_t) {
	// There is nobody to tell of an error: at worst, states are kept.
	var err error
	defer sqlfuncs.RecoverTo(&err, "")
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	handles := make([]uint64, int(count))
	readHandles(unsafe.Pointer(raw), handles)
	states.Lock()
	defer states.Unlock()
	for _, handle := range handles {
		delete(states.byHandle, handle)
	}
}
