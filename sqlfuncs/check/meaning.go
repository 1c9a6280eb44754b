package check

import (
	"database/sql"

	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/sqltext"
	"skyline/sqlfuncs/words"
)

// The sentences of skyline_check and skyline_find are made by scalars: see WithMeaning.

// breachMeaning is the sentence of a row r of skyline_check, where related says that only some
// people are relatives.
func breachMeaning(in *people.Input, related bool) sqltext.SQL {
	families := sqltext.SQL("NULL")
	if related {
		families = "list_transform(" + member("r.witness", "families") + ", lambda f: f.relatives)"
	}
	return sqltext.Fill(`
		__skyline_breach_meaning(
		    {kind}, r.value::VARCHAR, r.l, r.k, r.m, r.breach, r.c, r.safe, r.certain, {names},
		    {target}, {family}, {known}, {people}, {having}, {ruled_out}::VARCHAR[], {related}, {families}::BIGINT[]
		)`, sqltext.Args{
		"kind": sqltext.Text(string(in.ValuesPerPerson)), "names": sqltext.Texts(in.QI),
		"target": groupTexts(in, "target_group"), "family": groupTexts(in, "family_group"), "known": groupTexts(in, "known_group"),
		"people": member("r.witness", "target_people"), "having": member("r.witness", "target_having"), "ruled_out": member("r.witness", "ruled_out"),
		"related": sqltext.Bool(related), "families": families,
	})
}

// member is a member of a struct.
func member(of sqltext.SQL, name string) sqltext.SQL {
	return "struct_extract(" + of + ", " + sqltext.Text(name) + ")"
}

// groupTexts is a list of the texts of the values of a witness's QI group, NULL where there
// is none.
func groupTexts(in *people.Input, role string) sqltext.SQL {
	group := member("r.witness", role)
	return sqltext.Fill("CASE WHEN {group} IS NOT NULL THEN {texts} END", sqltext.Args{
		"group": group, "texts": textsOf(in, group),
	})
}

// textsOf is a list of the texts of the values of a QI group.
func textsOf(in *people.Input, group sqltext.SQL) sqltext.SQL {
	return "list_value(" + sqltext.List(sqltext.Map(in.QI, func(_ int, name string) sqltext.SQL { return member(group, name) + "::VARCHAR" })) + ")"
}

// findMeaning is the sentence of a row r of skyline_find.
func findMeaning(in *people.Input) sqltext.SQL {
	return sqltext.Fill("__skyline_find_meaning({kind}, r.value::VARCHAR, r.l, r.k, r.m, r.c, r.safe, r.absent)",
		sqltext.Args{"kind": sqltext.Text(string(in.ValuesPerPerson))})
}

// breachMeaningArgs are the arguments of __skyline_breach_meaning.
type breachMeaningArgs struct {
	ValuesPerPerson       string
	Value                 sql.Null[string]
	L, K, M               int64
	Breach, C             float64
	Safe, Certain         bool
	Names                 []string
	Target, Family, Known []sql.Null[string] `sql:",nil=null"`
	People, Having        sql.Null[int64]
	RuledOut              []sql.Null[string] `sql:"ruled_out,nil=null"`
	Related               bool
	Relatives             []int64 `sql:",nil=null"` // by QI group, where Related
}

func breachMeaningScalar() host.Scalar {
	return host.ScalarOf("__skyline_breach_meaning", func(a *breachMeaningArgs) (string, error) {
		who := knowledgeOf(a.ValuesPerPerson, a.L, a.K, a.M)
		value := ValueInWords(a.Value)
		meaning := words.Breach(who, value, words.Sureness{Breach: a.Breach, C: a.C, Safe: a.Safe, Certain: a.Certain})
		if a.Related && a.M > 0 {
			meaning += " " + words.OnlyRelated
		}
		if a.Target == nil {
			return meaning, nil
		}
		worst := words.Worst{
			Group: a.group(a.Target), Known: a.group(a.Known), Relatives: a.group(a.Family), People: a.People.V, Having: a.Having.V,
			Repeated: people.PerPerson(a.ValuesPerPerson) == people.Multiset,
		}
		if a.Related {
			who.M, worst.RelativesElsewhere = 0, max(int64(len(a.Relatives))-1, 0)
			for _, n := range a.Relatives {
				who.M += n
			}
		}
		for _, v := range a.RuledOut {
			worst.RuledOut = append(worst.RuledOut, ValueInWords(v))
		}
		return meaning + " " + words.WorstCase(who, value, &worst), nil
	})
}

