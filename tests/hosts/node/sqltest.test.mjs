// Tests of the runner: scripts that must pass, and the same with a mistake, which
// must fail. A runner that lets everything pass would be worse than none.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { open } from './duckdb.mjs';
import { ParseError, parse } from './parse.mjs';
import { run } from './sqltest.mjs';
import { render } from './values.mjs';

const HEADER = '# name: x.test\n# description: x\n# group: [x]\n\n';

/** Runs the records of a script on a fresh database. */
async function runText(records, milliseconds) {
	const database = await open();
	try {
		return await run('x.test', parse('x.test', HEADER + records), database, { TMP: '/somewhere', SLOW: '' }, milliseconds);
	} finally {
		database.closeSync();
	}
}

const PASSES = {
	'statement': 'statement ok\nSELECT 1\n',
	'several lines': 'query I\nSELECT\n  1\n----\n1\n',
	'several statements': 'query I\nCREATE TABLE t AS SELECT 1 AS a; SELECT 7, 8; SELECT a + 1 FROM t\n----\n2\n',
	'line ends of Windows': 'query I\r\nSELECT\r\n  1\r\n----\r\n1\r\n',
	'error': "statement error\nSELECT error('some text')\n----\nsome text\n",
	'error at binding': 'statement error\nSELECT nothing\n----\nBinder Error\n',
	'error of a later statement': "statement error\nSELECT 1; SELECT error('some text'); SELECT 2\n----\nsome text\n",
	'error by pattern': "statement error\nSELECT error('code 42')\n----\n<REGEX>:code [0-9]+$\n",
	'error of two lines': "statement error\nSELECT error('one' || chr(10) || 'two')\n----\none\ntwo\n",
	'no rows': 'query I\nSELECT 1 WHERE false\n----\n',
	'many rows': `query I\nFROM range(5000)\n----\n${[...Array(5000).keys()].join('\n')}\n`,
	'all types': "query BIIRT\nSELECT true, 1::UTINYINT, 170141183460469231731687303715884105727, 0.1::DOUBLE, 'a b'\n----\ntrue\t1\t170141183460469231731687303715884105727\t0.1\ta b\n",
	'all integers': 'query IIIIIIIIII\nSELECT -1::TINYINT, -2::SMALLINT, -3::INTEGER, (-9223372036854775808)::BIGINT, -5::HUGEINT, 1::UTINYINT, 2::USMALLINT, 3::UINTEGER, 18446744073709551615::UBIGINT, 340282366920938463463374607431768211455::UHUGEINT\n----\n-1\t-2\t-3\t-9223372036854775808\t-5\t1\t2\t3\t18446744073709551615\t340282366920938463463374607431768211455\n',
	'NULL and empty': "query TTI\nSELECT NULL::VARCHAR, '', NULL\n----\nNULL\t(empty)\tNULL\n",
	'doubles': "query RRRR\nSELECT 'nan'::DOUBLE, '-inf'::DOUBLE, 1e300, 1::DOUBLE\n----\nnan\t-inf\t1e300\t1.0\n",
	'fractions': 'query RR\nSELECT 1/3, 2/1\n----\n1/3\t2/1\n',
	'order': 'query I nosort\nSELECT unnest([2, 1])\n----\n2\n1\n',
	'any order': 'query I rowsort\nSELECT unnest([2, 10, 1])\n----\n1\n2\n10\n',
	'fractions sorted': 'query R rowsort\nSELECT unnest([1/3, 0.25::DOUBLE])\n----\n1/4\n1/3\n',
	'loops in loops': "loop i -1 1\n\nforeach x a b\n\nquery IT\nSELECT ${i}, '${x}'\n----\n${i}\t${x}\n\nendloop\n\nendloop\n",
	'inner loop hides outer': "foreach x a b\n\nforeach x c\n\nquery T\nSELECT '${x}'\n----\nc\n\nendloop\n\nendloop\n",
	'variable': "query T\nSELECT '{TMP}/x'\n----\n/somewhere/x\n",
	'dollars': "foreach x $& $$\n\nquery I\nSELECT length('${x}')\n----\n2\n\nendloop\n",
	'forbidden absent': "forbid secret\n\nstatement error\nSELECT error('text')\n----\ntext\n",
	'reconnect': 'statement ok\nCREATE TEMP TABLE t (a INT)\n\nstatement ok\nCREATE TABLE u (a INT)\n\nreconnect\n\nstatement ok\nFROM u\n\nstatement error\nFROM t\n----\ndoes not exist\n',
	'the extension is loaded': 'query B\nSELECT count(*) > 0 FROM skyline_functions()\n----\ntrue\n\nreconnect\n\nquery B\nSELECT count(*) > 0 FROM skyline_functions()\n----\ntrue\n',
};

