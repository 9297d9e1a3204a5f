package api

import "maps"

// Routes returns the scope of every route by method and pattern.
func (s *Server) Routes() map[string]Scope { return maps.Clone(s.router.scopes) }
