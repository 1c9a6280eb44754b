package planning

import (
	"fmt"
	"slices"
	"strings"

	"skyline/sqlfuncs/hints"
	"skyline/sqlfuncs/sqltext"
)

// SafeHarbor is the purpose of a release by HIPAA's Safe Harbor, 45 CFR 164.514(b)(2): a rule about
// columns, which promises no size of groups.
const SafeHarbor = "hipaa_safe_harbor"

// fewLive are the first three digits of the ZIP codes where at most 20,000 people live, by the
// Census of 2000: U.S. Department of Health and Human Services, Office for Civil Rights, "Guidance
// Regarding Methods for De-identification of Protected Health Information in Accordance with the
// HIPAA Privacy Rule", 26 November 2012, question on ZIP codes.
var fewLive = strings.Fields("036 059 063 102 203 556 692 790 821 823 830 831 878 879 884 890 893")

// harmless are words of the names of columns that are none of the 18 identifiers: besides those of feared.
var harmless = strings.Fields(`sex gender race ethnicity ethnic ethnicgroup marital married education degree school schooling occupation job profession trade
	nationality nation country citizenship citizen native state language relationship children kids`)

// places are words of the names of places smaller than a state.
var places = strings.Fields("city county town village district municipality precinct street address latitude longitude lat lon lng geocode tract block neighborhood neighbourhood parish")

// proposeHarbor decides on a role by the Safe Harbor rule. What a program cannot tell is asked.
func (t *Table) proposeHarbor(i int) proposal {
	c := &t.Columns[i]
	p := proposal{column: c}
	name := hints.Words(c.Name)
	has := func(list []string) bool {
		return slices.ContainsFunc(name, func(w string) bool { return isIn(list, w) })
	}
	few := c.Distinct <= fewValues && c.Least >= t.Least
	switch {
	case c.Distinct <= 1 && c.Rows >= t.Least:
		p.role, p.gravity, p.reason = Other, 6, "Everybody has the same value."
	case c.Hint == "free_text":
		p.role, p.reason = FreeText, "People write in their own words here, and may name anybody."
	case hints.IsPostal(c.Name) || c.Hint == "postal_code":
		p.role, p.gravity, p.harbor = Other, 3, harborZip
		p.reason = "It is a postal code: three digits may be shown where more than 20,000 people live."
	case c.isDates() && !strings.HasPrefix(c.Type, "TIME ") && c.Type != "TIME" && c.Reading.Kind() != "times of day":
		p.role, p.gravity, p.harbor, p.reason = Other, 3, harborYear, "It has dates, of which the year may be shown."
		if has([]string{"birth", "born", "birthdate", "birthday", "dob"}) {
			p.role, p.gravity, p.harbor = "", 1, harborBirth
			p.question = "In which year was the table closed? Write it into read_as in the place of NULL, so that everybody of 90 or older is one, and set the role to other."
		}
	case has([]string{"age"}) && c.isNumbers():
		p.role, p.gravity, p.harbor, p.reason = Other, 3, harborAge, "Ages from 90 on may be shown as one."
	case has(places) || c.Hint == "geography":
		p.role, p.reason = Drop, "It is a place smaller than a state."
	case c.Hint != "" && (hints.IsDirect(c.Hint) || c.Hint == "check_digit") && !few:
		p.role, p.reason = Identifier, "It looks like one of the 18 identifiers."
		if noun := hints.Noun(c.Hint); noun != "" {
			p.reason = "It looks like " + noun + ": it is one of the 18 identifiers."
		}
	case c.Unique == c.Rows && !has(harmless) && !has(feared) && !c.hasFractions():
		p.role, p.reason = Identifier, "Its value is different in each row, so it numbers rows or people."
	case slices.Contains(t.persons, i):
		p.role, p.reason = Identifier, "It numbers people: other columns follow from it."
	case has(harmless) || has(feared) && !has([]string{"birth", "died", "death"}):
		p.role, p.gravity, p.reason = Other, 4, "By its name it is none of the 18 identifiers."
	default:
		p.gravity, p.reason = 1, "Whether it is one of the 18 identifiers, such as a number, a code, a date or a place, is not known here."
		p.question = "Does it identify a person, relatives or an employer, or is it a date, an age above 89 or a place smaller than a state? Then set the role to drop; other if not."
	}
	return p
}

// The ways in which Safe Harbor has columns shown.
const (
	harborZip   = "zip"
	harborYear  = "year"
	harborBirth = "birth"
	harborAge   = "age"
)

// showHarbor has a column read as Safe Harbor lets it be shown.
func (p *proposal) showHarbor() {
	row := &p.row
	row.Steps = ""
	read := row.ReadAs
	if read == "" {
		read = string(sqltext.Ident(p.column.Name))
	}
	switch p.harbor {
	case harborZip:
		if p.column.Type != "VARCHAR" {
			read = "lpad(CAST(" + read + " AS VARCHAR), 5, '0')" // numbers lack the zeros in front
		}
		row.ReadAs = fmt.Sprintf("CASE WHEN left(%s, 3) IN (%s) THEN '000' ELSE left(%[1]s, 3) END", read, quoted(fewLive))
		row.Treatment = "first 3 digits, 000 where at most 20,000 people live"
	case harborYear:
		row.ReadAs, row.Treatment = "year("+read+")", "years"
	case harborBirth:
		row.ReadAs = fmt.Sprintf("CASE WHEN year(%s) > NULL - 90 THEN CAST(year(%[1]s) AS VARCHAR) WHEN %[1]s IS NOT NULL THEN '90 or older' END", read)
		row.Treatment = "years, 90 and older as one"
	case harborAge:
		row.ReadAs = fmt.Sprintf("CASE WHEN %s >= 90 THEN '>= 90' ELSE CAST(%[1]s AS VARCHAR) END", read)
		row.Treatment = "as it is, from 90 on as one"
	}
}

// harborRows are what the plan says of the whole table.
func harborRows() []Row {
	return []Row{
		{Finding: "Safe Harbor (45 CFR 164.514(b)(2)) is a rule about columns: it promises nothing about how many people are alike. Make the table with release_plan(…, plan := …, output := 'table'), and look at it with release_check or another purpose."},
		{
			Finding:  "The rule holds only if you know of no way in which what is left, alone or with something else, identifies somebody (45 CFR 164.514(b)(2)(ii)).",
			Question: "Do you know of none? Then delete this row.",
		},
		{Finding: "ZIP codes of which 000 is shown are those of the Census of 2000, as the Department of Health and Human Services lists them (guidance of 26 November 2012). read_as has the list: write another one there."},
	}
}
