package robust

import "fmt"

// nonsenseAboutSeveralReleases is about the kernel that counts worlds, with people and releases
// that it was given.
func nonsenseAboutSeveralReleases(key string) []string {
	statements := []string{
		"SELECT __skyline_republication_check_rows(NULL)", "SELECT __skyline_republication_check_rows(0)", "SELECT __skyline_start(NULL, 'republication_check', NULL, NULL)",
		"SELECT __skyline_start('f', 'republication_check', '{}', '{}')", "SELECT __skyline_start('f', 'republication_check', '{', '{\"cells\":\"0\"}')",
	}
	for _, arguments := range []string{
		"NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL", "'x', ['a'], 'nan', 'nan', 'nan', true, true, true, -1, -1, ['x', 'y'], -1, -1, true",
		"NULL, [], 'inf', '-inf', 1e300, false, NULL, true, i, -i, [NULL], NULL, i, NULL", "chr(i::INT), ['', 'b'], i / 3000, 1 - i / 3000, 0.5, i % 2 = 0, i % 3 = 0, i % 5 = 0, i, i, [repeat('é', i::INT), ''], i, i, i % 2 = 0",
	} {
		statements = append(statements, "SELECT __skyline_releases_meaning("+arguments+") FROM range(3000) r(i)")
	}
	rows := []string{
		"['a', 'b', 'x', NULL], 1", "[i::VARCHAR, (i % 2)::VARCHAR, (i % 3)::VARCHAR, NULL], 9223372036854775807", "[i::VARCHAR, (i % 2)::VARCHAR, (i % 2)::VARCHAR, CASE WHEN i = 0 THEN 'c' END], 1000000000",
		"['a'], 1", "[], 1", "NULL, NULL", "[NULL, NULL, 'x', NULL], 1", "[NULL, NULL, NULL, NULL], 2", "['0', 'x', 'x'], 1", "['0', 'x', NULL, 'x'], 1", "['7', 'x', 'x', 'x'], 1",
	}
	readings := []string{"0, CASE i WHEN 0 THEN 'value' WHEN 1 THEN 'label' ELSE 'low' END, 'x', 1, 1.0", "i, 'value', 'x', i, NULL", "0, 'label', NULL, NULL, NULL", "3, 'high', 'x', 1, 1.0"}
	for i, spec := range []string{
		``, `null`, `{"releases":["a","b"],"named":{},"points":[{"c":"0.5"}],"max_steps":-1}`, `{"releases":["a","b"],"named":{},"points":[{"c":"0.5"}],"max_steps":1e9}`,
		`{"releases":["a","b"],"named":{"allowed":true},"points":[{"value":"x","l":"9","c":"1"}],"max_steps":1e300}`, `{"releases":["a","b"],"named":null,"points":[{"c":"2"}]}`,
		`{"releases":[],"named":{},"points":[{"c":"0.5"}]}`, `{"releases":["a"],"named":{},"points":[]}`, `{"releases":["a"],"named":{},"points":[{"c":"0.5"},{"c":"0.5"}]}`,
		`{"releases":["a"],"given":[{"columns":["x"],"known":[0],"first":0}],"named":{},"points":[{"c":"0.5"}],"max_steps":1e9}`,
		`{"releases":["a"],"given":[{"columns":["x"],"known":[9],"first":-1}],"named":{},"points":[{"c":"0.5"}],"max_steps":1e9}`,
		`{"releases":["a"],"given":[{"columns":[],"known":[]}],"named":{},"points":[{"c":"0.5"}],"max_steps":1e9}`,
		`{"releases":["a"],"given":[{"columns":["x","y"],"known":[0],"first":1}],"named":{},"points":[{"c":"0.5"}],"max_steps":1e9}`,
		`{"releases":["a","b"],"given":[{"columns":["x"],"known":[1],"first":0},{"columns":["y"],"known":[0],"first":1}],"named":{},"points":[{"c":"0.5"}],"max_steps":1e9}`,
	} {
		for j, row := range rows {
			for k, reading := range readings {
				if (i+j+k)%3 == 0 {
					statements = append(statements, fmt.Sprintf("WITH RECURSIVE g AS MATERIALIZED (SELECT __skyline_gather(%[1]s, 'f', %[2]s) AS g, __skyline_gather(%[1]s, 'f', %[3]s) AS r, __skyline_readings(%[1]s, 'f', %[4]s) AS h FROM range(3) r(i)), j AS (SELECT __skyline_start('f', 'republication_check', '%[5]s', to_json(struct_pack(cells := g, released := r, readings := h))::VARCHAR) AS j, false AS done FROM g UNION ALL SELECT j, __skyline_wait(j) FROM j WHERE NOT done) SELECT __skyline_republication_check_rows(j) FROM j WHERE done",
						key, row, rows[(j+k)%len(rows)], reading, spec))
				}
			}
		}
	}
	return statements
}
