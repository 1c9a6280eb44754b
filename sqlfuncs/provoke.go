//go:build provoke

package sqlfuncs

import (
	"context"
	"errors"
	"strings"
	"unsafe"
)

// A build with the tag provoke has functions that panic, in each kind of
// callback and in each way that can be recovered from, so that tests can show
// that no panic reaches a host. tests/sql/provoke calls them.
func init() {
	varchar := []Type{{Kind: Varchar}}
	provokeScalars = []Scalar{
		{
			Name: "__skyline_provoke", Params: varchar, Result: Type{Kind: Varchar}, Volatile: true,
			Call: func(args []Column, rows int) (Column, error) {
				panicWith(args[0].Strings[0])
				return Column{}, errors.New("__skyline_provoke: there is no such panic")
			},
		},
	}
	provokeScalars = append(provokeScalars, kernelScalars("skyline_provoke", "__skyline_provoke_start", varchar, []Field{{Name: "x", Type: Type{Kind: Bigint}}},
		func(args []Column, row int) (run, error) {
			kind := strings.Clone(args[0].Strings[row])
			return func(context.Context) (Column, error) {
				panicWith(kind)
				return Column{}, nil
			}, nil
		})...)
	for _, at := range []string{"new", "update", "combine", "finalize"} {
		provokeAggregates = append(provokeAggregates, provokeAggregate(at))
	}
}

// provokeAggregate returns __skyline_provoke_<at>(key, kind), which panics in
// one of its callbacks, and otherwise returns the kind.
func provokeAggregate(at string) Aggregate {
	maybe := func(here, kind string) {
		if here == at {
			panicWith(kind)
		}
	}
	return Aggregate{
		Name: "__skyline_provoke_" + at, Params: []Type{{Kind: Varchar}}, Result: Type{Kind: Varchar},
		New: func() any {
			maybe("new", "index")
			return new(string)
		},
		Update: func(state any, args []Column, begin, end int) error {
			for row := begin; row < end; row++ {
				*state.(*string) = args[0].Strings[row]
				maybe("update", args[0].Strings[row])
			}
			return nil
		},
		Combine: func(target, source any) error {
			kind := *source.(*string)
			maybe("combine", kind)
			*target.(*string) = kind
			return nil
		},
		Finalize: func(state any) (string, error) {
			maybe("finalize", *state.(*string))
			return *state.(*string), nil
		},
	}
}

// unmapped is an address that no process has memory at; sink makes a read of it
// one that is not optimised away.
var (
	unmapped uintptr = 0xdead000
	sink     byte
)

func panicWith(kind string) {
	switch kind {
	case "index":
		var empty []int
		_ = empty[len(kind)]
	case "nil":
		var none map[string]int
		none[kind] = 1
	case "memory":
		sink = *(*byte)(unsafe.Add(nil, unmapped))
	case "value":
		panic("a secret value")
	case "error":
		panic(errors.New("a secret error"))
	}
}
