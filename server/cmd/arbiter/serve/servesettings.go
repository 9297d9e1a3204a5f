package serve

import (
	"cmp"
	"context"
	"io"
	"math"
	"net"
	"net/url"
	"os"
	"reflect"
	"slices"
	"strings"
	"time"

	"arbiter/referee/nearest"
	"arbiter/referee/process/sandbox"
	"arbiter/server/cmd/arbiter/flags"
	"arbiter/server/league"
	"arbiter/server/playing/botstore"
	"arbiter/server/serving/api"
	"arbiter/server/serving/api/transport"
	"arbiter/server/study/whatif"
)

// serveSettings are the settings of serve. Each is a flag and a key of the
// configuration file, which is the name of the flag with _ for -.
type serveSettings struct {
	Addr         string        `toml:"addr" help:"Address to listen on (default: 127.0.0.1:8080)." placeholder:"HOST:PORT"`
	DB           string        `toml:"db" own:"database" name:"db" help:"Database file (default: arbiter.db)." placeholder:"FILE"`
	Host         []string      `toml:"host" sep:"none" help:"Host name by which clients reach the server; repeat the flag for each name. IP addresses and localhost are always accepted." placeholder:"NAME" group:"access"`
	EmbedOrigin  []string      `seldom:"" toml:"embed_origin" sep:"none" help:"Site whose pages may show matches in a frame, e.g. https://example.org; repeat the flag for each. With tokens it needs --public-read." placeholder:"ORIGIN" group:"access"`
	PublicRead   bool          `toml:"public_read" help:"Allow reading without a token." group:"access"`
	Tokens       string        `toml:"tokens" own:"path" help:"File with one token per line: its scope (read, upload, play or admin), its SHA-256 and perhaps its name." placeholder:"FILE" group:"access"`
	TLSCert      string        `toml:"tls_cert" own:"path" name:"tls-cert" help:"TLS certificate file." placeholder:"FILE" group:"access"`
	TLSKey       string        `toml:"tls_key" own:"path" name:"tls-key" help:"TLS key file." placeholder:"FILE" group:"access"`
	Concurrency  int           `toml:"concurrency" help:"Matches to play at a time; 0 for one per two CPUs, because two bots may think at the same time." placeholder:"N"`
	Affinity     string        `toml:"affinity" help:"auto, shared or off, as for arbiter run (default: auto)." placeholder:"AFFINITY" group:"machine"`
	Durability   string        `toml:"durability" help:"normal or full, as for arbiter run (default: normal)." placeholder:"DURABILITY" group:"machine"`
	Watchers     int           `toml:"watchers" help:"Maximum number of live connections (default: 1000)." placeholder:"N" group:"machine"`
	Live         *bool         `toml:"live" negatable:"" help:"Let people watch matches while they are played (default: yes); --no-live records nothing for them, which saves memory." group:"machine"`
	Losses       *bool         `toml:"analyse_losses" name:"analyse-losses" negatable:"" help:"While nothing is played, analyse the worst losses of each version of a bot, five at most and ten seconds each (default: yes)." group:"machine"`
	Uploads      string        `toml:"uploads" own:"path" help:"Folder into which uploaded bots are unpacked (default: the database file with .bots appended)." placeholder:"DIR" group:"room"`
	GameDir      string        `toml:"game_dir" name:"game-dir" own:"path" help:"Folder of the games with a referee of their own, as arbiter game add fills it (default: the database file with .games appended)." placeholder:"DIR" group:"machine"`
	Puzzles      string        `seldom:"" toml:"puzzles" own:"path" help:"Folder of the puzzle sets that the pages show: each is a folder in it, which arbiter testset keeps (default: none)." placeholder:"DIR"`
	BotSize      int64         `toml:"bot_size" help:"MiB that the folder of a bot may hold, built; 0 for 512." placeholder:"MIB" group:"room"`
	UploadsSize  int64         `toml:"uploads_size" help:"MiB that all uploaded bots may hold together; 0 for 8192." placeholder:"MIB" group:"room"`
	TokenBots    int           `toml:"token_bots" help:"Bots that a token may have uploaded and not retired; 0 for 200. Tokens with the scope admin may exceed this and the following three." placeholder:"N" group:"room"`
	TokenSize    int64         `toml:"token_size" help:"MiB that the uploaded bots of a token may hold together; 0 for 2048." placeholder:"MIB" group:"room"`
	TokenBuilds  int           `toml:"token_builds" help:"Builds of bots within an hour that a token may cause; 0 for 60." placeholder:"N" group:"room"`
	TokenMatches int           `toml:"token_matches" help:"Single matches of a token that may wait; 0 for 100." placeholder:"N" group:"room"`
	BuildTimeout time.Duration `toml:"build_timeout" help:"Time that the build of a bot may take; 0 for 10m." placeholder:"DURATION" group:"room"`
	KeepLast     int           `toml:"keep_last" help:"Delete replays every hour, except those of matches with a fault, of upsets, and of the latest N matches between the same bots in the same seats; 0 keeps all. Results are always kept." placeholder:"N" group:"room"`
	Pprof        string        `toml:"pprof" help:"Loopback address on which to serve Go profiles, e.g. 127.0.0.1:6060." placeholder:"HOST:PORT" group:"machine"`
	LogLevel     *logLevel     `toml:"log_level" help:"Least severe messages of the log: debug, info, warn or error (default: info)." placeholder:"LEVEL" group:"machine"`
	Isolation    string        `toml:"isolation" help:"${isolation} Default: strict when other machines can reach the address, otherwise auto." placeholder:"POLICY" group:"box"`
	Runtime      []string      `toml:"runtime" help:"Folder or program that every bot may read, such as an interpreter in an unusual place; may be repeated." sep:"none" placeholder:"DIR" group:"box"`
	flags.BotLimits
	farmSettings
}

