package dialect

import "fmt"

// Keyed is the key of a value of type Text or Integer: sha256(secret || sha256(secret || text)), of which the hashes are
// in small hexadecimal digits, of the last one the first eight digits as a number, modulo Modulus. NULL has none.
type Keyed struct {
	X       Expr
	Secret  string
	Modulus int64
}

// Modulo is what is left of a whole number from 0 on.
type Modulo struct {
	X  Expr
	By int64
}

func (Keyed) expr()  {}
func (Modulo) expr() {}

// keyed writes a Keyed.
func (w *writer) keyed(k Keyed) string {
	if w.d.sha256 == nil || w.d.hexNumber == nil {
		return w.fail(fmt.Errorf("%s has not what a key is made of: SHA-256 of a text in UTF-8, and the number of hexadecimal digits; count there without key, or make the table where such a function is", w.d.Name))
	}
	text := Type{Kind: Text}
	secret := w.literal(Literal{text, &k.Secret})
	inner := w.d.sha256("(" + secret + " || " + w.cast(w.expr(k.X), text) + ")")
	return w.modulo(w.d.hexNumber("substring("+w.d.sha256("("+secret+" || "+inner+")")+", 1, 8)"), k.Modulus)
}

// modulo writes what is left of a number.
func (w *writer) modulo(x string, by int64) string { return fmt.Sprintf("mod(%s, %d)", x, by) }
