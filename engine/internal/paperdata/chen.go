package paperdata

// Patient is a row of Table 1a of Chen et al.: Name identifies the person; Age,
// Gender and ZipCode are the quasi-identifier, Disease is the sensitive
// attribute.
type Patient struct {
	Name    string
	Age     int
	Gender  string
	ZipCode string
	Disease string
}

// ReleasedPatient is a row of Table 1b of Chen et al., generalized. Name is
// printed in the paper for reference; it is not released. Group is the number
// of the QI group, from 1.
type ReleasedPatient struct {
	Name    string
	Age     string
	Gender  string
	ZipCode string
	Disease string
	Group   int
}

// ChenTable1a returns the original dataset of Chen et al., Table 1a (second
// page).
func ChenTable1a() []Patient {
	return []Patient{
		{"Ann", 20, "F", "12345", "AIDS"},
		{"Bob", 24, "M", "12342", "Flu"},
		{"Cary", 23, "F", "12344", "Flu"},
		{"Dick", 27, "M", "12343", "AIDS"},
		{"Ed", 35, "M", "12412", "Flu"},
		{"Frank", 34, "M", "12433", "Cancer"},
		{"Gary", 31, "M", "12453", "Flu"},
		{"Tom", 38, "M", "12455", "AIDS"},
	}
}

// ChenTable1b returns the release candidate of Chen et al., Table 1b (second
// page), made from Table 1a.
func ChenTable1b() []ReleasedPatient {
	return []ReleasedPatient{
		{"Ann", "2*", "*", "1234*", "AIDS", 1},
		{"Bob", "2*", "*", "1234*", "Flu", 1},
		{"Cary", "2*", "*", "1234*", "Flu", 1},
		{"Dick", "2*", "*", "1234*", "AIDS", 1},
		{"Ed", "3*", "M", "124**", "Flu", 2},
		{"Frank", "3*", "M", "124**", "Cancer", 2},
		{"Gary", "3*", "M", "124**", "Flu", 2},
		{"Tom", "3*", "M", "124**", "AIDS", 2},
	}
}

// QIGroup is a QI group as the papers abstract it: its people, and the multiset
// of their sensitive values. Which value is whose is not told.
type QIGroup struct {
	People []string
	Values []string
}

// Counts returns how often each sensitive value occurs in the group.
func (g QIGroup) Counts() map[string]int {
	counts := make(map[string]int)
	for _, v := range g.Values {
		counts[v]++
	}
	return counts
}

// ChenTable1bGroups returns the QI groups of Table 1b, in the form in which
// Sect. 2.1 of Chen et al. prints them.
func ChenTable1bGroups() []QIGroup {
	return []QIGroup{
		{
			People: []string{"Ann", "Bob", "Cary", "Dick"},
			Values: []string{"AIDS", "AIDS", "Flu", "Flu"},
		},
		{
			People: []string{"Ed", "Frank", "Gary", "Tom"},
			Values: []string{"AIDS", "Cancer", "Flu", "Flu"},
		},
	}
}

// ChenReconstruction returns the reconstruction of Table 1b that Sect. 2.1 of
// Chen et al. prints: the values of each person. It obeys Multiset, but neither
// SVPI nor Set.
func ChenReconstruction() map[string][]string {
	return map[string][]string{
		"Ann":   {"Flu", "Flu"},
		"Bob":   {"AIDS"},
		"Cary":  {"AIDS"},
		"Dick":  nil,
		"Ed":    {"Cancer", "Flu"},
		"Frank": {"AIDS", "Flu"},
		"Gary":  nil,
		"Tom":   nil,
	}
}

// ChenFluGroup returns the QI group {Flu×4, AIDS} of Chen et al., Sect. 3.
func ChenFluGroup() QIGroup {
	return QIGroup{
		People: []string{"Ann", "Bob", "Cary", "Dick", "Ed"},
		Values: []string{"Flu", "Flu", "Flu", "Flu", "AIDS"},
	}
}

// ChenHundred returns the number of people and the counts of the values of the
// QI group of 100 people, 20 of whom have AIDS, that Sect. 3 of Chen et al.
// compares with ChenFluGroup. What the other 80 have is not printed; they have
// Flu here, as in that group.
func ChenHundred() (people int, counts map[string]int) {
	return 100, map[string]int{"AIDS": 20, "Flu": 80}
}

// Inference is a probability that a paper prints for one particular adversary in
// SVPI: that Target has Value, given that Target has none of Lacks and that each
// other person in Others has the value there.
type Inference struct {
	Target, Value string
	Lacks         []string
	Others        map[string]string
	Probability   string // a fraction
}

// ChenTable1bInferences returns what Sect. 1.1 of Chen et al. (second page) says
// of Tom in Table 1b, in the order printed.
func ChenTable1bInferences() []Inference {
	return []Inference{
		{Target: "Tom", Value: "AIDS", Probability: "1/4"},
		{Target: "Tom", Value: "AIDS", Lacks: []string{"Cancer"}, Probability: "1/3"},
		{
			Target: "Tom", Value: "AIDS", Lacks: []string{"Cancer"},
			Others: map[string]string{"Gary": "Flu"}, Probability: "1/2",
		},
	}
}

// ChenFluGroupInferences returns what Sect. 3 of Chen et al. says of
// ChenFluGroup: 0.2 for anyone at first, and certainty about the fifth after an
// investigation of any four who turn out not to have AIDS.
func ChenFluGroupInferences() []Inference {
	return []Inference{
		{Target: "Ed", Value: "AIDS", Probability: "1/5"},
		{
			Target: "Ed", Value: "AIDS",
			Others:      map[string]string{"Ann": "Flu", "Bob": "Flu", "Cary": "Flu", "Dick": "Flu"},
			Probability: "1",
		},
	}
}
