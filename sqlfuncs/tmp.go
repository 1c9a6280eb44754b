package sqlfuncs

func Scalars() []Scalar { return nil }
