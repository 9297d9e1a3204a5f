package codingame_test

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"arbiter/referee"
	"arbiter/referee/codingame"
	"arbiter/referee/games"
	"arbiter/referee/games/ctf"
	"arbiter/referee/games/domain"
	"arbiter/referee/games/keeper"
	"arbiter/referee/replay"
)

// seeded are the games whose starts on the site a seed gives.
func seeded() []referee.Game { return []referee.Game{ctf.Game{}, keeper.Game{}, domain.Game{}} }

// played plays the only match of a file through the rules.
func played(t *testing.T, m *codingame.Match, g referee.Game) *codingame.Played {
	t.Helper()
	all, err := m.Play(g, codingame.Options{Version: "test"})
	if err != nil {
		t.Fatal(err)
	}
	if len(all) != 1 {
		t.Fatalf("%d matches; want 1", len(all))
	}
	return all[0]
}

// A match is the same to the end in both forms, and its record is one like any other, with
// unknown times.
func TestSameToTheEnd(t *testing.T) {
	for _, g := range seeded() {
		f := play(t, g, 5)
		f.both(t, func(t *testing.T, form string, m *codingame.Match) {
			p := played(t, m, g)
			if d := p.Differs(); d != nil {
				t.Fatalf("%s, %s: %v", g.Info().Name, form, d)
			}
			if v, err := replay.Verify(p.Record, g); err != nil || v.Status != replay.Same || v.Play != p.Play {
				t.Errorf("%s, %s: verify: %v, %v", g.Info().Name, form, v, err)
			}
			if p.Result.Scores[0] != f.scores[0] || p.Record.Header.Seats[0].Name != "Ann" {
				t.Errorf("%s, %s: %+v of %+v", g.Info().Name, form, p.Result, p.Record.Header.Seats)
			}
			text, err := p.Bytes()
			if err != nil {
				t.Fatal(err)
			}
			back, err := replay.Read(bytes.NewReader(text))
			if err != nil || back.Header.Imported == nil || back.Footer == nil {
				t.Fatalf("%s, %s: read back: %+v, %v", g.Info().Name, form, back, err)
			}
			if site := form == "site"; site != (back.Header.Imported.From == codingame.FromSite) || site != (back.Header.Imported.Match == 1005) {
				t.Errorf("%s, %s: %+v", g.Info().Name, form, back.Header.Imported)
			}
		})
	}
}

// "A file whose seed, one action, one score or one rank was changed is caught at the first turn
// where the difference can be observed": a score or a rank in the last turn.
func TestChangedResult(t *testing.T) {
	for _, g := range seeded() {
		f := play(t, g, 3)
		turns := len(played(t, one(t, text(t, f.site())), g).Record.Turns)
		change := func(what string, do func(*file)) {
			changed := f.clone()
			do(changed)
			p := played(t, one(t, text(t, changed.site())), g)
			d := p.Differs()
			if d == nil || d.Turn != turns || len(p.Record.Turns) != turns || p.Record.Footer != nil {
				t.Fatalf("%s: %s: %v after %d turns; want a difference in turn %d", g.Info().Name, what, d, len(p.Record.Turns), turns)
			}
			if !slices.Equal(d.Scores, changed.scores) || p.Result.Reason != codingame.Differs {
				t.Errorf("%s: %s: kept %v, %v; want what the file says, %v", g.Info().Name, what, d, p.Result, changed.scores)
			}
			v, err := replay.Verify(p.Record, g)
			if err != nil || v.Status != replay.Unended || !strings.Contains(v.Why, d.Why) {
				t.Errorf("%s: %s: verify: %v, %v", g.Info().Name, what, v, err)
			}
		}
		change("score", func(f *file) { f.scores[0]++ })
		change("rank", func(f *file) { f.ranks[0] = 1 - f.ranks[0] })
	}
}

