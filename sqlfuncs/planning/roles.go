package planning

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/hints"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/sqltext"
	"skyline/sqlfuncs/words"
)

// The roles of a column.
const (
	Identifier     = "identifier"      // names or numbers a person, or a row; dropped
	FreeText       = "free_text"       // what people write in their own words; dropped
	Person         = "person"          // numbers the people, who may have several rows; dropped
	QI             = "qi"              // others may know it of somebody
	Sensitive      = "sensitive"       // must not be learnt; never proposed
	Stratum        = "stratum"         // others may know it, and the release shows it as it is; given by the owner
	Weight         = "weight"          // how many people a row of a table of counts stands for; never proposed
	SamplingWeight = "sampling_weight" // how many people of the population somebody in the table stands for
	Other          = "other"           // nobody knows it, and nobody minds
	Drop           = "drop"            // is not released
)

// household is a role that no function can do anything with.
const household = "household"

// Roles are all roles.
var Roles = []string{Identifier, FreeText, Person, QI, Sensitive, Stratum, Weight, SamplingWeight, Other, Drop}

// RoleCalled returns the role of a name, in lower case.
//
// Errors: there is none of this name.
func RoleCalled(name string) (string, error) {
	role := strings.ToLower(strings.TrimSpace(name))
	switch {
	case role == household:
		return "", errors.New("no function looks at households: set the role to 'drop'; relatives who share a value are m of a skyline")
	case slices.Contains(Roles, role):
		return role, nil
	}
	way := ""
	if near := call.Nearest(role, Roles); near != "" {
		way = "; did you mean " + string(sqltext.Text(near)) + "?"
	}
	return "", fmt.Errorf("role must be %s, got %s%s", people.InWords(Roles, "or"), sqltext.Text(role), way)
}

// IsDropped reports whether columns of a role are not released.
func IsDropped(role string) bool {
	return slices.Contains([]string{Identifier, FreeText, Person, Drop}, role)
}

// Column is what has been counted of a column, and what its values are.
type Column struct {
	Name, Type   string
	Hint         string // of package hints
	Rows         int64
	Nulls        int64
	Distinct     int64 // NULL being a value
	Unique       int64 // people who are alone with theirs
	Least, Most  int64 // people with the rarest value, and with the most frequent
	DeterminedBy []int // the columns that it follows from, each by itself
	Reading      *Reading
	Diagnoses    int64 // values that are codes of ICD-10
}

// known are words of the names of columns that others may know of somebody, in English, German,
// French and Spanish.
var known = strings.Fields(`sex gender age birth born birthday birthdate birthplace dob yob race ethnicity ethnic ethnicgroup hispanic hispan hisp latino nativity ancestry
	marital maritalstatus marst married civil spouse education educ edu degree school schooling college occupation occup occ job profession trade employer employment employed workclass industry
	nationality nation country citizenship citizen native immigrant region state province county city town village district municipality neighborhood neighbourhood
	zip zipcode postcode postal plz address street language household householder family relationship children kids dependents dependants parents parental ward department unit station visit hospital clinic facility
	physician doctor practice insurance payer plan admitted admission discharged discharge pickup dropoff vehicle housing residence veteran admit disch location block tract work foreign
	bpl empstat relate riagendr ridageyr ridreth dmdeduc dmdmartl dmdhhsiz
	geschlecht alter geburt geburtsdatum geburtstag geburtsjahr geburtsort geboren wohnort ort stadt gemeinde landkreis bundesland land postleitzahl nationalitaet nationalitat staatsangehoerigkeit staatsangehorigkeit
	familienstand beruf bildung ausbildung schulabschluss abschluss kinder sprache aufnahme aufnahmedatum entlassung entlassungsdatum abteilung krankenkasse versicherung
	sexe naissance ville commune departement pays nationalite diplome langue enfants metier
	sexo edad nacimiento ciudad municipio provincia pais nacionalidad ocupacion educacion estudios idioma hijos estado`)

