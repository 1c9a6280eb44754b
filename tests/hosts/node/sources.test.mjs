// What only the connection of the call can see: its temp tables, its CTEs, its
// rows not yet committed; and arguments bound to prepared statements.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { duckdb, rows } from './duckdb.mjs';
import { connection as another, forTest } from './helpers.mjs';

// By hand: one of three people has AIDS, two have Flu.
const PATIENTS = "SELECT 20 AS age, unnest(['Flu', 'Flu', 'AIDS']) AS disease";
const CHECK = "SELECT value, breach FROM skyline_check('patients', ['age'], 'disease') ORDER BY value";
const BREACHES = [['AIDS', 1 / 3], ['Flu', 2 / 3]];

test('a temp table of the connection', async (t) => {
	const { database, connection } = await forTest(t);
	await connection.run(`CREATE TEMP TABLE patients AS ${PATIENTS}`);
	assert.deepEqual(await rows(connection, CHECK), BREACHES);
	await assert.rejects(rows(await another(t, database), CHECK), /Table with name patients does not exist/);
});

test('a temp table hides a table of the same name, for its connection only', async (t) => {
	const { database, connection } = await forTest(t);
	await connection.run("CREATE TABLE patients AS SELECT 20 AS age, 'Cold' AS disease");
	await connection.run(`CREATE TEMP TABLE patients AS ${PATIENTS}`);
	assert.deepEqual(await rows(connection, CHECK), BREACHES);
	assert.deepEqual(await rows(await another(t, database), CHECK), [['Cold', 1]]);
});

test('a CTE of the query', async (t) => {
	const { connection } = await forTest(t);
	assert.deepEqual(await rows(connection, `WITH patients AS (${PATIENTS}) ${CHECK}`), BREACHES);
});

test('rows not yet committed', async (t) => {
	const { database, connection } = await forTest(t);
	const other = await another(t, database);
	await connection.run(`CREATE TABLE patients AS ${PATIENTS}`);
	await connection.run('BEGIN');
	await connection.run("INSERT INTO patients VALUES (20, 'Flu')");
	assert.deepEqual(await rows(connection, CHECK), [['AIDS', 1 / 4], ['Flu', 3 / 4]]);
	assert.deepEqual(await rows(other, CHECK), BREACHES);
	await connection.run('ROLLBACK');
	assert.deepEqual(await rows(connection, CHECK), BREACHES);
});

test('a transaction goes on seeing what it saw', async (t) => {
	const { database, connection } = await forTest(t);
	const other = await another(t, database);
	await connection.run(`CREATE TABLE patients AS ${PATIENTS}`);
	await other.run('BEGIN');
	assert.deepEqual(await rows(other, CHECK), BREACHES);
	await connection.run("INSERT INTO patients VALUES (20, 'Flu')");
	assert.deepEqual(await rows(other, CHECK), BREACHES);
	await other.run('COMMIT');
	assert.deepEqual(await rows(other, CHECK), [['AIDS', 1 / 4], ['Flu', 3 / 4]]);
});

test('a prepared statement, by position', async (t) => {
	const { connection } = await forTest(t);
	await connection.run(`CREATE TABLE patients AS ${PATIENTS}`);
	const statement = await connection.prepare(
		'SELECT breach, safe FROM skyline_check(?, qi := ?, sensitive := ?, k := ?, c := ?) WHERE value = ?',
	);
	const ask = async (k, value) => {
		statement.bind(['patients', duckdb.listValue(['age']), 'disease', k, 0.5, value]);
		return (await statement.run()).getRows();
	};
	// By hand: with a Flu known, two people are left for AIDS; with the AIDS known, the others have Flu.
	assert.deepEqual(await ask(0, 'AIDS'), [[1 / 3, true]]);
	assert.deepEqual(await ask(1, 'AIDS'), [[1 / 2, false]]);
	assert.deepEqual(await ask(1, 'Flu'), [[1, false]]);
	await assert.rejects(ask(-1, 'AIDS'), /k must be a whole number/);
	assert.deepEqual(await ask(0n, 'Flu'), [[2 / 3, false]]);
	// The rows are those of the moment.
	await connection.run("INSERT INTO patients VALUES (20, 'Cold')");
	assert.deepEqual(await ask(0, 'AIDS'), [[1 / 4, true]]);
});

test('arguments by name', async (t) => {
	const { connection } = await forTest(t);
	await connection.run(`CREATE TABLE patients AS ${PATIENTS}`);
	const sql = "SELECT value FROM skyline_check('patients', ['age'], 'disease', c := $c) WHERE safe ORDER BY value";
	assert.deepEqual(await rows(connection, sql, { c: 0.5 }), [['AIDS']]);
	assert.deepEqual(await rows(connection, sql, { c: 1 }), [['AIDS'], ['Flu']]);
	assert.deepEqual(await rows(connection, sql, { c: 1 / 3 }), []);
});

test('a value that is looked for', async (t) => {
	const { connection } = await forTest(t);
	await connection.run(`CREATE TABLE patients AS ${PATIENTS}`);
	const statement = await connection.prepare("SELECT value, max(k) FROM skyline_find('patients', ['age'], 'disease', value := ?, c := 0.75) GROUP BY value");
	const ask = async (value) => {
		statement.bind([value]);
		return (await statement.run()).getRows();
	};
	// Flu has 2/3 at first; with a Flu known 1/2, but with the AIDS known 1. AIDS has 1/2 with a Flu known, with both 1.
	assert.deepEqual(await ask('Flu'), [['Flu', 0n]]);
	assert.deepEqual(await ask('AIDS'), [['AIDS', 1n]]);
});
