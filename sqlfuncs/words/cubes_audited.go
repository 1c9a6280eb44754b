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

// Number says between what numbers it is.
func (c *AuditedCell) Number() string {
	if c.Least != "" && c.Least == c.Largest {
		return c.Least
	}
	return c.between()
}

// CellFinding says how many cells of a published table can be computed too closely, have another number than the
// microdata, or are shown though they break a rule.
func CellFinding(follow, numbers bool, cells int64) string {
	switch {
	case follow && cells == 0:
		return "Nobody can compute a cell more closely than allowed."
	case follow:
		return "Everybody can compute " + Count(cells, "cell", "cells") + " more closely than allowed."
	case numbers && cells == 0:
		return "Every number that is shown is that of the microdata."
	case numbers:
		return Count(cells, "number is", "numbers are") + " not those of the microdata."
	case cells == 0:
		return "No cell is shown that breaks this rule."
	}
	return Count(cells, "cell that breaks this rule is", "cells that break this rule are") + " shown."
}

// MaskedCells says why cells have no number.
func MaskedCells(primary, secondary int64) string {
	if primary+secondary == 0 {
		return "Every cell shows a number."
	}
	return Count(primary+secondary, "cell has", "cells have") + " no number: " + Count(primary, "breaks a rule", "break a rule") + ", and " + Count(secondary, "was", "were") + " left out to protect such cells."
}