// feared are words of the names of columns that are often what must not be learnt, likewise.
var feared = strings.Fields(`diagnosis diagnoses diag dx icd disease condition illness health hiv cancer stroke diabetes hypertension bmi pressure glucose cholesterol death died dod mortality cause injury
	income inc salary wage wages pay earnings earned debt balance credit loan default fare tip grade grades score result results test drug drugs alcohol smoker smoking medication treatment therapy procedure drg
	crime offense offence conviction charge arrest recid religion faith party vote voted union orientation satisfaction class savings charges survived survival expire expired outcome readmitted chol inctot incwage indfmpir indhhin
	diagnose krankheit befund medikament medikation behandlung todesursache todesdatum gestorben einkommen gehalt lohn konfession partei
	maladie diagnostic traitement revenu salaire deces
	enfermedad diagnostico tratamiento salario sueldo renta muerte`)

// qualifiers end a word that stands for another one: agegrp, statenum, birthyr, deathmon.
var qualifiers = strings.Fields("years year yrs yr months month mon days day date dt code cd num nbr no grp group cat category desc text txt type status fip fips time")

// isIn reports whether a word of a name is in a list: as it is; without digits, or a qualifier, at
// its end; or without an i in front, as in iage and ISEX, which some files write before integers.
func isIn(list []string, word string) bool {
	word = strings.TrimRight(word, "0123456789")
	for _, w := range []string{word, strings.TrimPrefix(word, "i")} {
		if slices.Contains(list, w) {
			return true
		}
		for _, end := range qualifiers {
			if stem, ok := strings.CutSuffix(w, end); ok && len(stem) >= 3 && slices.Contains(list, stem) {
				return true
			}
		}
	}
	return false
}

var diagnosis = regexp.MustCompile(`^(?i)[A-TV-Z]\d[0-9A-B](\.?[0-9A-TV-Z]{1,4})?$`)

// IsDiagnosis reports whether a text is written like a code of ICD-10.
func IsDiagnosis(text string) bool {
	return 3 <= len(text) && len(text) <= 8 && '0' <= text[1] && text[1] <= '9' && diagnosis.MatchString(text)
}

// hasFractions reports whether the column has numbers that are not whole.
func (c *Column) hasFractions() bool {
	return slices.ContainsFunc([]string{"FLOAT", "DOUBLE", "DECIMAL"}, func(name string) bool { return strings.HasPrefix(c.Type, name) }) || c.Reading.Kind() == "numbers"
}

// proposal is what is proposed for a column.
type proposal struct {
	column   *Column
	role     string // "": to be decided
	gravity  int    // 0 is the gravest
	feared   bool   // it is perhaps what must not be learnt
	reason   string // a sentence: what the column is
	together string // one about the columns that it belongs to
	harbor   string // how Safe Harbor has it shown; "" as it is
	messy    []string
	question string

	importance float64
	row        Row
}

// fewValues is up to how many values a column does not name people, where enough have each.
const fewValues = 50

