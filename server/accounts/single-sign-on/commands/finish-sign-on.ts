import {
  completeSignIn,
  findAccountByEmail,
  hasTwoFactor,
  isUsable,
  lockAccount,
  logFailure,
  methodsOf,
  savePendingLogin,
  sendLater,
  signInNotice,
  voidAccess,
  type Account,
} from '#server/accounts/auth/index.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import type { AnonymousContext, Services } from '#server/platform/context.ts'
import type { Database } from '#server/platform/db/database.ts'
import { scope } from '#server/platform/db/scope.ts'
import { recordHistory } from '#server/platform/history/index.ts'
import type { Http } from '#server/platform/http/mount.ts'
import { limitSignOns } from '#server/platform/http/throttle.ts'
import { problem } from '#server/platform/problem.ts'
import { ProviderError, withProvider, type Provider } from '../connections.ts'
import {
  findSignOnSchoolById,
  countOtherSchools,
  openSecret,
  redirectUri,
  type SignOnSchool,
} from '../queries.ts'
import { absenceOf, attemptSeconds, readClaims, refusalOf, type Claims } from '../rules.ts'
import { takeAttempt } from './start-sign-on.ts'

/** What our page got: the school of its address, and the query that the provider sent back. */
interface ReturnedSignOn {
  readonly school_id: number
  readonly query: string
}

/** Someone whom the school’s provider has identified. */
interface CheckedSignOn {
  readonly school: SignOnSchool
  readonly claims: Claims
  /** Where to sign out at the provider. */
  readonly signOutUrl: string | null
}

const sentences = {
  expired: `This sign-in took longer than ${attemptSeconds / 60} minutes, or started in another browser. Start again.`,
  denied: 'Your school didn’t confirm the sign-in. Try again.',
  away: 'Shipmate can’t reach your school’s sign-in page right now. Try again in a few minutes.',
  unproven: 'Your school’s response couldn’t be verified. Start again.',
  unknown:
    'There’s no Shipmate account for your school account. Ask a Shipmate Admin to invite you, or sign in with your email and password.',
} as const

/** Logs a refusal outside the request’s transaction, and returns its answer. The reason is only in the log. */
const refuse = async (
  context: AnonymousContext,
  sentence: keyof typeof sentences,
  reason: string,
  userId?: number,
) => {
  await logFailure(context, userId, `single sign-on: ${reason}`)
  return problem.invalid({ sign_on: sentences[sentence] })
}

/**
 * Checks the provider’s answer before the transaction: the sign-in was started by this browser for the school whose
 * return address it came back to, the provider names itself if it says it does (RFC 9207), the code is exchanged for an
 * ID token, and its signature, issuer, audience, time and nonce are right.
 * @throws Problem 422 `sign_on`
 */
export const checkSignOn = async (
  context: AnonymousContext,
  { school_id, query }: ReturnedSignOn,
  http: Http,
): Promise<CheckedSignOn> => {
  const { services, address: from } = context
  await sleep(1000 * (await limitSignOns(services, from)))
  const attempt = await takeAttempt(services, http)
  if (!attempt) throw await refuse(context, 'expired', 'not started here')
  if (attempt.schoolId !== school_id)
    throw await refuse(context, 'unproven', 'another school’s return address')
  const school = await findSignOnSchoolById(services, attempt.schoolId)
  if (!school) throw await refuse(context, 'away', 'turned off')
  const sent = new URLSearchParams(query)
  if (sent.has('error')) throw await refuse(context, 'denied', 'the provider refused')
  const client = { ...school, secret: openSecret(services, school) }
  try {
    return await withProvider(services, client, async (provider) => {
      const address = new URL(redirectUri(services, school.id))
      address.search = sent.toString()
      const claims = readClaims(await readIdToken(provider, address, attempt))
      return { school, claims, signOutUrl: signOutUrl(services, provider, school) }
    })
  } catch (error) {
    if (error instanceof ProviderError) throw await refuse(context, 'away', 'the provider can’t be used')
    services.log.info({ err: error }, 'A provider’s answer was refused.')
    throw await refuse(context, 'unproven', 'the answer isn’t valid')
  }
}

const readIdToken = async (
  { config, library }: Provider,
  address: URL,
  expected: { readonly state: string; readonly nonce: string; readonly verifier: string },
): Promise<Readonly<Record<string, unknown>>> => {
  const tokens = await library.authorizationCodeGrant(config, address, {
    expectedState: expected.state,
    expectedNonce: expected.nonce,
    pkceCodeVerifier: expected.verifier,
    idTokenExpected: true,
  })
  const { sub = '', ...claims } = { ...tokens.claims() }
  if (claims.email !== undefined || config.serverMetadata().userinfo_endpoint === undefined)
    return { sub, ...claims }
  // providers may leave the address out of the token (OpenID Connect Core 5.4)
  const { email, email_verified } = await library.fetchUserInfo(config, tokens.access_token, sub)
  return { sub, ...claims, email, email_verified }
}