// settings returns the settings of the configuration file, overridden by the
// flags and completed with the defaults.
func (c Serve) settings() (serveSettings, error) {
	f := serveSettings{Addr: "127.0.0.1:8080", DB: flags.DefaultDatabase, Affinity: "auto", Durability: "normal"}
	if c.Config != "" {
		text, err := os.ReadFile(c.Config)
		if err != nil {
			return f, league.UsageError{Err: err}
		}
		meta, err := league.DecodeTOML(string(text), &f)
		if err != nil {
			return f, league.Usagef("%s: %w", c.Config, err)
		}
		if unknown := meta.Undecoded(); len(unknown) > 0 {
			key := unknown[0].String()
			return f, league.Usagef("%s: unknown key %q%s; want the name of a flag with _ for -, see arbiter serve --help", c.Config, key, nearest.Hint(key, settingKeys(reflect.TypeOf(f))))
		}
	}
	overrideSettings(reflect.ValueOf(&f).Elem(), reflect.ValueOf(c.serveSettings))
	if f.Uploads == "" {
		f.Uploads = f.DB + flags.UploadsSuffix
	}
	return f, f.check()
}

// overrideSettings sets the settings of a file to those that are given as flags, and
// adds to its lists.
func overrideSettings(file, flags reflect.Value) {
	for i := range file.NumField() {
		setting, flag := file.Field(i), flags.Field(i)
		switch {
		case setting.Kind() == reflect.Struct:
			overrideSettings(setting, flag)
		case setting.Kind() == reflect.Slice:
			setting.Set(reflect.AppendSlice(setting, flag))
		case !flag.IsZero(): // it was given
			setting.Set(flag)
		}
	}
}

// settingKeys returns the keys of the configuration file.
func settingKeys(settings reflect.Type) (keys []string) {
	for field := range settings.Fields() {
		if field.Anonymous {
			keys = append(keys, settingKeys(field.Type)...)
			continue
		}
		keys = append(keys, field.Tag.Get("toml"))
	}
	return keys
}

