package main

import (
	"bytes"
	"errors"
	"testing"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/ipc"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

// records returns a reader over two batches of one column.
func records(t *testing.T) array.RecordReader {
	t.Helper()
	schema := arrow.NewSchema([]arrow.Field{{Name: "x", Type: arrow.PrimitiveTypes.Int64, Nullable: true}}, nil)
	var batches []arrow.RecordBatch
	for _, values := range [][]int64{{1, 2}, {3}} {
		builder := array.NewRecordBuilder(memory.DefaultAllocator, schema)
		builder.Field(0).(*array.Int64Builder).AppendValues(values, nil)
		batches = append(batches, builder.NewRecordBatch())
	}
	reader, err := array.NewRecordReader(schema, batches)
	if err != nil {
		t.Fatal(err)
	}
	return reader
}

func TestWriteArrow(t *testing.T) {
	var out bytes.Buffer
	if err := writeArrow(&out, records(t)); err != nil {
		t.Fatal(err)
	}
	reader, err := ipc.NewReader(&out)
	if err != nil {
		t.Fatal(err)
	}
	var got []int64
	for reader.Next() {
		got = append(got, reader.RecordBatch().Column(0).(*array.Int64).Int64Values()...)
	}
	if reader.Err() != nil || len(got) != 3 || got[2] != 3 {
		t.Errorf("read %v, %v", got, reader.Err())
	}
}

type failing struct{ array.RecordReader }

func (failing) Next() bool { return false }
func (failing) Err() error { return errors.New("late") }

func TestWriteArrowReportsErrors(t *testing.T) {
	if err := writeArrow(new(bytes.Buffer), failing{records(t)}); err == nil || err.Error() != "late" {
		t.Errorf("got %v, want the reader's error", err)
	}
}
