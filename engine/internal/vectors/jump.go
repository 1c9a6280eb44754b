package vectors

import (
	"fmt"
	"math/big"

	files "skyline/tests/vectors"
)

// JumpSet is what the vectors say of a set of tables: their number, the largest share
// that a value has for each person, and whether the property holds.
type JumpSet struct {
	Tables int
	Shares []*big.Rat
	Holds  bool
}

// JumpCase is a table, the groups of people of each generalization, jump distances, a
// property, and what algorithms make of it. People are numbered from 0,
// generalizations from 1; 0 is nothing.
type JumpCase struct {
	Note            string
	Original        []string
	Generalizations [][][]int
	Jump            []int64
	// Distinct is the number of values that everybody must have, or 0; then Share is the
	// largest share that a value may have.
	Distinct int64
	Share    *big.Rat

	// Permutation has the permutation set of each generalization.
	Permutation []JumpSet
	Naive       struct {
		Released int
		Set      JumpSet // what remains of the permutation set; if anything is released
	}
	Safe struct {
		Released int
		Sets     []JumpSet // the disclosure sets, all until the release
	}
	Jumping struct {
		Released int
		Path     [][2]int        // the generalization; 0: its permutation set, 1: its disclosure set
		Sets     map[int]JumpSet // the disclosure sets on the path
	}
	// Misprint is what is released by Table 13 of the source as printed, with "k[i]" in
	// line 10.
	Misprint int
}

// JumpCases returns the vectors of kjump.json.
func JumpCases() ([]JumpCase, error) {
	type set struct {
		Size   int      `json:"size"`
		Shares []string `json:"max_ratio_per_person"`
		Holds  bool     `json:"p"`
	}
	var rows []struct {
		Note            string    `json:"note"`
		Original        []string  `json:"t0"`
		Generalizations [][][]int `json:"generalizations"`
		Jump            []int64   `json:"k"`
		Property        struct {
			Type  string `json:"type"`
			Param string `json:"param"`
		} `json:"property"`
		Per   []set `json:"per"`
		Naive struct {
			Disclosed int  `json:"disclosed"` // null is 0
			Set       *set `json:"ds_of_disclosed"`
		} `json:"naive"`
		Safe struct {
			Disclosed int   `json:"disclosed"`
			Sets      []set `json:"ds"`
		} `json:"safe"`
		Jumping struct {
			Disclosed int         `json:"disclosed"`
			Path      [][2]int    `json:"path"`
			Sets      map[int]set `json:"ds"`
		} `json:"jump"`
		Misprint int `json:"jump_with_table13_line10_misprint"`
	}
	const name = "kjump.json"
	if err := files.Read(name, &rows); err != nil {
		return nil, err
	}
	read := func(s set) (JumpSet, error) {
		all := JumpSet{Tables: s.Size, Holds: s.Holds}
		for _, text := range s.Shares {
			share, ok := new(big.Rat).SetString(text)
			if !ok {
				return all, fmt.Errorf("share %q is not a fraction", text)
			}
			all.Shares = append(all.Shares, share)
		}
		return all, nil
	}
	var cases []JumpCase
	for i, row := range rows {
		c := JumpCase{Note: row.Note, Original: row.Original, Generalizations: row.Generalizations, Jump: row.Jump, Misprint: row.Misprint}
		parameter, ok := new(big.Rat).SetString(row.Property.Param)
		switch {
		case ok && row.Property.Type == "ratio":
			c.Share = parameter
		case ok && row.Property.Type == "distinct" && parameter.IsInt():
			c.Distinct = parameter.Num().Int64()
		default:
			return nil, fmt.Errorf("%s: case %d: unknown property %v", name, i, row.Property)
		}
		c.Naive.Released, c.Safe.Released, c.Jumping.Released, c.Jumping.Path = row.Naive.Disclosed, row.Safe.Disclosed, row.Jumping.Disclosed, row.Jumping.Path
		c.Jumping.Sets = map[int]JumpSet{}
		var err error
		for _, s := range row.Per {
			set, failed := read(s)
			c.Permutation, err = append(c.Permutation, set), first(err, failed)
		}
		for _, s := range row.Safe.Sets {
			set, failed := read(s)
			c.Safe.Sets, err = append(c.Safe.Sets, set), first(err, failed)
		}
		for at, s := range row.Jumping.Sets {
			set, failed := read(s)
			c.Jumping.Sets[at], err = set, first(err, failed)
		}
		if row.Naive.Set != nil {
			set, failed := read(*row.Naive.Set)
			c.Naive.Set, err = set, first(err, failed)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: case %d: %w", name, i, err)
		}
		cases = append(cases, c)
	}
	return cases, nil
}

func first(a, b error) error {
	if a != nil {
		return a
	}
	return b
}