// check returns a usage error for the first setting that is out of range.
func (f serveSettings) check() error {
	switch {
	case !slices.Contains([]string{"auto", "shared", "off"}, f.Affinity):
		return league.Usagef("affinity %q: want auto, shared or off", f.Affinity)
	case !slices.Contains([]string{"normal", "full"}, f.Durability):
		return league.Usagef("durability %q: want normal or full", f.Durability)
	case (f.TLSCert == "") != (f.TLSKey == ""):
		return league.Usagef("TLS needs both --tls-cert and --tls-key")
	case f.BuildTimeout < 0:
		return league.Usagef("build_timeout: found %v; want at least 0s", f.BuildTimeout)
	case f.Pprof != "" && !loopbackAddress(f.Pprof):
		return league.Usagef("pprof: found %q; want a loopback address, e.g. 127.0.0.1:6060", f.Pprof)
	}
	for _, n := range []struct {
		key         string
		found, most int64
	}{
		{"concurrency", int64(f.Concurrency), math.MaxInt}, {"watchers", int64(f.Watchers), math.MaxInt}, {"keep_last", int64(f.KeepLast), math.MaxInt},
		{"bot_size", f.BotSize, maxMebibytes}, {"uploads_size", f.UploadsSize, maxMebibytes}, {"token_size", f.TokenSize, maxMebibytes},
		{"token_bots", int64(f.TokenBots), math.MaxInt}, {"token_builds", int64(f.TokenBuilds), math.MaxInt}, {"token_matches", int64(f.TokenMatches), math.MaxInt},
	} {
		switch {
		case n.found < 0:
			return league.Usagef("%s: found %d; want at least 0", n.key, n.found)
		case n.found > n.most:
			return league.Usagef("%s: found %d; want at most %d (MiB)", n.key, n.found, n.most)
		}
	}
	for _, origin := range f.EmbedOrigin {
		if !isOrigin(origin) {
			return league.Usagef("embed_origin %q: want scheme and host alone, such as https://example.org", origin)
		}
	}
	if err := f.farmSettings.check(); err != nil {
		return err
	}
	if info, err := os.Stat(f.Uploads); err == nil && !info.IsDir() {
		return league.Usagef("uploads: found the file %s; want a folder", f.Uploads)
	}
	if err := f.puzzleSets().Check(); err != nil {
		return league.Usagef("puzzles: %w", err)
	}
	u := f.uploads(nil)
	if each, all := u.BotLimit().Bytes, u.TotalLimit(); each > all {
		return league.Usagef("bot_size %d, uploads_size %d: want room for at least one bot", each>>20, all>>20)
	}
	if each, all := u.BotLimit().Bytes, f.quotas().Bytes; each > all {
		return league.Usagef("bot_size %d, token_size %d: want room for at least one bot of a token", each>>20, all>>20)
	}
	return nil
}

// isOrigin reports whether text is the origin of a site: scheme, host and
// perhaps a port.
func isOrigin(text string) bool {
	u, err := url.Parse(text)
	return err == nil && (u.Scheme == "https" || u.Scheme == "http") && u.Hostname() != "" &&
		u.Scheme+"://"+u.Host == text && !strings.ContainsAny(text, " ;,*'")
}

// maxMebibytes is the maximum of sizes in MiB: an exbibyte.
const maxMebibytes = 1 << 40

// uploads returns where uploaded bots are kept. typed lists the known bots.
func (f serveSettings) uploads(typed func(context.Context) ([]string, error)) *botstore.Uploads {
	return &botstore.Uploads{Dir: f.Uploads, BotBytes: f.BotSize << 20, TotalBytes: f.UploadsSize << 20, Typed: typed}
}

// puzzleSets returns the puzzle sets that the pages show.
func (f serveSettings) puzzleSets() whatif.PuzzleSets { return whatif.PuzzleSets{Dir: f.Puzzles} }

// quotas returns what each token may have.
func (f serveSettings) quotas() api.Quotas {
	bytes := cmp.Or(f.TokenSize<<20, max(api.DefaultBytes, f.uploads(nil).BotLimit().Bytes))
	return api.Quotas{Bots: f.TokenBots, Bytes: bytes, Builds: f.TokenBuilds, Waiting: f.TokenMatches}
}

// isolation returns the sandbox of the bots. Who lets other machines in lets
// their people's programs in, and those are to be kept from everything.
func (f serveSettings) isolation(ctx context.Context, w io.Writer, c Serve) (*sandbox.Sandbox, error) {
	policy := f.Isolation
	if policy == "" {
		policy = string(sandbox.Auto)
		if host, _, err := net.SplitHostPort(f.Addr); err == nil && !loopback(host) {
			policy = string(sandbox.Strict)
		}
	}
	return flags.Box{Isolation: policy, Runtime: f.Runtime, BotLimits: f.BotLimits}.Guarded(ctx, w, f, c)
}

// tokens returns the tokens that clients may use: those of the token file, and
// the secret, if any, with the scope admin.
func (f serveSettings) tokens(secret string) ([]transport.Token, error) {
	var tokens []transport.Token
	if f.Tokens != "" {
		text, err := os.ReadFile(f.Tokens)
		if err != nil {
			return nil, league.UsageError{Err: err}
		}
		if tokens, err = transport.ParseTokens(string(text)); err != nil {
			return nil, league.Usagef("%s: %w", f.Tokens, err)
		}
	}
	if secret != "" {
		token := transport.NewToken(transport.ScopeAdmin, secret)
		token.Name = transport.AdminName
		tokens = append(tokens, token)
	}
	if len(tokens) > 0 && len(f.EmbedOrigin) > 0 && !f.PublicRead {
		return nil, league.Usagef("embed_origin: a frame on another site sends no token, so it could read nothing; add --public-read, or embed the HTML file of a match (arbiter replay export --html)")
	}
	return tokens, nil
}
