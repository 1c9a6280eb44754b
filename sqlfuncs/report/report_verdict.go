package report

import (
	"fmt"
	"strings"

	"skyline/sqlfuncs/page"
	"skyline/sqlfuncs/words"
)

// A requirement is what somebody asked for. A limit is what the evidence is held against
// although nobody did: whoever signs must see which of the two is missed.

// verdict sets the verdict of a page: in a word, in a few, and in sentences.
func (s *pageSpec) verdict(r *page.Report) {
	asked, missed := len(s.Requirements), 0
	for _, q := range s.Requirements {
		if !q.Holds {
			missed++
		}
	}
	limits := 0
	var exceeded []string
	for i := range s.Rows {
		if e := &s.Rows[i]; e.Holds != nil && !s.isRepeated(e) {
			limits++
			if !*e.Holds {
				exceeded = append(exceeded, s.exceeded(e))
			}
		}
	}
	switch {
	case asked+limits == 0:
		r.Outcome, r.Heading, r.Verdict = page.NothingAsked, "Nothing was required", []string{"Nothing was required of this release.", s.summary()}
		return
	case missed > 0:
		r.Outcome, r.Heading = page.NotMet, "Not all requirements hold"
	case len(exceeded) == 0 && asked == 0:
		r.Outcome, r.Heading = page.Holds, "No limit is exceeded"
	case len(exceeded) == 0:
		r.Outcome, r.Heading = page.Holds, "All requirements hold"
	case asked == 0:
		r.Outcome, r.Heading = page.NotMet, "Limits are exceeded"
	default:
		r.Outcome, r.Heading = page.LimitsExceeded, "All requirements hold, but limits are exceeded"
	}
	var sentences []string
	if asked > 0 {
		sentences = append(sentences, required(asked, missed))
	}
	if limits > 0 {
		sentences = append(sentences, limited(limits, exceeded, asked > 0))
	}
	r.Verdict = []string{strings.Join(sentences, " "), s.summary()}
	if worst := s.worstBreach(); worst != nil {
		r.Verdict = append(r.Verdict, worst.Meaning)
	}
}

// summary says who is in the release, how sure an attacker can become where a requirement is
// about that, and what is lost. What holds stands beside it.
func (s *pageSpec) summary() string {
	line := strings.TrimPrefix(s.Summary, words.NotEvery)
	switch {
	case s.Evidence.Any:
		line = words.Matching(s.matches())
	case line == "":
		line = words.InGroups(s.groups())
	}
	for _, m := range s.Losses {
		if m.Measure == "ncp" && m.Attribute == nil {
			line += " " + words.DetailLost(words.List(s.Evidence.QI, "columns"), m.Value)
		}
	}
	return line
}

// isRepeated reports whether a row is that of breach once more: somebody who knows so much
// knows nothing but the release.
func (s *pageSpec) isRepeated(e *evidenceFound) bool {
	return e.Measure == "breach_uninformed" && !s.Evidence.knowsMore()
}

// required says how many requirements hold.
func required(all, missed int) string {
	switch {
	case all == 1 && missed == 0:
		return "The requirement holds."
	case all == 1:
		return "The requirement does not hold."
	case missed == 0:
		return fmt.Sprintf("All %d requirements hold.", all)
	case missed == 1:
		return fmt.Sprintf("1 of %d requirements does not hold.", all)
	}
	return fmt.Sprintf("%d of %d requirements do not hold.", missed, all)
}

// limited says how many limits are exceeded, and which. Beside requirements it says that
// these are something else.
func limited(all int, exceeded []string, beside bool) string {
	which := ""
	if beside {
		which = " that are not among the requirements"
	}
	if len(exceeded) == 0 {
		return fmt.Sprintf("None of %s%s is exceeded.", words.Count(int64(all), "limit", "limits"), which)
	}
	are := "are"
	if len(exceeded) == 1 {
		are = "is"
	}
	return fmt.Sprintf("%d of %s%s %s exceeded: %s.", len(exceeded), words.Count(int64(all), "limit", "limits"), which, are, strings.Join(exceeded, "; "))
}

// exceeded names a limit, and who set it.
func (s *pageSpec) exceeded(e *evidenceFound) string {
	name := strings.ToLower(titleOf(e.Measure))
	if e.Attribute != nil && len(s.Evidence.Sensitive) > 1 {
		name += " of " + *e.Attribute
	}
	bound := words.Number(*e.Threshold)
	switch {
	case *e.Threshold == 0:
		return name + " (none allowed)"
	case e.Measure == "people_counted":
		return fmt.Sprintf("%s (at least %s)", name, bound)
	case e.Criterion == "inference":
		return fmt.Sprintf("%s (below %s, c)", name, bound)
	}
	source := s.Evidence.Limit.Source
	if e.Measure == "exact_values" {
		source = "by default"
	}
	return fmt.Sprintf("%s (at most %s, %s)", name, bound, source)
}

// worstBreach is how sure somebody becomes who knows so much, or else who knows nothing, of
// the column where that is most; nil if there is no such row.
func (s *pageSpec) worstBreach() (worst *evidenceFound) {
	value := func(e *evidenceFound) float64 {
		if e.Value == nil {
			return -1
		}
		return *e.Value
	}
	for _, measure := range []string{"breach", "breach_uninformed"} {
		for i := range s.Rows {
			if e := &s.Rows[i]; e.Measure == measure && (worst == nil || value(e) > value(worst)) {
				worst = e
			}
		}
		if worst != nil {
			return worst
		}
	}
	return nil
}
