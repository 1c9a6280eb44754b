package capi

/*
#include <stdlib.h>
#include "capi.h"
*/
import "C"

import (
	"errors"
	"unsafe"

	"skyline/sqlfuncs/host"
)

// typeNumbers are DuckDB's numbers for the types without members.
var typeNumbers = map[host.Kind]C.duckdb_type{
	host.Boolean: 1, host.Bigint: 5, host.Double: 11, host.Varchar: 17, host.Blob: 18,
}

// newLogicalType returns DuckDB's form of t, to be destroyed by the caller.
func newLogicalType(t host.Type) C.duckdb_logical_type {
	switch t.Kind {
	case host.List:
		elem := newLogicalType(*t.Elem)
		defer C.duckdb_destroy_logical_type(&elem)
		return C.duckdb_create_list_type(elem)
	case host.Struct:
		n := len(t.Fields)
		types := make([]C.duckdb_logical_type, n)
		names := (*[1 << 20]*C.char)(C.malloc(C.size_t(n+1) * C.size_t(unsafe.Sizeof((*C.char)(nil)))))[:n:n]
		for i, f := range t.Fields {
			types[i] = newLogicalType(f.Type)
			names[i] = C.CString(f.Name)
		}
		result := C.duckdb_create_struct_type(unsafe.SliceData(types), unsafe.SliceData(names), C.idx_t(n))
		for i := range t.Fields {
			C.duckdb_destroy_logical_type(&types[i])
			C.free(unsafe.Pointer(names[i]))
		}
		C.free(unsafe.Pointer(unsafe.SliceData(names)))
		return result
	default:
		return C.duckdb_create_logical_type(typeNumbers[t.Kind])
	}
}

// data returns the elements of a flat vector.
func data[T any](vector C.duckdb_vector, rows int) []T {
	if rows == 0 {
		return nil
	}
	return unsafe.Slice((*T)(C.duckdb_vector_get_data(vector)), rows)
}

// readChunk returns the columns of a chunk and the number of its rows.
func readChunk(input C.duckdb_data_chunk, types []host.Type) ([]host.Column, int) {
	rows := int(C.duckdb_data_chunk_get_size(input))
	args := make([]host.Column, len(types))
	for i, t := range types {
		args[i] = readVector(C.duckdb_data_chunk_get_vector(input, C.idx_t(i)), t, rows)
	}
	return args, rows
}

// readVector returns a view of the first rows of a vector. Numbers are not
// copied; of strings, only the headers are made.
func readVector(vector C.duckdb_vector, t host.Type, rows int) host.Column {
	column := host.Column{Len: rows, Null: readNulls(vector, rows)}
	switch t.Kind {
	case host.Boolean:
		column.Bools = data[bool](vector, rows)
	case host.Bigint:
		column.Int64s = data[int64](vector, rows)
	case host.Double:
		column.Float64s = data[float64](vector, rows)
	case host.Varchar, host.Blob:
		column.Strings = readStrings(vector, column.Null, rows)
	case host.List:
		readList(vector, t, &column)
	case host.Struct:
		// Members of an incoming struct may be constant vectors, which the
		// stable API cannot tell from flat ones: kernels take none.
	}
	return column
}

func readNulls(vector C.duckdb_vector, rows int) []bool {
	mask := C.duckdb_vector_get_validity(vector)
	if mask == nil || rows == 0 {
		return nil
	}
	words := unsafe.Slice((*uint64)(unsafe.Pointer(mask)), (rows+63)/64)
	null := make([]bool, rows)
	for i := range null {
		null[i] = words[i/64]>>(i%64)&1 == 0
	}
	return null
}

func readStrings(vector C.duckdb_vector, null []bool, rows int) []string {
	views := make([]string, rows)
	elements := data[C.duckdb_string_t](vector, rows)
	for i := range elements {
		// The payload of a NULL is garbage.
		if null != nil && null[i] {
			continue
		}
		e := &elements[i]
		// Four bytes of length, then twelve bytes inline, or four of prefix and a pointer.
		length := int(*(*uint32)(unsafe.Pointer(e)))
		bytes := (*byte)(unsafe.Add(unsafe.Pointer(e), 4))
		if length > 12 {
			bytes = *(**byte)(unsafe.Add(unsafe.Pointer(e), 8))
		}
		views[i] = unsafe.String(bytes, length)
	}
	return views
}

