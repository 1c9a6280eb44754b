//go:build provoke

package sqlfuncs

import (
	"context"
	"errors"
	"unsafe"

	"skyline/sqlfuncs/host"
)

// A build with the tag provoke has functions that panic, in each kind of
// callback and in each way that can be recovered from, so that tests can show
// that no panic reaches a host. tests/sql/provoke calls them.
func init() {
	provokeScalars = []host.Scalar{host.VolatileOf("__skyline_provoke", func(a *provokeArgs) (string, error) {
		panicWith(a.Kind)
		return "", errors.New("__skyline_provoke: there is no such panic")
	})}
	provokeKernels = []host.Kernel{host.KernelOf("provoke", func(_ context.Context, a *provokeArgs) (*host.Rows[provokeArgs], error) {
		panicWith(a.Kind)
		return nil, nil
	})}
	for _, at := range []string{"new", "update", "combine", "finalize"} {
		provokeAggregates = append(provokeAggregates, provokeAggregate(at))
	}
}

// provokeArgs say how to panic.
type provokeArgs struct {
	Kind string `json:"kind"`
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
	unmapped uintptr = 0x8000
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
