package main

import (
	"bytes"
	"errors"
	"strings"
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

// TestArrow runs the shell. Only queries have a stream.
func TestArrow(t *testing.T) {
	status, stdout, stderr := runShell(t, `CREATE TABLE t AS SELECT range AS x FROM range(5000); WITH y AS (SELECT 7) INSERT INTO t FROM y;
		SELECT count(*) AS "Count", {'a': sum(x)} AS s FROM t; SELECT 1 AS x LIMIT 0`, "-format", formatArrow)
	if status != 0 {
		t.Fatal(stderr)
	}
	in := strings.NewReader(stdout)
	for _, rows := range []int64{1, 0} {
		reader, err := ipc.NewReader(in)
		if err != nil {
			t.Fatal(err)
		}
		var got int64
		for reader.Next() {
			got += reader.RecordBatch().NumRows()
		}
		if err := reader.Err(); err != nil || got != rows {
			t.Errorf("%d rows, %v, want %d", got, err, rows)
		}
	}
	if in.Len() != 0 {
		t.Errorf("%d bytes are left", in.Len())
	}
}
