package call

import (
	"reflect"
	"testing"
)

func TestLevels(t *testing.T) {
	f := &Function{Name: "f"}
	for _, test := range []struct {
		json string
		want []ColumnLevel
	}{
		{`{}`, nil},
		{`{"levels":null}`, nil},
		{`{"levels":{"zip":1,"age":0}}`, []ColumnLevel{{"zip", 1}, {"age", 0}}},
		{`{"other":{"a":[1,{"b":2}]},"levels":{"q\"x":1000,"Z":2.0,"ä":3}}`, []ColumnLevel{{`q"x`, 1000}, {"Z", 2}, {"ä", 3}}},
		{`{"levels":{"É":1,"é":2}}`, []ColumnLevel{{"É", 1}, {"é", 2}}},
	} {
		c, err := NewCall(f, test.json)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := c.Levels(); err != nil || !reflect.DeepEqual(got, test.want) {
			t.Errorf("levels of %s = %v, %v; want %v", test.json, got, err, test.want)
		}
	}
	for json, want := range map[string]string{
		`{"levels":{}}`:                `f: levels must name at least one column, such as MAP {'age': 2, 'sex': 0}`,
		`{"levels":[1]}`:               `f: levels must be a MAP or a STRUCT of columns and their levels, such as MAP {'age': 2, 'sex': 0}, got a list`,
		`{"levels":"age"}`:             `f: levels must be a MAP or a STRUCT of columns and their levels, such as MAP {'age': 2, 'sex': 0}, got 'age'`,
		`{"levels":3}`:                 `f: levels must be a MAP or a STRUCT of columns and their levels, such as MAP {'age': 2, 'sex': 0}, got 3`,
		`{"levels":{"":3}}`:            `f: levels must name columns, got an empty name`,
		`{"levels":{"age":1,"AGE":1}}`: `f: levels must not name a column twice, got "AGE"`,
		`{"levels":{"age":-1}}`:        `f: levels: the level of "age" must be a whole number from 0 to 1000, got -1`,
		`{"levels":{"age":1001}}`:      `f: levels: the level of "age" must be a whole number from 0 to 1000, got 1001`,
		`{"levels":{"age":1.5}}`:       `f: levels: the level of "age" must be a whole number from 0 to 1000, got 1.5`,
		`{"levels":{"age":NaN}}`:       `f: levels: the level of "age" must be a whole number from 0 to 1000, got 'NaN'`,
		`{"levels":{"age":null}}`:      `f: levels: the level of "age" must be a whole number from 0 to 1000, got NULL`,
		`{"levels":{"age":[1]}}`:       `f: levels: the level of "age" must be a whole number from 0 to 1000, got a list`,
	} {
		c, err := NewCall(f, json)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := c.Levels(); err == nil || err.Error() != want {
			t.Errorf("levels of %s = %v, %v; want %s", json, got, err, want)
		}
	}
}
