package utility

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"skyline/engine/utility"
	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/oldpeople"
	"skyline/sqlfuncs/oldtext"
)

// The parameters of __skyline_utility_start, in this order.
const (
	utilityNames = iota
	utilityQI
	utilitySensitive
	utilityTarget
	utilitySeed
	utilityFacts                           // six lists
	utilityHierarchies = utilityFacts + 6  // four lists
	utilityOriginal    = utilityFacts + 10 // codes, n
	utilityRelease     = utilityFacts + 12 // codes, n, groups
	utilityTest        = utilityFacts + 15 // codes, n
)

var utilityFields = []host.Field{
	{Name: "i", Type: host.Type{Kind: host.Bigint}}, {Name: "measure", Type: host.Type{Kind: host.Varchar}}, {Name: "attribute", Type: host.Type{Kind: host.Varchar}}, {Name: "value", Type: host.Type{Kind: host.Double}},
}

func utilityScalars() []host.Scalar {
	number, text := host.Type{Kind: host.Bigint}, host.Type{Kind: host.Varchar}
	numbers, texts := host.ListOf(number), host.ListOf(text)
	params := []host.Type{
		texts, number,
		{Kind: host.Boolean},
		{Kind: host.Boolean},
		number,
		numbers, numbers, numbers, numbers, host.ListOf(host.Type{Kind: host.Double}), texts,
		numbers, numbers, texts, texts,
		numbers, numbers, numbers, numbers, numbers, numbers, numbers,
	}
	return host.KernelScalars("skyline_utility", utilityName, params, utilityFields, func(args []host.Column, row int) (host.Run, error) {
		k, err := readUtility(args, row)
		if err != nil {
			return nil, err
		}
		return k.run, nil
	})
}

// utilityKernel is what the job of a call works on.
type utilityKernel struct {
	names             []string
	layout            utility.Layout
	seed              uint64
	columns           []utility.Column
	original, release utility.Cells
	test              *utility.Cells
	out               *host.RowBuilder
}

var errUtilityArguments = errors.New("__skyline_utility_start: the arguments must be those of a plan")

// readUtility copies the arguments of a row. Whatever points outside is found
// here or by utility.New.
func readUtility(args []host.Column, row int) (*utilityKernel, error) {
	for i := range utilityFacts {
		if args[i].IsNull(row) {
			return nil, errUtilityArguments
		}
	}
	k := &utilityKernel{
		names: host.TextsOf(&args[utilityNames], row),
		layout: utility.Layout{
			QI:           int(args[utilityQI].Int64s[row]),
			HasSensitive: args[utilitySensitive].Bools[row],
			HasTarget:    args[utilityTarget].Bools[row],
		},
		seed: uint64(args[utilitySeed].Int64s[row]),
	}
	if k.layout.QI < 1 || k.layout.QI > len(k.names) {
		return nil, errUtilityArguments
	}
	k.columns = make([]utility.Column, len(k.names))
	if err := k.readFacts(args[utilityFacts:], row); err != nil {
		return nil, err
	}
	if err := k.readHierarchies(args[utilityHierarchies:], row); err != nil {
		return nil, err
	}
	var err error
	if k.original, err = k.readCells(args[utilityOriginal:], row); err != nil {
		return nil, err
	}
	if k.release, err = k.readCells(args[utilityRelease:], row); err != nil {
		return nil, err
	}
	if groups := &args[utilityRelease+2]; !groups.IsNull(row) {
		k.release.Groups = slices.Clone(numbersOf(groups, row))
	}
	if !args[utilityTest+1].IsNull(row) {
		test, err := k.readCells(args[utilityTest:], row)
		if err != nil {
			return nil, err
		}
		k.test = &test
	}
	return k, nil
}

// numbersOf returns a view of a list, nil for NULL and for one with NULL in it.
func numbersOf(c *host.Column, row int) []int64 {
	begin, end := c.ListRange(row)
	if c.IsNull(row) || c.Elem.Null != nil && slices.Contains(c.Elem.Null[begin:end], true) {
		return nil
	}
	return c.Elem.Int64s[begin:end]
}

