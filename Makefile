# What DuckDB's repository of community extensions calls, to build and test the extension on each
# platform: ext/community/README.md. To work on Skyline one does not need it.

# How DuckDB calls the platform. Where nothing is said, it is this machine's.
DUCKDB_PLATFORM ?=
# What the file says it is a version of: the tag of the commit, or the commit.
EXTENSION_VERSION ?= $(or $(shell git tag --points-at HEAD --list 'v*' | head -n 1),$(shell git log -1 --format=%h))
# The DuckDB that tests run in: the version that the builder names, if it is one and no commit;
# else the newest.
DUCKDB_TEST_VERSION ?= $(patsubst v%,%,$(filter v%,$(DUCKDB_GIT_VERSION)))
# The folder of the tests. Those of tests/sql, which are many, run as well.
SCRIPTS ?= ext/community/test/sql

file := skyline.duckdb_extension
environment := build/community

.PHONY: set_duckdb_version set_duckdb_tag set_duckdb_repository configure configure_ci release debug test test_release test_debug clean

# One file serves every DuckDB, whose sources are not needed.
set_duckdb_version set_duckdb_tag set_duckdb_repository:
	@echo "$@: nothing to do"

release debug:
	ext/community/with-go go run ./ext/bundle -o build/$@/extension/skyline/$(file) \
		$(if $(DUCKDB_PLATFORM),-platform $(DUCKDB_PLATFORM)) $(if $(EXTENSION_VERSION),-version $(EXTENSION_VERSION))

# On Linux every target is called in a container, and those for tests outside of it as well. In it
# there need not be more than Go and a C compiler; outside there is Python.
ifeq ($(LINUX_CI_IN_DOCKER),1)
configure test_release test_debug:
	@echo "$@: done outside of the container"
else
configure: $(environment)/complete

$(environment)/complete:
	python3 -m venv $(environment)
	$(environment)/bin/python -m pip install --quiet duckdb$(if $(DUCKDB_TEST_VERSION),==$(DUCKDB_TEST_VERSION)) pytest
	touch $@

test_release test_debug: test_%: $(environment)/complete
	SKYLINE_EXTENSION=$(CURDIR)/build/$*/extension/skyline/$(file) SKYLINE_SCRIPTS=$(SCRIPTS) \
		$(environment)/bin/python -m pytest -q -p no:cacheprovider tests/hosts/python/test_suite.py
endif

configure_ci: configure
test: test_release

clean:
	rm -rf build
