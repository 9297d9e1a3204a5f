# The commands of the README: make run, make quick after an edit, make test before a
# push. The rest are their parts, and what takes hours: make soak, make calibrate.

.DEFAULT_GOAL := build
.PHONY: build build-go install generate run sample quick test lint test-go test-race test-web test-browser vet-others audit \
	bench bench-quick fuzz calibrate strength soak chaos container screenshots pictures timings dist clean

PAGES := web/dist/index.html
PACKAGES := web/node_modules/.package-lock.json

# The programs with the web pages in them.
build: $(PAGES) build-go

# The programs alone, for a machine without Node. They have the pages that were built
# last, or else a page that says how to build them.
build-go:
	@.ci/prepare cc
	go build -o bin/ ./server/cmd/arbiter ./bots/cmd/arbiter-bot

# The program on the path, with completion for bash, zsh and fish and its manual page: what was built last,
# so that "sudo make install" builds nothing as root. PREFIX=$HOME/.local needs no sudo.
PREFIX ?= /usr/local
install:
	@[ -x bin/arbiter ] || $(MAKE) --no-print-directory build
	install -d "$(DESTDIR)$(PREFIX)/bin" "$(DESTDIR)$(PREFIX)/share/bash-completion/completions" "$(DESTDIR)$(PREFIX)/share/zsh/site-functions" "$(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d" "$(DESTDIR)$(PREFIX)/share/man/man1"
	install -m 755 bin/arbiter bin/arbiter-bot "$(DESTDIR)$(PREFIX)/bin/"
	bin/arbiter completion bash > "$(DESTDIR)$(PREFIX)/share/bash-completion/completions/arbiter"
	bin/arbiter completion zsh > "$(DESTDIR)$(PREFIX)/share/zsh/site-functions/_arbiter"
	bin/arbiter completion fish > "$(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/arbiter.fish"
	bin/arbiter man > "$(DESTDIR)$(PREFIX)/share/man/man1/arbiter.1"

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

# After an edit: what it may have broken, in a minute. See .ci/quick.
quick:
	@.ci/quick

# What must pass: Go, and beside it Go with the race detector and then the pages in a browser.
test:
	@.ci/prepare cc c++ groff python numpy node chromium
	@.ci/test

lint:
	@.ci/prepare cc
	@unformatted=$$(gofmt -l .ci bots docs migrations referee server web/*.go); \
	if [ -n "$$unformatted" ]; then echo "not formatted with gofmt:"; echo "$$unformatted"; exit 1; fi
	go vet ./...
	go tool staticcheck -checks all,-ST1005 ./...
	go run .ci/prose.go

# The packages that start goroutines, with the race detector, and the others without.
# .ci/race lists the former.
test-race: $(PAGES)
	@.ci/prepare cc c++ groff python numpy node
	@.ci/test-go race

test-go: $(PAGES)
	@.ci/prepare cc c++ groff python numpy node
	@.ci/test-go

# Types, style and tests of the pages.
test-web: $(PAGES)
	cd web && npm run --silent check
	cd web && npm run --silent lint
	cd web && npm test --silent

# The pages in Chromium: against the fixtures, then against the program itself. The
# limit of time is one for hangs, and for all tests of a file.
test-browser: build
	@.ci/prepare node chromium
	cd web && node --test --test-timeout=3600000 --test-concurrency=2 browser/pages.mjs e2e/*.test.mjs

# What only continuous integration asks for: the same code on other systems, and the audit.
vet-others:
	@.ci/prepare cc
	.ci/vet-darwin
	.ci/vet-arm64

# Known vulnerabilities of what is built in, where their databases can be reached.
audit: $(PACKAGES)
	@.ci/audit

# Every page in each of its states, on a desktop and on a phone, light and dark, to be looked at:
# in bin/screenshots or OUT; make screenshots ONLY="home match-live" takes some.
screenshots: build
	@.ci/prepare node chromium
	cd web && node e2e/screenshots.mjs '$(abspath $(or $(OUT),bin/screenshots))' $(ONLY)

# Pictures of the pages for the documents.
pictures: build
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

# The most telling of them, within a minute.
bench-quick:
	@.ci/prepare cc
	@.ci/bench quick

# Every fuzz target for a few seconds.
fuzz:
	@.ci/fuzz

# A versioned archive for each system of which there is a C compiler, or for those of SYSTEMS
# (linux/amd64 linux/arm64 darwin/arm64): the program, its documents and licence, completion,
# the systemd unit and the Python client.
dist: build
	@.ci/dist $(SYSTEMS)

# What is statistical, kept with its commit under docs/calibration: all of it in a day,
# or some parts, as in make calibrate PART="rating values". .ci/calibrate has the list.
calibrate:
	@.ci/prepare cc
	@.ci/calibrate $(PART)

# The strengths and levels of the builtin bots, as bots/README.md states them; takes some
# hours, of which a table such as PART=strength-keeper takes one at most. Levels are to be
# even: within 40 Elo, or in equal steps of score.
strength:
	@$(MAKE) --no-print-directory calibrate PART="strength levels"

# What make test has once or briefly, for some hours: everything with the race detector,
# 200 watchers on a running tournament, a hundred kills of run and of serve (see
# docs/operations.md), workers that cheat and flood, hostile bots at every level of
# isolation, and the container.
soak: $(PAGES)
	@.ci/prepare cc c++ groff python numpy node
	go test -race -skip AnalysesStopSoon -timeout 4h ./...
	go test ./bots/doctor -run TestPlanted -every-language -timeout 60m
	go test ./server/cmd/arbiter -run 'TestMistakesOfNewcomers|TestToy' -newcomers -toys -timeout 60m
	go test ./bots/starter -run TestStarters -every-starter -timeout 60m
	go test ./server/cmd/arbiter -run Scripts/learn -learn 4000 -timeout 60m
	go test ./server/serving/api -run TestSoak -soak 60s -v
	go test ./server/cmd/arbiter -run 'SIGKILL|KillLosesNothing|TestKilled|LineOnWorkers' -kills 100 -timeout 60m -v
	go test ./server/serving/queue -run 'RewritesMatches|Cheating|Falsely|Erratic' -count 20 -timeout 60m
	go test ./server/serving/queue -run CannotFillMemory -flood 1024 -timeout 60m -v
	go test ./referee/process/hostile -hostile 3 -timeout 60m -v
	.ci/container

# Builds the image and plays in it, on one machine and on a farm, under the options of
# docker-compose.yml; with docker or podman.
container:
	@.ci/container

# A hundred rounds of a farm in which coordinator, workers and queue are killed,
# stopped, cut off and lose their files; see docs/farm.md.
chaos:
	@.ci/prepare cc
	go test ./server/cmd/arbiter -run TestChaos -chaos 100 -timeout 60m -v

clean:
	rm -rf bin dist replays web/dist web/dist-export
