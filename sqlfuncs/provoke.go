//go:build provoke

package sqlfuncs

import (
	"context"
	"errors"
	"strings"
	"unsafe"

	"skyline/sqlfuncs/host"
)

// A build with the tag provoke has functions that panic, in each kind of
// callback and in each way that can be recovered from, so that tests can show
// that no panic reaches a host. tests/sql/provoke calls them.
func init() {
	varchar := []host.Type{{Kind: host.Varchar}}
	provokeScalars = []host.Scalar{
		{
			Name: "__skyline_provoke", Params: varchar, Result: host.Type{Kind: host.Varchar}, Volatile: true,
			Call: func(args []host.Column, rows int) (host.Column, error) {
				panicWith(args[0].Strings[0])
				return host.Column{}, errors.New("__skyline_provoke: there is no such panic")
			},
		},
	}
	provokeScalars = append(provokeScalars, host.KernelScalars("skyline_provoke", "__skyline_provoke_start", varchar, []host.Field{{Name: "x", Type: host.Type{Kind: host.Bigint}}},
		func(args []host.Column, row int) (host.Run, error) {
			kind := strings.Clone(args[0].Strings[row])
			return func(context.Context) (host.Column, error) {
				panicWith(kind)
				return host.Column{}, nil
			}, nil
		})...)
	for _, at := range []string{"new", "update", "combine", "finalize"} {
		provokeAggregates = append(provokeAggregates, provokeAggregate(at))
	}
}

// provokeAggregate returns __skyline_provoke_<at>(key, kind), which panics in
// one of its callbacks, and otherwise returns the kind.
func provokeAggregate(at string) host.Aggregate {
	maybe := func(here, kind string) {
		if here == at {
			panicWith(kind)
		}
	}
	return host.Aggregate{
		Name: "__skyline_provoke_" + at, Params: []host.Type{{Kind: host.Varchar}}, Result: host.Type{Kind: host.Varchar},
		New: func() any {
			maybe("new", "index")
			return new(string)
		},
		Update: func(state any, args []host.Column, begin, end int) error {
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
