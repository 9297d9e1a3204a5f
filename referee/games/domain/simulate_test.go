package domain

import "arbiter/referee"

// What self-play needs of a match; refereetest.TestGame checks the rest.
var (
	_ referee.Cloner   = (*match)(nil)
	_ referee.Observer = (*match)(nil)
	_ referee.Chooser  = (*match)(nil)
)