// A changed action is caught no later than at the end of either match, and a turn that the file
// no longer has is caught as such. A match that the change leaves the same can not be told.
func TestChangedAction(t *testing.T) {
	g := domain.Game{}
	f := play(t, g, 8)
	bad := "9 9 U"
	for i := range f.frames {
		changed := f.clone()
		changed.frames[i].answer = &bad
		d := played(t, one(t, text(t, changed.site())), g).Differs()
		want := i + 2 // the answer loses the match, and the file goes on
		if i == len(f.frames)-1 {
			want = i + 1 // the result
		}
		if d == nil || d.Turn != want {
			t.Errorf("an illegal answer in turn %d: %v; want a difference in turn %d", i+1, d, want)
		}
		missing := f.clone()
		missing.frames = slices.Delete(missing.frames, i, i+1)
		d = played(t, one(t, text(t, missing.site())), g).Differs()
		if d == nil || d.Turn != i+1 {
			t.Errorf("without the answer of turn %d: %v", i+1, d)
		}
		seat := f.clone()
		seat.frames[i].seat = 1 - seat.frames[i].seat
		d = played(t, one(t, text(t, seat.site())), g).Differs()
		if d == nil || d.Turn != i+1 {
			t.Errorf("turn %d of the other seat: %v", i+1, d)
		}
	}
}

// "Whose turn it was must agree": in a simultaneous game each seat has a frame in each turn.
func TestSimultaneousTurns(t *testing.T) {
	g := ctf.Game{}
	f := play(t, g, 2)
	for i := 0; i < 20; i++ {
		missing := f.clone()
		missing.frames = slices.Delete(missing.frames, i, i+1)
		if d := played(t, one(t, text(t, missing.site())), g).Differs(); d == nil || d.Turn != i/2+1 {
			t.Errorf("without frame %d: %v; want a difference in turn %d", i, d, i/2+1)
		}
	}
}

// "A changed message never": what bots say is no part of the play.
func TestChangedMessage(t *testing.T) {
	for _, g := range seeded() {
		f := play(t, g, 4)
		if i := slices.IndexFunc(f.frames, func(x frame) bool { return strings.HasSuffix(*x.answer, " hello") }); i >= 0 {
			other := strings.TrimSuffix(*f.frames[i].answer, " hello") + " bye, bye"
			f.frames[i].answer = &other
		} else {
			t.Fatalf("%s: no answer has a message", g.Info().Name)
		}
		f.both(t, func(t *testing.T, form string, m *codingame.Match) {
			if d := played(t, m, g).Differs(); d != nil {
				t.Errorf("%s, %s: %v", g.Info().Name, form, d)
			}
		})
	}
}

// "The first turn that differs": what the referee says of a turn is compared in it.
func TestSummaries(t *testing.T) {
	g := ctf.Game{}
	f := play(t, g, 6)
	m, err := g.New(referee.Setup{Seed: 6}, 2)
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; !m.Over(); i += 2 {
		m.Answer(0, []string{*f.frames[i].answer})
		m.Answer(1, []string{*f.frames[i+1].answer})
		m.Step()
		var view struct{ Seats [2]struct{ Credits int } }
		if err := json.Unmarshal([]byte(text(t, m.View())), &view); err != nil {
			t.Fatal(err)
		}
		credits := [2]int{view.Seats[0].Credits, view.Seats[1].Credits}
		f.frames[i+1].summary = strings.NewReplacer("A", itoa(credits[0]), "B", itoa(credits[1])).Replace("Mine detonated at (1, 1)\nPlayer $0 credits: A\n$0:\n- Minion 0 received no command.\nPlayer $1 credits: B\n")
	}
	f.both(t, func(t *testing.T, form string, m *codingame.Match) {
		if d := played(t, m, g).Differs(); d != nil {
			t.Errorf("%s: %v", form, d)
		}
	})
	f.frames[9].summary = "Player $0 credits: 999"
	f.both(t, func(t *testing.T, form string, m *codingame.Match) {
		p := played(t, m, g)
		if d := p.Differs(); d == nil || d.Turn != 5 || len(p.Record.Turns) != 4 {
			t.Errorf("%s: %v; want a difference in turn 5", form, p.Differs())
		}
	})
	other := f.clone()
	other.input = []string{"seed=7"}
	if d := played(t, one(t, text(t, other.site())), g).Differs(); d == nil || d.Turn > 3 {
		t.Errorf("another seed: %v; want a difference in one of the first turns", d)
	}
}

