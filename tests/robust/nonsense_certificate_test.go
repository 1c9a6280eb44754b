package robust

import "fmt"

// nonsenseAboutCertificates is about the functions that write certificates and compare them.
func nonsenseAboutCertificates(key string) []string {
	statements := []string{
		"SELECT __skyline_certificate(NULL, NULL)", "SELECT __skyline_certificate_items(NULL, NULL)", "SELECT __skyline_row_digests(NULL, NULL, NULL, NULL)",
		fmt.Sprintf("SELECT __skyline_row_digests(%s, 'f', [NULL, 'a'], -9223372036854775808) FROM range(3)", key),
		fmt.Sprintf("SELECT __skyline_row_digests(%s, 'f', v, 1) OVER () FROM (VALUES (['a', 'b']), ([]), (NULL)) t(v)", key),
		fmt.Sprintf("SELECT __skyline_row_digests(%s, 'f', v, 1 ORDER BY v) FROM (VALUES (['a', 'b']), ([]), ([NULL])) t(v)", key),
	}
	const small = `{"columns":[],"engine":{"duckdb":"","skyline":""},"fingerprint":"","format":"skyline certificate 1","parameters":{"others":"","privacy":{},"qi":null,"values_per_person":""},"people":0,"requirements":[],"rows":0}`
	for _, spec := range []string{
		``, `{}`, `null`, `[]`, `{"parameters":{"privacy":{"x":null}}}`, `{"parameters":null,"key":"k"}`, `{"certificate":"{}"}`, `{"certificate":` + quoted(small) + `}`, `{"certificate":` + quoted(small) + `,"key":"k"}`,
	} {
		for _, measured := range []string{
			``, `{}`, `null`, `{"names":["a"],"types":[]}`, `{"names":["a"],"types":["b"],"rows":-1,"people":9223372036854775807}`, `{"rows":1e400}`,
			`{"requirements":[{"requirement":"x","achieved":"nan","required":"-inf"}]}`, `{"requirements":[{"requirement":"x","achieved":"abc"}]}`, `{"requirements":[null,{},{"value":"x"}]}`, `{"original":"x","public":"y"}`,
		} {
			for _, function := range []string{"__skyline_certificate", "__skyline_certificate_items"} {
				statements = append(statements, fmt.Sprintf("SELECT %s('%s', '%s')", function, spec, measured))
			}
		}
	}
	return statements
}

func quoted(text string) string { return fmt.Sprintf("%q", text) }
