package league

import "testing"

// "Matches that a bot won which had little chance by the ratings."
func TestUpset(t *testing.T) {
	ratings := map[string]float64{"strong": 200, "weak": -200, "near": 10}
	for _, tt := range []struct {
		name  string
		bots  []string
		ranks []int
		want  bool
	}{
		{"the weak one wins", []string{"strong", "weak"}, []int{2, 1}, true},
		{"the weak one wins on the other seat", []string{"weak", "strong"}, []int{1, 2}, true},
		{"the strong one wins", []string{"strong", "weak"}, []int{1, 2}, false},
		{"a draw", []string{"strong", "weak"}, []int{1, 1}, false},
		{"190 Elo are no surprise", []string{"strong", "near"}, []int{2, 1}, false},
		{"a bot without a rating", []string{"strong", "new"}, []int{2, 1}, false},
		{"one seat", []string{"weak"}, []int{1}, false},
	} {
		if got := (Outcome{Ranks: tt.ranks}).Upset(tt.bots, ratings); got != tt.want {
			t.Errorf("%s: an upset is %v; want %v", tt.name, got, tt.want)
		}
	}
}
