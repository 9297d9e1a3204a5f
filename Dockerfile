# The web pages, then the program with them inside, then what bots need to run.

FROM node:22-bookworm-slim AS web
WORKDIR /web
COPY web/package.json web/package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY web ./
COPY docs/rules /docs/rules
RUN npm run build

FROM golang:1.26-bookworm AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
COPY --from=web /web/dist ./web/dist
COPY --from=web /web/dist-export ./web/dist-export
RUN go build -trimpath -o /out/ ./server/cmd/arbiter ./bots/cmd/arbiter-bot

FROM debian:bookworm-slim
RUN apt-get update \
	&& apt-get install -y --no-install-recommends ca-certificates git python3 \
	&& rm -rf /var/lib/apt/lists/* \
	&& groupadd --gid 10001 arbiter \
	&& useradd --uid 10001 --gid arbiter --create-home arbiter \
	&& install -d -o arbiter -g arbiter /data
COPY --from=build /out/arbiter /out/arbiter-bot /usr/local/bin/
USER arbiter
WORKDIR /data
VOLUME /data
EXPOSE 8080
# A page without a token would let everybody run programs: ARBITER_TOKEN or --tokens is needed.
HEALTHCHECK --interval=30s --timeout=5s --start-period=10s \
	CMD ["python3", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8080/readyz', timeout=4)"]
ENTRYPOINT ["arbiter"]
CMD ["serve", "--addr", "0.0.0.0:8080", "--db", "/data/arbiter.db"]