// A seat that gives no answer in time has a frame without one, in the middle of a turn, too.
func TestTimeout(t *testing.T) {
	for _, g := range seeded() {
		f := play(t, g, 9)
		n := len(f.frames) / 2 / len(f.names) * len(f.names)
		f.frames = f.frames[:n]
		seat := f.frames[n-1].seat
		f.frames[n-1].answer = nil
		f.frames = append(f.frames, frame{seat: 0, own: true}) // the engine asks player 0 for nothing
		m, err := g.New(referee.Setup{Seed: 9}, len(f.names))
		if err != nil {
			t.Fatal(err)
		}
		turn := 0
		for i := 0; i < n; m.Step() {
			turn++
			for s := range m.Asked().All() {
				if answer := f.frames[i].answer; answer != nil {
					m.Answer(s, []string{*answer})
				} else {
					m.Drop(s, referee.Fault{Turn: turn, Seat: s, Kind: referee.Timeout})
				}
				i++
			}
		}
		f.scores, f.ranks = m.Result().Scores, nil
		for _, rank := range m.Result().Ranks {
			f.ranks = append(f.ranks, rank-1)
		}
		f.both(t, func(t *testing.T, form string, m *codingame.Match) {
			p := played(t, m, g)
			if d := p.Differs(); d != nil {
				t.Fatalf("%s, %s: %v", g.Info().Name, form, d)
			}
			if fault := p.Result.FaultOf(seat); fault == nil || fault.Kind != referee.Timeout || fault.Turn != turn {
				t.Errorf("%s, %s: %v; want a timeout of seat %d in turn %d", g.Info().Name, form, p.Result.Faults, seat, turn)
			}
		})
	}
}

