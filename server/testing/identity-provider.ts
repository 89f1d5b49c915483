import { generateKeyPairSync } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'

/** Someone at the provider. */
export interface ProviderPerson {
  readonly subject: string
  readonly email: string
  readonly email_verified: boolean
  /** How they sign in there (RFC 8176). */
  readonly amr?: readonly string[]
}

/** A real OpenID Connect provider on this machine. */
export interface IdentityProvider {
  readonly issuer: string
  readonly clientId: string
  readonly secret: string
  /** Who is signed in at its page, as if they had entered their password there. */
  person: ProviderPerson
  /** Registers an address of ours that people come back to, as the provider’s staff do. */
  register(redirectUri: string): void
  /** One entry for each time that someone exchanged a code. */
  readonly exchanges: string[]
  /** Visits the provider’s page as a browser does. Returns the query that it sends back. */
  visit(url: string): Promise<string>
  /** Starts again with other signing keys. */
  changeKeys(): Promise<void>
  close(): Promise<void>
}

const client = { clientId: 'shipmate', secret: 'a secret of the client, long enough' } as const

/** What a provider is asked to be: one that names itself in its answers (RFC 9207) unless told otherwise. */
interface ProviderKind {
  readonly namesItself?: boolean
}

/** Starts the provider on a free port. `home` is the address of ours. */
export const startIdentityProvider = async (
  home: string,
  { namesItself = true }: ProviderKind = {},
): Promise<IdentityProvider> => {
  const nobody = { subject: 'nobody', email: 'nobody@campus.example', email_verified: true }
  const made: { person: ProviderPerson; exchanges: string[] } = { person: nobody, exchanges: [] }
  const registered = new Set([home])
  let server = createServer()
  const port = await listen(server, 0)
  const issuer = `http://127.0.0.1:${port}`
  const people = new Map<string, ProviderPerson>()
  const run = (): void =>
    serve(server, issuer, {
      namesItself,
      registered,
      people,
      current: () => made.person,
      exchanges: made.exchanges,
    })
  run()
  return Object.assign(made, {
    issuer,
    ...client,
    register: (redirectUri: string) => void registered.add(redirectUri),
    visit: (url: string) => visit(url, new URL(home).origin),
    changeKeys: async () => {
      await stop(server)
      server = createServer()
      await listen(server, port)
      run()
    },
    close: () => stop(server),
  })
}

const listen = async (server: Server, port: number): Promise<number> => {
  await new Promise<void>((done) => {
    server.listen(port, '127.0.0.1', () => done())
  })
  // tests that don't close it can still end
  server.unref()
  // listening on a port, so it isn't the path of a pipe
  return (server.address() as AddressInfo).port
}

const stop = (server: Server): Promise<void> =>
  new Promise((done) => {
    server.close(() => done())
    server.closeAllConnections()
  })

interface Served {
  readonly namesItself: boolean
  readonly registered: ReadonlySet<string>
  readonly people: Map<string, ProviderPerson>
  readonly current: () => ProviderPerson
  readonly exchanges: string[]
}

const serve = (
  server: Server,
  issuer: string,
  { namesItself, registered, people, current, exchanges }: Served,
): void => {
  const provider = new Provider(issuer, configurationOf([...registered], people))
  provider.Client.prototype.redirectUriAllowed = (uri) => registered.has(uri)
  if (!namesItself)
    provider.use(async (context, next) => {
      await next()
      if (context.path === '/.well-known/openid-configuration')
        Reflect.deleteProperty(Object(context.body), 'authorization_response_iss_parameter_supported')
    })
  const answer = provider.callback()
  server.on('request', (request, response) => {
    if (request.url === '/token') exchanges.push(issuer)
    if (request.url?.startsWith('/interaction/') !== true) return answer(request, response)
    const person = current()
    people.set(person.subject, person)
    const login = { accountId: person.subject, amr: person.amr, remember: false }
    provider.interactionFinished(request, response, { login }).catch(() => response.destroy())
  })
}

const newKey = (): object => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return { ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256', kid: crypto.randomUUID() }
}

const configurationOf = (
  redirectUris: readonly string[],
  people: ReadonlyMap<string, ProviderPerson>,
): object => ({
  clients: [
    {
      client_id: client.clientId,
      client_secret: client.secret,
      redirect_uris: redirectUris,
      post_logout_redirect_uris: [new URL('/login', redirectUris[0]).href],
    },
  ],
  jwks: { keys: [newKey()] },
  cookies: { keys: ['a key of cookies'] },
  claims: { openid: ['sub', 'amr'], email: ['email', 'email_verified'] },
  features: { devInteractions: { enabled: false } },
  ttl: { Grant: 600, Interaction: 600, Session: 600, AccessToken: 600, IdToken: 600 },
  pkce: { required: () => true },
  interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
  findAccount: (_: unknown, id: string) => ({
    accountId: id,
    claims: () => ({
      sub: id,
      email: people.get(id)?.email,
      email_verified: people.get(id)?.email_verified,
    }),
  }),
  // everyone agrees to share their address
  loadExistingGrant: async ({ oidc }: AgreeingContext) => {
    const grant = new oidc.provider.Grant({
      clientId: oidc.client.clientId,
      accountId: oidc.session.accountId,
    })
    grant.addOIDCScope('openid email')
    await grant.save()
    return grant
  },
})

interface AgreeingContext {
  readonly oidc: {
    readonly provider: Provider
    readonly client: { readonly clientId: string }
    readonly session: { readonly accountId: string }
  }
}

/** Follows the provider’s redirects with its cookies until it sends the browser back. */
const visit = async (url: string, ourOrigin: string): Promise<string> => {
  const cookies = new Map<string, string>()
  let at = new URL(url)
  for (let step = 0; step < 10; step += 1) {
    const answer = await fetch(at, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    })
    for (const cookie of answer.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';')
      cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
    }
    const location = answer.headers.get('location')
    if (location === null) throw new Error(`The provider answered ${answer.status}: ${await answer.text()}`)
    at = new URL(location, at)
    if (at.origin === ourOrigin) return at.search.slice(1)
  }
  throw new Error('The provider didn’t send the browser back.')
}
