package ext

/*
#include <stdlib.h>
#include "arrow.h"
*/
import "C"

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"sync/atomic"
	"unsafe"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/cdata"
)

// QueryArrow runs a query on a connection and returns its result as Arrow record
// batches; of several statements, that of the last. Release the reader when done.
// The result stands in memory until then.
//
// Errors: DuckDB's; the context's, if it ends while the query runs.
func QueryArrow(ctx context.Context, conn *sql.Conn, query string) (array.RecordReader, error) {
	var reader *arrowReader
	err := conn.Raw(func(driverConn any) error {
		raw, err := rawConnection(driverConn)
		if err == nil {
			reader, err = queryArrow(ctx, raw, query)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return reader, nil
}

func queryArrow(ctx context.Context, raw unsafe.Pointer, query string) (*arrowReader, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	text := C.CString(query)
	defer C.free(unsafe.Pointer(text))
	r := &arrowReader{ctx: ctx}
	r.references.Store(1)
	stop := context.AfterFunc(ctx, func() { C.skyline_interrupt(raw) })
	err := takeMessage(C.skyline_arrow_query(raw, text, &r.result))
	if !stop() && err != nil {
		return nil, fmt.Errorf("%w: %w", ctx.Err(), err)
	}
	if err != nil {
		return nil, err
	}
	var schema cdata.CArrowSchema
	if err = takeMessage(C.skyline_arrow_schema(&r.result, (*C.struct_ArrowSchema)(unsafe.Pointer(&schema)))); err == nil {
		r.schema, err = cdata.ImportCArrowSchema(&schema)
	}
	if err != nil {
		C.skyline_arrow_close(&r.result)
		return nil, err
	}
	return r, nil
}

// takeMessage turns a message of the C half into an error, and frees it.
func takeMessage(message *C.char) error {
	if message == nil {
		return nil
	}
	defer C.free(unsafe.Pointer(message))
	return errors.New(C.GoString(message))
}

// arrowReader reads a result chunk by chunk.
type arrowReader struct {
	ctx        context.Context
	result     C.skyline_arrow_result
	schema     *arrow.Schema
	batch      arrow.RecordBatch
	err        error
	references atomic.Int64
}

var _ array.RecordReader = (*arrowReader)(nil)

// Retain adds a reference.
func (r *arrowReader) Retain() { r.references.Add(1) }

// Release drops a reference; with the last one the result is freed.
func (r *arrowReader) Release() {
	if r.references.Add(-1) == 0 {
		r.dropBatch()
		C.skyline_arrow_close(&r.result)
	}
}

func (r *arrowReader) dropBatch() {
	if r.batch != nil {
		r.batch.Release()
		r.batch = nil
	}
}

// Schema returns the schema of the batches.
func (r *arrowReader) Schema() *arrow.Schema { return r.schema }

// Next reads the next batch and reports whether there is one.
func (r *arrowReader) Next() bool {
	r.dropBatch()
	if r.err == nil {
		r.err = r.ctx.Err()
	}
	if r.err != nil || r.references.Load() <= 0 {
		return false
	}
	var chunk cdata.CArrowArray
	var done C.bool
	r.err = takeMessage(C.skyline_arrow_next(&r.result, (*C.struct_ArrowArray)(unsafe.Pointer(&chunk)), &done))
	if r.err != nil || bool(done) {
		return false
	}
	r.batch, r.err = cdata.ImportCRecordBatchWithSchema(&chunk, r.schema)
	return r.err == nil
}

// RecordBatch returns the batch that Next has read; it is valid until the next call of Next.
func (r *arrowReader) RecordBatch() arrow.RecordBatch { return r.batch }

// Record is RecordBatch under its older name, which the interface still has.
func (r *arrowReader) Record() arrow.RecordBatch { return r.batch }

// Err returns what ended the reading early.
func (r *arrowReader) Err() error { return r.err }
