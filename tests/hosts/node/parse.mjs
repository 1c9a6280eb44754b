// Reads the SQL test files, in the language of tests/README.md.

/** The comments that a file begins with, in this order. */
const HEADER = ['# name: ', '# description: ', '# group: '];

/** A file that is not in the language. */
export class ParseError extends Error {}

/**
 * @typedef {object} Record
 * @property {'ok'|'error'|'query'|'require'|'forbid'|'reconnect'|'loop'} kind
 * @property {number} line of its first line, from 1
 * @property {string[]} words the arguments of a directive; of a loop, the variable and then its values
 * @property {string} [sql]
 * @property {string[]} [expected] what must come of it, line by line
 * @property {string} [types] of a query, a letter a column
 * @property {boolean} [rowsort] whether the order of rows is of no matter
 * @property {Record[]} [body] of a loop
 */

/**
 * Reads a file.
 * @param {string} path what its header must say, with slashes
 * @param {string} text
 * @returns {Record[]}
 */
export function parse(path, text) {
	const parser = new Parser(path, text.replaceAll('\r\n', '\n').split('\n'));
	parser.header();
	return parser.records(false);
}

class Parser {
	constructor(path, lines) {
		this.path = path;
		this.lines = lines;
		this.next = 0; // index of the next line
	}

	fail(index, text) {
		throw new ParseError(`${this.path}:${index + 1}: ${text}`);
	}

	header() {
		for (const [i, start] of HEADER.entries()) {
			const line = this.lines[i] ?? '';
			if (!line.startsWith(start) || line === start) {
				this.fail(i, `the file must begin with ${start}…`);
			}
		}
		if (this.lines[0] !== HEADER[0] + this.path) {
			this.fail(0, `the name must be ${this.path}`);
		}
	}

	/** Reads up to the end of the file, or of the loop. */
	records(inLoop) {
		const start = this.next;
		const found = [];
		while (this.next < this.lines.length) {
			const line = this.lines[this.next];
			if (line === '' || line.startsWith('#')) {
				this.next++;
			} else if (line === 'endloop') {
				if (!inLoop) {
					this.fail(this.next, 'endloop without loop or foreach');
				}
				this.next++;
				return found;
			} else {
				found.push(this.record());
			}
		}
		if (inLoop) {
			this.fail(start - 1, 'the loop has no endloop');
		}
		return found;
	}

	record() {
		const at = this.next++;
		const [command, ...words] = this.lines[at].trim().split(/\s+/);
		const record = { line: at + 1, words };
		switch (command) {
			case 'statement':
				if (words.length !== 1 || !['ok', 'error'].includes(words[0])) {
					this.fail(at, 'a statement is ok or error');
				}
				return this.text(at, { ...record, kind: words[0] });
			case 'query':
				return this.text(at, { ...record, kind: 'query', ...this.columns(at, words) });
			case 'require':
			case 'forbid':
				if (words.length === 0) {
					this.fail(at, `${command} what?`);
				}
				return { ...record, kind: command };
			case 'reconnect':
				if (words.length !== 0) {
					this.fail(at, 'reconnect takes nothing');
				}
				return { ...record, kind: command };
			case 'loop':
			case 'foreach':
				return { ...record, kind: 'loop', words: this.rounds(at, command, words), body: this.records(true) };
			default:
				return this.fail(at, `unknown record ${command}`);
		}
	}

	/** Reads what stands behind the word query. */
	columns(at, [types = '', order = 'nosort', ...more]) {
		if (!/^[BIRT]+$/.test(types) || more.length > 0) {
			this.fail(at, 'write query, a letter of B, I, R, T for each column, and perhaps rowsort or nosort');
		}
		if (!['rowsort', 'nosort'].includes(order)) {
			this.fail(at, 'the order is rowsort or nosort');
		}
		return { types, rowsort: order === 'rowsort' };
	}

	/** Reads the SQL, and behind ---- what is expected, up to an empty line. */
	text(at, record) {
		let end = this.lines.indexOf('', this.next);
		if (end < 0) {
			end = this.lines.length;
		}
		const body = this.lines.slice(this.next, end);
		this.next = end;
		const mark = body.indexOf('----');
		const sql = mark < 0 ? body : body.slice(0, mark);
		const expected = mark < 0 ? [] : body.slice(mark + 1);
		if (sql.length === 0) {
			this.fail(at, 'there is no SQL');
		}
		if ((mark < 0) !== (record.kind === 'ok')) {
			this.fail(at, 'statement ok has no ----, and the others have one');
		}
		if (record.kind === 'error' && expected.length === 0) {
			this.fail(at, 'say which text the error contains');
		}
		return { ...record, sql: sql.join('\n'), expected };
	}

	/** The variable of a loop, and its values. */
	rounds(at, command, words) {
		if (words.length < 2) {
			this.fail(at, 'a loop has a variable and values');
		}
		if (command === 'foreach') {
			return words;
		}
		const [name, first, end, ...more] = words;
		if (end === undefined || more.length > 0) {
			this.fail(at, 'write loop, a variable, the first number, and the one behind the last');
		}
		const whole = /^-?[0-9]+$/;
		if (!whole.test(first) || !whole.test(end) || Number(end) <= Number(first)) {
			this.fail(at, 'a loop goes from a number to a larger one');
		}
		const numbers = [];
		for (let i = Number(first); i < Number(end); i++) {
			numbers.push(String(i));
		}
		return [name, ...numbers];
	}
}
