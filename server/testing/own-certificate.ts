/**
 * A certificate for localhost and 127.0.0.1 that no one trusts, and its key, until 2126. It protects nothing: servers of
 * tests use it, so that https is tried for real.
 */
export const ownCertificate = {
  cert: `-----BEGIN CERTIFICATE-----
MIIBnDCCAUGgAwIBAgIURa9eGv5UYLTfPJJwujWDJX5Ys9owCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMzE3MzIxNloYDzIxMjYxMDMw
MTczMjE2WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAASTkh1FZz2M81swCFauKOus4iOwlI6zqFGT+s0GSHW/LIEnnkJe8Bkx
4yeikrnUqbyHD0azyiKwOyIU5nlvm4Pzo28wbTAdBgNVHQ4EFgQUvsmISsHJcGbt
dA0ZyBXU2xN0ekowHwYDVR0jBBgwFoAUvsmISsHJcGbtdA0ZyBXU2xN0ekowDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
zj0EAwIDSQAwRgIhAPo3XFjDFQDpFMEwOCnCv+r/TC+eO7AzZETJSVvGwTrYAiEA
wkS6cKO1FtmNKRI4t+pq9P/Kq2rc2F8wXcZQBMj7lqY=
-----END CERTIFICATE-----`,
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgKm789gxH7YVmBqNr
XwsyBMwe9MjqanvV7IblS6HZStOhRANCAASTkh1FZz2M81swCFauKOus4iOwlI6z
qFGT+s0GSHW/LIEnnkJe8Bkx4yeikrnUqbyHD0azyiKwOyIU5nlvm4Pz
-----END PRIVATE KEY-----`,
} as const
