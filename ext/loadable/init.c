// The entry point of the loadable extension.
#include "loadable.h"

#include "../capi/capi.h"

#include <pthread.h>
#ifdef __linux__
#include <sys/mman.h>
#include <unistd.h>
#endif
#include <stdlib.h>
#include <string.h>

void *skyline_api[SKYLINE_API_SLOTS];

static pthread_mutex_t taking = PTHREAD_MUTEX_INITIALIZER;

// Exported by Go: makes the functions known on a connection. Returns NULL, or an
// error to be freed.
extern char *skylineLoad(duckdb_connection connection);

static void mark_forked(void) {
	skyline_forked = true;
}

__attribute__((constructor)) static void watch_forks(void) {
	pthread_atfork(NULL, NULL, mark_forked);
}

#ifdef __linux__
#define ROOM ((size_t)1536 << 20) // bytes of address space that Go's runtime reserves, with its threads

// Where there is too little address space Go's runtime ends the process while the file is
// loaded, with nothing but its own words for it. Before it begins, this says why.
__attribute__((constructor(101))) static void look_for_room(void) {
	static const char why[] = "skyline: the address space that is left to this process is probably too small, and Go's runtime "
	                          "ends the process then; allow 3 GB or more (ulimit -v 3145728)\n";
	void *room = mmap(NULL, ROOM, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (room != MAP_FAILED) {
		munmap(room, ROOM);
	} else if (write(STDERR_FILENO, why, sizeof why - 1) < 0) {
		return; // there is nobody else to tell
	}
}
#endif

// Copies the host's table, once a process. A process may hold two copies of
// DuckDB, and both get the same loaded file: the second must not change under
// the first's feet what functions are called on its handles.
static const char *take_api(const void *table) {
	static bool taken = false;
	const char *error = NULL;
	pthread_mutex_lock(&taking);
	if (!taken) {
		memcpy(skyline_api, table, sizeof skyline_api);
		taken = true;
	} else if (memcmp(skyline_api, table, sizeof skyline_api) != 0) {
		error = "skyline: this process has two copies of DuckDB, and the other one has loaded this file already; "
		        "load a copy of the file here";
	}
	pthread_mutex_unlock(&taking);
	return error;
}

#ifdef _WIN32
#define EXPORTED __declspec(dllexport)
#else
#define EXPORTED __attribute__((visibility("default")))
#endif

EXPORTED bool skyline_init_c_api(duckdb_extension_info info, duckdb_extension_access *access) {
	if (skyline_forked) {
		access->set_error(info, SKYLINE_FORKED);
		return false;
	}
	const void *table = access->get_api(info, SKYLINE_API_VERSION);
	if (table == NULL) {
		return false; // the host has set the error
	}
	const char *refused = take_api(table);
	if (refused != NULL) {
		access->set_error(info, refused);
		return false;
	}
	duckdb_database *database = access->get_database(info);
	duckdb_connection connection = NULL;
	if (database == NULL || duckdb_connect(*database, &connection) != DUCKDB_OK) {
		access->set_error(info, "skyline: the database could not be connected to");
		return false;
	}
	char *error = skylineLoad(connection);
	// Kept open, the connection would keep the database's file locked.
	duckdb_disconnect(&connection);
	if (error != NULL) {
		access->set_error(info, error);
		free(error);
		return false;
	}
	return true;
}
