import type { FastifyRequest } from 'fastify'
import { tokenPrefix, type TokenAccess } from '#contract/accounts/api-tokens/choices.ts'
import { passwordOf, type Endpoint } from '#contract/platform/endpoint.ts'
import type { Caller, Services } from '#server/platform/context.ts'
import { hashToken } from '#server/platform/lib/crypt.ts'
import { limitTokens } from './throttle.ts'
import { problem } from '#server/platform/problem.ts'

/** Seconds between two updates of a token’s last use, so that reads stay reads. */
const touchSeconds = 60

/** Returns the text after `Bearer`; null if the request has no such header. */
const bearerOf = ({ headers }: FastifyRequest): string | null =>
  /^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1] ?? null

/**
 * Returns the account of the API token in `Authorization: Bearer …`; null without one. A call with a token ignores
 * cookies, so it needs no anti-forgery token.
 * @throws Problem 401 if the token is unknown, expired or revoked; 429 after too many calls
 */
export const identifyToken = async (services: Services, request: FastifyRequest): Promise<Caller | null> => {
  const bearer = bearerOf(request)
  if (bearer === null) return null
  const found = bearer.startsWith(tokenPrefix) ? await findToken(services, bearer) : undefined
  if (!found) throw problem.unauthenticated()
  await limitTokens(services, found.user_id)
  await touch(services, found)
  return {
    id: found.user_id,
    name: found.name,
    email: '',
    permission: 'school_admin',
    school_ids: [found.school_id],
    session_id: 0,
    password_confirmed_at: null,
    two_factor_enabled: true,
    school_requires_factor: false,
    provider_factor: false,
    emergency_id: null,
    emergency_ends_at: null,
    is_demo: false,
    // the column's CHECK allows exactly the contract's values
    token_access: found.access as TokenAccess,
  }
}

const findToken = ({ db, clock }: Services, secret: string) =>
  // scope: the scope of the call is built from it
  db
    .selectFrom('api_tokens')
    .innerJoin('schools', 'schools.id', 'api_tokens.school_id')
    .select([
      'api_tokens.id',
      'api_tokens.user_id',
      'api_tokens.school_id',
      'api_tokens.name',
      'api_tokens.access',
      'api_tokens.last_used_at',
    ])
    .where('api_tokens.token_hash', '=', hashToken(secret))
    .where('api_tokens.revoked_at', 'is', null)
    .where('api_tokens.expires_at', '>', clock.now().toISOString())
    .where('schools.archived_at', 'is', null)
    .executeTakeFirst()

const touch = async (
  { db, clock }: Services,
  { id, last_used_at }: { readonly id: number; readonly last_used_at: string | null },
): Promise<void> => {
  const now = clock.now()
  if (last_used_at !== null && now.getTime() - Date.parse(last_used_at) < touchSeconds * 1000) return
  // scope: the token of this call
  await db.updateTable('api_tokens').set({ last_used_at: now.toISOString() }).where('id', '=', id).execute()
}

/**
 * Returns whether a caller with a token can make a call: one about a school’s records, reading only unless the token may
 * write, and never one that asks a person for their password.
 */
export const mayUseToken = (access: TokenAccess, endpoint: Endpoint): boolean =>
  endpoint.access === 'school' &&
  passwordOf(endpoint) !== true &&
  (endpoint.method === 'GET' || access === 'write')
