package main

import (
	"debug/elf"
	"debug/macho"
	"errors"
	"fmt"
	"strings"
)

// check makes sure that a library offers the entry point, that it needs nothing of DuckDB
// but the table that it is handed, since the linker was told to let missing symbols pass,
// and, where linkers can do that, that it offers nothing else.
func check(library string) error {
	var errs error
	for _, read := range []func(string) (symbols, error){symbolsELF, symbolsMachO, symbolsPE} {
		s, err := read(library)
		if err == nil {
			return s.check()
		}
		errs = errors.Join(errs, err)
	}
	return fmt.Errorf("the library is no shared object of a known kind: %w", errs)
}

// symbols are the names that a library offers, and those that it needs. A linker that
// cannot hide the rest leaves open what else is offered.
type symbols struct {
	offered, needed []string
	open            bool
}

func (s symbols) check() error {
	for _, name := range s.needed {
		switch {
		case strings.HasPrefix(name, "duckdb_"):
			return fmt.Errorf("%s has no stub: declare it in ext/capi/duckdb.h and run go generate ./ext/loadable", name)
		case strings.HasPrefix(name, "skyline"):
			return fmt.Errorf("%s is not defined", name)
		}
	}
	found := false
	for _, name := range s.offered {
		if name == entryPoint {
			found = true
		} else if !s.open {
			return fmt.Errorf("the library exports %s, and must export %s only", name, entryPoint)
		}
	}
	if !found {
		return errors.New("the library does not export " + entryPoint)
	}
	return nil
}

// symbolsELF reads a library for Linux.
func symbolsELF(library string) (s symbols, err error) {
	file, err := elf.Open(library)
	if err != nil {
		return s, err
	}
	defer file.Close()
	all, err := file.DynamicSymbols()
	for _, symbol := range all {
		if symbol.Section == elf.SHN_UNDEF {
			s.needed = append(s.needed, symbol.Name)
		} else if elf.ST_TYPE(symbol.Info) == elf.STT_FUNC {
			s.offered = append(s.offered, symbol.Name)
		}
	}
	return s, err
}

// symbolsMachO reads a library for macOS, whose names begin with an underscore.
func symbolsMachO(library string) (symbols, error) {
	file, err := macho.Open(library)
	if err != nil {
		return symbols{}, err
	}
	defer file.Close()
	if file.Symtab == nil {
		return symbols{}, errors.New("no symbols")
	}
	const external = 1 // N_EXT
	s := symbols{open: true}
	for _, symbol := range file.Symtab.Syms {
		switch name := strings.TrimPrefix(symbol.Name, "_"); {
		case symbol.Type&external == 0:
		case symbol.Sect == 0:
			s.needed = append(s.needed, name)
		default:
			s.offered = append(s.offered, name)
		}
	}
	return s, nil
}
