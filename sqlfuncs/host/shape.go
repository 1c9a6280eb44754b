package host

import (
	"database/sql"
	"fmt"
	"reflect"
	"strings"
	"unicode"
)

// What crosses the boundary is written down once, as a Go struct: the arguments of a
// function, the rows of a result. What SQL sees of it follows from the struct's fields, in
// their order. It is worked out when a function is registered; a type that does not fit
// panics there. With each value no reflection is needed any more: fields are found by
// their offsets.
//
//	Go                          SQL
//	bool                        BOOLEAN
//	int64, int, int32           BIGINT
//	float64                     DOUBLE
//	string                      VARCHAR
//	Bytes                       BLOB
//	sql.Null[T] of these        the same, and NULL
//	[]T of all these            LIST
//	a struct, []struct          STRUCT, LIST(STRUCT), in results only
//
// Types with another name count as what they are made of. A field is called by its tag
// `sql:"name"`, or else by its own name in snake case; `sql:"-"` leaves it out. The
// fields of an embedded struct stand in its place. Options follow the name:
//
//	nan=null    of a float64: NaN stands for NULL
//	nil=null    of a slice: nil stands for NULL; it is not the empty list
//
// Without either, and outside of sql.Null, NULL is an error in an argument and cannot be
// in a result.

// Bytes is the Go type of a BLOB.
type Bytes string

// Some returns a value that is not NULL.
func Some[T any](v T) sql.Null[T] { return sql.Null[T]{V: v, Valid: true} }

// member is a field of a struct that crosses the boundary, or an element of a list.
type member struct {
	name    string
	at      uintptr // its offset
	goType  reflect.Type
	nanNull bool
	nilNull bool
}

// membersOf returns the members of a struct. what says in panics what it is for.
func membersOf(what string, t reflect.Type) []member {
	if t.Kind() != reflect.Struct {
		panic(fmt.Sprintf("%s: %v must be a struct", what, t))
	}
	members := appendMembers(nil, what, t, 0)
	names := map[string]bool{}
	for _, m := range members {
		// DuckDB does not tell names apart by case.
		name := strings.ToLower(m.name)
		if names[name] {
			panic(fmt.Sprintf("%s: %v must not have two fields called %s", what, t, m.name))
		}
		names[name] = true
	}
	return members
}

func appendMembers(to []member, what string, t reflect.Type, at uintptr) []member {
	for f := range t.Fields() {
		tag, tagged := f.Tag.Lookup("sql")
		if f.Anonymous && !tagged {
			if f.Type.Kind() != reflect.Struct {
				panic(fmt.Sprintf("%s: %v must embed structs only, and embeds %v", what, t, f.Type))
			}
			to = appendMembers(to, what, f.Type, at+f.Offset)
			continue
		}
		name, options, _ := strings.Cut(tag, ",")
		switch name {
		case "-":
			continue
		case "":
			name = snakeCase(f.Name)
		}
		m := member{name: name, at: at + f.Offset, goType: f.Type}
		for option := range strings.SplitSeq(options, ",") {
			switch {
			case option == "":
			case option == "nan=null" && f.Type.Kind() == reflect.Float64:
				m.nanNull = true
			case option == "nil=null" && f.Type.Kind() == reflect.Slice:
				m.nilNull = true
			default:
				panic(fmt.Sprintf("%s: %v.%s must have options that a %v can have, got %s", what, t, f.Name, f.Type, option))
			}
		}
		to = append(to, m)
	}
	return to
}

// snakeCase writes KnownGroup as known_group, and QIGroup as qi_group.
func snakeCase(name string) string {
	var b strings.Builder
	runes := []rune(name)
	for i, r := range runes {
		if i > 0 && unicode.IsUpper(r) && (!unicode.IsUpper(runes[i-1]) || i+1 < len(runes) && unicode.IsLower(runes[i+1])) {
			b.WriteByte('_')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}

var bytesType = reflect.TypeFor[Bytes]()

// plainKind returns the SQL type of a Go type without members.
func plainKind(t reflect.Type) (Kind, bool) {
	switch t.Kind() {
	case reflect.Bool:
		return Boolean, true
	case reflect.Int64, reflect.Int, reflect.Int32:
		return Bigint, true
	case reflect.Float64:
		return Double, true
	case reflect.String:
		if t == bytesType {
			return Blob, true
		}
		return Varchar, true
	default:
		return 0, false
	}
}

// nullOf returns what a sql.Null holds, in front, and where it says whether it does.
func nullOf(t reflect.Type) (value reflect.Type, valid uintptr, ok bool) {
	if t.PkgPath() != "database/sql" || !strings.HasPrefix(t.Name(), "Null[") {
		return nil, 0, false
	}
	return t.Field(0).Type, t.Field(1).Offset, true
}

// panicType says that a type cannot cross the boundary.
func panicType(what, name string, t reflect.Type) {
	panic(fmt.Sprintf("%s: %s must be of a type that SQL has (see Bytes for blobs), got %v", what, name, t))
}
