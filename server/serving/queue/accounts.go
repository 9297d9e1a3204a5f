package queue

import (
	"fmt"
	"slices"
	"strings"
)

// Accounts of the queue's server. JetStream belongs to the coordinator's. Workers are in
// an account of their own: of the coordinator's subjects they see those that Accounts
// exports. A NATS server checks the subject of a message and not its reply subject, on
// which whoever answers publishes with the rights of the answering account. So requests
// cross accounts as services, whose replies reach the account that asked and no other.
const (
	CoordinatorAccount = "coordinator"
	WorkerAccount      = "workers"
)

// asked are the services that JetStream answers to workers.
func asked() []string {
	return []string{answerSubject, nextTask + workConsumer, nextTask + slowConsumer, readBots + ">"}
}

// said is what workers say to the coordinator itself. It answers on subjects that begin
// with inbox alone: these messages cross accounts with their reply subjects.
func said() []string { return []string{beatSubject, frameSubject + "*"} }

// Permissions are subjects.
type Permissions struct{ Publish, Subscribe []string }

// WorkerMay returns what workers may publish and subscribe to, and nothing else: take
// tasks, answer, beat, send frames, read bots and get replies.
func WorkerMay() Permissions {
	return Permissions{Publish: slices.Concat(asked(), said()), Subscribe: []string{inbox + ".>"}}
}

// Accounts returns the accounts of a queue's server with a user each, as a part of its
// configuration. The server forgets after 10 s who asked for a service that has not
// answered, or workers could fill its memory; all of them answer within fetchWait.
func Accounts(coordinatorToken, workerToken string) string {
	may := WorkerMay()
	return fmt.Sprintf(`accounts {
  %[1]s {
    jetstream: enabled
    users: [{user: %[3]q, password: %[4]q}]
    exports: [
%[7]s%[8]s    ]
    imports: [
%[9]s    ]
  }
  %[2]s {
    users: [
      {user: %[5]q, password: %[6]q, permissions: {
        publish: ["%[10]s"]
        subscribe: ["%[11]s"]
      }}
    ]
    exports: [
%[12]s    ]
    imports: [
%[13]s%[14]s    ]
  }
}
`,
		CoordinatorAccount, WorkerAccount, CoordinatorUser, coordinatorToken, WorkerUser, workerToken,
		each(asked(), `{service: %q, accounts: [`+WorkerAccount+`], response_threshold: "10s"}`),
		each(may.Subscribe, `{stream: %q, accounts: [`+WorkerAccount+`]}`),
		each(said(), `{stream: {account: `+WorkerAccount+`, subject: %q}}`),
		strings.Join(may.Publish, `", "`), strings.Join(may.Subscribe, `", "`),
		each(said(), `{stream: %q, accounts: [`+CoordinatorAccount+`]}`),
		each(asked(), `{service: {account: `+CoordinatorAccount+`, subject: %q}}`),
		each(may.Subscribe, `{stream: {account: `+CoordinatorAccount+`, subject: %q}}`),
	)
}

// each formats subjects, one a line.
func each(subjects []string, format string) string {
	var lines strings.Builder
	for _, subject := range subjects {
		fmt.Fprintf(&lines, "      "+format+"\n", subject)
	}
	return lines.String()
}
