package cubes

import (
	"slices"

	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/sqltext"
)

// ParamCube is the parameter of functions on releases that says that a release is a table of counts or sums.
var ParamCube = call.Param{Name: "cube", Type: "STRUCT", Default: "NULL", Doc: "what the numbers are, if the release is a table of counts or sums: see [Certificates and reports of counts](#certificates-and-reports-of-counts). Parameters about rows must be left out then"}

// Publication is a published table of counts or sums, as ParamCube describes it.
type Publication struct {
	Audit  *call.Call     // of cube_audit
	Check  *call.Call     // of cube_check on the microdata; nil: they are not looked at
	Given  map[string]any // the members of the parameter, by their names in lower case
	Source sqltext.SQL    // what stands behind FROM for the published table
	tables []publishedTable
	check  *checking // of Check
}

// Names of members of the parameter.
const (
	checkMember = "check"
	suchCube    = "a struct with the parameters of cube_audit and, as check, those of cube_check, such as {'by': ['region', 'sex'], 'value': 'n', 'total': 'All', 'check': {'rules': {'threshold': 10}}}"
)

// TableMembers are the members that name tables.
var TableMembers = []string{"also", "hierarchies", "known"}

var (
	auditMembers = without(CubeAudit, "published", call.ParamShowValues.Name)
	checkMembers = without(CubeCheck, "tbl", "by", "hierarchies", call.ParamOutput)
)

// without are the parameters of a function but for some.
func without(f *call.Function, some ...string) (names []string) {
	for _, p := range f.Params {
		if !slices.Contains(some, p.Name) {
			names = append(names, p.Name)
		}
	}
	return names
}

// RefuseRows is an error if a call that has ParamCube gives a parameter about releases of rows: one that is none of
// some.
func RefuseRows(c *call.Call, some ...string) error {
	for _, p := range c.Function.Params {
		v := c.Arguments[p.Name]
		if list, ok := v.([]any); slices.Contains(some, p.Name) || v == nil || ok && len(list) == 0 || call.Show(v) == p.Default {
			continue
		}
		return c.Errorf("%s must be left out where cube is given: it is about releases of rows", p.Name)
	}
	return nil
}

// ReadPublication reads what a parameter cube says of the table that the parameter table names. The microdata are
// those of the parameter original; with asks, the member check needs them, and without they may be missing.
func ReadPublication(c *call.Call, given any, table string, asks bool) (*Publication, error) {
	members, isStruct := given.(map[string]any)
	lowered, unknown := call.Lowered(members, append(slices.Clip(auditMembers), checkMember)...)
	if !isStruct || unknown != "" {
		got := call.Show(given)
		if unknown != "" {
			got = "a member '" + unknown + "'"
		}
		if near := call.Nearest(unknown, auditMembers); near != "" {
			got += "; did you mean '" + near + "'?"
		}
		return nil, c.Errorf("cube must be %s, got %s", suchCube, got)
	}
	if _, err := c.Text(table, call.WhatTable); err != nil {
		return nil, err
	}
	k := &Publication{Given: map[string]any{}}
	arguments := map[string]any{"published": c.Arguments[table]}
	for name, v := range lowered {
		if v == nil {
			continue
		}
		k.Given[name] = v
		if name != checkMember {
			arguments[name] = v
		}
	}
	k.Audit = c.Inner(CubeAudit, arguments)
	var err error
	if k.tables, err = readTables(k.Audit); err != nil {
		return nil, err
	}
	k.Source = k.tables[0].source
	return k, k.readCheck(c, asks)
}

// readCheck reads the member check.
func (k *Publication) readCheck(c *call.Call, asks bool) error {
	v := k.Given[checkMember]
	if v == nil {
		return nil
	}
	given, isStruct := v.(map[string]any)
	arguments, unknown := call.Lowered(given, checkMembers...)
	if !isStruct || unknown != "" {
		got := call.Show(v)
		if unknown != "" {
			got = "a member '" + unknown + "'"
		}
		return c.Errorf("cube: check must be a struct with parameters of cube_check, such as {'person': 'id', 'rules': {'threshold': 10}}, got %s", got)
	}
	for name, v := range arguments {
		if v == nil {
			delete(arguments, name) // its default
		}
	}
	if c.Arguments["original"] == nil {
		if asks {
			return c.Errorf("original must be given where cube has check: the microdata, of which cube_check says which cells are unsafe")
		}
		return nil
	}
	arguments["tbl"], arguments["by"], arguments["hierarchies"] = c.Arguments["original"], k.Given["by"], k.Given["hierarchies"]
	k.Check = c.Inner(CubeCheck, arguments)
	var err error
	k.check, err = readChecking(k.Check)
	return err
}

// Dimensions are the columns of labels of all published tables.
func (k *Publication) Dimensions() []string { return dimensions(k.tables) }

// Others are the tables beside the published one that the parameter names, each with the name of its place.
func (k *Publication) Others() (names []string, sources []sqltext.SQL) {
	add := func(name string, source sqltext.SQL) {
		if source != "" && !slices.Contains(sources, source) {
			names, sources = append(names, name), append(sources, source)
		}
	}
	for i := range k.tables {
		t := &k.tables[i]
		if i > 0 {
			add(t.Where, t.source)
		}
		add("hierarchies", t.hierarchies)
	}
	return names, sources
}
