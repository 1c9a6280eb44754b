package main

import (
	"context"
	"database/sql"
	"fmt"
	"io"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/ipc"
)

// runArrow runs a statement and writes its result, if it has one, as an Arrow
// IPC stream. Several results are several streams, one after the other.
func runArrow(ctx context.Context, w io.Writer, conn *sql.Conn, statement string) error {
	described := len(describe(ctx, conn, statement)) > 0
	reader, err := queryArrow(ctx, conn, statement)
	if err != nil {
		return err
	}
	defer reader.Release()
	if !described && isOutcomeSchema(statement, reader.Schema()) {
		for reader.Next() { // the statement may be carried out as its rows are read
		}
		return reader.Err()
	}
	return writeArrow(w, reader)
}

// writeArrow writes the records as an Arrow IPC stream.
func writeArrow(w io.Writer, reader array.RecordReader) error {
	out := ipc.NewWriter(w, ipc.WithSchema(reader.Schema()))
	for reader.Next() {
		if err := out.Write(reader.RecordBatch()); err != nil {
			return fmt.Errorf("arrow: %w", err)
		}
	}
	if err := reader.Err(); err != nil {
		return err
	}
	return out.Close()
}

// isOutcomeSchema is isOutcome for Arrow.
func isOutcomeSchema(statement string, s *arrow.Schema) bool {
	if s.NumFields() != 1 {
		return s.NumFields() == 0
	}
	typeName := map[arrow.Type]string{arrow.INT64: "BIGINT", arrow.BOOL: "BOOLEAN"}[s.Field(0).Type.ID()]
	return isOutcome(statement, s.Field(0).Name, typeName)
}
