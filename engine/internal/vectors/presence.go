package vectors

import (
	"fmt"
	"math/big"

	files "skyline/tests/vectors"
)

// PresenceCase is a projected set, as the likelihoods of its people, with so many of them
// present; its existence probabilities, bounds of them, and whether it is present
// within two deltas. Numbers that are not defined are nil.
type PresenceCase struct {
	Likelihoods []*big.Rat
	Present     int64
	Existence   []*big.Rat // nil: fewer than Present likelihoods are positive
	Low, High   *big.Rat   // of Existence
	// Down and Up are the boundary sets of likelihoods, BoundLow and BoundHigh the
	// existence probabilities of the one person who is apart in them.
	Down, Up            []*big.Rat
	BoundLow, BoundHigh *big.Rat
	// Delta are the bounds that Holds and Certified are for: as in Definition 3, and by
	// the boundary sets alone (nil: not defined), both inclusive. Strict and
	// CertifiedStrict are what Algorithms 2 and 3 say as printed.
	Delta           [2]*big.Rat
	Holds, Strict   bool
	Certified       *bool
	CertifiedStrict *bool
}

// PresenceCases returns the vectors of presence.json.
func PresenceCases() ([]PresenceCase, error) {
	var rows []struct {
		Likelihoods     []string `json:"likelihoods"`
		Present         int64    `json:"n1"`
		Existence       []string `json:"ex"`
		Low             *string  `json:"ex_min"`
		High            *string  `json:"ex_max"`
		Down            []string `json:"P_down"`
		Up              []string `json:"P_up"`
		BoundLow        *string  `json:"ex_down_min"`
		BoundHigh       *string  `json:"ex_up_max"`
		Delta           []string `json:"delta"`
		Holds           bool     `json:"present_def3_inclusive"`
		Strict          bool     `json:"present_alg2_as_printed"`
		Certified       *bool    `json:"ppalm_sufficient_inclusive"`
		CertifiedStrict *bool    `json:"ppalm_alg3_as_printed"`
	}
	const name = "presence.json"
	if err := files.Read(name, &rows); err != nil {
		return nil, err
	}
	var failed error
	one := func(text *string) *big.Rat {
		if text == nil {
			return nil
		}
		value, ok := new(big.Rat).SetString(*text)
		if !ok {
			failed = fmt.Errorf("%s: %q is not a fraction", name, *text)
		}
		return value
	}
	all := func(texts []string) []*big.Rat {
		var values []*big.Rat
		for _, text := range texts {
			values = append(values, one(&text))
		}
		return values
	}
	var cases []PresenceCase
	for _, r := range rows {
		c := PresenceCase{
			Likelihoods: all(r.Likelihoods), Present: r.Present, Existence: all(r.Existence),
			Low: one(r.Low), High: one(r.High), Down: all(r.Down), Up: all(r.Up),
			BoundLow: one(r.BoundLow), BoundHigh: one(r.BoundHigh),
			Holds: r.Holds, Strict: r.Strict, Certified: r.Certified, CertifiedStrict: r.CertifiedStrict,
		}
		copy(c.Delta[:], all(r.Delta))
		cases = append(cases, c)
	}
	return cases, failed
}
