import type { DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';

export interface LoadOptions {
	/**
	 * The extension's file. If it is not given, it is the one that the environment variable SKYLINE_EXTENSION names,
	 * or else that of this package for the platform of the process.
	 */
	extension?: string;
}

/**
 * Opens a database whose connections have Skyline: each that `connect()` returns calls its functions by their names.
 *
 * @param path the database's file; a database in memory if it is not given
 * @param options DuckDB's settings, to which this function adds leave for unsigned extensions
 */
export function create(path?: string, options?: Record<string, string>, loadOptions?: LoadOptions): Promise<DuckDBInstance>;

/**
 * Loads Skyline on a connection, and adds its functions to the end of the connection's search path. Call it for every
 * connection that is to call them by their names, and again after `USE`.
 *
 * The database must have been opened with `allow_unsigned_extensions`, as `create` does.
 *
 * @returns the connection
 */
export function load<Connection extends DuckDBConnection>(connection: Connection, loadOptions?: LoadOptions): Promise<Connection>;

/** A row of a plan: of a column, or of a requirement. `role`, `question` and the others are the columns of `release_plan`. */
export type PlanRow = { attribute: string | null; role: string | null; question: string | null } & Record<string, unknown>;

/** A plan: its rows, or the file that has them. */
export type Plan = PlanRow[] | string;

export interface PlanOptions {
	/** an older plan, carried on */
	plan?: Plan;
	/** `'public'`, `'partner'` or `'internal'` */
	purpose?: string;
	/** the columns that must stay useful */
	keep?: string[];
}

/**
 * Plans a release of a table; the function `release_plan`. Set the roles that are null, then call `release`.
 *
 * @param table a file, a table, or a query in parentheses
 */
export function plan(connection: DuckDBConnection, table: string, options?: PlanOptions): Promise<PlanRow[]>;

/**
 * Makes a release of a table as its plan says, as a new table.
 *
 * @param into the name of the new table
 * @returns the rows of `release_check`: what holds
 */
export function release(connection: DuckDBConnection, table: string, plan: Plan, into: string): Promise<Record<string, unknown>[]>;

/**
 * Writes the page that whoever signs for a release reads.
 *
 * @param made the table that `release` has made
 * @returns HTML
 */
export function report(connection: DuckDBConnection, table: string, made: string, plan: Plan): Promise<string>;
