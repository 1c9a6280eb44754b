// The table of functions that the host hands over at LOAD.
#ifndef SKYLINE_LOADABLE_H
#define SKYLINE_LOADABLE_H

#include "../capi/duckdb.h"

// The stable part of API version v1.2.0; what comes behind it differs between
// versions of DuckDB and is never looked at.
#define SKYLINE_API_VERSION "v1.2.0"
#define SKYLINE_API_SLOTS 357

extern void *skyline_api[SKYLINE_API_SLOTS] __attribute__((visibility("hidden")));

// What a host passes to the entry point.
typedef void *duckdb_extension_info;
typedef struct {
	void (*set_error)(duckdb_extension_info info, const char *error);
	duckdb_database *(*get_database)(duckdb_extension_info info);
	const void *(*get_api)(duckdb_extension_info info, const char *version);
} duckdb_extension_access;

#endif