/** Returns the provider’s page that ends its session, with the way back to ours; null if it has none. */
const signOutUrl = (services: Services, { config }: Provider, { clientId }: SignOnSchool): string | null => {
  const page = config.serverMetadata().end_session_endpoint
  if (page === undefined || !URL.canParse(page) || !/^https?:$/.test(new URL(page).protocol)) return null
  const url = new URL(page)
  url.searchParams.set('client_id', clientId)
  url.searchParams.set('post_logout_redirect_uri', `${services.settings.publicUrl}/login`)
  return url.href
}

/** What a browser learns about a completed sign-in. */
interface FinishedSignOn {
  two_factor: boolean
  methods?: ('passkey' | 'code')[]
  school: string
  sign_out_url: string | null
}

/**
 * Signs in the user who is tied to the account at the provider, in the transaction. The first time, the verified email
 * address finds them. Without a second factor at the provider, one of ours is asked for if the user has one.
 * @throws Problem 422 `sign_on` if it’s no user of this school
 */
export const finishSignOn = async (
  context: AnonymousContext,
  { school, claims, signOutUrl: url }: CheckedSignOn,
  http: Http,
): Promise<FinishedSignOn> => {
  const account = await findUser(context, school, claims)
  const end = { school: school.name, sign_out_url: url }
  if (!claims.hasTwoFactors && hasTwoFactor(account)) {
    await savePendingLogin(context, { userId: account.id, remember: false }, http)
    return { two_factor: true, ...methodsOf(account), ...end }
  }
  const login = {
    remember: false,
    how: 'single sign-on',
    providerFactor: claims.hasTwoFactors,
    isConfirmed: account.password_hash === null,
  }
  await completeSignIn(context, account, login, http)
  return { two_factor: false, ...end }
}

/** Returns the user of an account at the provider, and ties it the first time. @throws Problem 422 `sign_on` */
const findUser = async (
  context: AnonymousContext,
  school: SignOnSchool,
  claims: Claims,
): Promise<Account> => {
  const { db } = context
  const tie = await findTie(db, school, 'subject', claims.subject)
  const id = tie?.user_id ?? (await idByEmail(context, claims))
  const account = id === null ? undefined : await lockAccount(db, id)
  if (!account) throw await refuse(context, 'unknown', absenceOf(claims))
  const tied = await findTie(db, school, 'user_id', account.id)
  const refusal = refusalOf({
    schoolId: school.id,
    claims,
    account: { ...account, is_usable: isUsable(account) },
    tiedSubject: tied?.subject ?? null,
    otherSchools: await countOtherSchools(db, account.school_ids, school.issuer),
  })
  if (refusal !== null) throw await refuse(context, 'unknown', refusal, account.id)
  if (!tied) await tieAccount(context, school, claims, account)
  return account
}

/** Returns the tie of an account at the school’s provider, or of a user. */
const findTie = (
  db: Database,
  { id, issuer }: SignOnSchool,
  by: 'subject' | 'user_id',
  value: string | number,
) =>
  scope
    .signOnTies(scope.asSystem(db, id))
    .select(['user_id', 'subject'])
    .where('issuer', '=', issuer)
    .where(by, '=', value)
    .executeTakeFirst()

const idByEmail = async ({ db }: AnonymousContext, { email }: Claims): Promise<number | null> =>
  email === null ? null : ((await findAccountByEmail(db, email))?.id ?? null)

/** Ties an account to a user, and tells them by email. */
const tieAccount = async (
  context: AnonymousContext,
  school: SignOnSchool,
  { subject }: Claims,
  account: Account,
): Promise<void> => {
  await context.db
    .insertInto('sign_on_ties')
    .values({
      school_id: school.id,
      user_id: account.id,
      issuer: school.issuer,
      subject,
      created_at: context.clock.now().toISOString(),
    })
    .execute()
  // a second way to sign in; what was open before it may not be theirs
  await voidAccess(context.db, account.id, 'all')
  await recordHistory({ ...context, caller: { id: account.id } }, { kind: 'user_changed' }, [
    {
      kind: 'user_changed',
      subject: { type: 'user', id: account.id },
      changes: [{ field: 'single_sign_on', before: null, after: school.name }],
    },
  ])
  const what = `Your Shipmate account is now connected to your account at ${school.name}. You can sign in with either.`
  await sendLater(context, account, signInNotice(what))
}
