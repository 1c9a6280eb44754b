// Compares results with what SQL test files expect, as tests/README.md says.

/** The column types that each letter takes. DuckDB renders others, in the query. */
const TYPES = {
	B: ['BOOLEAN'],
	I: ['TINYINT', 'SMALLINT', 'INTEGER', 'BIGINT', 'HUGEINT', 'UTINYINT', 'USMALLINT', 'UINTEGER', 'UBIGINT', 'UHUGEINT'],
	R: ['DOUBLE'],
	T: ['VARCHAR'],
};

/** A result that is not as expected. */
export class Difference extends Error {}

/**
 * Checks the types of columns.
 * @param {string[]} found as DuckDB calls them
 * @param {string} letters
 */
export function checkTypes(found, letters) {
	if (found.length !== letters.length) {
		throw new Difference(`the result has ${found.length} columns, expected ${letters.length}`);
	}
	for (const [i, type] of found.entries()) {
		if (!TYPES[letters[i]].includes(type)) {
			throw new Difference(`column ${i + 1} is ${type}, which ${letters[i]} does not stand for; cast it in the query`);
		}
	}
}

/** The text of a value. */
export function render(value) {
	switch (typeof value) {
		case 'boolean':
		case 'bigint':
			return String(value);
		case 'number':
			return renderNumber(value);
		case 'string':
			return renderText(value);
	}
	if (value === null) {
		return 'NULL';
	}
	throw new Difference(`cannot render ${value?.constructor?.name}; cast it in the query`);
}

/** The shortest decimal number that is read as x, so no two numbers have the same. */
function renderNumber(x) {
	if (Number.isNaN(x)) {
		return 'nan';
	}
	if (!Number.isFinite(x)) {
		return x > 0 ? 'inf' : '-inf';
	}
	return Object.is(x, -0) ? '-0' : String(x);
}

function renderText(text) {
	if (/[\t\r\n]/.test(text)) {
		throw new Difference('a text with tabs or line ends cannot stand in a result; replace() them in the query');
	}
	return text === '' ? '(empty)' : text;
}

/** Reads an expected double: a decimal number, or a fraction p/q. */
function parseDouble(text) {
	const fraction = /^([0-9]+)\/([0-9]+)$/.exec(text);
	if (fraction) {
		const [p, q] = [Number(fraction[1]), Number(fraction[2])];
		// Below 2^53 both are exact, and the quotient is rounded once.
		if (q === 0 || !Number.isSafeInteger(p) || !Number.isSafeInteger(q)) {
			throw new Difference(`${text} is not a fraction of integers below 2^53`);
		}
		return p / q;
	}
	const named = { nan: NaN, inf: Infinity, '-inf': -Infinity }[text];
	if (named !== undefined) {
		return named;
	}
	// Number() alone would also take '' and 0x10.
	const x = /^-?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?$/.test(text) ? Number(text) : NaN;
	if (!Number.isFinite(x)) {
		throw new Difference(`${text} is not a double`);
	}
	return x;
}

/** Brings an expected row to the texts that render gives. */
function canonical(line, letters) {
	const row = line.split('\t');
	if (row.length !== letters.length) {
		throw new Difference(`an expected row has ${row.length} values, expected ${letters.length}`);
	}
	return row.map((text, i) => (letters[i] === 'R' && text !== 'NULL' ? renderNumber(parseDouble(text)) : text)).join('\t');
}

/**
 * Compares a result with what is expected; throws Difference.
 * @param {unknown[][]} rows
 * @param {string[]} expected a line a row
 * @param {string} letters
 * @param {boolean} rowsort
 */
export function compare(rows, expected, letters, rowsort) {
	const want = expected.map((line) => canonical(line, letters));
	const got = rows.map((row) => row.map(render).join('\t'));
	if (rowsort) {
		want.sort();
		got.sort();
	}
	if (want.length !== got.length || want.some((line, i) => line !== got[i])) {
		throw new Difference(`expected ${want.length} rows:\n${shorten(want)}\ngot ${got.length} rows:\n${shorten(got)}`);
	}
}

/** Keeps a message readable. */
function shorten(lines) {
	const most = 40;
	const shown = lines.length > most ? [...lines.slice(0, most), `… ${lines.length - most} more`] : lines;
	return shown.map((line) => `\t${line}`).join('\n');
}
