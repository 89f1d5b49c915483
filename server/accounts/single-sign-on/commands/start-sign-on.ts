import { setTimeout as sleep } from 'node:timers/promises'
import { limitSignOns } from '#server/platform/http/throttle.ts'
import type { AnonymousContext, Services } from '#server/platform/context.ts'
import { encryptedColumn } from '#server/platform/lib/encrypted-column.ts'
import { closedOptions, signOnCookie } from '#server/platform/http/cookies.ts'
import type { Http } from '#server/platform/http/mount.ts'
import { decrypt, encrypt, hashToken, newToken } from '#server/platform/lib/crypt.ts'
import { problem } from '#server/platform/problem.ts'
import { ProviderError, withProvider } from '../connections.ts'
import { findSignOnSchool, openSecret, redirectUri, type SignOnSchool } from '../queries.ts'
import { attemptSeconds } from '../rules.ts'

/** What must come back with the answer of this sign-in. */
interface Secrets {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
}

/** A started sign-in: the page to open, and what to save. */
interface StartedSignOn extends Secrets {
  readonly url: string
  readonly school: SignOnSchool
}

const away = 'Shipmate can’t reach your school’s sign-in page right now. Try again in a few minutes.'

/** Reads the school’s provider before the transaction. @throws Problem 422 `sign_on` */
export const prepareSignOn = async (
  { services, address }: AnonymousContext,
  slug: string,
): Promise<StartedSignOn> => {
  await sleep(1000 * (await limitSignOns(services, address)))
  const school = await findSignOnSchool(services, slug)
  if (!school) throw problem.invalid({ sign_on: 'This school doesn’t offer sign-in with school accounts.' })
  try {
    return await withProvider(
      services,
      { ...school, secret: openSecret(services, school) },
      async (provider) => {
        const { library, config } = provider
        const secrets = {
          state: library.randomState(),
          nonce: library.randomNonce(),
          verifier: library.randomPKCECodeVerifier(),
        }
        const url = library.buildAuthorizationUrl(config, {
          redirect_uri: redirectUri(services, school.id),
          scope: 'openid email',
          state: secrets.state,
          nonce: secrets.nonce,
          code_challenge: await library.calculatePKCECodeChallenge(secrets.verifier),
          code_challenge_method: 'S256',
        })
        return { ...secrets, url: url.href, school }
      },
    )
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    services.log.warn({ school: school.id, why: error.message }, 'A school’s sign-in can’t be used.')
    throw problem.invalid({ sign_on: away })
  }
}

const place = (hash: Buffer): string => `sign_on_attempts.cipher:${hash.toString('base64url')}`

export const startedSignIns = encryptedColumn(
  'sign_on_attempts',
  'cipher',
  ['token_hash'],
  ({ token_hash }) => place(token_hash),
)

/** Saves a started sign-in for this browser. */
export const startSignOn = async (
  { db, clock, services }: AnonymousContext,
  { url, school, state, nonce, verifier }: StartedSignOn,
  { reply }: Http,
): Promise<{ url: string }> => {
  const token = newToken()
  const hash = hashToken(token)
  await db
    .insertInto('sign_on_attempts')
    .values({
      school_id: school.id,
      token_hash: hash,
      cipher: encrypt(services.keys, place(hash), [state, nonce, verifier].join(' ')),
      created_at: clock.now().toISOString(),
    })
    .execute()
  const options = closedOptions(services.settings, attemptSeconds)
  void reply.setCookie(signOnCookie(services.settings), token, options)
  return { url }
}

/**
 * Uses up the sign-in that this browser started: it comes back once. Outside the request’s transaction, so that a
 * failure ends it too.
 */
export const takeAttempt = async (
  services: Services,
  { request, reply }: Http,
): Promise<(Secrets & { readonly schoolId: number }) | null> => {
  const token = request.cookies[signOnCookie(services.settings)]
  if (!token) return null
  void reply.clearCookie(signOnCookie(services.settings), closedOptions(services.settings))
  const hash = hashToken(token)
  const since = new Date(services.clock.now().getTime() - attemptSeconds * 1000).toISOString()
  // scope: only this browser's own; its school is in the row
  const taken = await services.db
    .deleteFrom('sign_on_attempts')
    .where('token_hash', '=', hash)
    .where('created_at', '>', since)
    .returning(['school_id', 'cipher'])
    .executeTakeFirst()
  if (!taken) return null
  const [state = '', nonce = '', verifier = ''] = decrypt(services.keys, place(hash), taken.cipher)
    .toString()
    .split(' ')
  return { schoolId: taken.school_id, state, nonce, verifier }
}
