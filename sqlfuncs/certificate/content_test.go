package certificate

import (
	"strings"
	"testing"
)

const small = `{"columns":[{"name":"a","type":"INTEGER"}],"engine":{"duckdb":"","skyline":""},"fingerprint":"","format":"skyline certificate 1","parameters":{"other_columns":"keep","privacy":{"k_anonymity":2,"presence":{"delta_min":0.5},"skyline":[{"c":0.5,"value":"x"}]},"qi":["a"],"sensitive":"s","values_per_person":"one"},"people":1,"requirements":[{"achieved":"Infinity","holds":null,"required":0.5,"requirement":"x","rule":"y","value":"z"}],"rows":1}`

// FuzzContent reads certificates, and what it takes for one it writes, judges and seals.
func FuzzContent(f *testing.F) {
	f.Add(small)
	f.Add(strings.Replace(small, `"rows":1`, `"rows":9223372036854775808`, 1))
	f.Add(strings.Replace(small, `"hash"`, `"Hash"`, 1))
	f.Fuzz(func(t *testing.T, text string) {
		c, err := readContent(text)
		if err != nil {
			return
		}
		sealed, err := c.text("a key of 16 bytes")
		if err != nil {
			t.Fatalf("%q cannot be written: %v", text, err)
		}
		again, err := readContent(sealed)
		if err != nil {
			t.Fatalf("%q is not read: %v", sealed, err)
		}
		items, err := compare(again, again, "a key of 16 bytes", func(string) bool { return true })
		if err != nil {
			t.Fatal(err)
		}
		for _, item := range items[:2] {
			if !item.Holds.V {
				t.Fatalf("%s does not hold of %q", item.Item, sealed)
			}
		}
	})
}

// Every change of a character of a certificate is an error, or another hash.
func TestEveryCharacterCounts(t *testing.T) {
	t.Parallel()
	c, err := readContent(small)
	if err != nil {
		t.Fatal(err)
	}
	sealed, err := c.text("")
	if err != nil {
		t.Fatal(err)
	}
	for i := range len(sealed) {
		for _, with := range []string{"", "0", "x", " ", `"`} {
			changed := sealed[:i] + with + sealed[i+1:]
			c, err := readContent(changed)
			if err != nil || changed == sealed {
				continue
			}
			again, err := c.seals("")
			same, failed := c.canonical()
			if err != nil || failed != nil || again.hash == c.Hash && string(same) != sealed {
				t.Fatalf("%s, %v, %v: the hash is as it was", changed, err, failed)
			}
		}
	}
}
