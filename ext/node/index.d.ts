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
