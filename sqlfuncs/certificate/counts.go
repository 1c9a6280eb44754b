package certificate

import (
	"bytes"
	"encoding/json"
	"maps"

	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/canonical"
	"skyline/sqlfuncs/cubes"
)

// portableCube is a parameter cube without what only the caller's database has.
func portableCube(given map[string]any) map[string]any {
	members := maps.Clone(given)
	for _, name := range cubes.TableMembers {
		delete(members, name)
	}
	if also, ok := given["also"].([]any); ok {
		var list []any
		for _, v := range also {
			table := lowered(v)
			delete(table, "published")
			delete(table, "hierarchies")
			list = append(list, table)
		}
		members["also"] = list
	}
	return members
}

// readCube reads a table of counts as it was certified. Tables beside it are those of the call.
func (m *measuring) readCube(c *call.Call, certified *content) error {
	certifiedCube := certified.Parameters.Cube
	given, _ := c.Arguments[cubes.ParamCube.Name].(map[string]any)
	switch {
	case certifiedCube == nil:
		return c.Errorf("cube must be left out: the certificate is of a release of rows")
	case given != nil && !same(portableCube(lowered(given)), certifiedCube):
		return c.Errorf("cube must be as it was certified, and says something else of the table; give it as release_certificate got it")
	case given == nil:
		m.notAudited = certified.Tables != nil || certifiedCube["also"] != nil
		given = maps.Clone(certifiedCube)
		for _, name := range cubes.TableMembers {
			delete(given, name) // a certificate names no tables
		}
	}
	var err error
	m.cube, err = cubes.ReadPublication(c, given, "tbl", false)
	return err
}

// same reports whether two values are the same JSON.
func same(a, b any) bool {
	var texts [2][]byte
	for i, v := range []any{a, b} {
		text, err := json.Marshal(v)
		if err != nil {
			return false
		}
		read, err := canonical.Read(string(text))
		if err != nil {
			return false
		}
		if texts[i], err = canonical.Append(nil, read); err != nil {
			return false
		}
	}
	return bytes.Equal(texts[0], texts[1])
}