// readFacts reads the values and labels of all columns.
func (k *utilityKernel) readFacts(args []host.Column, row int) error {
	column, kind, code := numbersOf(&args[0], row), numbersOf(&args[1], row), numbersOf(&args[2], row)
	texts := host.TextsOf(&args[5], row)
	n := len(column)
	begins := make([]int, 6)
	for i := range begins {
		begin, end := args[i].ListRange(row)
		if end-begin != n {
			return errUtilityArguments
		}
		begins[i] = begin
	}
	if len(kind) != n || len(code) != n || len(texts) != n {
		return errUtilityArguments
	}
	// Where there are how many.
	for i := range column {
		if column[i] < 0 || column[i] >= int64(len(k.columns)) || code[i] < 0 || code[i] >= int64(n) {
			return errUtilityArguments
		}
		c := &k.columns[column[i]]
		switch kind[i] {
		case factValue:
			c.Values = append(c.Values, utility.Value{})
		case factLabel:
			c.Labels = append(c.Labels, utility.Label{})
		}
	}
	for i := range column {
		c := &k.columns[column[i]]
		limit := len(c.Labels)
		if kind[i] == factValue {
			limit = len(c.Values)
		}
		if code[i] >= int64(limit) {
			return errUtilityArguments
		}
		rank, rankNull := args[3].Elem.Int64s[begins[3]+i], args[3].Elem.IsNull(begins[3]+i)
		place := args[4].Elem.Float64s[begins[4]+i]
		if args[4].Elem.IsNull(begins[4] + i) {
			place = math.NaN()
		}
		isNull := args[5].Elem.IsNull(begins[5] + i)
		switch kind[i] {
		case factValue:
			c.Values[code[i]] = utility.Value{Text: texts[i], Null: isNull, Rank: rank, Position: place}
		case factLabel:
			l := &c.Labels[code[i]]
			l.Text, l.Null, l.Position, l.OrNull = texts[i], isNull, place, strings.HasSuffix(texts[i], " or NULL")
			if !rankNull {
				l.Rank = &rank
			}
		case factLow:
			c.Labels[code[i]].Low = &utility.End{Rank: rank, Position: place}
		case factHigh:
			c.Labels[code[i]].High = &utility.End{Rank: rank, Position: place}
		default:
			return errUtilityArguments
		}
	}
	return nil
}

func (k *utilityKernel) readHierarchies(args []host.Column, row int) error {
	column, level := numbersOf(&args[0], row), numbersOf(&args[1], row)
	values, labels := host.TextsOf(&args[2], row), host.TextsOf(&args[3], row)
	if len(level) != len(column) || len(values) != len(column) || len(labels) != len(column) {
		return errUtilityArguments
	}
	begin, _ := args[2].ListRange(row)
	for i := range column {
		if column[i] < 0 || column[i] >= int64(k.layout.QI) {
			return errUtilityArguments
		}
		switch {
		case level[i] < 0 || level[i] > maxLevel:
			return fmt.Errorf("%s: hierarchies must have levels from 0 to %d", utilityName, maxLevel)
		case level[i] == 0:
			continue // the value itself
		}
		c := &k.columns[column[i]]
		c.Hierarchy = append(c.Hierarchy, utility.Node{
			Value: values[i], Null: args[2].Elem.IsNull(begin + i), Level: int(level[i]), Label: labels[i],
		})
	}
	return nil
}

// maxLevel is the highest level of a hierarchy that makes sense.
const maxLevel = 1_000_000

// readCells reads codes, one column behind the other, and counts.
func (k *utilityKernel) readCells(args []host.Column, row int) (utility.Cells, error) {
	codes, n := numbersOf(&args[0], row), numbersOf(&args[1], row)
	if len(codes) != len(n)*len(k.columns) {
		return utility.Cells{}, errUtilityArguments
	}
	cells := utility.Cells{N: slices.Clone(n), Codes: make([][]int32, len(k.columns))}
	for c := range cells.Codes {
		cells.Codes[c] = make([]int32, len(n))
		for i, code := range codes[c*len(n) : (c+1)*len(n)] {
			if code < 0 || code > math.MaxInt32 {
				return utility.Cells{}, errUtilityArguments
			}
			cells.Codes[c][i] = int32(code)
		}
	}
	return cells, nil
}

