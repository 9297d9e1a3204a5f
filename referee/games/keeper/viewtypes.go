package keeper

import "arbiter/referee"

// ViewTypes implements referee.ViewTyper.
func (Game) ViewTypes() referee.ViewTypes {
	types := referee.ViewTypes{
		Scene: scene{}, View: view{}, Choices: Choices{},
		Events: []any{
			messageEvent{head: head{Type: "message"}},
			faultEvent{head: head{Type: "fault"}},
		},
	}
	for _, t := range []EventType{
		EventWait, EventMove, EventTake, EventAttack, EventHit, EventKill,
		EventMonsterMove, EventMonsterAttack, EventDamage, EventEnd,
	} {
		types.Events = append(types.Events, (&Event{Type: t}).view())
	}
	return types
}