// On the site four heroes play beside each other in mazes of one seed: each is a match. Nobody
// is asked in the first frames, and in every other one after that.
func TestSeatsBesideEachOther(t *testing.T) {
	g := keeper.Game{}
	f := &file{title: "Code Keeper - The Hero", number: 5, input: []string{"seed=11"}}
	var each []*file
	longest := 0
	for i := range int64(4) {
		own := beside(t, g, 11, i)
		each = append(each, own)
		f.names = append(f.names, own.title)
		f.scores = append(f.scores, own.scores[0])
		longest = max(longest, len(own.frames))
	}
	for range 19 {
		f.frames = append(f.frames, frame{seat: 0, own: true})
	}
	for turn := range longest {
		for seat, own := range each {
			if turn < len(own.frames) {
				x := own.frames[turn]
				x.seat = seat
				f.frames = append(f.frames, x)
			}
		}
		f.frames = append(f.frames, frame{seat: 0, own: true})
	}
	for _, rank := range referee.RankScores(f.scores) {
		f.ranks = append(f.ranks, rank-1)
	}
	f.both(t, func(t *testing.T, form string, m *codingame.Match) {
		all, err := m.Play(g, codingame.Options{})
		if err != nil || len(all) != 4 {
			t.Fatalf("%s: %d matches, %v; want 4", form, len(all), err)
		}
		for seat, p := range all {
			if d := p.Differs(); d != nil || len(p.Record.Turns) != len(each[seat].frames) || p.Record.Header.Imported.Seat != seat {
				t.Errorf("%s: seat %d: %v in %d turns; want %d", form, seat, d, len(p.Record.Turns), len(each[seat].frames))
			}
		}
	})
	f.ranks[2] = (f.ranks[2] + 1) % 4 // only the site tells ranks
	all, err := one(t, text(t, f.site())).Play(g, codingame.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for seat, p := range all {
		if (p.Differs() != nil) != (seat == 2) {
			t.Errorf("a changed rank of seat 2: seat %d: %v", seat, p.Differs())
		}
	}
}

// beside plays a hero with answers of its own.
func beside(t *testing.T, g referee.Game, seed, number int64) *file {
	t.Helper()
	m, err := g.New(referee.Setup{Seed: seed}, 1)
	if err != nil {
		t.Fatal(err)
	}
	f := &file{title: "hero " + itoa(int(number))}
	for turn := int64(0); !m.Over(); turn++ {
		choices := m.(referee.Chooser).Choices(0)[0]
		answer := choices[int((turn*7+number*5)%int64(len(choices)))]
		m.Answer(0, []string{answer})
		m.Step()
		f.frames = append(f.frames, frame{answer: &answer})
	}
	f.scores = m.Result().Scores
	return f
}

// "The game is told by title, or by what plays to the recorded result."
func TestGame(t *testing.T) {
	for _, g := range seeded() {
		f := play(t, g, 12)
		f.both(t, func(t *testing.T, form string, m *codingame.Match) {
			found, err := m.Find(games.All())
			if err != nil || found.Info().Name != g.Info().Name {
				t.Errorf("%s, %s: %v", g.Info().Name, form, err)
			}
		})
		f.title, f.scores[0] = "Another game", f.scores[0]+1
		f.both(t, func(t *testing.T, form string, m *codingame.Match) {
			if _, err := m.Find(games.All()); err == nil || !strings.Contains(err.Error(), "no game here plays it") {
				t.Errorf("%s, %s: %v; want that the game is not known", g.Info().Name, form, err)
			}
		})
	}
}

// Names are text of strangers.
func TestNames(t *testing.T) {
	f := play(t, domain.Game{}, 1)
	f.names = []string{"\x1b[2J\u202eevil\n", strings.Repeat("long", 100)}
	seats := played(t, one(t, text(t, f.site())), domain.Game{}).Record.Header.Seats
	if seats[0].Name != "[2Jevil" || len(seats[1].Name) != 60 {
		t.Errorf("found %q", seats)
	}
}

// Whatever is done to a file, it is the same to the end only if answers and result are those
// that the rules give, and no reading or playing of it panics.
func TestTamperedFiles(t *testing.T) {
	originals := map[string]*file{}
	for _, g := range seeded() {
		originals[g.Info().Name] = play(t, g, 20)
	}
	rapid.Check(t, func(r *rapid.T) {
		g := rapid.SampledFrom(seeded()).Draw(r, "game")
		f := originals[g.Info().Name].clone()
		for range rapid.IntRange(1, 4).Draw(r, "changes") {
			i := rapid.IntRange(0, len(f.frames)-1).Draw(r, "frame")
			switch rapid.IntRange(0, 4).Draw(r, "change") {
			case 0:
				f.frames[i].answer = nil
			case 1:
				f.frames[i].seat = rapid.IntRange(-1, len(f.names)-1).Draw(r, "seat")
			case 2:
				answer := rapid.String().Draw(r, "answer")
				f.frames[i].answer = &answer
			case 3:
				f.frames[i], f.frames[0] = f.frames[0], f.frames[i]
			case 4:
				f.scores[0] = rapid.Int64Range(-3, 3).Draw(r, "score")
			}
		}
		p := played(t, one(t, text(t, f.site())), g)
		if p.Differs() != nil {
			if p.Record.Footer != nil {
				r.Fatal("a match that differs has a footer")
			}
			return
		}
		if v, err := replay.Verify(p.Record, g); err != nil || v.Status != replay.Same || !slices.Equal(p.Result.Scores, f.scores) {
			r.Fatalf("same to the end, but verify says %v, %v", v, err)
		}
	})
}

// What a referee says of a turn and is not so is caught in that turn.
func TestContradictions(t *testing.T) {
	for _, tt := range []struct {
		game    referee.Game
		summary string
		caught  bool
	}{
		{domain.Game{}, "Player 0 won by conquering 30 cells!", true},
		{domain.Game{}, "It's a tie!", true},
		{domain.Game{}, "Somebody said: It's a tie!", false},
		{keeper.Game{}, "$0 [Warning] Not enough weapon charges.", true},
		{keeper.Game{}, "$1 [Warning] Not enough weapon charges.", false},
		{ctf.Game{}, "$0:\n- Minion 9 moved to (1, 1)", true},
		{ctf.Game{}, "$1:\n- Minion 0 is already at (0, 0)", true},
		{ctf.Game{}, "- Minion 0 is already at (0, 0)\n$2:\nPlayer $7 credits: 3", false},
	} {
		f := play(t, tt.game, 30)
		f.frames[3].summary = tt.summary
		want := 4 / len(f.names)
		if tt.game.Info().Name == "domain" {
			want = 4
		}
		d := played(t, one(t, text(t, f.run())), tt.game).Differs()
		if (d != nil) != tt.caught || d != nil && d.Turn != want {
			t.Errorf("%s: %q: %v", tt.game.Info().Name, tt.summary, d)
		}
	}
}
