// Package hints says what a column may be by its name and its values: an e-mail address, a
// name, text in somebody's own words.
package hints

import (
	"net/netip"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/people"
)

// What a column's name and values may look like: HIPAA's 18 identifiers. Patterns are few
// and can be read; a hint is a reason to look, and none is no reason not to.

// kind is one thing that a column may look like.
type kind struct {
	hint, hipaa string
	// direct: it names a person by itself, whatever else is known of them.
	direct bool
	// names are words of which a name has one, or all of those in one item.
	names []string
	// values says in words what look looks for; nil: values say nothing.
	values string
	is     func(text string) bool
	// few is how many different values there must be at least for values to count; so many
	// agree by chance with less than one in a million.
	few  int
	text bool // numbers do not count
}

// kinds are in the order in which they are tried, first all by values, then all by names.
var kinds = []kind{
	{hint: "email", hipaa: "F", direct: true, names: []string{"email", "mail", "e mail", "correo"}, values: "`name@host.domain`", is: matches(`^[^@\s]+@[^@\s]+\.[^@\s.]+$`)},
	{hint: "url", hipaa: "N", direct: true, names: []string{"url", "uri", "website", "homepage"}, values: "`http://`, `https://`, `ftp://` or `www.` in front", is: matches(`(?i)^((https?|ftp)://|www\.)\S+$`)},
	{hint: "ip_address", hipaa: "O", direct: true, names: []string{"ip", "ipaddress", "ipv4", "ipv6"}, values: "an IPv4 or IPv6 address", is: func(text string) bool { _, err := netip.ParseAddr(text); return err == nil }},
	{hint: "ssn", hipaa: "G", direct: true, names: []string{"ssn", "social security", "national id", "nino"}, values: "`000-00-0000`", is: matches(`^\d{3}-\d{2}-\d{4}$`)},
	{
		hint: "date", hipaa: "C", names: []string{"date", "dob", "birthday", "birthdate", "admitted", "discharged", "admission", "discharge", "timestamp"},
		values: "a day or a moment, in a type of dates or as text, unless all are the first of January", is: isDay,
	},
	{hint: "vehicle", hipaa: "L", direct: true, names: []string{"vin", "license plate", "licence plate", "numberplate", "vehicle"}, values: "17 characters with the check digit of a VIN", is: isVIN, few: 8},
	{hint: "account", hipaa: "J", direct: true, names: []string{"account", "iban", "card"}, values: "an IBAN with its two check digits", is: isIBAN, few: 3},
	{hint: "check_digit", hipaa: "R", values: "10 to 19 digits, perhaps in groups, whose last one is a check digit by Luhn's rule, as those of cards and devices are", is: isLuhn, few: 8},
	{hint: "phone", hipaa: "D", direct: true, names: []string{"phone", "telephone", "tel", "mobile", "cellphone", "telefon", "telefono", "handy"}, values: "7 to 15 digits with `+`, `0` or `(` in front, or in groups; as text", is: isPhone, text: true},
	{hint: "postal_code", hipaa: "B", names: []string{"zip", "zipcode", "zip3", "zip5", "postcode", "postal", "plz", "postleitzahl"}, values: "text of five digits, ZIP+4, or a British or Canadian code", is: matches(`^(\d{5}(-\d{4})?|[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}|[A-Z]\d[A-Z][ -]?\d[A-Z]\d)$`), text: true},
	{hint: freeText, direct: true, names: []string{"note", "notes", "comment", "comments", "remark", "remarks", "narrative", "freetext", "free text", "bemerkung", "bemerkungen", "kommentar", "remarque", "remarques", "comentario"}, values: "a text of more than 200 characters that one person alone has"},
	{hint: "fax", hipaa: "E", direct: true, names: []string{"fax", "telefax"}},
	{hint: "medical_record", hipaa: "H", direct: true, names: []string{"mrn", "medical record", "patient id", "patient number"}},
	{hint: "health_plan", hipaa: "I", direct: true, names: []string{"health plan", "beneficiary", "insurance", "policy number", "member id"}},
	{hint: "licence", hipaa: "K", direct: true, names: []string{"license", "licence", "certificate", "passport"}},
	{hint: "device", hipaa: "M", direct: true, names: []string{"imei", "mac address", "serial", "device"}},
	{hint: "biometric", hipaa: "P", direct: true, names: []string{"fingerprint", "voiceprint", "retina", "iris", "biometric"}},
	{hint: "photograph", hipaa: "Q", direct: true, names: []string{"photo", "photograph", "portrait", "picture"}},
	{hint: "geography", hipaa: "B", names: []string{"address", "street", "city", "town", "village", "county", "precinct", "latitude", "longitude", "lat", "lon", "geocode", "adresse", "anschrift", "strasse", "wohnort", "direccion"}},
	{hint: "name", hipaa: "A", direct: true, names: []string{"name", "surname", "forename", "firstname", "lastname", "fullname", "initials", "vorname", "nachname", "familienname", "prenom", "nom", "nombre", "apellido", "apellidos"}},
	{hint: "age_over_89", hipaa: "C", values: "a column with the word `age` in its name, and a whole number from 90 on among its values"},
	{hint: "identifier", hipaa: "R", direct: true, names: []string{"id", "uuid", "guid", "identifier", "username", "login"}},
}

