package cubes

import (
	"encoding/json"
	"math/big"
	"strings"

	"skyline/engine/cube/primary"
	"skyline/sqlfuncs/call"
)

// The defaults of ACRO: counts below 10 are unsafe, and sums of which two have more than 90 %, or where
// the second can bound the first to within 10 %.
const (
	// DefaultThreshold is how many people a cell has at least.
	DefaultThreshold  = 10
	defaultDominanceN = 2
	defaultDominanceK = 90
	defaultPPercent   = 10
)

// ruleMembers are the members of the parameter rules.
var ruleMembers = []string{"threshold", "zeros", "dominance", "p_percent", "pq", "group_disclosure", "difference"}

const suchRules = "a struct such as {'threshold': 10, 'dominance': [2, 90], 'p_percent': 10}"

func percentOf(p int64) primary.Share { return primary.Share{Num: p, Den: 100} }

// readCheckRules reads the parameter rules, for a table of sums or of counts.
func readCheckRules(c *call.Call, sums bool) (*primary.Rules, error) {
	r := &primary.Rules{Unit: 1}
	if c.Arguments["rules"] == nil {
		r.Threshold = DefaultThreshold
		if sums {
			r.Dominance = []primary.NK{{N: defaultDominanceN, K: percentOf(defaultDominanceK)}}
			r.P = percentOf(defaultPPercent)
		}
		return r, nil
	}
	given, ok := c.Arguments["rules"].(map[string]any)
	if !ok {
		return nil, c.Errorf("rules must be %s, got %s", suchRules, call.Show(c.Arguments["rules"]))
	}
	members, unknown := call.Lowered(given, ruleMembers...)
	if unknown != "" {
		if near := call.Nearest(unknown, ruleMembers); near != "" {
			return nil, c.Errorf("rules must be %s, got a member '%s'; did you mean '%s'?", suchRules, unknown, near)
		}
		return nil, c.Errorf("rules must be %s, got a member '%s'", suchRules, unknown)
	}
	if err := readCounts(c, r, members); err != nil {
		return nil, err
	}
	if err := readContributions(c, r, members, sums); err != nil {
		return nil, err
	}
	if r.Threshold == 0 && r.Group == 0 && r.Difference == 0 && r.Largest() == 0 {
		return nil, c.Errorf("rules must have a rule: %s", suchRules)
	}
	return r, nil
}

// readCounts reads the rules on how many people there are.
func readCounts(c *call.Call, r *primary.Rules, members map[string]any) error {
	for _, m := range []struct {
		name  string
		into  *int64
		least int64
	}{{"threshold", &r.Threshold, 1}, {"group_disclosure", &r.Group, 1}, {"difference", &r.Difference, 2}} {
		v := members[m.name]
		if v == nil {
			continue
		}
		if v == true && m.name == "group_disclosure" {
			*m.into = 2
			continue
		}
		n, ok := call.WholeOf(v)
		if !ok || n < m.least {
			return c.Errorf("rules: %s must be a whole number from %d, got %s", m.name, m.least, call.Show(v))
		}
		*m.into = n
	}
	switch v := members["zeros"]; {
	case v == nil || v == "safe":
	case v != "unsafe":
		return c.Errorf("rules: zeros must be 'safe' or 'unsafe', got %s", call.Show(v))
	case r.Threshold == 0:
		return c.Errorf("rules: zeros says whether cells of nobody break the threshold, and there is none; add 'threshold': 10")
	default:
		r.Zeros = true
	}
	return nil
}

// readContributions reads the rules on what people contribute.
func readContributions(c *call.Call, r *primary.Rules, members map[string]any, sums bool) error {
	for _, name := range []string{"dominance", "p_percent", "pq"} {
		if members[name] != nil && !sums {
			return c.Errorf("rules: %s is about contributions to a sum, and value is NULL; give value := the column that is summed, or leave %s out", name, name)
		}
	}
	var err error
	if v := members["dominance"]; v != nil {
		if r.Dominance, err = readDominance(c, v); err != nil {
			return err
		}
	}
	if v := members["p_percent"]; v != nil {
		if r.P, err = readPercent(c, "rules: p_percent", v); err != nil {
			return err
		}
	}
	if v := members["pq"]; v != nil {
		such, err := pairOf(c, "rules: pq", v, "p", "q")
		if err != nil {
			return err
		}
		for i, name := range []string{"p", "q"} {
			if r.PQ[i], err = readPercent(c, "rules: pq: "+name, such[i]); err != nil {
				return err
			}
		}
		if p, q := r.PQ[0], r.PQ[1]; p.Num*q.Den >= q.Num*p.Den {
			return c.Errorf("rules: pq: p must be below q, since everybody knows each contribution to within q %% anyhow; write {'p': 10, 'q': 50}")
		}
	}
	return nil
}

// readDominance reads one rule (n, k), or a list of several.
func readDominance(c *call.Call, v any) ([]primary.NK, error) {
	const where = "rules: dominance"
	list, ok := v.([]any)
	if !ok || len(list) == 0 {
		list = []any{v}
	} else if _, isNumber := list[0].(json.Number); isNumber {
		list = []any{v}
	}
	var all []primary.NK
	for _, element := range list {
		pair, err := pairOf(c, where, element, "n", "k")
		if err != nil {
			return nil, err
		}
		n, ok := call.WholeOf(pair[0])
		if !ok || n < 1 || n > primary.MaxN {
			return nil, c.Errorf("%s: n must be a whole number from 1 to %d, got %s", where, primary.MaxN, call.Show(pair[0]))
		}
		k, err := readPercent(c, where+": k", pair[1])
		if err != nil {
			return nil, err
		}
		all = append(all, primary.NK{N: n, K: k})
	}
	return all, nil
}

// pairOf reads [a, b] or a struct of both.
func pairOf(c *call.Call, where string, v any, a, b string) ([2]any, error) {
	switch v := v.(type) {
	case []any:
		if len(v) == 2 {
			return [2]any{v[0], v[1]}, nil
		}
	case map[string]any:
		members, unknown := call.Lowered(v, a, b)
		if unknown == "" && len(members) == 2 {
			return [2]any{members[a], members[b]}, nil
		}
	}
	return [2]any{}, c.Errorf("%s must be a pair [%s, %s] or {'%s': …, '%s': …}, got %s", where, a, b, a, b, call.Show(v))
}

// maxDigits is how long a percentage may be, as it is written.
const maxDigits = 40

// readPercent reads a percentage from 1 to 100, exactly as it is written.
func readPercent(c *call.Call, where string, v any) (primary.Share, error) {
	number, _ := v.(json.Number)
	text := number.String()
	x := new(big.Rat)
	ok := len(text) < maxDigits && !strings.ContainsAny(text, "eE") // an exponent could take all memory
	if ok {
		_, ok = x.SetString(text)
	}
	if !ok || x.Cmp(big.NewRat(1, 1)) < 0 || x.Cmp(big.NewRat(100, 1)) > 0 {
		return primary.Share{}, c.Errorf("%s must be a percentage from 1 to 100, such as 90 and not 0.9, got %s", where, call.Show(v))
	}
	x.Mul(x, big.NewRat(1, 100))
	if !x.Denom().IsInt64() || x.Denom().Int64() > primary.MaxDen {
		return primary.Share{}, c.Errorf("%s must have at most six digits behind the point, got %s", where, call.Show(v))
	}
	return primary.Share{Num: x.Num().Int64(), Den: x.Denom().Int64()}, nil
}
