package flames

import (
	"testing"

	"arbiter/referee/refereetest"
)

func TestGuide(t *testing.T) {
	refereetest.TestGuide(t, Game{}, func(choices any) []string { return choices.(*Choices).Valid })
}
