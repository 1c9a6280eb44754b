package page

// Report is what a page tells. Texts are plain; whatever they contain, none of it is taken
// for markup.
type Report struct {
	Title   string
	Outcome Outcome
	Heading string   // the verdict in a few words
	Verdict []string // and in sentences
	// Facts are what was released, as pairs of a name and a text: people, rows, columns.
	Facts   []Fact
	Columns []Column
	// Plan is what is known of the plan, in sentences; Setting what it says about the release, and
	// Treatments of each column of the original. All are empty where the report has no plan.
	Plan         []string
	Setting      []Stated
	Treatments   []Treatment
	Requirements []Requirement
	// Cells are those of a table of counts or sums that do not show their true numbers; MoreCells says how many
	// more there are.
	Cells     []Cell
	MoreCells string
	// Worst is the worst case told as a story, a paragraph each.
	Worst    []string
	Evidence []Evidence
	Attacks  []Attack
	// About is what Surface and Skyline are about, such as a sensitive value; "" for no words
	// about it.
	About string
	// Surface has, for each amount l of knowledge about the target, how sure an adversary can
	// become by the number k of other people they know; Limit is the confidence threshold.
	Surface []Curve
	Limit   float64
	// Skyline has, for each l, the largest pairs of k and m that the release withstands.
	Skyline []Stairs
	// Groups has how many groups there are of each size, GroupsBefore the same of the original;
	// none where it was not at hand.
	Groups, GroupsBefore []GroupSize
	// Smallest is the smallest group that is allowed, 0 for none.
	Smallest int64
	Losses   []Loss
	// Prices are what stronger and weaker requirements cost; none where the original was not at hand.
	Prices []Price
	// NoPrices says why there are none; "" where nobody asked for them.
	NoPrices string
	// Made says how the release was made, such as a statement; "" where nobody said it.
	Made string
	// Checks are statements by which it can be computed again; ChecksLack says what has to be
	// filled in, "" for nothing.
	Checks     []string
	ChecksLack string
	NotCovered []string
	Versions   []Fact // and fingerprints
}

// Outcome is what a verdict comes to.
type Outcome int

// The outcomes.
const (
	NothingAsked Outcome = iota // nothing was required
	Holds
	LimitsExceeded // all requirements hold, and limits that nobody required do not
	NotMet
)

// outcomeOf is that of what must hold; nil: nothing was required.
func outcomeOf(holds *bool) Outcome {
	switch {
	case holds == nil:
		return NothingAsked
	case *holds:
		return Holds
	}
	return NotMet
}

// Fact is a named text.
type Fact struct{ Name, Text string }

// Column is a column of the release.
type Column struct{ Name, Type, Role string }

// Requirement is one that was asked for.
type Requirement struct {
	Rule, Required, Achieved string
	Holds                    *bool // nil: nothing was required
	Meaning                  string
}

// Evidence is a measure, beside a threshold where there is one. Criterion is singling_out,
// linkability, inference or utility, with _ or a blank; others come behind these.
type Evidence struct {
	Criterion, Measure, Value, Threshold string
	Holds                                *bool
	Meaning                              string
}

// Curve is a line of the breach surface: Breach[k] for k = 0, 1, …, in [0, 1], NaN where it is
// not known. The first eight are drawn; a name of up to 18 letters stands beside its curve,
// with longer ones all have letters. So it is with Stairs.
type Curve struct {
	Name   string
	Breach []float64
}

// Stairs is the knowledge skyline for one l: its maximal points, by ascending K; none where
// nothing is withstood.
type Stairs struct {
	Name string
	K, M []int64
}

// GroupSize says how many groups have so many people.
type GroupSize struct{ People, Groups int64 }

// Loss is what a column lost: how many people have each of its values, in their order, before
// and after, and the labels after it if they may be shown.
type Loss struct {
	Name          string
	Share         float64 // 0: every value is exact, 1: nothing is left; NaN: not known
	Before, After Values
	Labels        []string // as many as After.People, or none
}

// Values are the different values of a column: how many there are, and how many people have
// each, or the most frequent one of several beside each other.
type Values struct {
	Different int64
	People    []int64
}
