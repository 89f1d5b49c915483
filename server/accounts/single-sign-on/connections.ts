import type * as oidc from 'openid-client'
import type { Services } from '#server/platform/context.ts'
import { createOutbound, isSecureTarget, type Outbound } from '#server/platform/lib/outbound.ts'

/** Milliseconds until a provider must have answered. */
const timeout = 5000

/** Thrown if a provider can’t be used. The message is a sentence for Shipmate Admins. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError'
}

/** A client registered at a school’s identity provider. */
interface Client {
  readonly issuer: string
  readonly clientId: string
  readonly secret: string
}

/** A provider that was read, and the library that talks to it. */
export interface Provider {
  readonly config: oidc.Configuration
  readonly library: typeof oidc
}

const sentences = {
  refused: 'Shipmate can’t connect to this address. Use a public https address.',
  too_slow: 'The provider didn’t respond within 5 seconds.',
  too_large: 'The provider’s answer is too large.',
  unreachable: 'The provider can’t be reached. Check the address.',
} as const

/**
 * Reads a provider’s settings and hands them to `use`. They and the provider’s keys are read for every sign-in, so that
 * changed keys are known. Every call to it goes through the checks of addresses that staff enter.
 * @throws ProviderError
 */
export const withProvider = async <T>(
  { settings }: Pick<Services, 'settings'>,
  client: Client,
  use: (provider: Provider) => Promise<T>,
): Promise<T> => {
  const outbound = createOutbound(settings.outboundPrivateHosts)
  try {
    return await use(await readProvider(outbound, settings.outboundPrivateHosts, client))
  } finally {
    await outbound.close()
  }
}

const readProvider = async (
  outbound: Outbound,
  privateHosts: readonly string[],
  { issuer, clientId, secret }: Client,
): Promise<Provider> => {
  const library = await import('openid-client')
  const send = fetchThrough(outbound)
  const found = await discover(library, send, issuer, clientId)
  const metadata = found.serverMetadata()
  const methods = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
  const auth = methods.includes('client_secret_basic')
    ? library.ClientSecretBasic(secret)
    : library.ClientSecretPost(secret)
  const config = new library.Configuration(metadata, clientId, secret, auth)
  config[library.customFetch] = send
  // http is refused by the outbound client, except for hosts that can be private
  library.allowInsecureRequests(config)
  // checks the signature of the ID token with the provider's keys
  library.enableNonRepudiationChecks(config)
  if (!isPageAt(metadata.authorization_endpoint, privateHosts))
    throw new ProviderError('The provider offers no sign-in page with https.')
  return { config, library }
}

const isPageAt = (address: string | undefined, privateHosts: readonly string[]): boolean =>
  address !== undefined && URL.canParse(address) && isSecureTarget(new URL(address), privateHosts)

const discover = async (
  library: typeof oidc,
  send: oidc.CustomFetch,
  issuer: string,
  clientId: string,
): Promise<oidc.Configuration> => {
  try {
    return await library.discovery(new URL(issuer), clientId, undefined, library.None(), {
      [library.customFetch]: send,
      execute: [library.allowInsecureRequests],
    })
  } catch (error) {
    throw asProviderError(
      error,
      'This isn’t the address of an OpenID Connect provider. Enter its issuer exactly as the provider shows it.',
    )
  }
}

/** Returns the reason of a failed call: our own, or `otherwise`. */
const asProviderError = (error: unknown, otherwise: string): ProviderError => {
  const causes = error instanceof Error ? [error, error.cause] : []
  const own = causes.find((one) => one instanceof ProviderError)
  return own ?? new ProviderError(otherwise, { cause: error })
}

/** Returns a fetch that connects only to addresses that staff may enter. */
const fetchThrough =
  (outbound: Outbound): oidc.CustomFetch =>
  async (url, { method, headers, body }) => {
    const answer = await outbound.exchange(new URL(url), {
      method: method === 'POST' ? 'POST' : 'GET',
      headers,
      body: body == null ? null : textOf(body),
      timeout,
    })
    if (answer.kind !== 'answered') throw new ProviderError(sentences[answer.kind])
    return new Response(answer.status === 204 ? null : answer.body, {
      status: answer.status,
      headers: answer.type === null ? {} : { 'content-type': answer.type },
    })
  }

const textOf = (body: NonNullable<oidc.FetchBody>): string => {
  if (typeof body === 'string') return body
  if (body instanceof URLSearchParams) return body.toString()
  throw new ProviderError('The request to the provider can’t be sent.')
}
