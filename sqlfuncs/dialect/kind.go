package dialect

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// Kind is what is known of a column's type.
type Kind int

// The kinds.
const (
	Text    Kind = iota + 1
	Integer      // any number of bytes
	Decimal
	Float // of 4 or 8 bytes
	Boolean
	Date
	Time
	Timestamp
	TimestampTZ // a moment, with a time zone or of UTC
	UUID
)

// Type is a column's type.
type Type struct {
	Kind             Kind
	Precision, Scale int // of a Decimal; of an Integer, 38 says that 8 bytes are too few; of a Float, 4 that it has 4 bytes
}

var decimalName = regexp.MustCompile(`^(?:DECIMAL|NUMERIC)\((\d{1,2}), *(\d{1,2})\)$`)

// kinds are the names of types as DuckDB writes them, and other names that it reads.
var kinds = map[string]Type{
	"VARCHAR": {Kind: Text}, "TEXT": {Kind: Text}, "STRING": {Kind: Text}, "CHAR": {Kind: Text}, "JSON": {Kind: Text},
	"TINYINT": {Kind: Integer}, "SMALLINT": {Kind: Integer}, "INTEGER": {Kind: Integer}, "INT": {Kind: Integer}, "BIGINT": {Kind: Integer},
	"UTINYINT": {Kind: Integer}, "USMALLINT": {Kind: Integer}, "UINTEGER": {Kind: Integer},
	"UBIGINT": {Kind: Integer, Precision: 38}, "HUGEINT": {Kind: Integer, Precision: 38}, "UHUGEINT": {Kind: Integer, Precision: 38},
	"DECIMAL": {Kind: Decimal, Precision: 18, Scale: 3}, "NUMERIC": {Kind: Decimal, Precision: 18, Scale: 3},
	"FLOAT": {Kind: Float, Precision: 4}, "REAL": {Kind: Float, Precision: 4}, "DOUBLE": {Kind: Float},
	"BOOLEAN": {Kind: Boolean}, "BOOL": {Kind: Boolean}, "DATE": {Kind: Date}, "TIME": {Kind: Time},
	"TIMESTAMP": {Kind: Timestamp}, "TIMESTAMP_S": {Kind: Timestamp}, "TIMESTAMP_MS": {Kind: Timestamp}, "DATETIME": {Kind: Timestamp},
	"TIMESTAMP WITH TIME ZONE": {Kind: TimestampTZ}, "TIMESTAMPTZ": {Kind: TimestampTZ}, "UUID": {Kind: UUID},
}

// KindNames says which types there are, for messages.
const KindNames = "VARCHAR, an ENUM, an integer type, DECIMAL, FLOAT, DOUBLE, BOOLEAN, DATE, TIME, TIMESTAMP of at most microseconds, TIMESTAMP WITH TIME ZONE or UUID"

// ParseType returns a type by its name as DuckDB writes it.
func ParseType(name string) (Type, error) {
	upper := strings.ToUpper(strings.TrimSpace(name))
	if t, ok := kinds[upper]; ok {
		return t, nil
	}
	if strings.HasPrefix(upper, "ENUM(") || regexp.MustCompile(`^(VAR)?CHAR\(\d+\)$`).MatchString(upper) {
		return Type{Kind: Text}, nil
	}
	if m := decimalName.FindStringSubmatch(upper); m != nil {
		precision, _ := strconv.Atoi(m[1])
		scale, _ := strconv.Atoi(m[2])
		if 1 <= precision && precision <= 38 && scale <= precision {
			return Type{Kind: Decimal, Precision: precision, Scale: scale}, nil
		}
	}
	return Type{}, fmt.Errorf("must be %s", KindNames)
}
