# The two commands of the README: make run, make test. The rest are their parts.

.DEFAULT_GOAL := build
.PHONY: build build-go install generate run sample test lint test-go test-web test-browser audit bench bench-quick fuzz soak chaos screenshots strength timings dist clean

PAGES := web/dist/index.html
PACKAGES := web/node_modules/.package-lock.json

# The programs with the web pages in them.
build: $(PAGES) build-go

# The programs alone, for a machine without Node: with the pages that were
# built last or, where there are none, one that says how to build them.
build-go:
	@.ci/prepare cc
	go build -o bin/ ./server/cmd/arbiter ./bots/cmd/arbiter-bot

# The program on the path, with completion for bash and zsh: what was built last,
# so that "sudo make install" builds nothing as root. PREFIX=$HOME/.local needs no sudo.
PREFIX ?= /usr/local
install:
	@[ -x bin/arbiter ] || $(MAKE) --no-print-directory build
	install -d "$(DESTDIR)$(PREFIX)/bin" "$(DESTDIR)$(PREFIX)/share/bash-completion/completions" "$(DESTDIR)$(PREFIX)/share/zsh/site-functions"
	install -m 755 bin/arbiter bin/arbiter-bot "$(DESTDIR)$(PREFIX)/bin/"
	bin/arbiter completion bash > "$(DESTDIR)$(PREFIX)/share/bash-completion/completions/arbiter"
	bin/arbiter completion zsh > "$(DESTDIR)$(PREFIX)/share/zsh/site-functions/_arbiter"

$(PAGES): $(PACKAGES) $(shell find web/src web/public docs/rules -type f) web/index.html web/export.html web/rules.ts web/vite.config.ts web/vite.export.config.ts web/tsconfig.json
	cd web && npm run --silent build -- --logLevel warn

$(PACKAGES): web/package.json web/package-lock.json
	@.ci/prepare node
	cd web && npm ci --no-audit --no-fund
	@touch $@

# What is generated from the Go code and committed: the description of the API
# and its types in TypeScript, the types of the games' views, the fixtures, the lists
# of formats and faults for the pages and in the documents.
generate: $(PACKAGES)
	@.ci/prepare cc
	go test ./web -run '^Test(OpenAPI|Contract|Fixtures|Lists|ListsInDocuments)$$' -count 1 -update
	cd web && npm run --silent api

# Plays a small tournament of each game and serves the pages until Ctrl-C.
run: build
	@.ci/serve

# Plays one match of each game and says where the replays are.
sample: build-go
	@.ci/prepare python
	@.ci/sample

test: lint test-go test-web test-browser audit

lint:
	@.ci/prepare cc
	@unformatted=$$(gofmt -l bots docs migrations referee server web/*.go); \
	if [ -n "$$unformatted" ]; then echo "not formatted with gofmt:"; echo "$$unformatted"; exit 1; fi
	go vet ./...
	.ci/vet-darwin
	.ci/vet-arm64
	go tool staticcheck -checks all,-ST1005 ./...

# The limits of time are for hangs. On a busy machine the tests take what they take.
test-go: $(PAGES)
	@.ci/prepare cc c++ python numpy node
	go test -race -timeout 60m ./...

# Types, style and tests of the pages.
test-web: $(PAGES)
	cd web && npm run --silent check
	cd web && npm run --silent lint
	cd web && npm test --silent

# The pages in Chromium: against the fixtures, then against the program itself.
test-browser: build
	@.ci/prepare node chromium
	cd web && node --test --test-timeout=3600000 browser/pages.mjs
	cd web && node --test --test-timeout=3600000 --test-concurrency=1 e2e/*.test.mjs

# Known vulnerabilities of what is built in, where their databases can be reached.
audit: $(PACKAGES)
	@.ci/audit

# Pictures of the pages for the documents.
screenshots: build
	@.ci/prepare node chromium
	cd web && node e2e/pictures.mjs ../docs/images

# How long the pages take in Chromium with 100 000 matches: see docs/speed.md.
timings: build
	@.ci/prepare node chromium
	cd web && node e2e/timings.mjs

# Ratios against this machine's limits, measured in one run. The strength of
# the builtin bots is measured by the benchmarks of ./bots. Ends within ten
# minutes with a table beside the last run's.
bench:
	@.ci/prepare cc
	@.ci/bench

# The strengths and levels of the builtin bots, as bots/README.md states them; takes
# some hours. Levels are to be even: within 40 Elo, or in equal steps of score.
strength:
	@.ci/prepare cc
	go test ./bots/... -run '^$$' -bench '^Benchmark(Strength|Strangers|Levels|Curve)$$' -benchtime 1x -timeout 24h

# The most telling of them, within a minute.
bench-quick:
	@.ci/prepare cc
	@.ci/bench quick

# Every fuzz target for a few seconds.
fuzz:
	@.ci/fuzz

# A versioned archive for this system: the program, its documents and licence,
# completion, the systemd unit and the Python client.
dist: build
	@.ci/dist

# 200 watchers on a running tournament for a minute, a hundred kills of run and of
# serve (see docs/operations.md), and hostile bots at every level of isolation.
soak:
	@.ci/prepare cc
	go test ./server/serving/api -run TestSoak -soak 60s -v
	go test ./server/cmd/arbiter -run 'SIGKILL|KillLosesNothing|KilledCheck' -kills 100 -timeout 60m -v
	go test ./referee/process/hostile -hostile 3 -timeout 60m -v

# A hundred rounds of a farm in which coordinator, workers and queue are killed,
# stopped, cut off and lose their files; see docs/farm.md.
chaos:
	@.ci/prepare cc
	go test ./server/cmd/arbiter -run TestChaos -chaos 100 -timeout 60m -v

clean:
	rm -rf bin dist replays web/dist web/dist-export
