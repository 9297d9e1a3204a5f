package league

import (
	"errors"
	"fmt"
)

// Limits of a definition, so that a typo does not fill the disk.
const (
	MaxBots  = 10_000
	MaxGames = 1_000_000
)

// Validate returns an error that names the first invalid field and says what was
// expected. It does not know the games: the caller checks that the game exists
// and has this many seats.
func (t Tournament) Validate() error {
	if t.ID == "" {
		return errors.New("id: required, e.g. spring-cup")
	}
	if err := checkName(t.ID, MaxTournamentName); err != nil {
		return fmt.Errorf("id: %w", err)
	}
	if t.Game == "" {
		return errors.New("game: required, e.g. domain")
	}
	if t.Seats != 1 && t.Seats != 2 {
		return fmt.Errorf("seats: found %d; want 1 (solo) or 2", t.Seats)
	}
	if err := checkFormat(t.Format); err != nil {
		return fmt.Errorf("format: %w", err)
	}
	if err := t.checkBots(); err != nil {
		return err
	}
	if err := t.checkStarts(); err != nil {
		return err
	}
	if t.Games < 0 || t.Games > MaxGames {
		return fmt.Errorf("games: found %d; want 0 (every start once) to %d", t.Games, MaxGames)
	}
	if err := t.checkOptions(); err != nil {
		return err
	}
	if t.Limits.First < 0 || t.Limits.Turn < 0 {
		return fmt.Errorf("limits: found %v and %v; want at least 0s (no limit)", t.Limits.First, t.Limits.Turn)
	}
	return nil
}

func (t Tournament) checkBots() error {
	least := 2
	if t.Solo() && t.Format.Info().Alone {
		least = 1
	}
	if len(t.Bots) < least || len(t.Bots) > MaxBots {
		return fmt.Errorf("bots: found %d; want %d to %d", len(t.Bots), least, MaxBots)
	}
	entered := make(map[string]bool, len(t.Bots))
	for i, bot := range t.Bots {
		if bot == "" {
			return fmt.Errorf("bots: number %d is empty; want a bot ID", i+1)
		}
		if entered[bot] {
			return fmt.Errorf("bots: duplicate %q (bots with the same files are the same bot); want each once", bot)
		}
		entered[bot] = true
	}
	return nil
}

func (t Tournament) checkStarts() error {
	if len(t.Starts) == 0 {
		return errors.New("starts: required, at least one seed or position")
	}
	if len(t.Starts) > MaxSeeds {
		return fmt.Errorf("starts: found %d; want at most %d", len(t.Starts), MaxSeeds)
	}
	seen := make(map[Start]bool, len(t.Starts))
	for _, start := range t.Starts {
		same := Start{Seed: start.Seed, Position: start.Position}
		if seen[same] {
			return fmt.Errorf("starts: duplicate %s; want each once (games says how often it is played)", start)
		}
		seen[same] = true
	}
	return nil
}