// propose decides on a role. A column that nobody knows is dropped; what must not be learnt is
// asked, never decided.
func (t *Table) propose(i int) proposal {
	c := &t.Columns[i]
	p := proposal{column: c}
	few := c.Distinct <= fewValues && c.Least >= t.Least
	name := hints.Words(c.Name)
	has := func(list []string) bool {
		return slices.ContainsFunc(name, func(w string) bool { return isIn(list, w) })
	}
	switch {
	case c.Distinct <= 1 && c.Rows >= t.Least:
		p.role, p.gravity, p.reason = Other, 6, "Everybody has the same value."
	case hints.IsSamplingWeight(c.Name) && c.isNumbers():
		p.role, p.gravity, p.reason = SamplingWeight, 4, "Its name is that of a sampling weight: it says how many people outside of the table a row stands for."
	case t.person == i:
		p.gravity, p.reason = 0, t.personReason(i)
		p.question = fmt.Sprintf("Keep one row of each person, and leave out the other %s? Then set the role to person. All rows can stay, and people are counted, where only k-anonymity is required: then set steps to NULL, too. Set the role to identifier if each row counts as a person.", words.Whole(c.Rows-c.Distinct))
	case c.Hint == "free_text":
		p.role, p.gravity, p.reason = FreeText, 0, "People write in their own words here, and may name anybody."
	case c.Hint != "" && hints.IsDirect(c.Hint) && !few && c.Hint != "identifier":
		p.role, p.gravity, p.reason = Identifier, 0, "It looks like "+hints.Noun(c.Hint)+": it names a person."
	case c.Unique == c.Rows && !has(known) && !has(feared) && !c.isDates() && !c.hasFractions():
		p.role, p.gravity, p.reason = Identifier, 0, "Its value is different in each row, so it numbers rows or people."
	case slices.Contains(t.persons, i):
		p.gravity, p.reason = 0, "Other columns follow from it, so it may number the people; so may another column."
		if c.isNamedKey() {
			p.reason = "Its name is that of a key of people; so is another column's."
		}
		p.question = "Does it number the people? Then set the role to person, so that one row of each is kept; identifier if it numbers something else."
	case c.Hint == "identifier" && !few:
		p.role, p.gravity, p.reason = Identifier, 0, "It numbers people or things: "+share(c.Unique, c.Rows)+" of the rows are alone with their value."
	case has(feared) || c.Distinct > 2 && 2*c.Unique < c.Rows && 10*c.Diagnoses >= 9*c.Reading.values:
		p.gravity, p.feared, p.reason = 1, true, "It is often what must not be learnt of anybody."
		if c.Diagnoses > 0 && !has(feared) {
			p.reason = "Its values look like codes of diagnoses (ICD-10)."
		}
		p.question = "Must nobody learn it? Then set the role to sensitive; qi if others know it; drop if it is not needed."
	case c.Hint == "date" || c.Hint == "postal_code" || c.Hint == "geography" || c.Hint == "age_over_89" || has(known):
		p.role, p.gravity, p.reason = QI, 3, "Others may know it of somebody."
		if 2*c.Unique > c.Rows {
			p.gravity, p.reason = 2, "Others may know it, and "+share(c.Unique, c.Rows)+" of the rows are alone with their value."
		}
	default:
		p.role, p.gravity, p.reason = Drop, 5, "What it says about people is not known here, so it is dropped unless you give it a role."
	}
	return p
}

// findPersons looks for columns that number the people of several rows: one repeats, and is called
// like a key of people, or determines at least two other columns that no coarser column
// determines. It does not number places or days.
func (t *Table) findPersons() {
	t.person = -1
	var named []int
	for i := range t.Columns {
		c := &t.Columns[i]
		if c.isNamedKey() {
			t.persons, named = append(t.persons, i), append(named, i)
			continue
		}
		if slices.ContainsFunc(hints.Words(c.Name), func(w string) bool { return isIn(known, w) && !isIn(units, w) }) {
			continue // an age, or a place
		}
		if c.Most < 2 || c.Distinct < 2 || c.Rows > mostRows*c.Distinct || slices.Contains([]string{"date", "postal_code", "geography"}, c.Hint) || c.isDates() || c.hasFractions() {
			continue
		}
		follow := 0
		for j := range t.Columns {
			if j != i && t.Columns[j].Distinct > 1 && t.determines(i, j) {
				follow++
			}
		}
		if follow >= 2 {
			t.persons = append(t.persons, i)
		}
	}
	switch {
	case len(named) == 1:
		t.person = named[0]
	case len(t.persons) == 1:
		t.person = t.persons[0]
	}
}

// isNamedKey reports whether the column is called like a key of people, and repeats.
func (c *Column) isNamedKey() bool {
	from, different, rows := hints.PersonKeyFrom(c.Name), c.Distinct, c.Rows-c.Nulls
	if c.Nulls > 0 {
		different-- // nobody's number
	}
	return from > 0 && different >= int64(from) && different < rows
}

// units are words of known that may be those of a number of people as well: visit_no.
var units = strings.Fields("household insurance plan visit")

// mostRows is how many rows people have at most, on average, where a column numbers them.
const mostRows = 100

// determines reports whether the i-th column determines the j-th, and no coarser one does.
func (t *Table) determines(i, j int) bool {
	by := t.Columns[j].DeterminedBy
	return slices.Contains(by, i) && !slices.ContainsFunc(by, func(k int) bool { return k != i && t.Columns[k].Distinct < t.Columns[i].Distinct })
}
