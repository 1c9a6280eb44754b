package people

// NullKey is the key of NULL.
const NullKey = "NULL"