// group names a QI group.
func (a *breachMeaningArgs) group(texts []sql.Null[string]) string {
	return GroupInWords(a.Names, texts)
}

// GroupInWords names the people who have some values in the columns of these names.
func GroupInWords(names []string, texts []sql.Null[string]) string {
	attributes := make([]string, min(len(texts), len(names)))
	for i := range attributes {
		attributes[i] = words.Attribute(people.PlainIdentifier(names[i]), texts[i].V, !texts[i].Valid)
	}
	return words.GroupText(attributes)
}

// findMeaningArgs are the arguments of __skyline_find_meaning.
type findMeaningArgs struct {
	ValuesPerPerson string
	Value           sql.Null[string]
	L, K, M         sql.Null[int64]
	C               float64
	Safe, Absent    bool
}

func findMeaningScalar() host.Scalar {
	return host.ScalarOf("__skyline_find_meaning", func(a *findMeaningArgs) (string, error) {
		value, who := ValueInWords(a.Value), knowledgeOf(a.ValuesPerPerson, a.L.V, a.K.V, a.M.V)
		switch {
		case a.Absent:
			return words.WithstandsAll(value), nil
		case !a.Safe:
			return words.Withstood(who, value, a.C) + model(who), nil
		}
		return words.Withstands(who, value, a.C) + model(who), nil
	})
}

// model says which model holds where it is not that of people.
func model(who words.Knowledge) string {
	if who.Rows {
		return " " + words.EachRow
	}
	return ""
}

// sentencesMeaning is the sentence of a row r of sentences_check.
func sentencesMeaning(in *people.Input) sqltext.SQL {
	return sqltext.Fill("__skyline_sentences_meaning(r.person::VARCHAR, r.value::VARCHAR, r.probability, r.c, r.safe, r.certain, r.never, r.before, {names}, {group})",
		sqltext.Args{"names": sqltext.Texts(in.QI), "group": textsOf(in, "r.qi_group")})
}

// sentencesMeaningArgs are the arguments of __skyline_sentences_meaning.
type sentencesMeaningArgs struct {
	Person, Value        sql.Null[string]
	Probability, C       float64
	Safe, Certain, Never bool
	Before               float64
	Names                []string
	Group                []sql.Null[string]
}

func sentencesMeaningScalar() host.Scalar {
	return host.ScalarOf("__skyline_sentences_meaning", func(a *sentencesMeaningArgs) (string, error) {
		told := &words.Told{
			Group: GroupInWords(a.Names, a.Group), Sureness: words.Sureness{Breach: a.Probability, C: a.C, Safe: a.Safe, Certain: a.Certain},
			Never: a.Never, Before: a.Before,
		}
		if a.Person.Valid {
			told.Person = words.Value(a.Person.V)
		}
		return words.Sentences(ValueInWords(a.Value), told), nil
	})
}

// knowledgeOf is a knowledge point about people with so many values.
func knowledgeOf(valuesPerPerson string, l, k, m int64) words.Knowledge {
	kind := people.PerPerson(valuesPerPerson)
	return words.Knowledge{L: l, K: k, M: m, Several: kind == people.Set || kind == people.Multiset, Rows: kind == people.Rows}
}

// ValueInWords is what a sentence calls a sensitive value.
func ValueInWords(v sql.Null[string]) string {
	if !v.Valid {
		return words.NoValue
	}
	return words.Value(v.V)
}