// freeText is the hint of what people write in their own words: not one of the 18, and there
// may be any of them in it.
const freeText = "free_text"

// enough is the share of the different values that must look alike, in percent.
const enough = 90

// matches reports by a regular expression.
func matches(pattern string) func(string) bool { return regexp.MustCompile(pattern).MatchString }

// Look is what has been seen of a column so far.
type Look struct {
	words      string // of its name, each between blanks
	isText     bool
	writes     bool  // its values are texts that anybody may have written
	values     int   // how many different ones there are, but NULL
	misses     []int // by kind: how many do not fit, if not too many
	longest    int64 // see Longest
	lone       bool  // somebody is alone with a text that is too long for a category
	notNewYear bool  // some value is not a first of January
	old        bool  // some value is a number from 90 on
}

// NewLook begins to look at a column of so many different values, NULL not counted.
func NewLook(name, columnType string, values int) *Look {
	return &Look{
		words: between(name), isText: columnType == "VARCHAR" || columnType == "ENUM", writes: columnType == "VARCHAR" || columnType == "JSON",
		values: values, misses: make([]int, len(kinds)),
	}
}

// Longest returns how many characters the longest text has; false where there is no text that
// anybody may have written.
func (l *Look) Longest() (characters int64, ok bool) { return l.longest, l.writes && l.values > 0 }

// fits reports whether enough values have fit so far.
func (l *Look) fits(kind int) bool { return 100*l.misses[kind] <= (100-enough)*l.values }

// At looks at one of the different values, which n people have.
func (l *Look) At(text string, n int64) {
	if l.writes && int64(len(text)) > l.longest { // in bytes, of which there are not fewer
		l.longest = max(l.longest, int64(utf8.RuneCountInString(text)))
	}
	l.lone = l.lone || l.writes && n == 1 && people.IsLong(text)
	for i := range kinds {
		if k := &kinds[i]; k.is != nil && l.fits(i) && (k.text && !l.isText || !k.is(text)) {
			l.misses[i]++
		}
	}
	l.notNewYear = l.notNewYear || !isNewYear(text)
	if n, err := strconv.ParseInt(text, 10, 64); err == nil && n >= 90 {
		l.old = true
	}
}

// Hint returns what the column looks like, "" for nothing.
func (l *Look) Hint() string {
	for i := range kinds {
		k := &kinds[i]
		if k.is == nil || l.values < max(1, k.few) || !l.fits(i) || k.hint == "date" && !l.notNewYear {
			continue
		}
		return k.hint
	}
	if l.lone {
		return freeText
	}
	for i := range kinds {
		k := &kinds[i]
		if k.hint == "age_over_89" && l.old && strings.Contains(l.words, " age ") {
			return k.hint
		}
		if k.isNamed(l.words) {
			return k.hint
		}
	}
	return ""
}

// isNamed reports whether the words of a name, each between blanks, are those of the kind.
func (k *kind) isNamed(words string) bool {
	return slices.ContainsFunc(k.names, func(name string) bool { return strings.Contains(words, " "+name+" ") })
}

// Direct returns what a column is by its name if that names a person by itself, as an e-mail
// address does, or a text in somebody's own words may; "" otherwise.
func Direct(name string) string {
	words := between(name)
	for i := range kinds {
		if k := &kinds[i]; k.isNamed(words) {
			if k.direct {
				return k.hint
			}
			return ""
		}
	}
	return ""
}

// samplingWeights are words of the names of sampling weights, which are not those of counts.
var samplingWeights = []string{"weight", "weights", "wt", "wgt", "wght", "fnlwgt", "pweight", "pwgt", "perwt", "hhwt", "finalwt", "expansion", "sampling"}

// whoPeopleAre and keys are words of the names of keys of people.
var (
	whoPeopleAre = []string{"patient", "person", "client", "customer", "subject", "participant", "respondent", "student", "pupil", "employee", "citizen", "user", "individual", "donor", "resident", "proband"}
	keys         = []string{"id", "no", "nr", "num", "number", "key", "code", "pseudonym", "hash"}
)

