// Package queue lets other machines play the matches of a dispatch.Source. A
// Coordinator takes work from the source, publishes it as tasks on a JetStream
// stream, checks the answers and hands back what was played and what failed. A
// Worker takes tasks and is itself the dispatch.Source of a dispatch.Pool: the
// match loop is the same as on one machine.
//
// # Streams
//
//	stream            subject            written by   read by       what
//	ARBITER_WORK      arbiter.work       coordinator  workers       tasks; each is handed out once, and deleted when a worker holds it
//	                  arbiter.work.slow  coordinator  slow workers  tasks of tournaments that allow slow workers
//	ARBITER_ANSWERS   arbiter.answers    workers      coordinator   reports and failures; acknowledged when they are saved
//	OBJ_arbiter_bots                     coordinator  workers       archives of bots by SHA-256
//
// A beat is a request on arbiter.beat, every second: what a worker is and holds,
// answered with what it is to do. Frames of a match that is watched are published
// on arbiter.frames.MATCH, without a stream.
//
// Workers reach these subjects from an account of their own, and no other subject of the
// coordinator's. A worker's name proves nothing, because another worker can give it. So
// beats and answers carry the inbox of their worker, which is secret. Answers also carry the
// ID of the task, which only its worker is told.
//
// # The life of a match
//
//	source.Next    feed takes a work; travels decides whether it can be played elsewhere    feed.go, pack.go
//	flight         launch makes it one, pending until load has filled a task with it        flight.go
//	shipment       a task as the coordinator knows it: ship makes it, publish sends it      publish.go
//	held task      a worker takes it, fetches its bots and beats, so that it is the holder  fetch.go, bots.go
//	assignment     the match in the worker's pool, which takes it with Next                 assignment.go
//	answer         the worker's Played or Failed publishes it                               answer.go, wire.go
//	check          collect takes answers, verify compares a report with the work            collect.go, verify.go
//	source.Played  conclude lands the flight; the report is saved, the answer acknowledged  collect.go
//
// A flight goes back to pending when the holder of its task is silent or has lost it
// (keep.go), hands the match back (sendBack) or is refused (roster.go), or when the
// task cannot be published. What no worker can or may play is local, played by the
// pool of this machine (local.go), which also takes from the source by itself.
//
// # Where each rule is
//
//	who may connect, and to what subjects       accounts.go, connect.go, pin.go
//	what the messages are                       wire.go
//	how large what a worker sends may be        bounds.go
//	whose program fits, and the least speed     contract.go, machine.go
//	what a beat changes on both sides           roster.go (coordinator), beat.go (worker)
//	silence, deaths, lost tasks                 keep.go, flight.go
//	a queue that fails and is made anew         trouble.go, mend in coordinator.go
//	time in which a process was stopped         stopwatch.go
//	matches played again to compare             compare.go
//	refuse, drain, remove                       roster.go, workers.go
//	reports of an earlier coordinator           adopt.go
//	frames of a watched match                   watch.go (coordinator), beat.go (worker)
//
// # Exactly once
//
// A match is in flight from its task's publication until its report is saved. Reports
// are saved before they are acknowledged, and saving one twice changes nothing. So
// every message may be lost, sent again or come late. A task without a holder is
// published again. An answer without an acknowledgement comes again. A report of a
// match that is not in flight is adopted if its match is scheduled and has no report.
// The streams hold nothing that the store and the schedule cannot produce again.
//
// # Goroutines and locks
//
// A coordinator has six goroutines beside its pool's: two that feed (source to tasks,
// for fast and for slow workers), collect (answers to source), keep (once a second),
// probe (whether the queue takes answers) and the subscription's, which answers
// beats. A worker has three beside its pool's: one that fetches tasks, one that beats
// and one that keeps its stopwatch; and one for each match that somebody watches.
//
// Coordinator.mu and Worker.mu guard what they share. They are held for moments:
// never while the source, the store or a stream is asked. Under them only the locks
// of live.Broadcaster and of the connection are taken, whose holders call nothing
// here. Coordinator.mending, held while the queue is made anew, comes before mu.
package queue

import "time"

// Names of the streams, their consumers and subjects.
const (
	workStream     = "ARBITER_WORK"
	workSubject    = "arbiter.work"
	workConsumer   = "workers"
	slowSubject    = "arbiter.work.slow"
	slowConsumer   = "slow-workers"
	answerStream   = "ARBITER_ANSWERS"
	answerSubject  = "arbiter.answers"
	answerConsumer = "coordinator"
	beatSubject    = "arbiter.beat"
	frameSubject   = "arbiter.frames."
	botBucket      = "arbiter_bots"
	botStream      = "OBJ_" + botBucket
)

// Times of the protocol.
const (
	// beatInterval is how often a worker says that it is there.
	beatInterval = time.Second
	// deadAfter is how long a worker may be silent before what it holds is handed
	// out again.
	deadAfter = 4 * time.Second
	// ackWait is how long answers that a coordinator has taken may wait to be saved
	// before the stream hands them out again.
	ackWait = 10 * time.Second
	// taskTime is how much play a task should be, and maxTask how many matches it
	// may be: those of a start that are played in both orders, or more short ones.
	taskTime = time.Second
	maxTask  = 64
	// maxDeaths is how many different workers may die on a match before that
	// counts as a failure of the match.
	maxDeaths = 3
)
