package ext

import (
	"context"
	"database/sql"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
)

func openConn(t *testing.T) *sql.Conn {
	t.Helper()
	connector, err := NewConnector("")
	if err != nil {
		t.Fatal(err)
	}
	db := sql.OpenDB(connector)
	t.Cleanup(func() { db.Close() })
	conn, err := db.Conn(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	return conn
}

const smallCheck = "FROM skyline_check('(VALUES (1, ''a''), (1, ''b''), (1, NULL)) t(q, s)', qi := ['q'], sensitive := 's')"

func TestQueryArrow(t *testing.T) {
	conn := openConn(t)
	reader, err := QueryArrow(context.Background(), conn, "CREATE TABLE x AS SELECT 1; "+smallCheck)
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Release()
	if got, want := reader.Schema().Field(6).Name, "breach"; got != want {
		t.Errorf("field 6 = %s, want %s", got, want)
	}
	rows := 0
	for reader.Next() {
		batch := reader.RecordBatch()
		breach := batch.Column(6).(*array.Float64)
		for i := range int(batch.NumRows()) {
			if breach.Value(i) != 1.0/3 {
				t.Errorf("breach = %v, want 1/3", breach.Value(i))
			}
		}
		rows += int(batch.NumRows())
		if batch.Column(9).DataType().ID() != arrow.STRUCT {
			t.Errorf("witness is a %v", batch.Column(9).DataType())
		}
	}
	if err := reader.Err(); err != nil || rows != 3 {
		t.Errorf("%d rows, error %v; want 3 rows", rows, err)
	}
}

func TestQueryArrowErrors(t *testing.T) {
	conn := openConn(t)
	_, err := QueryArrow(context.Background(), conn, "FROM skyline_check('nowhere', qi := [], sensitive := 's')")
	if err == nil || !strings.Contains(err.Error(), "skyline_check: qi must be a non-empty list") {
		t.Errorf("error = %v", err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 100*time.Millisecond)
	defer cancel()
	_, err = QueryArrow(ctx, conn, "SELECT count(*) FROM range(100000000000) a WHERE hash(range) = 1")
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("error = %v, want the context's", err)
	}
	reader, err := QueryArrow(context.Background(), conn, "SELECT 1")
	if err != nil {
		t.Fatalf("the connection is not usable after an interrupt: %v", err)
	}
	reader.Release()
}

// TestRawConnection fails when another version of the driver keeps its
// connection elsewhere.
func TestRawConnection(t *testing.T) {
	if err := openConn(t).Raw(func(conn any) error { _, err := rawConnection(conn); return err }); err != nil {
		t.Error(err)
	}
	for _, wrong := range []any{nil, 1, struct{}{}, &struct{ conn int }{}, &struct{ conn struct{ Ptr int } }{}} {
		if _, err := rawConnection(wrong); err == nil {
			t.Errorf("rawConnection(%#v) gave no error", wrong)
		}
	}
}
