# The two commands of the README: make run, make test. The rest are their parts.

.DEFAULT_GOAL := build
.PHONY: build run test lint test-go bench fuzz clean

build:
	@.ci/prepare
	go build -o bin/ ./server/cmd/arbiter ./bots/cmd/bot

# Plays one match of each game and says where the replays are.
run: build
	@.ci/prepare python
	@.ci/sample

test: lint test-go

lint:
	@.ci/prepare cc
	@unformatted=$$(gofmt -l referee bots server); \
	if [ -n "$$unformatted" ]; then echo "not formatted with gofmt:"; echo "$$unformatted"; exit 1; fi
	go vet ./...
	.ci/vet-darwin
	go tool staticcheck ./...

test-go:
	@.ci/prepare cc python
	go test -race -timeout 15m ./...

# Ratios against this machine's limits, measured in one run.
bench:
	@.ci/prepare
	go test -run '^$$' -bench . -benchtime 1s ./referee/...

# Every fuzz target for a few seconds.
fuzz:
	@.ci/fuzz

clean:
	rm -rf bin dist replays
