package recipe

import (
	"context"
	"database/sql"
	"encoding/binary"
	"maps"
	"slices"

	"skyline/engine/region"
	"skyline/sqlfuncs/release"
)

// labelGroups is a recipe of labels only, for the codes of a table: rows with the same
// labels are a group.
type labelGroups struct {
	labels [][]int32 // by column and code: the number of its label, -1 if it has none
	groups map[string]int64
}

// byLabels numbers the labels of each column, and the groups that the table has of them, in
// the order of their texts, NULL last.
func (in *applying) byLabels(ctx context.Context) (by applied, shown [][]release.ShownRegion, err error) {
	l := &labelGroups{groups: map[string]int64{}}
	names := make([][]sql.Null[string], in.columns)
	for d := range in.columns {
		var numbers []int32
		numbers, names[d] = in.recipe.column(d).numbered()
		l.labels = append(l.labels, numbers)
	}
	var key []byte
	for i := range in.coded.Counts {
		if i%placedAtOnce == 0 && ctx.Err() != nil {
			return nil, nil, ctx.Err()
		}
		var known bool
		if key, known = l.key(key[:0], in.row(i)); known {
			l.groups[string(key)] = 0
		}
	}
	shown = make([][]release.ShownRegion, in.columns)
	for d := range shown {
		shown[d] = make([]release.ShownRegion, len(l.groups))
	}
	for g, key := range slices.Sorted(maps.Keys(l.groups)) {
		l.groups[key] = int64(g)
		for d := range shown {
			shown[d][g] = asLabel(names[d][binary.BigEndian.Uint32([]byte(key[4*d:]))])
		}
	}
	return l, shown, ctx.Err()
}

// numbered returns the number of each code's label, -1 for codes that have none, and
// the labels by their numbers, in the order of their texts, NULL last.
func (c *codedColumn) numbered() (numbers []int32, labels []sql.Null[string]) {
	different := map[string]sql.Null[string]{}
	codes := int32(0)
	for i := range c.labels {
		l := &c.labels[i]
		different[labelKey(l.label)] = l.label
		codes = max(codes, l.code+1)
	}
	keys := slices.Sorted(maps.Keys(different))
	if len(keys) > 0 && keys[0] == labelKey(sql.Null[string]{}) {
		keys = append(keys[1:], keys[0])
	}
	of := map[string]int32{}
	for i, key := range keys {
		of[key] = int32(i)
		labels = append(labels, different[key])
	}
	numbers = slices.Repeat([]int32{-1}, int(codes))
	for i := range c.labels {
		numbers[c.labels[i].code] = of[labelKey(c.labels[i].label)]
	}
	return numbers, labels
}

// key appends the numbers of the labels of a row, and reports whether it has all.
func (l *labelGroups) key(key []byte, codes []int64) ([]byte, bool) {
	for d, code := range codes {
		if !l.Covers(d, int32(code)) {
			return key, false
		}
		key = binary.BigEndian.AppendUint32(key, uint32(l.labels[d][code]))
	}
	return key, true
}

// Covers implements applied.
func (l *labelGroups) Covers(d int, code int32) bool {
	return code >= 0 && int(code) < len(l.labels[d]) && l.labels[d][code] >= 0
}

// Places implements release.Placer.
func (l *labelGroups) Places(codes, groups []int64) {
	columns := len(l.labels)
	var key []byte
	for i := range groups {
		groups[i] = region.None
		var known bool
		if key, known = l.key(key[:0], codes[i*columns:(i+1)*columns]); !known {
			continue
		}
		if g, ok := l.groups[string(key)]; ok {
			groups[i] = g
		}
	}
}
