package people

import (
	"fmt"
	"strings"

	"skyline/sqlfuncs/call"
)

// ParamPrivacy is the parameter privacy, a STRUCT of requirements.
var ParamPrivacy = call.Param{Name: "privacy", Type: "STRUCT", Doc: "the requirements, all of which must hold: see [Privacy requirements](#privacy-requirements)"}

// privacyKey is a member of privacy.
type privacyKey struct {
	name, form string
	doc        string
	// sensitive says that it is about the sensitive column.
	sensitive bool
	// read reads the member into what is required of the input.
	read func(r *Requirements, in *Input, v any) error
}

// privacyKeys are the members of privacy, in the order of the results.
var privacyKeys []privacyKey

func init() {
	// Set here because messages of the readers list the names.
	privacyKeys = []privacyKey{
		{"k_anonymity", "5", "at least so many people in every QI group (Samarati, Sweeney 1998)", false, readCount("k_anonymity", func(r *Requirements) *int64 { return &r.KAnonymity })},
		{"distinct_diversity", "3", "at least so many different sensitive values in every QI group (Machanavajjhala et al. 2007)", true, readCount("distinct_diversity", func(r *Requirements) *int64 { return &r.DistinctDiversity })},
		{"entropy_diversity", "2.5", "exp(−Σ q ln q) at least this in every QI group, q being the shares of its sensitive values (Machanavajjhala et al. 2007)", true, readEntropy},
		{"recursive_diversity", "{'c': 3, 'l': 6}", "(c,ℓ)-diversity: r₁ < c·(r_ℓ + … + r_m) in every QI group, r₁ ≥ r₂ ≥ … being the counts of its sensitive values (Machanavajjhala et al. 2007)", true, readRecursive},
		{"max_share", "0.5", "no sensitive value has more than this share of the people of a QI group: the α of (α,k)-anonymity (Wong et al. 2006). Where people have several values, occurrences are counted per person", true, readMaxShare},
		{"t_closeness", "0.2", "½ Σ |q − p| at most this in every QI group, q being the shares of its sensitive values and p those in the whole table: t-closeness with all values equally far apart (Li et al. 2007)", true, readCloseness},
		{"implications", "{'k': 3, 'c': 0.6}", "(c,k)-safety: nobody who has at most `k` pieces of knowledge of any kind becomes as sure as `c` of anybody's value, as `disclosure_check` computes it. Only where each person has one value (Martin et al. 2007)", true, readImplications},
		{"presence", "{'public': 'voters', 'delta_min': 0.1, 'delta_max': 0.5}", presenceDoc, false, readPresence},
		{"skyline", "[{'value': 'HIV', 'l': 2, 'k': 5, 'm': 2, 'c': 0.3}, {'value': NULL, 'l': 1, 'k': 5, 'm': 1, 'c': 0.6}]", "the breach probability of each value stays below `c` at each of its knowledge points, as `skyline_check` computes it; a point without a value is for every value that no point names; absent or NULL numbers are l, k, m = 0 and c = 0.5; a value that the table does not have is an error without `absent := 'allow'`. Also the name of a table with the columns value, l, k, m, c (Chen et al. 2009)", true, readSkyline},
	}
}

// PrivacyReference is the section of the reference on the parameter privacy.
func PrivacyReference() string {
	var b strings.Builder
	b.WriteString("\n## Privacy requirements\n\nFunctions that make or check a release take `privacy`, one STRUCT; every requirement in it must hold. The same struct works in all of them.\n\n")
	b.WriteString("```sql\nprivacy := {'k_anonymity': 5, 'recursive_diversity': {'c': 3, 'l': 6}, 'skyline': [{'value': 'HIV', 'l': 2, 'k': 5, 'm': 2, 'c': 0.3}]}\n```\n\n")
	b.WriteString("| requirement | such as | holds when |\n|---|---|---|\n")
	for _, key := range privacyKeys {
		fmt.Fprintf(&b, "| `%s` | `%s` | %s |\n", key.name, key.form, call.Cell(key.doc))
	}
	b.WriteString("\nThese are the names of requirements everywhere: in results, too, in the measures of [`privacy_report`](#privacy_report), and in [`property`](#properties-of-beliefs). `privacy` and `property` understand other names whose meaning is certain: " + SynonymsReference(RequirementNames()) + ".\n")
	b.WriteString("\nNumbers stand for the simplest fractions that round to them (0.3 is 3/10), and thresholds are compared exactly. NULL members are left out. Where people have several values (`values_per_person`), `k_anonymity` counts people, and shares are of the occurrences of values unless it says otherwise; a group in which nobody has a value does not satisfy the diversity requirements.\n")
	b.WriteString(presenceReference)
	return b.String()
}

const presenceDoc = "δ-presence: of the people of every QI group of the table `public` (named as `tbl`), at least the share `delta_min` and at most the share `delta_max` is in `tbl`; one of the two may be left out: see [presence](#presence) (Nergiz et al. 2007, 2008)"

const presenceReference = `
### presence

` + "`public`" + ` has the same ` + "`qi`" + ` columns as ` + "`tbl`" + ` and a row for each person; it contains everybody in ` + "`tbl`" + `. Where types differ, the columns are compared, and released, as the type that both can be cast to. Whoever sees the release and the public table believes of each person of a QI group that they are in ` + "`tbl`" + ` with the group's share as probability. The bounds are inclusive, and hold for every group of the public table: also for those with nobody of ` + "`tbl`" + `, whose share is 0, so that they are allowed only with ` + "`delta_min`" + ` 0, the default (` + "`delta_max`" + ` is 1).

- All other requirements, sizes, measures and the choice of splits are about the people of ` + "`tbl`" + `. What a release covers of a column is of the people of both tables, since it has to tell nothing about which of them are in ` + "`tbl`" + `. A QI group of the public table with nobody of ` + "`tbl`" + ` is not in the release, and has no ` + "`group_id`" + `.
- Functions that make a release (` + "`skyline_anonymize`, `skyline_partition`, `release_recipe`, `generalization_search`, `generalize`" + `) generalize both tables. In those that look at one (` + "`release_check`, `privacy_violations`, `recipe_check`" + `) ` + "`public`" + ` shows the same labels as the release: generalize both tables by ` + "`recipe_apply`" + ` with one recipe, or by ` + "`generalize`" + ` with the same levels. (Give ` + "`recipe_apply`" + ` of the public table ` + "`privacy := {'k_anonymity': 1}, on_violation := 'suppress'`" + `: people whose QI group has nobody of ` + "`tbl`" + ` are outside of the recipe, and left out; their share, 0, is not looked at again.) Rows of both tables that are equal on ` + "`qi`" + ` are a group, NULL being a value.
- People are matched by counting: a combination of ` + "`qi`" + ` values that ` + "`tbl`" + ` has more often than ` + "`public`" + ` is an error.
- Only for ` + "`values_per_person := 'one'`" + `, without ` + "`suppression`" + `, and not for ` + "`output := 'bucketized'`" + `, in which exact values show who is there.
- Not promised: that columns which are neither ` + "`qi`" + ` nor ` + "`sensitive`" + ` do not tell who somebody is.
`