/** Scripts with one mistake, and what the failure says. */
const FAILS = {
	'unexpected error': ['statement ok\nSELECT nothing\n', 'unexpected error'],
	'error while running': ["statement ok\nSELECT error('x') FROM range(3)\n", 'unexpected error'],
	'error of a later statement': ["statement ok\nSELECT 1; SELECT error('x')\n", 'unexpected error'],
	'error in a query': ["query I\nSELECT error('x')\n----\n1\n", 'unexpected error'],
	'error before a query': ["query I\nSELECT error('x'); SELECT 1\n----\n1\n", 'unexpected error'],
	'error of the parser': ['query I\nSELECT SELECT\n----\n1\n', 'unexpected error'],
	'first of two results': ['query I\nSELECT 1; SELECT 2\n----\n1\n', 'expected 1 rows:\n\t1\ngot 1 rows:\n\t2'],
	'no error': ['statement error\nSELECT 1\n----\nx\n', 'there was none'],
	'another error': ["statement error\nSELECT error('x')\n----\ny\n", 'expected an error with'],
	'pattern': ["statement error\nSELECT error('x')\n----\n<REGEX>:^y\n", 'expected an error with'],
	'bad pattern': ["statement error\nSELECT error('x')\n----\n<REGEX>:(\n", 'not a regular expression'],
	'pattern without its mark': ["statement error\nSELECT error('x')\n----\n.\n", 'expected an error with'],
	'value': ['query I\nSELECT 1\n----\n2\n', 'expected 1 rows:\n\t2\ngot 1 rows:\n\t1'],
	'boolean': ['query B\nSELECT true\n----\nfalse\n', 'expected 1 rows'],
	'large integer': ['query I\nSELECT 9007199254740993\n----\n9007199254740992\n', 'expected 1 rows'],
	'sign of zero': ["query R\nSELECT '-0'::DOUBLE\n----\n0\n", 'expected 1 rows'],
	'row missing': ['query I\nSELECT 1\n----\n1\n1\n', 'expected 2 rows'],
	'row too many': ['query I\nSELECT 1\n----\n', 'expected 0 rows'],
	'order': ['query I\nSELECT unnest([2, 1])\n----\n1\n2\n', 'expected 2 rows'],
	'last digit': ['query R\nSELECT 1/3\n----\n0.333333333333333\n', 'expected 1 rows'],
	'fraction': ['query R\nSELECT 1/3 + 1e-16\n----\n1/3\n', 'expected 1 rows'],
	'bad fraction': ['query R\nSELECT 1/3\n----\n1/0\n', 'not a fraction'],
	'large fraction': ['query R\nSELECT 1/3\n----\n1/9007199254740992\n', 'not a fraction'],
	'empty double': ['query RR\nSELECT 0::DOUBLE, 1::DOUBLE\n----\n\t1\n', 'not a double'],
	'infinite number': ["query R\nSELECT 'inf'::DOUBLE\n----\n1e999\n", 'not a double'],
	'columns': ['query II\nSELECT 1\n----\n1\t1\n', 'the result has 1 columns'],
	'expected columns': ['query I\nSELECT 1\n----\n1\t1\n', 'an expected row has 2 values'],
	'type': ['query I\nSELECT 1.5\n----\n1.5\n', 'cast it in the query'],
	'type of no rows': ['query I\nSELECT 1.5 WHERE false\n----\n', 'cast it in the query'],
	'single precision': ['query R\nSELECT 0.5::FLOAT\n----\n0.5\n', 'cast it in the query'],
	'enum': ["query T\nSELECT 'a'::ENUM('a')\n----\na\n", 'cast it in the query'],
	'nested type': ['query T\nSELECT [1]\n----\n[1]\n', 'cast it in the query'],
	'NULL is no text': ["query T\nSELECT ''\n----\nNULL\n", 'expected 1 rows'],
	'tab in a value': ['query T\nSELECT chr(9)\n----\nx\n', 'replace() them'],
	'forbidden': ["forbid secret\n\nstatement error\nSELECT error('a secret text')\n----\ntext\n", 'which is forbidden'],
	'table gone after reconnect': ['statement ok\nCREATE TEMP TABLE t (a INT)\n\nreconnect\n\nstatement ok\nFROM t\n', 'does not exist'],
};

suite('scripts that must pass', () => {
	for (const [name, records] of Object.entries(PASSES)) {
		test(name, async () => {
			assert.deepEqual(await runText(records), { failures: [], skipped: '' });
		});
	}
});

