import { sql } from 'kysely'
import type { FastifyRequest } from 'fastify'
import type {
  PasskeyCreation,
  PasskeyRequest,
  NewPasskey,
  UsedPasskey,
} from '#contract/accounts/auth/passkey-shapes.ts'
import type { Services } from '#server/platform/context.ts'
import type { Database } from '#server/platform/db/database.ts'
import { isLoopbackHost } from '#server/platform/lib/own-address.ts'
import { blindIndex } from '#server/platform/lib/crypt.ts'
import type { Account } from '../queries.ts'
import { passkeySeconds } from '../rules/sign-in.ts'

/** COSE numbers of the accepted signatures: Ed25519, ES256, RS256. */
const algorithms = [-8, -7, -257]

/** The site that passkeys belong to. `id` is its host; `origins` can create and use them. */
interface RelyingParty {
  readonly id: string
  readonly origins: readonly string[]
}

/**
 * Returns the site of passkeys, from PUBLIC_URL and ADMIN_ORIGINS. Without a PUBLIC_URL, a name of this machine is
 * the page’s own, because an IP address can’t have passkeys.
 */
const relyingPartyOf = ({ settings }: Services, request: FastifyRequest): RelyingParty => {
  const page = `http://${request.headers.host ?? ''}`
  const own = URL.canParse(page) ? new URL(page) : null
  if (!settings.publicUrlIsGiven && own && isLoopbackHost(own.hostname))
    return { id: own.hostname, origins: [own.origin] }
  return {
    id: new URL(settings.publicUrl).hostname,
    origins: [settings.publicUrl, ...settings.adminOrigins],
  }
}

/** Returns the ID that authenticators save for a user. It doesn’t tell who they are. */
const userHandle = ({ keys }: Services, userId: number): string =>
  blindIndex(keys, userId, 'passkey user').toString('base64url')

/** Without a user named before, the authenticator must tell whose passkey it is (WebAuthn, section 7.2). */
const isHandleOf = (
  services: Services,
  userId: number,
  handle: string | null | undefined,
  mustTell: boolean,
): boolean => (handle == null ? !mustTell : handle === userHandle(services, userId))

const columns = ['id', 'user_id', 'credential_id', 'public_key', 'signature_count', 'transports'] as const

/** Returns a passkey by the ID that its authenticator chose. */
export const findPasskey = (db: Database, credentialId: string) =>
  db
    .selectFrom('passkeys')
    .select(columns)
    .where('credential_id', '=', Buffer.from(credentialId, 'base64url'))
    .executeTakeFirst()
export type SavedPasskey = NonNullable<Awaited<ReturnType<typeof findPasskey>>>

/** Returns a user’s passkeys as browsers name them. */
const listCredentials = async (db: Database, userId: number): Promise<PasskeyRequest['allowCredentials']> => {
  const rows = await db.selectFrom('passkeys').select(columns).where('user_id', '=', userId).execute()
  return rows.map(({ credential_id, transports }) => ({
    id: credential_id.toString('base64url'),
    type: 'public-key',
    transports,
  }))
}

/** Returns the options to create a passkey. It’s saved on the device or key, and verifies its user. */
export const creationOptions = async (
  services: Services,
  db: Database,
  request: FastifyRequest,
  account: Pick<Account, 'id' | 'email' | 'first_name' | 'last_name'>,
  challenge: string,
): Promise<PasskeyCreation> => ({
  challenge,
  rp: { id: relyingPartyOf(services, request).id, name: 'Shipmate' },
  user: {
    id: userHandle(services, account.id),
    name: account.email,
    displayName: `${account.first_name} ${account.last_name}`,
  },
  pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
  timeout: passkeySeconds * 1000,
  excludeCredentials: await listCredentials(db, account.id),
  authenticatorSelection: {
    residentKey: 'required',
    requireResidentKey: true,
    userVerification: 'required',
  },
  attestation: 'none',
})

