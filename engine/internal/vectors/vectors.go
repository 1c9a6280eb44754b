package vectors

import (
	"fmt"
	"math/big"

	"skyline/engine/knowledge"
	files "skyline/tests/vectors"
)

// Group is a QI group: its number of people, and how often each sensitive value
// occurs in it.
type Group struct {
	People int            `json:"n"`
	Counts map[string]int `json:"values"`
}

// BreachCase is a release candidate, a knowledge point, and the breach
// probability there, its bounds read as "at most".
type BreachCase struct {
	Constraint        knowledge.Constraint
	Groups            []Group
	Sigma             string
	Point             knowledge.Point
	Reconstructions   int
	BreachProbability *big.Rat
}

// SkylineCase is a release candidate, a confidence threshold, and the knowledge
// skyline there in the box where l is at most MaxL.
type SkylineCase struct {
	Constraint knowledge.Constraint
	Groups     []Group
	Sigma      string
	Confidence *big.Rat
	MaxL       int64
	Skyline    []knowledge.Point
}

// Protection is a left and a right side: what a table enforces, or a privacy rule.
type Protection struct {
	LHS []string `json:"lhs"`
	RHS string   `json:"rhs"`
}

// GuardianCase is a schema of published tables, and how it stands to some rules.
type GuardianCase struct {
	Note   string `json:"note"`
	Schema []struct {
		Attributes []string    `json:"attrs"`
		Enforced   *Protection `json:"enforced"` // nil: nothing
	} `json:"schema"`
	Rules []struct {
		Protection
		Status     string `json:"status"`
		Reachable  bool   `json:"reachable"`
		Guardians  []int  `json:"guardians"`
		Candidates []struct {
			Table       int      `json:"table"`
			MustEnforce []string `json:"W"`
			IsGuardian  bool     `json:"is_guardian"`
			Reason      string   `json:"reason"`
		} `json:"candidates"`
	} `json:"rules"`
	Irreducible bool `json:"irreducible"`
	GNF         bool `json:"gnf"`
}

// GuardianCases returns the vectors of gnf.json. Numbers of tables start at 0.
func GuardianCases() ([]GuardianCase, error) {
	var cases []GuardianCase
	if err := files.Read("gnf.json", &cases); err != nil {
		return nil, err
	}
	return cases, nil
}

// DisclosureCase is a release candidate, as how often each sensitive value occurs in
// each QI group, a number of basic implications, and the maximum disclosure.
type DisclosureCase struct {
	Groups        []map[string]int
	K             int
	MaxDisclosure *big.Rat
}

// DisclosureCases returns the vectors of martin.json.
func DisclosureCases() ([]DisclosureCase, error) {
	const name = "martin.json"
	var rows []struct {
		Buckets       []map[string]int `json:"buckets"`
		K             int              `json:"k"`
		MaxDisclosure string           `json:"max_disclosure"`
	}
	if err := files.Read(name, &rows); err != nil {
		return nil, err
	}
	var cases []DisclosureCase
	for i, row := range rows {
		disclosure, ok := new(big.Rat).SetString(row.MaxDisclosure)
		if !ok {
			return nil, fmt.Errorf("%s: case %d: maximum disclosure %q is not a fraction", name, i, row.MaxDisclosure)
		}
		cases = append(cases, DisclosureCase{row.Buckets, row.K, disclosure})
	}
	return cases, nil
}

// BreachCases returns the vectors of skyline_svpi, skyline_set and
// skyline_multi.json.
func BreachCases() ([]BreachCase, error) {
	var cases []BreachCase
	for _, name := range []string{"skyline_svpi.json", "skyline_set.json", "skyline_multi.json"} {
		var rows []struct {
			Constraint      string  `json:"constraint"`
			Groups          []Group `json:"groups"`
			Sigma           string  `json:"sigma"`
			L               int64   `json:"l"`
			K               int64   `json:"k"`
			M               int64   `json:"m"`
			Reconstructions int     `json:"n_reconstructions"`
			BP              string  `json:"bp"`
		}
		if err := files.Read(name, &rows); err != nil {
			return nil, err
		}
		for i, row := range rows {
			c, err := constraint(row.Constraint)
			if err != nil {
				return nil, fmt.Errorf("%s: case %d: %w", name, i, err)
			}
			bp, ok := new(big.Rat).SetString(row.BP)
			if !ok {
				return nil, fmt.Errorf("%s: case %d: breach probability %q is not a fraction", name, i, row.BP)
			}
			cases = append(cases, BreachCase{
				Constraint:        c,
				Groups:            row.Groups,
				Sigma:             row.Sigma,
				Point:             knowledge.Point{L: row.L, K: row.K, M: row.M},
				Reconstructions:   row.Reconstructions,
				BreachProbability: bp,
			})
		}
	}
	return cases, nil
}

// SkylineCases returns the vectors of skyline_find.json.
func SkylineCases() ([]SkylineCase, error) {
	const name = "skyline_find.json"
	var rows []struct {
		Constraint string     `json:"constraint"`
		Groups     []Group    `json:"groups"`
		Sigma      string     `json:"sigma"`
		C          string     `json:"c"`
		MaxL       int64      `json:"l_cap"`
		Skyline    [][3]int64 `json:"skyline_l_capped"`
	}
	if err := files.Read(name, &rows); err != nil {
		return nil, err
	}
	var cases []SkylineCase
	for i, row := range rows {
		c, err := constraint(row.Constraint)
		if err != nil {
			return nil, fmt.Errorf("%s: case %d: %w", name, i, err)
		}
		conf, ok := new(big.Rat).SetString(row.C)
		if !ok {
			return nil, fmt.Errorf("%s: case %d: confidence threshold %q is not a fraction", name, i, row.C)
		}
		var skyline []knowledge.Point
		for _, p := range row.Skyline {
			skyline = append(skyline, knowledge.Point{L: p[0], K: p[1], M: p[2]})
		}
		cases = append(cases, SkylineCase{
			Constraint: c,
			Groups:     row.Groups,
			Sigma:      row.Sigma,
			Confidence: conf,
			MaxL:       row.MaxL,
			Skyline:    skyline,
		})
	}
	return cases, nil
}

// constraint parses the name of an integrity constraint in the vectors.
func constraint(name string) (knowledge.Constraint, error) {
	switch name {
	case "SVPI":
		return knowledge.SVPI, nil
	case "SET":
		return knowledge.Set, nil
	case "MULTI":
		return knowledge.Multiset, nil
	}
	return 0, fmt.Errorf("unknown constraint %q", name)
}
