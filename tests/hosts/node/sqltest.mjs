// Runs SQL test files on a database that has loaded the extension.

import { connect } from './duckdb.mjs';
import { Difference, checkTypes, compare } from './values.mjs';

/** How long one statement may take before it counts as hanging. */
const STATEMENT_MILLISECONDS = 1_200_000;

/** How many failures of a file are reported. */
const FAILURE_LIMIT = 20;

const REGEX_MARK = '<REGEX>:';

/** What DuckDB says of a statement that failed. */
class SQLError extends Error {}

/** Something that a file requires is not there. */
class Skip extends Error {}

/** Too much has failed for the rest to be of interest. */
class Enough extends Error {}

/**
 * Runs the records of a file on one connection of its own.
 * @param {string} path what failures begin with
 * @param {import('./parse.mjs').Record[]} records
 * @param {object} database
 * @param {Object<string, string>} variables what {NAME} stands for; '' where it is not there
 * @param {number} [milliseconds] how long a statement may take
 * @returns {Promise<{failures: string[], skipped: string}>} what did not come as expected, and why the rest was not run
 */
export async function run(path, records, database, variables, milliseconds = STATEMENT_MILLISECONDS) {
	const execution = new Execution(path, database, variables, milliseconds);
	let skipped = '';
	await execution.open();
	try {
		await execution.all(records);
	} catch (e) {
		if (e instanceof Skip) {
			skipped = e.message;
		} else if (e instanceof Enough) {
			execution.failures.push(e.message);
		} else {
			throw e;
		}
	} finally {
		execution.close();
	}
	return { failures: execution.failures, skipped };
}

/** A file on its way. */
class Execution {
	constructor(path, database, variables, milliseconds) {
		this.path = path;
		this.database = database;
		this.variables = variables;
		this.milliseconds = milliseconds;
		this.failures = [];
		this.forbidden = [];
		this.loops = []; // pairs of ${name} and value, the innermost first
	}

	async open() {
		this.connection = await connect(this.database);
	}

	close() {
		this.connection.closeSync();
	}

	async all(records) {
		for (const record of records) {
			await this.one(record);
			if (this.failures.length >= FAILURE_LIMIT) {
				throw new Enough(`${this.path}: too many failures`);
			}
		}
	}

	async one(record) {
		switch (record.kind) {
			case 'require':
				return this.require(record.words);
			case 'forbid':
				this.forbidden.push(...record.words);
				return;
			case 'reconnect':
				this.close();
				return this.open();
			case 'loop':
				return this.loop(record);
		}
		try {
			await this.execute(record);
		} catch (e) {
			if (!(e instanceof Difference || e instanceof SQLError)) {
				throw e; // a mistake of the runner's own
			}
			const where = this.loops.map(([name, value]) => ` [${name} = ${value}]`).join('');
			const what = e instanceof SQLError ? 'unexpected error: ' : '';
			this.failures.push(`${this.path}:${record.line}:${where} ${what}${e.message}\n${this.expand(record.sql)}`);
		}
	}

	require(names) {
		for (const name of names) {
			if (!this.variables[name.toUpperCase()]) {
				throw new Skip(`${this.path} requires ${name}, which is not there`);
			}
		}
	}

	async loop({ words: [name, ...values], body }) {
		for (const value of values) {
			// Before those of outer loops, so it hides one of the same name.
			this.loops.unshift([`\${${name}}`, value]);
			await this.all(body);
			this.loops.shift();
		}
	}

	/** Puts in what {NAME} and ${loop} stand for. */
	expand(text) {
		const named = Object.entries(this.variables).map(([name, value]) => [`{${name}}`, value]);
		// The replacement is a function because in a text $& and the like would have a meaning.
		return [...this.loops, ...named].reduce((done, [name, value]) => done.replaceAll(name, () => value), text);
	}

	async execute(record) {
		const sql = this.expand(record.sql);
		switch (record.kind) {
			case 'ok':
				return this.limited(() => this.connection.run(sql));
			case 'error':
				return this.expectError(record, sql);
			case 'query':
				return this.query(record, sql);
		}
		throw new TypeError(`a record of kind ${record.kind}`);
	}

	/** Runs something in DuckDB, and interrupts it when it takes too long. */
	async limited(work) {
		let late = false;
		const timer = setTimeout(() => {
			late = true;
			this.connection.interrupt();
		}, this.milliseconds);
		let result;
		let error;
		try {
			result = await work();
		} catch (e) {
			error = new SQLError(e.message);
		} finally {
			clearTimeout(timer);
		}
		if (late) {
			throw new Difference(`it took more than ${this.milliseconds / 1000} s`);
		}
		if (error) {
			throw error;
		}
		return result;
	}

	async query(record, sql) {
		const result = await this.limited(() => this.runLast(sql));
		checkTypes(result.columnTypes().map(String), record.types);
		compare(await result.getRows(), record.expected.map((line) => this.expand(line)), record.types, record.rowsort);
	}

	/** Runs all statements; the result is the last one's. DuckDB itself would hand over the first one's. */
	async runLast(sql) {
		const statements = await this.connection.extractStatements(sql);
		if (statements.count === 1) {
			return this.connection.run(sql);
		}
		let result;
		for (let i = 0; i < statements.count; i++) {
			const statement = await statements.prepare(i);
			try {
				result = await statement.run();
			} finally {
				statement.destroySync();
			}
		}
		return result;
	}

	async expectError(record, sql) {
		let message;
		try {
			await this.limited(() => this.connection.run(sql));
		} catch (e) {
			if (!(e instanceof SQLError)) {
				throw e;
			}
			message = e.message;
		}
		if (message === undefined) {
			throw new Difference('expected an error, and there was none');
		}
		for (const word of this.forbidden) {
			if (message.includes(word)) {
				throw new Difference(`the error contains ${word}, which is forbidden: ${message}`);
			}
		}
		const expected = this.expand(record.expected.join('\n'));
		if (!matches(message, expected)) {
			throw new Difference(`expected an error with\n\t${expected}\ngot\n\t${message}`);
		}
	}
}

/** Whether an error's message is as a file says. */
function matches(message, expected) {
	if (!expected.startsWith(REGEX_MARK)) {
		return message.includes(expected);
	}
	const pattern = expected.slice(REGEX_MARK.length);
	try {
		return new RegExp(pattern).test(message);
	} catch (e) {
		throw new Difference(`not a regular expression: ${e.message}`);
	}
}
