package api

import "arbiter/server/serving/api/transport"

// Routes returns the scope of every route by method and pattern.
func (s *Server) Routes() map[string]transport.Scope { return s.router.Scopes() }
