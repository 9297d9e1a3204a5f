package queue

import (
	"crypto/ed25519"
	"crypto/hkdf"
	"crypto/sha256"
	"crypto/subtle"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"math/big"
	"time"
)

// The key of a broker is made of the token. So the two sides know each other by one
// secret. Connections are encrypted, and nobody has to issue and renew a certificate.
// Nobody without the token can pose as the coordinator. (Whoever has the token can;
// workers trust one another that far.)

// key returns the private key of the engine.
func key(token string) (ed25519.PrivateKey, error) {
	seed, err := hkdf.Key(sha256.New, []byte(token), nil, "arbiter queue: key of the engine", ed25519.SeedSize)
	if err != nil {
		return nil, err
	}
	return ed25519.NewKeyFromSeed(seed), nil
}

// ServerTLS returns the configuration of a broker.
func ServerTLS(token string) (*tls.Config, error) {
	private, err := key(token)
	if err != nil {
		return nil, err
	}
	// Nobody reads names and times: only the key is compared.
	template := &x509.Certificate{SerialNumber: big.NewInt(1), NotAfter: time.Date(9999, 12, 31, 0, 0, 0, 0, time.UTC)}
	certificate, err := x509.CreateCertificate(nil, template, template, private.Public(), private)
	if err != nil {
		return nil, err
	}
	return &tls.Config{
		Certificates: []tls.Certificate{{Certificate: [][]byte{certificate}, PrivateKey: private}},
		MinVersion:   tls.VersionTLS13,
	}, nil
}

// clientTLS returns the configuration of a worker: the server's key must be that
// of the token.
func clientTLS(token string) (*tls.Config, error) {
	private, err := key(token)
	if err != nil {
		return nil, err
	}
	public := private.Public().(ed25519.PublicKey)
	return &tls.Config{
		MinVersion:         tls.VersionTLS13,
		InsecureSkipVerify: true, // in its place, also for resumed connections:
		VerifyConnection: func(state tls.ConnectionState) error {
			if len(state.PeerCertificates) > 0 {
				found, ok := state.PeerCertificates[0].PublicKey.(ed25519.PublicKey)
				if ok && subtle.ConstantTimeCompare(found, public) == 1 {
					return nil
				}
			}
			return errors.New("the server does not have this token; is it another coordinator's, or a cluster's (then the URL begins with tls://)?")
		},
	}, nil
}
