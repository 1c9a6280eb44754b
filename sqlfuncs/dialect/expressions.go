package dialect

import (
	"fmt"
	"strconv"
	"strings"
)

// drawn numbers the rows of each value of X in random order.
type drawn struct{ X Expr }

func (drawn) expr() {}

// expr writes an expression.
func (w *writer) expr(x Expr) string {
	switch x := x.(type) {
	case Column:
		return w.ident(x.Of) + "." + w.ident(x.Name)
	case Number:
		return strconv.FormatInt(int64(x), 10)
	case Literal:
		return w.literal(x)
	case Key:
		return w.key(w.expr(x.X), x.Type)
	case State:
		return w.state(w.expr(x.X), x.Type)
	case Group:
		return w.group(w.expr(x.X), x.Type)
	case Show:
		return w.show(w.expr(x.X), x.Type)
	case Compare:
		return w.expr(x.Left) + " " + x.Op + " " + w.expr(x.Right)
	case All:
		return w.conditions(x)
	case Null:
		return w.expr(x.X) + " IS NULL"
	case Given:
		return w.expr(x.X) + " IS NOT NULL"
	case Case:
		text := "CASE WHEN " + w.expr(x.When) + " THEN " + w.expr(x.Then)
		if x.Else != nil {
			text += " ELSE " + w.expr(x.Else)
		}
		return text + " END"
	case Truth:
		return "CASE WHEN " + w.expr(x.X) + " THEN " + w.yes() + " ELSE " + w.no() + " END"
	case Plus:
		return w.expr(x.Left) + " + " + w.expr(x.Right)
	case Or:
		return "COALESCE(" + w.expr(x.X) + ", " + w.expr(Number(x.Then)) + ")"
	case Keyed:
		return w.keyed(x)
	case Modulo:
		return w.modulo(w.expr(x.X), x.By)
	default:
		return w.aggregate(x)
	}
}

// aggregate writes an aggregate, or a window.
func (w *writer) aggregate(x Expr) string {
	count := w.d.count
	if count == "" {
		count = "count"
	}
	switch x := x.(type) {
	case Count:
		return count + "(*)"
	case Sum:
		integer := w.typeName(Type{Kind: Integer})
		return castAs("sum("+castAs(w.expr(x.X), integer)+")", integer)
	case Max:
		return "max(" + w.expr(x.X) + ")"
	case CountOf:
		if x.Distinct {
			return count + "(DISTINCT " + w.expr(x.X) + ")"
		}
		return count + "(" + w.expr(x.X) + ")"
	case CountWithin:
		return count + "(*) OVER (PARTITION BY " + w.expr(x.X) + ")"
	case Gather:
		if w.d.gather == nil {
			return w.fail(fmt.Errorf("%s does not group by arrays: 'one' is what can be counted there", w.d.Name))
		}
		group := w.expr(x.X)
		return w.d.gather(w.show(group, x.Type), group)
	case drawn:
		return "row_number() OVER (PARTITION BY " + w.expr(x.X) + " ORDER BY " + w.d.random + ")"
	}
	return w.fail(fmt.Errorf("the tree has an expression %T, which cannot be written", x))
}

func (w *writer) conditions(all All) string {
	texts := make([]string, len(all))
	for i, x := range all {
		texts[i] = w.expr(x)
	}
	return strings.Join(texts, " AND ")
}

func (w *writer) yes() string {
	if w.d.yes == "" {
		return "TRUE"
	}
	return w.d.yes
}

func (w *writer) no() string {
	if w.d.no == "" {
		return "FALSE"
	}
	return w.d.no
}

// bytes writes what a text is compared by.
func (w *writer) bytes(text string) string {
	if w.d.bytes == nil {
		return text
	}
	return w.d.bytes(text)
}

// texts writes the text of bytes.
func (w *writer) texts(bytes string) string {
	if w.d.texts == nil {
		return bytes
	}
	return w.d.texts(bytes)
}

// text writes a column as a text, with what stands for NULL, if it is not "".
func (w *writer) text(x string, t Type, null string) string {
	text := w.cast(x, Type{Kind: Text})
	if t.Kind == UUID {
		text = "lower(" + text + ")"
	}
	if null != "" {
		text = "COALESCE(" + text + ", " + null + ")"
	}
	return w.bytes(text)
}

func (w *writer) group(x string, t Type) string {
	switch t.Kind {
	case Text, UUID:
		return w.text(x, t, "")
	case Float:
		float := w.cast(x, t)
		text := "CASE"
		if w.d.isNaN != nil {
			text += " WHEN " + w.d.isNaN(float) + " THEN " + w.cast("'NaN'", t)
		}
		return text + " WHEN " + float + " = 0 THEN " + w.cast("0", t) + " ELSE " + float + " END"
	default:
		return x
	}
}

func (w *writer) show(x string, t Type) string {
	switch {
	case t.Kind == Text:
		return w.texts(x)
	case t.Kind == UUID:
		if text := w.texts(x); w.typeName(t) == w.typeName(Type{Kind: Text}) {
			return text
		}
		return w.cast(w.texts(x), t)
	case t.Kind == Float && t.Precision == 4 && w.d.real != "":
		return w.castTo(x, w.d.real) // which it was
	case t.Kind == TimestampTZ && w.d.moment != nil:
		return w.d.moment(x)
	}
	return x
}

func (w *writer) key(x string, t Type) string {
	switch t.Kind {
	case Text, UUID:
		return w.text(x, t, "''")
	case Float:
		float := w.cast(x, t)
		text := "CASE WHEN " + float + " IS NULL OR "
		if w.d.isNaN != nil {
			text += w.d.isNaN(float) + " OR "
		}
		return text + float + " = 0 THEN " + w.cast("0", t) + " ELSE " + float + " END"
	case Integer, Decimal:
		return "COALESCE(" + x + ", 0)"
	case Boolean:
		return "COALESCE(" + x + ", " + w.no() + ")"
	default:
		return "COALESCE(" + x + ", " + w.literal(Literal{t, neutral(t.Kind)}) + ")"
	}
}

// neutral is the text that stands for NULL.
func neutral(k Kind) *string {
	text := "1970-01-01"
	switch k {
	case Time:
		text = "00:00:00"
	case Timestamp, TimestampTZ:
		text += " 00:00:00"
	default:
	}
	return &text
}

func (w *writer) state(x string, t Type) string {
	text := "CASE WHEN " + x + " IS NULL THEN 1"
	if t.Kind == Float && w.d.isNaN != nil {
		text += " WHEN " + w.d.isNaN(w.cast(x, t)) + " THEN 2"
	}
	return text + " ELSE 0 END"
}
