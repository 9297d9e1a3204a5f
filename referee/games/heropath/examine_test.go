package heropath

import (
	"testing"

	"arbiter/referee/refereetest"
)

// "Rule quotes the sentence of the game's page of rules that an Illegal answer breaks."
func TestBreaches(t *testing.T) {
	const near = `{"x": 2, "y": 2, "hp": 1, "gold": 90, "exp": 0}`
	const far = `{"x": 50, "y": 50, "hp": 5, "gold": 9, "exp": 9}`
	world := trial(2, 50, 7, 50, 7, near+","+far)
	refereetest.TestBreaches(t, Game{}, []refereetest.Breach{
		{Position: world, Answer: `{"moves":[{"type":"move","target_x":1,"target_y":1},{"type":"move","target_x":1,"target_y":1},{"type":"move","target_x":1,"target_y":1}]}`, Rule: "a move after"},
		{Position: world, Answer: `{"moves":[{"type":"move","target_x":99,"target_y":1}]}`, Rule: "a move to a cell outside the world"},
		{Position: world, Answer: `{"moves":[{"type":"move","target_x":50,"target_y":1}]}`, Rule: "a move beyond the speed"},
		{Position: world, Answer: `{"moves":[{"type":"attack","target_id":7}]}`, Rule: "an attack on an id"},
		{Position: world, Answer: `{"moves":[{"type":"attack","target_id":0},{"type":"attack","target_id":0}]}`, Rule: "an attack on a dead monster"},
		{Position: world, Answer: `{"moves":[{"type":"attack","target_id":1}]}`, Rule: "an attack beyond the range"},
	})
}