// run computes the measures.
func (k *utilityKernel) run(ctx context.Context) (host.Column, error) {
	r, err := utility.New(k.layout, k.columns, k.original, k.release)
	if err != nil {
		return host.Column{}, k.explain(err)
	}
	k.out = host.NewRowBuilder(utilityFields)
	sizes := r.Sizes()
	k.add("groups", "", float64(sizes.Groups))
	k.add("suppressed", "", float64(sizes.Suppressed))
	k.add("average_group_size", "", sizes.Average)
	k.add("discernibility", "", sizes.Discernibility)
	k.addLosses(r)
	if k.layout.HasSensitive {
		divergence, err := r.Divergence(ctx)
		if err != nil {
			return host.Column{}, k.explain(err)
		}
		k.add("kl_divergence", "", divergence)
	}
	if k.layout.HasTarget {
		accuracy, err := r.Accuracy(ctx, k.test, k.seed)
		if err != nil {
			return host.Column{}, k.explain(err)
		}
		k.add("classification_accuracy", "", accuracy.Release)
		k.add("classification_accuracy_original", "", accuracy.Original)
		k.add("classification_accuracy_baseline", "", accuracy.Baseline)
	}
	return k.out.Column(), nil
}

// addLosses adds the measures that every quasi-identifier has, and their averages.
func (k *utilityKernel) addLosses(r *utility.Release) {
	for _, measure := range []struct {
		name  string
		value func(utility.Loss) float64
		all   bool // columns without a hierarchy too
	}{
		{"ncp", func(l utility.Loss) float64 { return l.NCP }, true},
		{"generalized_information_loss", func(l utility.Loss) float64 { return l.Generalized }, true},
		{"precision", func(l utility.Loss) float64 { return l.Precision }, false},
	} {
		sum, n := 0.0, 0
		for i, name := range k.names[:k.layout.QI] {
			loss := r.Loss(i)
			if measure.all || loss.HasHierarchy {
				value := measure.value(loss)
				k.add(measure.name, name, value)
				sum += value
				n++
			}
		}
		if n > 0 {
			k.add(measure.name, "", sum/float64(n))
		}
	}
}

// add adds a row of the result; "" is no attribute, and what is not finite NULL.
func (k *utilityKernel) add(measure, attribute string, value float64) {
	k.out.Int64(0, int64(k.out.Rows))
	k.out.Text(1, measure, false)
	k.out.Text(2, attribute, attribute == "")
	if math.IsNaN(value) || math.IsInf(value, 0) {
		k.out.Null(3)
	} else {
		k.out.Float64(3, value)
	}
	k.out.Row()
}

// explain turns the engine's errors into ones for the user.
func (k *utilityKernel) explain(err error) error {
	var unknown *utility.UnknownLabelError
	var uncovered *utility.UncoveredError
	name := utilityName
	switch {
	case errors.As(err, &unknown) && unknown.Column < k.layout.QI:
		return fmt.Errorf("%s: release must have values of the original or labels of them in column %s, and the number of different ones that are neither is %d; give their hierarchy in hierarchies, or write them as [low, high], {a, b} or *",
			name, oldtext.QuoteIdentifier(k.names[unknown.Column]), unknown.Labels)
	case errors.As(err, &unknown):
		return fmt.Errorf("%s: release must have values of the original in column %s, and the number of different others is %d; leave the column out of the call, or filter such rows in a query given as release",
			name, oldtext.QuoteIdentifier(k.names[unknown.Column]), unknown.Labels)
	case errors.As(err, &uncovered):
		return fmt.Errorf("%s: release must have a row whose labels contain the values of each person of the original as long as nobody is suppressed, and the number of people without one is %d; give the table that the release was made of as original",
			name, uncovered.People)
	case errors.Is(err, utility.ErrMorePeople):
		return fmt.Errorf("%s: release must have at most as many people as original; give the table that it was made of", name)
	case errors.Is(err, utility.ErrTooManyPeople):
		return fmt.Errorf("%s: %s", name, call.TooManyPeople("a table"))
	}
	return oldpeople.Explain(name, err)
}
