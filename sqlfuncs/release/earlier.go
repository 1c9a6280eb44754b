package release

import (
	"errors"
	"fmt"

	"skyline/engine/mondrian"
	"skyline/sqlfuncs/people"
)

// Releases of the same people that are out already.

// checkEarlier refuses what cannot be held beside earlier releases.
func (p *ReleasePlan) checkEarlier() error {
	if p.Earlier == nil {
		return nil
	}
	switch c := p.Call; {
	case len(p.Sensitive) > 1:
		return c.Errorf("sensitive must be one column where earlier_releases is given, got %d; release one column at a time, each in a table of its own", len(p.Sensitive))
	case p.ValuesPerPerson != people.One:
		return c.Errorf("values_per_person must be 'one' where earlier_releases is given, got '%s': worlds give one value to each person", p.ValuesPerPerson)
	case p.Everybody != "":
		return c.Errorf("everybody must be NULL where earlier_releases is given: groups of earlier releases may have people of other parts; release the whole table")
	case p.Public != "":
		return c.Errorf("privacy must not have %s where earlier_releases is given: people who are not in tbl are in no earlier release; leave one of the two out", p.privacy.Beside())
	case p.suppression > 0:
		return c.Errorf("suppression must be 0 where earlier_releases is given, got %v: who is left out is still counted in the earlier releases; ask for less", p.suppression)
	case !p.privacy.MayBoundShares():
		return c.Errorf(people.ShareRule)
	}
	return nil
}

// earlierOf returns the earlier releases as the domain has them, without bounds; nil where there are none.
func (s *SplitSpec) earlierOf(domain *people.DomainState) *mondrian.Earlier {
	if s.Earlier == 0 {
		return nil
	}
	earlier := &mondrian.Earlier{}
	for r := range s.Earlier {
		earlier.Absent = append(earlier.Absent, domain.Column(len(s.Columns)+r).Null)
	}
	return earlier
}

// stoppedError is the error of a release that stops short.
type stoppedError struct{ error }

// mayFollow reports whether an error is that a release stops short. From then on the release may follow the groups of earlier ones.
func (in *splitting) mayFollow(err error) bool {
	if _, is := errors.AsType[*stoppedError](err); !is {
		return false
	}
	in.earlier.Follow = true
	return true
}

// refuseStopped refuses a release that stops early for most of its people, not because earlier releases make splits dangerous,
// but because it cannot be computed whether they do. So it is where columns change: the first cut goes through all groups.
// Of a release that only has some coarse groups left, skyline_anonymize(output := 'groups') says which.
func refuseStopped(release *mondrian.Release) error {
	people, stopped, splits := int64(0), int64(0), int64(0)
	for i := range release.Len() {
		people += release.Group(i).People
		if n := release.Undecided(i); n > 0 {
			stopped += release.Group(i).People
			splits += n
		}
	}
	if stopped <= people-stopped {
		return nil
	}
	return &stoppedError{fmt.Errorf("earlier_releases: the release stops short for %d of %d people: it cannot be computed what splits of their groups tell, as these cut through too many groups of earlier releases, and the number of such splits that privacy allows is %d; "+
		"put a copy of the columns of earlier_releases into qi, so that groups can follow theirs, as in (SELECT *, may AS may_too FROM clinic), and leave it out of what you publish, as in SELECT * EXCLUDE (may_too) FROM …", stopped, people, splits)}
}

// explainEarlier says what is wrong with earlier releases, if that is what an error is about.
func explainEarlier(err error) error {
	switch {
	case errors.Is(err, mondrian.ErrEarlier):
		return fmt.Errorf("earlier_releases: these releases together make somebody surer than privacy allows, or do so once it is known how often each value occurs in tbl; no further release mends that; ask for less")
	case errors.Is(err, mondrian.ErrEarlierUndecided):
		return fmt.Errorf("earlier_releases: what these releases together tell cannot be computed, and its bounds exceed what privacy allows; ask for less")
	case errors.Is(err, mondrian.ErrEarlierBlocks):
		return fmt.Errorf("max_levels, or within, cuts the table into parts that, together with the releases in earlier_releases, make somebody surer than privacy allows, or may do so; let max_levels be coarser, or name fewer columns in within")
	}
	return nil
}
