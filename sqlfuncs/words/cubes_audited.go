package words

// AuditedCell is what everybody can compute of a cell of a published table.
type AuditedCell struct {
	Kind           string // masked, rounded, noisy or absent
	Least, Largest string // numbers; "" where there is no bound
	Exact, Safe    bool
	Steps          int64 // how many published numbers it follows from by adding and subtracting, 0 where it does not
	NoTotals       bool  // the tables have nothing that is the sum of other cells
}

// Meaning says it.
func (c *AuditedCell) Meaning() string {
	cell := "this " + c.Kind + " cell"
	if c.Least == c.Largest && c.Least != "" {
		text := "Everybody can compute " + cell + ": it is " + c.Least
		switch {
		case c.Steps > 1:
			text += ", which follows from " + Whole(c.Steps) + " published numbers"
		case c.Steps == 1:
			text += ", which another cell shows"
		default:
			text += ", since no other number agrees with what is published"
		}
		return text + "."
	}
	text := capital(cell) + " is " + c.between() + ", as far as anybody can compute."
	switch {
	case !c.Exact:
		text += " Not all was computed: it may be known better, and counts as unsafe."
	case !c.Safe:
		text += " That is less than is required."
	case c.NoTotals:
		text += " No row is taken for a total; if some are, say which by total or grouping_column."
	}
	return text
}

func (c *AuditedCell) between() string {
	switch {
	case c.Least == "" && c.Largest == "":
		return "any number"
	case c.Least == "":
		return "at most " + c.Largest
	case c.Largest == "":
		return "at least " + c.Least
	}
	return "from " + c.Least + " to " + c.Largest
}

// MaskedTogether says that the masked cells of a line are, together, as few as one that is masked.
func MaskedTogether(cells int64, sum string) string {
	return "Everybody can compute that the " + Whole(cells) + " masked cells of this line are " + sum + " together. A single cell of " + sum + " would be unsafe."
}
