package attackers

import (
	"database/sql"

	"skyline/sqlfuncs/check"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/sqltext"
	"skyline/sqlfuncs/words"
)

// meaning is the sentence of a row r of knowledge_check.
func (in *knowledge) meaning() sqltext.SQL {
	texts := func(role string, names []string) sqltext.SQL {
		group := member("r.witness", role)
		return sqltext.Fill("list_value({texts})", sqltext.Args{
			"texts": sqltext.List(sqltext.Map(names, func(_ int, name string) sqltext.SQL { return member(group, name) + "::VARCHAR" })),
		})
	}
	return sqltext.Fill(`
		__skyline_belief_meaning(
		    r.value::VARCHAR, r.breach, r.c, r.safe, r.certain, r.rate, r.share, {people}, {having},
		    {qi}, {group}, {known}, {class}
		)`, sqltext.Args{
		"people": member("r.witness", "target_people"), "having": member("r.witness", "target_having"),
		"qi": sqltext.Texts(in.qi), "group": texts("target_group", in.qi),
		"known": sqltext.Texts(in.known), "class": texts("target_class", in.known),
	})
}

// member is a member of a struct.
func member(of sqltext.SQL, name string) sqltext.SQL {
	return "struct_extract(" + of + ", " + sqltext.Text(name) + ")"
}

// beliefMeaningArgs are the arguments of __skyline_belief_meaning.
type beliefMeaningArgs struct {
	Value          sql.Null[string]
	Breach, C      float64
	Safe, Certain  bool
	Rate, Share    float64
	People, Having int64
	QI             []string
	Group          []sql.Null[string]
	Known          []string
	Class          []sql.Null[string]
}

func beliefMeaningScalar() host.Scalar {
	return host.ScalarOf("__skyline_belief_meaning", func(a *beliefMeaningArgs) (string, error) {
		return words.Belief(check.ValueInWords(a.Value), words.Sureness{Breach: a.Breach, C: a.C, Safe: a.Safe, Certain: a.Certain}, &words.Believed{
			Group: check.GroupInWords(a.QI, a.Group), Class: check.GroupInWords(a.Known, a.Class), People: a.People, Having: a.Having, Rate: a.Rate, Share: a.Share,
		}), nil
	})
}
