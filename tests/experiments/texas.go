package main

import (
	"bufio"
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// texasAttributes are those of the inpatient discharges of Jin et al., Table 5b, with
// the sizes of their domains, and then further ones of ours.
var texasAttributes = []struct {
	name   string
	domain int
}{
	{"thcic", hospitals},
	{"gender", 2},
	{"pat_zip", 1581},
	{"county", counties},
	{"pat_age", ages},
	{"race", races},
	{"ad_diag", 3391},
	{"prn_diag", 3488},
	{"diag1", 3881},
	{"diag2", 4193},
	{"diag3", 4251},
	{"p_icd9", 1708},
	{"hcfa_mdc", categories},
	{"hcfa_drg", groups},
	{"apr_drg", 297},
	{"rsk_mor", risks},
	{"and_md", 15000},
	{"surgeon", 17432},

	{"diag4", 4200},
	{"diag5", 4100},
	{"diag6", 4000},
	{"diag7", 3900},
	{"diag8", 3800},
	{"payer", 12},
	{"ward", 30},
	{"admission", 8},
	{"source", 10},
	{"weekday", 7},
	{"discharge", 20},
	{"stay", 60},
	{"charges", 500},
	{"drugs", 300},
	{"imaging", 40},
	{"therapy", 25},
	{"laboratory", 150},
	{"language", 15},
	{"employer", 900},
	{"school", 700},
	{"shift", 3},
	{"transfer", 2},
}

const (
	texasRows  = 177_148 // as in the paper
	texasWidth = 18      // the paper's attributes

	hospitals, counties, categories, groups = 323, 241, 24, 396
	ages, races, risks                      = 22, 5, 6
	// wards are what the physicians of a hospital are divided into.
	wards = 6
)

// texas draws hospital discharges. It is not the Texas data: it has its size, the
// sizes of its domains, and dependencies of the kind that such data has.
//
// A hospital (thcic), a county and a category of diagnoses (hcfa_mdc) are latent
// classes, each skewed. A hospital lies in a county, where most of its patients come
// from, and has a category in which it specialises. What depends on a class draws
// from a pool of values of its own: zip codes from the county's; groups and most
// diagnoses at admission from the category's; principal diagnoses and procedures from
// the group's; physicians from that of a ward of the hospital. Secondary diagnoses
// and further attributes are drawn from the category's stretch of the domain half of
// the time, and else independently. So a zip code tells the county, a group its
// category and a physician the hospital, and each something of all the others.
type texas struct {
	*rand.Rand
	home, specialty          []int // a hospital's county and category
	zip, drg, apr, admission []pool
	principal, procedure     []pool
	attending, surgeon       []pool
}

// Skews of the latent classes, as exponents of zipf. The largest hospital has 4 % of
// the patients, the largest county and category some 15 %.
const (
	skewOfHospitals  = 0.6
	skewOfCounties   = 0.95
	skewOfCategories = 0.6
)

func newTexas() *texas {
	t := &texas{Rand: rand.New(rand.NewPCG(seed, texasRows))}
	for range hospitals {
		t.home = append(t.home, t.zipf(counties, skewOfCounties))
		t.specialty = append(t.specialty, t.zipf(categories, skewOfCategories))
	}
	domain := map[string]int{}
	for _, a := range texasAttributes {
		domain[a.name] = a.domain
	}
	t.zip = pools(domain["pat_zip"], shares(counties, skewOfCounties))
	ofCategory := shares(categories, skewOfCategories)
	t.drg, t.apr, t.admission = pools(groups, ofCategory), pools(domain["apr_drg"], ofCategory), pools(domain["ad_diag"], ofCategory)
	// Some neighbouring groups share diagnoses and procedures.
	t.principal, t.procedure = pools(domain["prn_diag"], shares(groups/2, 0)), pools(domain["p_icd9"], shares(groups/4, 0))
	var ofWard []float64
	for _, share := range shares(hospitals, skewOfHospitals) {
		for range wards {
			ofWard = append(ofWard, share/wards)
		}
	}
	t.attending, t.surgeon = pools(domain["and_md"], ofWard), pools(domain["surgeon"], ofWard)
	return t
}

// draw fills the attributes of a discharge, from 0: the paper's and maybe some more.
func (t *texas) draw(row []int) {
	hospital := t.zipf(hospitals, skewOfHospitals)
	county, category := t.home[hospital], t.specialty[hospital]
	if t.in(0.3) {
		county = t.zipf(counties, skewOfCounties)
	}
	if t.in(0.75) {
		category = t.zipf(categories, skewOfCategories)
	}
	drg := t.from(&t.drg[category], 1.1)
	apr := t.apr[category].beside(drg, t.drg[category])
	if t.in(0.2) {
		apr = t.from(&t.apr[category], 1.1)
	}
	principal := t.from(&t.principal[drg*len(t.principal)/groups], 1.3)
	admission := principal * texasAttributes[6].domain / texasAttributes[7].domain
	if t.in(0.55) {
		admission = t.from(&t.admission[category], 0.9)
	}
	age := t.IntN(ages)
	if t.in(0.6) {
		age = max(0, min(ages-1, category*7%ages+int(math.Round(3*t.NormFloat64()))))
	}
	gender := t.is(0.55)
	switch category % 8 {
	case 3: // births
		gender = 1
	case 5:
		gender = t.is(0.1)
	}
	race := county % races
	if t.in(0.6) {
		race = t.zipf(races, 0.8)
	}
	ward := hospital*wards + category%wards
	if t.in(0.15) {
		ward = hospital*wards + t.IntN(wards)
	}
	attending := t.from(&t.attending[ward], 0.9)
	surgeon := t.surgeon[ward].beside(attending, t.attending[ward])
	if t.in(0.65) {
		surgeon = t.from(&t.surgeon[ward], 0.9)
	}
	copy(row, []int{
		hospital, gender, t.from(&t.zip[county], 0.5), county, age, race,
		admission, principal, t.profiled(8, category), t.profiled(9, category), t.profiled(10, category), t.from(&t.procedure[drg*len(t.procedure)/groups], 1.3),
		category, drg, apr, min(risks-1, drg%3+age/16+t.zipf(risks-2, 0.9)), attending, surgeon,
	})
	for a := texasWidth; a < len(row); a++ {
		row[a] = t.profiled(a, category)
	}
}

// profiled draws an attribute that depends on the category, half of the time.
func (t *texas) profiled(attribute, category int) int {
	domain := texasAttributes[attribute].domain
	if t.in(0.5) {
		return t.zipf(domain, 0.9)
	}
	return (category*(1+domain/categories) + t.zipf(1+domain/4, 0.9)) % domain
}

// in is true in a share of the cases; is returns 1 in them.
func (t *texas) in(share float64) bool { return t.Float64() < share }

func (t *texas) is(share float64) int {
	if t.in(share) {
		return 1
	}
	return 0
}

// zipf draws from 0..n-1: i is about as likely as 1/(i+1)^skew. skew is not 1.
func (t *texas) zipf(n int, skew float64) int {
	e := 1 - skew
	x := math.Pow(1+t.Float64()*(math.Pow(float64(n+1), e)-1), 1/e)
	return min(int(x)-1, n-1)
}

// shares returns how likely 0..n-1 are about, if drawn by zipf.
func shares(n int, skew float64) []float64 {
	list, sum := make([]float64, n), 0.0
	for i := range list {
		list[i] = math.Pow(float64(i+1), -skew)
		sum += list[i]
	}
	for i := range list {
		list[i] /= sum
	}
	return list
}

// pool is the range of a domain that a class has for itself.
type pool struct{ first, size, dealt int }

// pools divides a domain among classes: a value for each, and the others by their shares.
func pools(domain int, shares []float64) []pool {
	list := make([]pool, len(shares))
	sum, first := 0.0, 0
	for i, share := range shares {
		sum += share
		next := i + 1 + int(math.Round(float64(domain-len(shares))*min(sum, 1)))
		list[i] = pool{first: first, size: next - first}
		first = next
	}
	return list
}

// from draws from a pool. A fifth of the values are dealt out in turn, so that in a
// large table all of them occur; the others are skewed.
func (t *texas) from(p *pool, skew float64) int {
	if t.in(0.2) {
		p.dealt++
		return p.first + p.dealt%p.size
	}
	return p.first + t.zipf(p.size, skew)
}

// beside returns the value of p at the place that a value has in another pool.
func (p pool) beside(value int, other pool) int {
	return p.first + (value-other.first)*p.size/other.size
}

// texasColumns names the first attributes.
func texasColumns(width int) []string {
	names := make([]string, width)
	for i := range names {
		names[i] = texasAttributes[i].name
	}
	return names
}

// makeTexas makes the table texas with so many discharges and attributes. Fewer
// discharges are the first of more, with as many attributes; values are from 1.
func (l *lab) makeTexas(ctx context.Context, rows, width int) (err error) {
	folder, err := os.MkdirTemp("", "skyline-texas-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	path := filepath.Join(folder, "texas.csv")
	if err := writeTexas(path, rows, width); err != nil {
		return err
	}
	return l.exec(ctx, "CREATE OR REPLACE TABLE texas AS FROM read_csv("+text(path)+")")
}

func writeTexas(path string, rows, width int) (err error) {
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	out := bufio.NewWriter(file)
	if _, err := out.WriteString(strings.Join(texasColumns(width), ",") + "\n"); err != nil {
		return err
	}
	t, row := newTexas(), make([]int, width)
	var line []byte
	for range rows {
		t.draw(row)
		line = line[:0]
		for _, value := range row {
			line = append(strconv.AppendInt(line, int64(value+1), 10), ',')
		}
		line[len(line)-1] = '\n'
		if _, err := out.Write(line); err != nil {
			return err
		}
	}
	return out.Flush()
}