// IsPersonKey reports whether the name of a column is that of a key of people, such as patient_no.
func IsPersonKey(name string) bool {
	words := wordsOf(name)
	who := func(word string) bool { return slices.Contains(whoPeopleAre, word) }
	return slices.ContainsFunc(words, who) && !slices.ContainsFunc(words, func(word string) bool { return !who(word) && !slices.Contains(keys, word) })
}

// Of a column whose name says who people are and no more, such as student, so many values are
// asked for before it is taken for a key: fewer may say whether somebody is one.
const fewestWho = 10

// PersonKeyFrom returns from how many different values on a column that repeats is the key of
// people by its name alone: 2 of patient_no, 10 of customer, 0 of other names, which never are.
func PersonKeyFrom(name string) int {
	switch {
	case !IsPersonKey(name):
		return 0
	case slices.ContainsFunc(wordsOf(name), func(word string) bool { return slices.Contains(keys, word) }):
		return 2
	}
	return fewestWho
}

// counts are words of the names of numbers of people.
var counts = []string{"n", "count", "counts", "cnt", "num", "number", "freq", "frequency", "people", "persons", "individuals", "population", "total", "size", "patients", "cases", "residents", "inhabitants", "members", "customers", "users", "employees", "students", "households"}

// IsCount reports whether the name of a column of whole numbers is that of numbers of people.
func IsCount(name string) bool {
	return !IsSamplingWeight(name) && slices.ContainsFunc(wordsOf(name), func(word string) bool { return slices.Contains(counts, word) })
}

// IsSamplingWeight reports whether the name of a column of numbers is that of a sampling
// weight, which says how many people outside of the table somebody stands for.
func IsSamplingWeight(name string) bool {
	return slices.ContainsFunc(wordsOf(name), func(word string) bool { return slices.Contains(samplingWeights, word) })
}

// between returns the words of a name, each between blanks.
func between(name string) string { return " " + strings.Join(wordsOf(name), " ") + " " }

// Words returns the words of a name, in lower case.
func Words(name string) []string { return wordsOf(name) }

// IsDirect reports whether a hint is of what names a person by itself.
func IsDirect(hint string) bool {
	return slices.ContainsFunc(kinds, func(k kind) bool { return k.hint == hint && k.direct })
}

// Noun returns what a direct hint is one of, with an article.
func Noun(hint string) string { return nouns[hint] }

var nouns = map[string]string{
	"email": "an e-mail address", "url": "a web address", "ip_address": "an IP address", "ssn": "a social security number", "vehicle": "a vehicle's number",
	"account": "an account number", "phone": "a phone number", freeText: "free text", "fax": "a fax number", "medical_record": "a medical record's number",
	"health_plan": "a health plan's number", "licence": "a licence number", "device": "a device's number", "biometric": "biometric data", "photograph": "a photograph",
	"name": "a name", "identifier": "an identifier",
}

// wordsOf returns the words of a name, in lower case: they end at what is neither a letter
// nor a digit, and where a capital follows a small letter.
func wordsOf(name string) []string {
	var b strings.Builder
	last := ' '
	for _, r := range name {
		if 'A' <= r && r <= 'Z' && 'a' <= last && last <= 'z' {
			b.WriteByte(' ')
		}
		b.WriteRune(r)
		last = r
	}
	return strings.FieldsFunc(unaccented.Replace(strings.ToLower(b.String())), func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < '0' || r > '9') && r < 128
	})
}

// unaccented writes letters of German, French and Spanish without their accents.
var unaccented = strings.NewReplacer("ä", "a", "ö", "o", "ü", "u", "ß", "ss", "à", "a", "â", "a", "á", "a", "ç", "c", "é", "e", "è", "e", "ê", "e", "ë", "e", "î", "i", "ï", "i", "í", "i", "ô", "o", "ó", "o", "ù", "u", "û", "u", "ú", "u", "ñ", "n")

// Table is the table of the hints of column_profile, for the reference.
func Table() string {
	var b strings.Builder
	b.WriteString("| hint | HIPAA | words of the name | values |\n|---|---|---|---|\n")
	for _, k := range kinds {
		b.WriteString("| `" + k.hint + "` | " + k.hipaa + " | " + strings.Join(k.names, ", ") + " | " + call.Cell(k.values))
		if k.few > 0 {
			b.WriteString("; of at least " + strconv.Itoa(k.few) + " different ones")
		}
		b.WriteString(" |\n")
	}
	return strings.TrimSuffix(b.String(), "\n")
}