suite('scripts that must fail', () => {
	for (const [name, [records, want]] of Object.entries(FAILS)) {
		test(name, async () => {
			const { failures, skipped } = await runText(records);
			assert.equal(failures.length, 1, `want one failure: ${failures}`);
			assert.ok(failures[0].includes(want), `want ${want}: ${failures[0]}`);
			assert.match(failures[0], /^x\.test:[0-9]+:/, 'the failure does not say where it is');
			assert.equal(skipped, '');
		});
	}

	test('rounds of a loop', async () => {
		// Only one round of it can be right.
		const { failures } = await runText('loop i 2 5\n\nquery I\nSELECT ${i} * 2\n----\n4\n\nendloop\n');
		assert.equal(failures.length, 2);
		assert.match(failures[0], /^x\.test:7: \[\$\{i\} = 3\]/);
		assert.match(failures[1], /^x\.test:7: \[\$\{i\} = 4\]/);
	});

	test('the rest is run after a failure', async () => {
		const { failures } = await runText('statement ok\nSELECT nothing\n\nquery I\nSELECT 1\n----\n2\n');
		assert.equal(failures.length, 2);
	});

	test('too many failures', async () => {
		const { failures } = await runText('loop i 0 30\n\nstatement ok\nSELECT nothing\n\nendloop\n');
		assert.equal(failures.length, 21);
		assert.match(failures[20], /too many failures/);
	});

	for (const kind of ['statement ok', 'statement error', 'query I']) {
		test(`${kind} that takes too long`, async () => {
			const end = kind === 'statement ok' ? '' : '----\nINTERRUPT\n';
			const { failures } = await runText(`${kind}\nSELECT sum(a.range * b.range % 7)::BIGINT FROM range(10000000) a, range(1000000) b\n${end}\nstatement ok\nSELECT 1\n`, 200);
			assert.equal(failures.length, 1, `want one failure: ${failures}`);
			assert.match(failures[0], /took more than 0\.2 s/);
		});
	}
});

suite('scripts that cannot go on', () => {
	test('something required is not there', async () => {
		const { failures, skipped } = await runText('require slow\n\nstatement ok\nSELECT nothing\n');
		assert.deepEqual(failures, []);
		assert.equal(skipped, 'x.test requires slow, which is not there');
	});

	test('a failure before that is reported', async () => {
		const { failures } = await runText('statement ok\nSELECT nothing\n\nrequire slow\n');
		assert.equal(failures.length, 1);
	});

	test('something required is there', async () => {
		const { failures, skipped } = await runText('require tmp\n\nstatement ok\nSELECT nothing\n');
		assert.equal(failures.length, 1);
		assert.equal(skipped, '');
	});
});

suite('texts that are no script', () => {
	for (const [text, want] of [
		['statement ok\n', 'must begin with'],
		['# name: y.test\n# description: x\n# group: [x]', 'the name must be x.test'],
		['# name: x.test\n# description: \n# group: [x]', 'must begin with'],
		['# name: x.test\n# group: [x]\n# description: x', 'must begin with'],
		[`${HEADER}statement perhaps\nSELECT 1\n`, 'ok or error'],
		[`${HEADER}statement ok\n`, 'there is no SQL'],
		[`${HEADER}statement ok\nSELECT 1\n----\n1\n`, 'statement ok has no ----'],
		[`${HEADER}query I\nSELECT 1\n`, 'the others have one'],
		[`${HEADER}statement error\nSELECT 1\n`, 'the others have one'],
		[`${HEADER}query X\nSELECT 1\n----\n1\n`, 'a letter of B, I, R, T'],
		[`${HEADER}query\nSELECT 1\n----\n1\n`, 'a letter of B, I, R, T'],
		[`${HEADER}query I up\nSELECT 1\n----\n1\n`, 'rowsort or nosort'],
		[`${HEADER}statement error\nSELECT 1\n----\n`, 'say which text'],
		[`${HEADER}loop i 1 2\n`, 'no endloop'],
		[`${HEADER}loop i 2 1\nendloop\n`, 'to a larger one'],
		[`${HEADER}loop i a b\nendloop\n`, 'to a larger one'],
		[`${HEADER}loop i 1\nendloop\n`, 'write loop'],
		[`${HEADER}foreach x\nendloop\n`, 'a variable and values'],
		[`${HEADER}endloop\n`, 'endloop without'],
		[`${HEADER}require\n`, 'require what'],
		[`${HEADER}forbid\n`, 'forbid what'],
		[`${HEADER}SELECT 1\n`, 'unknown record'],
		[`${HEADER}  \n`, 'unknown record'],
	]) {
		test(want, () => {
			assert.throws(() => parse('x.test', text), (e) => e instanceof ParseError && e.message.includes(want) && e.message.startsWith('x.test:'));
		});
	}
});

test('a line that only seems empty ends no record', async () => {
	const { failures } = await runText('query T\nSELECT 1;\n \nSELECT 2::VARCHAR\n----\n2\n');
	assert.deepEqual(failures, []);
});

test('texts of values', () => {
	for (const [value, want] of [
		[1e21, '1e+21'],
		[0.1, '0.1'],
		[-0, '-0'],
		[Infinity, 'inf'],
		[-Infinity, '-inf'],
		[NaN, 'nan'],
		[-(2n ** 63n), '-9223372036854775808'],
		[2n ** 100n, '1267650600228229401496703205376'],
		[null, 'NULL'],
		['', '(empty)'],
	]) {
		assert.equal(render(value), want);
	}
	for (const value of [[1], {}, undefined]) {
		assert.throws(() => render(value), /cannot render/);
	}
});