// readList lets Ends describe the rows; where DuckDB's entries do not lie one
// behind the other, the elements are gathered.
func readList(vector C.duckdb_vector, t host.Type, column *host.Column) {
	entries := data[C.duckdb_list_entry](vector, column.Len)
	child := C.duckdb_list_vector_get_child(vector)
	elem := readVector(child, *t.Elem, int(C.duckdb_list_vector_get_size(vector)))
	column.Elem = &elem
	column.Ends = make([]int, column.Len)
	if inOrder(entries, column) {
		return
	}
	var positions []int
	for i := range entries {
		if !column.IsNull(i) {
			for j := range int(entries[i].length) {
				positions = append(positions, int(entries[i].offset)+j)
			}
		}
		column.Ends[i] = len(positions)
	}
	gathered := gather(&elem, *t.Elem, positions)
	column.Elem = &gathered
}

// inOrder fills Ends if the lists lie one behind the other from the first element
// on, as those do that a function has just made.
func inOrder(entries []C.duckdb_list_entry, column *host.Column) bool {
	end := 0
	for i := range entries {
		if !column.IsNull(i) {
			if int(entries[i].offset) != end {
				return false
			}
			end += int(entries[i].length)
		}
		column.Ends[i] = end
	}
	return true
}

func gather(from *host.Column, t host.Type, positions []int) host.Column {
	to := host.Column{Len: len(positions)}
	for _, p := range positions {
		if from.Null != nil {
			to.Null = append(to.Null, from.Null[p])
		}
		switch t.Kind {
		case host.Boolean:
			to.Bools = append(to.Bools, from.Bools[p])
		case host.Bigint:
			to.Int64s = append(to.Int64s, from.Int64s[p])
		case host.Double:
			to.Float64s = append(to.Float64s, from.Float64s[p])
		case host.Varchar, host.Blob:
			to.Strings = append(to.Strings, from.Strings[p])
		case host.List, host.Struct:
			// No kernel takes a list of lists.
		}
	}
	return to
}

var errVectorSize = errors.New("skyline: DuckDB could not make room for the result")

// writeVector stores a column in a vector, from row start on.
func writeVector(vector C.duckdb_vector, t host.Type, column *host.Column, start int) error {
	writeNulls(vector, column, start)
	rows := start + column.Len
	switch t.Kind {
	case host.Boolean:
		copy(data[bool](vector, rows)[start:], column.Bools)
	case host.Bigint:
		copy(data[int64](vector, rows)[start:], column.Int64s)
	case host.Double:
		copy(data[float64](vector, rows)[start:], column.Float64s)
	case host.Varchar, host.Blob:
		writeStrings(vector, column.Strings, start)
	case host.List:
		return writeList(vector, t, column, start)
	case host.Struct:
		for i, f := range t.Fields {
			if err := writeVector(C.duckdb_struct_vector_get_child(vector, C.idx_t(i)), f.Type, &column.Fields[i], start); err != nil {
				return err
			}
		}
	}
	return nil
}

func writeNulls(vector C.duckdb_vector, column *host.Column, start int) {
	if column.Null == nil || column.Len == 0 {
		return
	}
	C.duckdb_vector_ensure_validity_writable(vector)
	mask := C.duckdb_vector_get_validity(vector)
	words := unsafe.Slice((*uint64)(unsafe.Pointer(mask)), (start+column.Len+63)/64)
	for i, isNull := range column.Null {
		if isNull {
			words[(start+i)/64] &^= 1 << ((start + i) % 64)
		}
	}
}

func writeStrings(vector C.duckdb_vector, values []string, start int) {
	if len(values) == 0 {
		return
	}
	size := 0
	for _, s := range values {
		size += len(s)
	}
	bytes := make([]byte, 0, size+1)
	ends := make([]uint64, len(values))
	for i, s := range values {
		bytes = append(bytes, s...)
		ends[i] = uint64(len(bytes))
	}
	C.skyline_assign_strings(vector, C.idx_t(start), (*C.char)(unsafe.Pointer(unsafe.SliceData(bytes))),
		(*C.uint64_t)(unsafe.SliceData(ends)), C.idx_t(len(values)))
}

func writeList(vector C.duckdb_vector, t host.Type, column *host.Column, start int) error {
	size := int(C.duckdb_list_vector_get_size(vector))
	grown := size + column.Elem.Len
	if C.duckdb_list_vector_reserve(vector, C.idx_t(grown)) != C.DUCKDB_OK ||
		C.duckdb_list_vector_set_size(vector, C.idx_t(grown)) != C.DUCKDB_OK {
		return errVectorSize
	}
	if err := writeVector(C.duckdb_list_vector_get_child(vector), *t.Elem, column.Elem, size); err != nil {
		return err
	}
	entries := data[C.duckdb_list_entry](vector, start+column.Len)
	for i := range column.Len {
		begin, end := column.ListRange(i)
		entries[start+i].offset = C.uint64_t(size + begin)
		entries[start+i].length = C.uint64_t(end - begin)
	}
	return nil
}
