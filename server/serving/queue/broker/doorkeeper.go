package broker

import (
	"crypto/subtle"
	"slices"

	natsserver "github.com/nats-io/nats-server/v2/server"

	"arbiter/server/serving/queue"
)

// A doorkeeper lets clients in, in place of the server's own check of passwords. All
// workers have one token, and none sees the replies to another one: the doorkeeper
// permits each connection the inbox of its name alone.
type doorkeeper struct {
	users  []*natsserver.User
	server *natsserver.Server
}

// Check implements natsserver.Authentication.
func (d *doorkeeper) Check(client natsserver.ClientAuthentication) bool {
	given := client.GetOpts()
	i := slices.IndexFunc(d.users, func(u *natsserver.User) bool { return u.Username == given.Username })
	if i < 0 || subtle.ConstantTimeCompare([]byte(d.users[i].Password), []byte(given.Password)) != 1 {
		return false
	}
	account, err := d.server.LookupAccount(d.users[i].Account.Name)
	if err != nil {
		return false
	}
	user := *d.users[i]
	user.Account = account
	if user.Permissions != nil {
		own, ok := queue.InboxOf(given.Name)
		if !ok {
			return false
		}
		user.Permissions = &natsserver.Permissions{
			Publish:   user.Permissions.Publish,
			Subscribe: &natsserver.SubjectPermission{Allow: []string{own + ".>"}},
		}
	}
	client.RegisterUser(&user)
	return true
}
