package host

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"testing"
)

type (
	gradeBase struct {
		Tally Handle[*tally] `json:"tally"`
	}
	gradeSpec struct {
		gradeBase
		Names []string           `json:"names"`
		Limit int64              `json:"limit"`
		C     any                `json:"c"`
		Other *Handle[*counted]  `json:"other"`
		Key   []byte             `json:"key"`
		Extra map[string]float64 `json:"extra"`
	}
	gradeRow struct {
		Name  string
		N     int64
		Other sql.Null[string]
	}
)

// grades is a kernel: a row for each name.
var grades = KernelOf("grades", func(ctx context.Context, s *gradeSpec) (*Rows[gradeRow], error) {
	out := NewRows[gradeRow]()
	for _, name := range s.Names {
		sum := int64(0)
		for _, n := range s.Tally.Value.of[name] {
			sum += n
		}
		if sum > s.Limit {
			return nil, errors.New("names must be at most limit")
		}
		row := gradeRow{Name: name, N: sum}
		if s.Other != nil {
			row.Other = Some(s.Other.Value.Name + fmt.Sprint(s.C) + string(s.Key))
		}
		out.Add(row)
	}
	return out, ctx.Err()
})

var nothing = KernelOf("nothing", func(context.Context, *struct{}) (*Rows[gradeRow], error) { return nil, nil })

func startGrades(function, kernel, spec string, data any) (int64, error) {
	s := StartScalar([]Kernel{grades, nothing})
	c, err := s.Call(columnsOf(s.Params, list(function, kernel, spec, data)), 1)
	if err != nil {
		return 0, err
	}
	return c.Int64s[0], nil
}

// rowsOfJob waits for a job and takes its rows.
func rowsOfJob(t *testing.T, kernel int, job int64) (Column, error) {
	t.Helper()
	waitDone(t, job)
	return RowsScalars([]Kernel{grades, nothing})[kernel].Call([]Column{column(job)}, 1)
}

