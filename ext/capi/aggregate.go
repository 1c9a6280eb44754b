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

	"skyline/sqlfuncs/host"
)

var aggregateFunctions catalog[host.Aggregate]

// aggregateState is a state, the function that it is of, and the key of the plan whose
// rows it takes. Whoever touches it holds it.
//
// A plan adds a state to another once: then it is spent. Under OVER DuckDB would do so for
// every frame, and look for an interrupt after 2,048 of them only.
type aggregateState struct {
	sync.Mutex
	function int
	bound    bool
	spent    bool
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

func registerAggregate(conn C.duckdb_connection, a host.Aggregate) error {
	a.Params = append([]host.Type{{Kind: host.Bigint}}, a.Params...)
	signature := newSignature(a.Name, a.Params, a.Result)
	defer signature.free()
	return signature.outcome(C.skyline_register_aggregate(conn, signature.name, unsafe.SliceData(signature.params),
		C.idx_t(len(a.Params)), signature.result, C.uintptr_t(aggregateFunctions.add(a.Name, a))))
}

// couldRead reads the handles of states, and reports whether all pointers led to memory.
func couldRead(raw *C.duckdb_aggregate_state, handles []uint64) (ok bool) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() { ok = recover() == nil }()
	readHandles(unsafe.Pointer(raw), handles)
	return
}

//export skylineReadStates
func skylineReadStates(raw *C.duckdb_aggregate_state, count C.idx_t, handles *C.uint64_t) C.bool {
	return C.bool(couldRead(raw, unsafe.Slice((*uint64)(handles), int(count))))
}

// statesOf returns the states of a call. Plans call these aggregates without GROUP BY; in a
// correlated subquery DuckDB makes groups all the same.
func statesOf(f host.Aggregate, id int, raw *C.duckdb_aggregate_state, count int) ([]*aggregateState, error) {
	handles := make([]uint64, count)
	if !couldRead(raw, handles) {
		return nil, fmt.Errorf("%s: %w", f.Name, errNotPlan)
	}
	found := make([]*aggregateState, count)
	states.Lock()
	defer states.Unlock()
	for i, handle := range handles {
		if i > 0 && handle == handles[i-1] {
			found[i] = found[i-1]
			continue
		}
		s, ok := states.byHandle[handle]
		if !ok || s.function != id {
			return nil, fmt.Errorf("%s: %w", f.Name, errNotPlan)
		}
		if s.err != nil {
			return nil, s.err
		}
		found[i] = s
	}
	return found, nil
}

// update adds the rows begin..end-1 to a state, which belongs to one plan from then on.
func (s *aggregateState) update(f host.Aggregate, args []host.Column, begin, end int) error {
	s.Lock()
	defer s.Unlock()
	for row := begin; row < end; row++ {
		if args[0].IsNull(row) || args[0].Int64s[row] != args[0].Int64s[begin] || s.bound && s.plan != args[0].Int64s[row] {
			return fmt.Errorf("%s: %w", f.Name, errNotPlan)
		}
	}
	s.bound, s.plan = true, args[0].Int64s[begin]
	return f.Update(s.value, args[1:], begin, end)
}

func (s *aggregateState) finalize(f host.Aggregate) (string, error) {
	s.Lock()
	defer s.Unlock()
	return f.Finalize(s.value)
}

// combine adds a state to another one of the same plan.
func combine(f host.Aggregate, target, source *aggregateState) error {
	if target == source {
		return fmt.Errorf("%s: %w", f.Name, errNotPlan)
	}
	// Of a plan's states nobody else holds the target. For others an attempt is enough: two
	// threads with the same two states must not wait for each other.
	source.Lock()
	defer source.Unlock()
	if !target.TryLock() {
		return fmt.Errorf("%s: %w", f.Name, errNotPlan)
	}
	defer target.Unlock()
	if source.spent {
		return fmt.Errorf("%s: %w", f.Name, errNotPlan)
	}
	source.spent = true
	if !source.bound {
		return nil
	}
	if target.bound && target.plan != source.plan {
		return fmt.Errorf("%s: %w", f.Name, errNotPlan)
	}
	target.bound, target.plan = true, source.plan
	return f.Combine(target.value, source.value)
}

//export skylineAggregateInit
func skylineAggregateInit(info C.duckdb_function_info) C.uint64_t {
	id := int(C.skyline_aggregate_id(info))
	s := &aggregateState{function: id}
	func() {
		f := aggregateFunctions.at(id)
		defer host.RecoverTo(&s.err, f.Name)
		s.value = f.New()
	}()
	states.Lock()
	defer states.Unlock()
	states.last++
	states.byHandle[states.last] = s
	return C.uint64_t(states.last)
}

// guarded runs the body of a callback; its error becomes that of the query.
func guarded(info C.duckdb_function_info, body func(f host.Aggregate, id int) error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	id := int(C.skyline_aggregate_id(info))
	f := aggregateFunctions.at(id)
	run := func() (err error) {
		defer host.RecoverTo(&err, f.Name)
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
	guarded(info, func(f host.Aggregate, id int) error {
		if err := host.CheckMemory(f.Name); err != nil {
			return err
		}
		args, rows := readChunk(input, f.Params)
		targets, err := statesOf(f, id, raw, rows)
		if err != nil {
			return err
		}
		// Without groups, all rows of a chunk go to one state.
		for begin := 0; begin < rows; {
			end := begin + 1
			for end < rows && targets[end] == targets[begin] {
				end++
			}
			if err := targets[begin].update(f, args, begin, end); err != nil {
				return err
			}
			begin = end
		}
		return nil
	})
}

//export skylineAggregateCombine
func skylineAggregateCombine(info C.duckdb_function_info, sources, targets *C.duckdb_aggregate_state, count C.idx_t) {
	guarded(info, func(f host.Aggregate, id int) error {
		from, err := statesOf(f, id, sources, int(count))
		if err != nil {
			return err
		}
		to, err := statesOf(f, id, targets, int(count))
		if err != nil {
			return err
		}
		for i := range from {
			if err := combine(f, to[i], from[i]); err != nil {
				return err
			}
		}
		return nil
	})
}

//export skylineAggregateFinalize
func skylineAggregateFinalize(info C.duckdb_function_info, raw *C.duckdb_aggregate_state, result C.duckdb_vector, count, offset C.idx_t) {
	guarded(info, func(f host.Aggregate, id int) error {
		all, err := statesOf(f, id, raw, int(count))
		if err != nil {
			return err
		}
		column := host.Column{Len: len(all), Strings: make([]string, len(all))}
		for i, s := range all {
			if column.Strings[i], err = s.finalize(f); err != nil {
				return err
			}
		}
		return writeVector(result, f.Result, &column, int(offset))
	})
}

//export skylineAggregateDestroy
func skylineAggregateDestroy(raw *C.duckdb_aggregate_state, count C.idx_t) {
	// There is nobody to tell of an error: at worst, states are kept.
	var err error
	defer host.RecoverTo(&err, "")
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	handles := make([]uint64, int(count))
	if !couldRead(raw, handles) {
		return
	}
	states.Lock()
	defer states.Unlock()
	for _, handle := range handles {
		delete(states.byHandle, handle)
	}
}
