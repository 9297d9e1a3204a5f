package league

// Limits of a definition, so that a typo does not fill the disk.
const (
	MaxBots  = 10_000
	MaxGames = 1_000_000
	MaxSeats = 8
)

// Validate returns a FieldError that names the first invalid field and says what was
// expected. It does not know the games: the caller checks that the game exists
// and has this many seats.
func (t Tournament) Validate() error {
	if t.ID == "" {
		return Fieldf("name", "required, e.g. spring-cup")
	}
	if err := CheckTournamentName(t.ID); err != nil {
		return FieldError{Field: "name", Err: err}
	}
	if t.Game == "" {
		return Fieldf("game", "required, e.g. domain")
	}
	if t.Seats < 1 || t.Seats > MaxSeats {
		return Fieldf("seats", "found %d; want 1 (solo) to %d", t.Seats, MaxSeats)
	}
	if err := checkFormat(t.Format); err != nil {
		return FieldError{Field: "format", Err: err}
	}
	if t.Seats > 2 && !t.Format.Fixed() {
		return Fieldf("format", "found %s with %d seats; want %s, since the others pair two bots", t.Format, t.Seats, FormatsWhere(func(i FormatInfo) bool { return i.Fixed }))
	}
	if err := t.checkBots(); err != nil {
		return err
	}
	if err := t.checkStarts(); err != nil {
		return err
	}
	if t.Games < 0 || t.Games > MaxGames {
		return Fieldf("games", "found %d; want 0 (every start once) to %d", t.Games, MaxGames)
	}
	if err := t.checkOptions(); err != nil {
		return err
	}
	if err := t.checkSeries(); err != nil {
		return err
	}
	return checkLimits(t.Limits)
}

func (t Tournament) checkBots() error {
	least := 2 // who are fewer than the seats take several
	if t.Solo() && t.Format.Info().Alone {
		least = 1
	}
	if len(t.Bots) < least || len(t.Bots) > MaxBots {
		return Fieldf("bots", "found %d; want %d to %d", len(t.Bots), least, MaxBots)
	}
	entered := make(map[string]bool, len(t.Bots))
	for i, bot := range t.Bots {
		if bot == "" {
			return Fieldf("bots", "number %d is empty; want a bot ID", i+1)
		}
		if entered[bot] {
			return Fieldf("bots", "duplicate %q (bots with the same files are the same bot); want each once", bot)
		}
		entered[bot] = true
	}
	return nil
}

func (t Tournament) checkStarts() error {
	if len(t.Starts) == 0 {
		return Fieldf("seeds", "required, at least one seed or position")
	}
	if len(t.Starts) > MaxSeeds {
		return Fieldf("seeds", "found %d; want at most %d", len(t.Starts), MaxSeeds)
	}
	seen := make(map[Start]bool, len(t.Starts))
	for _, start := range t.Starts {
		same := Start{Seed: start.Seed, Position: start.Position}
		if seen[same] {
			return Fieldf("seeds", "duplicate %s; want each once (games says how often it is played)", start)
		}
		seen[same] = true
	}
	return nil
}
