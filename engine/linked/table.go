package linked

import (
	"cmp"
	"math"
	"slices"

	"skyline/engine"
)

// Row is a row of a person: the code of its quasi-identifiers and that of its sensitive value.
type Row struct{ Item, Value int32 }

// Record is what some people have, each of them. Equal records may be given several times.
type Record struct {
	Own    int32 // the code of what is known of the person beside rows
	People int64 // from 1
	Rows   []Row // from 1; Check sorts them
}

// slot is an item of a record.
type slot struct {
	item   int32 // its rank
	copies int32 // how many rows have it
	rest   int32 // how many rows the slots behind have
	values int32 // where its values begin; those of the next slot begin where they end
}

// counted is a value and in how many rows it is.
type counted struct{ value, rows int32 }

// class is the people with equal records.
type class struct {
	own         int32
	people      int64
	rows        int32
	begin, end  int32 // its slots
	first, last int32 // its values in all rows, in table.totals
	continues   bool  // whether it has the items, and own, of the class before
}

// table is the records of all people, as the search reads them. A rank is the number of an
// item in an order in which items of few records come first.
type table struct {
	classes []class
	slots   []slot // and one more, which ends the values
	values  []counted
	totals  []counted
	items   []Row // by rank; Value is -1 where values are not known
	people  int64
	longest int32 // the most rows of a record
}

// MaxValues is how many sensitive values there may be.
const MaxValues = 1 << 24

// hidden is the value of a known row whose value is not known.
const hidden = -1

// newTable sorts records and puts equal ones together. Without values all rows have the same.
func newTable(records []Record, q *Query) (*table, error) {
	t := &table{}
	rows := 0
	for i := range records {
		r := &records[i]
		if r.People < 1 || r.People > math.MaxInt32-t.people || len(r.Rows) == 0 || len(r.Rows) > math.MaxInt32-rows {
			return nil, engine.NewParamError("linked", "records", "of at least one row and one person each, and of fewer than 2^31 rows and people in all", nil)
		}
		t.people += r.People
		rows += len(r.Rows)
		for j := range r.Rows {
			if q.Values && (r.Rows[j].Value < 0 || r.Rows[j].Value >= MaxValues) {
				return nil, engine.NewParamError("linked", "Value", "a code from 0 to 2^24 - 1", nil)
			}
		}
		if !q.Values {
			for j := range r.Rows {
				r.Rows[j].Value = 0
			}
		}
		slices.SortFunc(r.Rows, compareRows)
	}
	order := slices.Clone(records)
	slices.SortFunc(order, compareRecords)
	merged := order[:0]
	for _, r := range order {
		if last := len(merged) - 1; last >= 0 && compareRecords(merged[last], r) == 0 {
			merged[last].People += r.People
			continue
		}
		merged = append(merged, r)
	}
	ranks := t.rank(merged, q.Row)
	for i, r := range merged {
		t.add(r, ranks, q)
		t.classes[i].continues = i > 0 && sameItems(merged[i-1], r, q.Row)
	}
	t.slots = append(t.slots, slot{values: int32(len(t.values))})
	return t, nil
}

func compareRows(a, b Row) int {
	return cmp.Or(cmp.Compare(a.Item, b.Item), cmp.Compare(a.Value, b.Value))
}

// compareRecords orders records by what is known first, so that those that differ by values
// only stand one behind the other.
func compareRecords(a, b Record) int {
	return cmp.Or(
		cmp.Compare(a.Own, b.Own),
		slices.CompareFunc(a.Rows, b.Rows, func(a, b Row) int { return cmp.Compare(a.Item, b.Item) }),
		slices.CompareFunc(a.Rows, b.Rows, compareRows),
	)
}

func sameItems(a, b Record, withItem bool) bool {
	return a.Own == b.Own && slices.EqualFunc(a.Rows, b.Rows, func(a, b Row) bool { return known(a, withItem) == known(b, withItem) })
}

// known is what is known of a row.
func known(r Row, withItem bool) Row {
	if !withItem {
		r.Value = hidden
	}
	return r
}

// rank numbers the items.
func (t *table) rank(records []Record, withItem bool) map[Row]int32 {
	count := map[Row]int32{}
	for _, r := range records {
		for j, row := range r.Rows {
			if item := known(row, withItem); j == 0 || item != known(r.Rows[j-1], withItem) {
				count[item]++
			}
		}
		t.longest = max(t.longest, int32(len(r.Rows)))
	}
	t.items = make([]Row, 0, len(count))
	for item := range count {
		t.items = append(t.items, item)
	}
	slices.SortFunc(t.items, func(a, b Row) int { return cmp.Or(cmp.Compare(count[a], count[b]), compareRows(a, b)) })
	for rank, item := range t.items {
		count[item] = int32(rank)
	}
	return count
}

// add adds the class of a record, whose rows are sorted.
func (t *table) add(r Record, ranks map[Row]int32, q *Query) {
	c := class{own: r.Own, people: r.People, rows: int32(len(r.Rows)), begin: int32(len(t.slots)), first: int32(len(t.totals))}
	type ranked struct{ rank, value int32 }
	rows := make([]ranked, len(r.Rows))
	values := make([]int32, len(r.Rows))
	for i, row := range r.Rows {
		rows[i] = ranked{ranks[known(row, q.Row)], row.Value}
		values[i] = row.Value
	}
	slices.SortFunc(rows, func(a, b ranked) int { return cmp.Or(cmp.Compare(a.rank, b.rank), cmp.Compare(a.value, b.value)) })
	for i, row := range rows {
		if i == 0 || row.rank != rows[i-1].rank {
			t.slots = append(t.slots, slot{item: row.rank, values: int32(len(t.values))})
		}
		s := &t.slots[len(t.slots)-1]
		s.copies++
		s.rest = int32(len(rows) - i - 1)
		if !q.Values || q.Row || q.Only && row.value != q.Value {
			continue
		}
		if int(s.values) == len(t.values) || row.value != t.values[len(t.values)-1].value {
			t.values = append(t.values, counted{value: row.value})
		}
		t.values[len(t.values)-1].rows++
	}
	c.end = int32(len(t.slots))
	if q.Values {
		slices.Sort(values)
		for _, v := range values {
			if q.Only && v != q.Value {
				continue
			}
			if int(c.first) == len(t.totals) || v != t.totals[len(t.totals)-1].value {
				t.totals = append(t.totals, counted{value: v})
			}
			t.totals[len(t.totals)-1].rows++
		}
	}
	c.last = int32(len(t.totals))
	t.classes = append(t.classes, c)
}

// valuesOf are the values of the rows of a slot.
func (t *table) valuesOf(s int32) []counted { return t.values[t.slots[s].values:t.slots[s+1].values] }