/**
 * Returns the options to use a passkey: one of a user’s after their password, or any that verifies its user and tells
 * who it is.
 */
export const requestOptions = async (
  services: Services,
  db: Database,
  request: FastifyRequest,
  userId: number | null,
  challenge: string,
): Promise<PasskeyRequest> => ({
  challenge,
  rpId: relyingPartyOf(services, request).id,
  timeout: passkeySeconds * 1000,
  allowCredentials: userId === null ? [] : await listCredentials(db, userId),
  userVerification: userId === null ? 'required' : 'preferred',
})

/** The columns of a new passkey, or null if it isn’t one of this site and challenge that verified its user. */
export const readNewPasskey = async (
  services: Services,
  request: FastifyRequest,
  credential: NewPasskey,
  challenge: string,
) => {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  const { id, origins } = relyingPartyOf(services, request)
  const checked = await refusedIfThrown(services, () =>
    verifyRegistrationResponse({
      response: { ...credential, clientExtensionResults: {}, response: registrationOf(credential) },
      expectedChallenge: challenge,
      expectedOrigin: [...origins],
      expectedRPID: id,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    }),
  )
  if (!checked?.verified) return null
  const saved = checked.registrationInfo.credential
  return {
    credential_id: Buffer.from(saved.id, 'base64url'),
    public_key: Buffer.from(saved.publicKey),
    signature_count: saved.counter,
    transports: credential.response.transports ?? [],
  }
}

const registrationOf = ({ response }: NewPasskey) => ({
  clientDataJSON: response.clientDataJSON,
  attestationObject: response.attestationObject,
})

/**
 * Returns whether a passkey signed this challenge for this site; `isFirst` if no user was named before. Then it must tell
 * and verify its user. Its signature count must have grown, if it counts:
 * otherwise there’s a copy of it. The count is saved outside the request’s transaction, so that a rollback doesn’t
 * let a signature be used again.
 */
export const isUsedCorrectly = async (
  services: Services,
  request: FastifyRequest,
  passkey: SavedPasskey,
  used: { readonly credential: UsedPasskey; readonly challenge: string; readonly isFirst: boolean },
): Promise<boolean> => {
  const { credential, challenge, isFirst } = used
  if (!isHandleOf(services, passkey.user_id, credential.response.userHandle, isFirst)) return false
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  const { id, origins } = relyingPartyOf(services, request)
  const { clientDataJSON, authenticatorData, signature } = credential.response
  const checked = await refusedIfThrown(services, () =>
    verifyAuthenticationResponse({
      response: {
        ...credential,
        clientExtensionResults: {},
        response: { clientDataJSON, authenticatorData, signature },
      },
      expectedChallenge: challenge,
      expectedOrigin: [...origins],
      expectedRPID: id,
      requireUserVerification: isFirst,
      credential: {
        id: credential.id,
        publicKey: new Uint8Array(passkey.public_key),
        counter: passkey.signature_count,
      },
    }),
  )
  return checked?.verified === true && saveCount(services, passkey.id, checked.authenticationInfo.newCounter)
}

/** Saves a count that has grown; 0 stays 0 for authenticators that don’t count. */
const saveCount = async ({ db }: Services, id: number, count: number): Promise<boolean> => {
  const saved = await db
    .updateTable('passkeys')
    .set({ signature_count: count })
    .where('id', '=', id)
    .where(sql<boolean>`(signature_count < ${count} or (signature_count = 0 and ${count} = 0))`)
    .returning('id')
    .executeTakeFirst()
  return saved !== undefined
}

/** The library throws for everything that’s wrong with a response, and the caller learns only that something was. */
const refusedIfThrown = async <T>(services: Services, check: () => Promise<T>): Promise<T | null> => {
  try {
    return await check()
  } catch (error) {
    services.log.info({ err: error }, 'A passkey was refused.')
    return null
  }
}
