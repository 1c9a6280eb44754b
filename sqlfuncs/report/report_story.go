package report

import (
	"fmt"

	"skyline/sqlfuncs/page"
	"skyline/sqlfuncs/words"
)

// story tells the worst case.
func (s *pageSpec) story() []string {
	w := s.Worst
	if w == nil {
		return nil
	}
	e := &s.Evidence
	value := "a certain value of " + w.Attribute
	if w.Value != nil {
		value = *w.Value
	}
	group := ""
	if w.Group != nil {
		group = ", the group " + *w.Group
	}
	having := " of these have "
	if w.Holders == 1 {
		having = " of these has "
	}
	who := words.Knowledge{L: e.L, K: e.K, M: e.M, Several: e.Several}
	return []string{
		fmt.Sprintf("The person at the greatest risk is one of %s who look alike%s. %s%s%s.", words.Count(w.People, "person", "people"), group, words.Whole(w.Holders), having, value),
		words.Story(who, value, w.Breach),
	}
}

// surface returns what the pictures of knowledge show: the curves by k without relatives, and
// for each l the largest m that is safe at each k.
func (s *pageSpec) surface() ([]page.Curve, []page.Stairs) {
	breach := map[knowledge]float64{}
	for _, p := range s.Surface {
		breach[p.knowledge] = p.Breach
	}
	if len(breach) == 0 {
		return nil, nil
	}
	var curves []page.Curve
	var skyline []page.Stairs
	for l := range int64(maxL + 1) {
		curve := page.Curve{Name: ruledOut(l)}
		stairs := page.Stairs{Name: curve.Name}
		for k := range int64(maxK + 1) {
			curve.Breach = append(curve.Breach, breach[knowledge{L: l, K: k}])
			m := int64(-1)
			for m < maxM && breach[knowledge{l, k, m + 1}] < s.Evidence.C {
				m++
			}
			if m >= 0 {
				stairs.K, stairs.M = append(stairs.K, k), append(stairs.M, m)
			}
		}
		curves, skyline = append(curves, curve), append(skyline, maximal(stairs))
	}
	return curves, skyline
}

// maximal leaves out points that are below the next.
func maximal(s page.Stairs) page.Stairs {
	out := page.Stairs{Name: s.Name}
	for i := range s.K {
		if i+1 == len(s.K) || s.M[i+1] < s.M[i] {
			out.K, out.M = append(out.K, s.K[i]), append(out.M, s.M[i])
		}
	}
	return out
}

// ruledOut names the curve of somebody who can rule out so many values.
func ruledOut(l int64) string {
	if l == 0 {
		return "rules out nothing"
	}
	return "rules out " + words.Count(l, "value", "values")
}

// minimality says what somebody may learn who knows how the release was made.
func (s *pageSpec) minimality() string {
	if s.Public {
		return "Attackers who know how the release was made, unless posterior was given. mondrian_posterior shows how sure they become."
	}
	return "Attackers who know how the release was made (minimality): a group that was not split, or a label that was not finer, can give sensitive values away. " +
		"split := 'public' with posterior limits that in skyline_anonymize; so does jump_publish for generalizations of your own."
}

// notCovered says what the page is silent on.
func (s *pageSpec) notCovered() []string {
	e := &s.Evidence
	all := []string{
		fmt.Sprintf("Knowledge of other columns than %s. Whether outsiders may know more of a person is for people to decide, and everything here rests on it.", e.identifiers()),
		"Other knowledge than was asked about: of other people, of how the release was made, of other tables about the same people, of an earlier or later release.",
	}
	if e.Any {
		all = append(all, "Attackers who know other people's values too, or which values are missing: a missing value counts as any value here.")
	}
	switch {
	case len(e.Sensitive) == 0:
		all = append(all, "What can be learnt of a person: no sensitive column is named.")
	case e.Any:
		all = append(all, "What can be learnt of any column: that is counted within groups of people who look alike, and there are none where a missing value is any value.")
	default:
		all = append(all, s.minimality(), fmt.Sprintf("What can be learnt of any other column than %s.", e.about()))
	}
	if !e.Population {
		all = append(all, "The population: the numbers are about people of whom it is known that they are in the release.")
	}
	if !e.Original {
		all = append(all, "What the release lost, and whom exact values in it show: the original was not at hand.")
	}
	return append(all, "The law. No limit on this page is a legal one, and a page does not decide.")
}
