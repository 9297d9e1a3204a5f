package league

import (
	"strings"
	"testing"
	"time"
)

func TestValidate(t *testing.T) {
	for _, tt := range []struct {
		name string
		make func(*Tournament)
		want string
	}{
		{"no name", func(t *Tournament) { t.ID = "" }, "name: required"},
		{"no game", func(t *Tournament) { t.Game = "" }, "game: required"},
		{"nine seats", func(t *Tournament) { t.Seats = 9 }, "seats: found 9; want 1 (solo) to 8"},
		{"unknown format", func(t *Tournament) { t.Format = "cup" }, `format: found "cup"; want round-robin, gauntlet, swiss, knockout, adaptive`},
		{"one bot", func(t *Tournament) { t.Bots = t.Bots[:1] }, "bots: found 1; want 2 to"},
		{"a bot twice", func(t *Tournament) { t.Bots = []string{"a", "b", "a"} }, `bots: duplicate "a"`},
		{"a bot without ID", func(t *Tournament) { t.Bots[1] = "" }, "bots: number 2 is empty"},
		{"no starts", func(t *Tournament) { t.Starts = nil }, "seeds: required"},
		{"a seed twice", func(t *Tournament) { t.Starts = append(t.Starts, Start{Seed: 1, Name: "one"}) }, "seeds: duplicate seed 1"},
		{"negative games", func(t *Tournament) { t.Games = -1 }, "games: found -1; want 0 (every start once) to"},
		{"rounds of a round-robin", func(t *Tournament) { t.Rounds = 3 }, "rounds: found 3; only a swiss or adaptive has rounds, this is a round-robin"},
		{"negative rounds", func(t *Tournament) { t.Format, t.Rounds = Swiss, -1 }, "rounds: found -1; want 0"},
		{"challengers of a round-robin", func(t *Tournament) { t.Challengers = 1 }, "challengers: found 1; only a gauntlet has challengers"},
		{"gauntlet without challengers", func(t *Tournament) { t.Format = Gauntlet }, "challengers: found 0 of 3 bots; want 1 to 2"},
		{"all are challengers", func(t *Tournament) { t.Format, t.Challengers = Gauntlet, 3 }, "challengers: found 3 of 3 bots; want 1 to 2"},
		{"negative limits", func(t *Tournament) { t.Limits.Turn = -time.Second }, "time_turn: found -1s"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			cup := tournament(RoundRobin, 2, 3, 2, 0)
			tt.make(&cup)
			if err := cup.Validate(); err == nil || !strings.HasPrefix(err.Error(), tt.want) {
				t.Errorf("error %v, want %q", err, tt.want)
			}
		})
	}
}

func TestValidateOneBotAlone(t *testing.T) {
	if err := tournament(RoundRobin, 1, 1, 1, 0).Validate(); err != nil {
		t.Errorf("a solo round-robin of one bot: %v", err)
	}
	if err := tournament(Swiss, 1, 1, 1, 0).Validate(); err == nil {
		t.Error("a Swiss tournament of one bot is accepted")
	}
}