func TestKernel(t *testing.T) {
	start := StartScalar([]Kernel{grades, nothing})
	if !start.Volatile || start.Name != "__skyline_start" || shownType(start.Result) != "BIGINT" || len(start.Params) != 4 {
		t.Errorf("StartScalar = %+v", start)
	}
	rows := RowsScalars([]Kernel{grades, nothing})
	if rows[0].Name != "__skyline_grades_rows" || shownType(rows[0].Result) != "STRUCT(name VARCHAR, n BIGINT, other VARCHAR)[]" {
		t.Errorf("RowsScalars = %s %s", rows[0].Name, shownType(rows[0].Result))
	}
	kept, other := Keep(&tally{of: map[string][]int64{"x": {1, 2}, "y": {3}}}), Keep(&counted{Name: "o"})
	spec, err := json.Marshal(&gradeSpec{Names: []string{"y", "x"}, Limit: 5, C: json.Number("0.30")})
	if err != nil {
		t.Fatal(err)
	}
	job, err := startGrades("skyline_find", "grades", string(spec), fmt.Sprintf(`{"tally": "%d", "other": %d, "key": "aw=="}`, kept, other))
	if err != nil {
		t.Fatal(err)
	}
	if isKept(kept) || isKept(other) {
		t.Error("what the kernel has taken is still there")
	}
	c, err := rowsOfJob(t, 0, job)
	if err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(valueOf(rows[0].Result, &c, 0)); got != "[map[n:3 name:y other:o0.30k] map[n:3 name:x other:o0.30k]]" {
		t.Errorf("rows = %s", got)
	}
	// Without data, and without rows.
	job, err = startGrades("f", "nothing", "{}", nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := takeJob("skyline_grades", job); !errors.Is(err, errNoJob) {
		t.Errorf("another kernel's job = %v, want errNoJob", err)
	}
	if c, err := rowsOfJob(t, 1, job); err != nil || c.Elem.Len != 0 {
		t.Errorf("rows of nothing = %v, %v", c, err)
	}
	// An optional handle may be NULL.
	kept = Keep(newTally())
	if job, err = startGrades("f", "grades", `{"names": ["z"]}`, fmt.Sprintf(`{"tally": "%d", "other": null}`, kept)); err != nil {
		t.Fatal(err)
	}
	if c, err := rowsOfJob(t, 0, job); err != nil || !c.Elem.Fields[2].IsNull(0) {
		t.Errorf("rows = %v, %v", c, err)
	}
}

// TestKernelsShare: several kernels read what one aggregate has kept for all.
func TestKernelsShare(t *testing.T) {
	type sharedSpec struct {
		Tally  *Shared[*tally] `json:"tally"`
		Factor int64           `json:"factor"`
	}
	read := KernelOf("read", func(_ context.Context, s *sharedSpec) (*Rows[gradeRow], error) {
		out := NewRows[gradeRow]()
		out.Add(gradeRow{Name: "x", N: s.Factor * s.Tally.Value.of["x"][0]})
		return out, nil
	})
	a := KeptShared("__skyline_tally", newTally, (*tally).add, (*tally).merge)
	if len(a.Params) != 3 {
		t.Errorf("the aggregate has %d parameters behind the key, want 3: nothing sets its calls apart", len(a.Params))
	}
	state := a.New()
	if err := updateRows(t, a, state, list("f", "x", 5)); err != nil {
		t.Fatal(err)
	}
	number, err := a.Finalize(state)
	if err != nil {
		t.Fatal(err)
	}
	start := StartScalar([]Kernel{read})
	call := func(factor int, number string) (Column, error) {
		return start.Call(columnsOf(start.Params, list("f", "read", "{}", fmt.Sprintf(`{"tally": %q, "factor": %d}`, number, factor))), 1)
	}
	for factor := range 3 {
		c, err := call(factor, number)
		if err != nil {
			t.Fatal(err)
		}
		rows, err := takeJob("skyline_read", c.Int64s[0])
		if err != nil || rows.Fields[1].Int64s[0] != int64(5*factor) {
			t.Errorf("rows = %v, %v; want %d", rows, err, 5*factor)
		}
	}
	if _, err := call(1, keepText(newTally())); !errors.Is(err, ErrNotKept) {
		t.Errorf("a kernel that shares what another may take = %v, want ErrNotKept", err)
	}
}

func TestKernelFails(t *testing.T) {
	kept := Keep(&tally{of: map[string][]int64{"x": {1}}})
	job, err := startGrades("skyline_find", "grades", `{"names": ["x"]}`, fmt.Sprintf(`{"tally": "%d"}`, kept))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := rowsOfJob(t, 0, job); err == nil || err.Error() != "skyline_find: names must be at most limit" {
		t.Errorf("rows = %v", err)
	}
	panics := KernelOf("panics", func(context.Context, *struct{}) (*Rows[gradeRow], error) { panic("somebody's diagnosis") })
	named := KernelOf("named", func(context.Context, *struct{}) (*Rows[gradeRow], error) {
		return nil, errors.New("f: it has its name")
	})
	s := StartScalar([]Kernel{panics, named})
	for kernel, want := range map[string]string{"panics": "f: internal error; please report it", "named": "f: it has its name"} {
		c, err := s.Call(columnsOf(s.Params, list("f", kernel, "{}", nil)), 1)
		if err != nil {
			t.Fatal(err)
		}
		waitDone(t, c.Int64s[0])
		if _, err := takeJob("skyline_"+kernel, c.Int64s[0]); err == nil || err.Error() != want {
			t.Errorf("%s = %v, want %s", kernel, err, want)
		}
	}
}

// TestStartRefuses: whatever is wrong, nothing that was kept stays behind.
func TestStartRefuses(t *testing.T) {
	const misuse = "f: only plans of Skyline can call this"
	gone := "f: " + ErrNotKept.Error()
	for _, test := range []struct{ function, kernel, spec, data, want string }{
		{"f", "grades", `{"limit": "five"}`, `{"tally": "%d", "other": "%d"}`, misuse},
		{"f", "grades", `{}`, `{"unknown": 1, "tally": "%d", "other": "%d"}`, misuse},
		{"f", "grades", `{"names": [1, 2]}`, `{"limit": {}, "tally": "%d", "other": "%d", "limit": []}`, misuse},
		{"f", "grades", `no JSON`, `{"tally": "%d", "other": "%d"}`, misuse},
		{"f", "grades", `{} {}`, `{"tally": "%d", "other": "%d"}`, misuse},
		{"f", "grades", `[]`, `{"tally": "%d", "other": "%d"}`, misuse},
		{"f", "grades", `{"limit": 9223372036854775808}`, `{"tally": "%d", "other": "%d"}`, misuse},
		{"f", "grades", `{}`, `{"tally": {"a": [1]}, "other": "%[2]d", "limit": %[1]d}`, gone},
		{"f", "grades", `{}`, `{"tally": "1%d", "other": "%d"}`, gone},
		{"f", "grades", `{}`, `{"other": "%[2]d", "tally": null}`, gone},
		{"f", "grades", `{}`, `{"other": "%[2]d"}`, gone},
		{"f", "grades", `{}`, `{"tally": "%[2]d", "other": "%[1]d"}`, gone}, // of the other's type
		{"f", "grades", `{}`, `{"tally": "%[1]d", "other": "%[1]d"}`, "f: " + ErrUsed.Error()},
		{"f: x", "grades", `{}`, `{}`, "__skyline_start: only plans of Skyline can call this"},
		{"f", "unknown", `{}`, `{}`, misuse},
		{"f", "", ``, ``, misuse},
	} {
		kept, other := Keep(newTally()), Keep(new(counted))
		data := test.data
		if strings.Contains(data, "%") {
			data = fmt.Sprintf(data, kept, other)
			data, _, _ = strings.Cut(data, "%!(EXTRA")
		}
		_, err := startGrades(test.function, test.kernel, test.spec, data)
		if err == nil || err.Error() != test.want {
			t.Errorf("start(%s, %s, %s, %s) = %v, want %s", test.function, test.kernel, test.spec, test.data, err, test.want)
		}
		for _, handle := range []int64{kept, other} {
			if strings.Contains(data, `"`+strconv.FormatInt(handle, 10)+`"`) && isKept(handle) {
				t.Errorf("start(%s, %s) leaves a value behind", test.spec, test.data)
			}
			Drop(handle)
		}
	}
	for i, name := range []string{"function", "kernel", "spec"} {
		s := StartScalar([]Kernel{grades})
		row := list("f", "grades", "{}", nil)
		row[i] = nil
		if _, err := s.Call(columnsOf(s.Params, row), 1); err == nil || err.Error() != "__skyline_start: "+name+" must not be NULL" {
			t.Errorf("start with NULL = %v", err)
		}
	}
}

func TestKernelMisfit(t *testing.T) {
	rows := func() (*Rows[gradeRow], error) { return nil, nil }
	mustPanic(t, "kernel: the specification must be a struct", func() {
		KernelOf("kernel", func(context.Context, *string) (*Rows[gradeRow], error) { return rows() })
	})
	mustPanic(t, "Parts must not have handles in it", func() {
		KernelOf("kernel", func(context.Context, *struct{ Parts []Handle[*tally] }) (*Rows[gradeRow], error) { return rows() })
	})
	mustPanic(t, "Part must not have handles in it", func() {
		KernelOf("kernel", func(context.Context, *struct{ Part gradeBase }) (*Rows[gradeRow], error) { return rows() })
	})
	mustPanic(t, "gradeBase must not have handles in it", func() {
		KernelOf("kernel", func(context.Context, *struct{ *gradeBase }) (*Rows[gradeRow], error) { return rows() })
	})
	mustPanic(t, "must be exported", func() {
		KernelOf("kernel", func(context.Context, *struct{ hidden Handle[*tally] }) (*Rows[gradeRow], error) { return rows() })
	})
	mustPanic(t, "must be of a type that SQL has", func() {
		KernelOf("kernel", func(context.Context, *struct{}) (*Rows[struct{ A chan int }], error) { return nil, nil })
	})
	mustPanic(t, "two kernels called grades", func() { StartScalar([]Kernel{grades, nothing, grades}) })
}

// TestKernelsAtOnce: what two statements compute at once is each one's own.
func TestKernelsAtOnce(t *testing.T) {
	var wait sync.WaitGroup
	for i := range 8 {
		wait.Go(func() {
			for range 20 {
				kept := Keep(&tally{of: map[string][]int64{"x": {int64(i)}}})
				job, err := startGrades("f", "grades", `{"names": ["x"], "limit": 9}`, fmt.Sprintf(`{"tally": "%d"}`, kept))
				if err != nil {
					t.Error(err)
					return
				}
				c, err := takeJob("skyline_grades", job)
				if err != nil || c.Fields[1].Int64s[0] != int64(i) {
					t.Errorf("rows = %v, %v", c, err)
				}
			}
		})
	}
	wait.Wait()
}

func TestKeepLookDrop(t *testing.T) {
	value := newTally()
	handle := Keep(value)
	if got, err := Look[*tally](handle); got != value || err != nil {
		t.Errorf("Look = %v, %v", got, err)
	}
	if _, err := Look[*counted](handle); !errors.Is(err, ErrNotKept) {
		t.Errorf("Look for another type = %v", err)
	}
	Drop(handle)
	if _, err := Look[*tally](handle); !errors.Is(err, ErrNotKept) {
		t.Errorf("Look after Drop = %v", err)
	}
}
