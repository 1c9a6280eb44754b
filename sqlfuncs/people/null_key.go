package people

// NullKey is the key of NULL in a distribution, beside the texts of values.
const NullKey = "NULL"
