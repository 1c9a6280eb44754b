package certificate

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"math"
	"strconv"

	"skyline/sqlfuncs/canonical"
)

// format names the kind and the version of certificates.
const format = "skyline certificate 1"

// content is what a certificate says. As JSON it is the certificate.
type content struct {
	Columns     []column `json:"columns"`
	Engine      engine   `json:"engine"`
	Fingerprint string   `json:"fingerprint"`
	Format      string   `json:"format"`
	// Hash is that of the certificate without Hash and HMAC, HMAC the same with a key.
	Hash     string `json:"hash,omitempty"`
	HMAC     string `json:"hmac,omitempty"`
	Original string `json:"original,omitempty"` // HMAC of the original's fingerprint
	// Overrides are the parameters that were given beside the plan, and say otherwise.
	Overrides    []string      `json:"overrides,omitempty"`
	Parameters   parameters    `json:"parameters"`
	People       *int64        `json:"people,omitempty"` // nil in a certificate of counts
	Plan         string        `json:"plan,omitempty"`   // hash of the plan that was given
	Public       string        `json:"public,omitempty"` // fingerprint of the public table
	Requirements []requirement `json:"requirements"`
	Rows         int64         `json:"rows"`
	// Tables are those that a table of counts was audited with.
	Tables []besideTable `json:"tables,omitempty"`
}

// besideTable is a table by its fingerprint.
type besideTable struct {
	Fingerprint string `json:"fingerprint"`
	Name        string `json:"name"` // the member of cube that named it
}

// column is a column of the release.
type column struct {
	Name string `json:"name"`
	Type string `json:"type"`
}

// engine is what has computed it.
type engine struct {
	DuckDB  string `json:"duckdb"`
	Skyline string `json:"skyline"`
}

// parameters are those of release_check that are data: they name columns, but no tables.
type parameters struct {
	// Cube is what a table of counts was audited by, without tables; nil for a release of rows.
	Cube map[string]any `json:"cube,omitempty"`
	// Known is what the adversary knows of the other sensitive columns, "" where there are none.
	Known           string         `json:"other_sensitive,omitempty"`
	Others          string         `json:"other_columns,omitempty"`
	Person          string         `json:"person,omitempty"`
	Privacy         map[string]any `json:"privacy"`
	QI              []string       `json:"qi,omitempty"`
	Sensitive       names          `json:"sensitive,omitempty"`
	ValuesPerPerson string         `json:"values_per_person,omitempty"`
	Weight          string         `json:"weight,omitempty"`
}

// names are columns: one, written as a text, or several.
type names []string

// MarshalJSON writes one name as a text.
func (n names) MarshalJSON() ([]byte, error) {
	if len(n) == 1 {
		return json.Marshal(n[0])
	}
	return json.Marshal([]string(n))
}

// UnmarshalJSON reads what MarshalJSON writes.
func (n *names) UnmarshalJSON(text []byte) error {
	if len(text) > 0 && text[0] == '[' {
		return json.Unmarshal(text, (*[]string)(n))
	}
	*n = names{""}
	return json.Unmarshal(text, &(*n)[0])
}

// argument is the parameter of a call.
func (n names) argument() any {
	if len(n) == 0 {
		return nil
	}
	list := make([]any, len(n))
	for i, name := range n {
		list[i] = name
	}
	return list
}

// requirement is a row of release_check.
type requirement struct {
	Achieved    *number `json:"achieved"`
	Attribute   string  `json:"attribute,omitempty"` // which of several sensitive columns it is about
	Holds       *bool   `json:"holds"`
	Required    *number `json:"required"`
	Requirement string  `json:"requirement"`
	Rule        string  `json:"rule"`
	Value       *string `json:"value"`
}

// number is a number that may be infinite, which JSON's are not.
type number float64

const infinity = `"Infinity"`

// MarshalJSON writes infinity as a text.
func (n *number) MarshalJSON() ([]byte, error) {
	if math.IsInf(float64(*n), 1) {
		return []byte(infinity), nil
	}
	return json.Marshal(float64(*n))
}

// UnmarshalJSON reads what MarshalJSON writes.
func (n *number) UnmarshalJSON(text []byte) error {
	if string(text) == infinity {
		*n = number(math.Inf(1))
		return nil
	}
	return json.Unmarshal(text, (*float64)(n))
}

func (n *number) String() string {
	if n == nil {
		return "unknown"
	}
	return strconv.FormatFloat(float64(*n), 'g', -1, 64)
}

// text returns the certificate, with its hash and, for a key, its HMAC.
func (c content) text(key string) (string, error) {
	seals, err := c.seals(key)
	if err != nil {
		return "", err
	}
	c.Hash, c.HMAC = seals.hash, seals.hmac
	text, err := c.canonical()
	return string(text), err
}

// seals are what shows that a certificate has been changed.
type seals struct{ hash, hmac string }

func (c content) seals(key string) (seals, error) {
	c.Hash, c.HMAC = "", ""
	text, err := c.canonical()
	if err != nil {
		return seals{}, err
	}
	digest := sha256.Sum256(text)
	s := seals{hash: hex.EncodeToString(digest[:])}
	if key != "" {
		s.hmac = keyed(key, text)
	}
	return s, nil
}

// keyedOriginal is what a certificate says of the original. Without the key nobody can try
// out whether a table is the original.
func keyedOriginal(key, fingerprint string) string {
	return keyed(key, []byte("original "+fingerprint))
}

// keyed is the HMAC-SHA-256 of a text.
func keyed(key string, text []byte) string {
	mac := hmac.New(sha256.New, []byte(key))
	mac.Write(text)
	return hex.EncodeToString(mac.Sum(nil))
}

func (c *content) canonical() ([]byte, error) {
	text, err := json.Marshal(c)
	if err != nil {
		return nil, err
	}
	v, err := canonical.Read(string(text))
	if err != nil {
		return nil, err
	}
	return canonical.Append(nil, v)
}

// errForeign is the error of what release_certificate has not written.
var errForeign = errors.New("has not the members of a certificate")

// readContent reads a certificate. It may be written with blanks and in any order, but has
// just the members that release_certificate writes.
func readContent(text string) (*content, error) {
	v, err := canonical.Read(text)
	if err != nil {
		return nil, err
	}
	members, ok := v.(map[string]any)
	if !ok {
		return nil, errors.New("is not a JSON object")
	}
	if members["format"] != format {
		return nil, errors.New("has not the format '" + format + "'")
	}
	given, err := canonical.Append(nil, v)
	if err != nil {
		return nil, err
	}
	c := new(content)
	decoder := json.NewDecoder(bytes.NewReader(given))
	decoder.UseNumber()
	if decoder.Decode(c) != nil {
		return nil, errForeign
	}
	if again, err := c.canonical(); err != nil || !bytes.Equal(again, given) {
		return nil, errForeign
	}
	return c, nil
}
