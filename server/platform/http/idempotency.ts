import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Endpoint } from '#contract/platform/endpoint.ts'
import type { Context } from '#server/platform/context.ts'
import { decrypt, encrypt } from '#server/platform/lib/crypt.ts'
import { problem } from '#server/platform/problem.ts'
import type { Upload } from './uploads.ts'

/** The response saved under an idempotency key; `changeId` is its `X-Change-Id` header. */
export interface SavedResponse {
  readonly status: number
  readonly body: unknown
  readonly changeId: number | null
}

/** Returns the idempotency key of a call, or null if none was sent or the call doesn’t accept one. */
export const keyOf = (endpoint: Endpoint, request: FastifyRequest): string | null => {
  const key = request.headers['idempotency-key']
  if (!endpoint.idempotent || typeof key !== 'string') return null
  if (!/^[\x21-\x7e]{8,200}$/.test(key))
    throw problem.invalid({
      'Idempotency-Key': 'The :attribute header must have 8 to 200 visible characters.',
    })
  return key
}

/**
 * Returns what the key is bound to: method, path and body; for an upload, the fields and the file with its
 * name.
 */
export const requestHash = (
  request: FastifyRequest,
  body: unknown,
  file?: Pick<Upload, 'name' | 'hash'>,
): Buffer => {
  const hash = createHash('sha256').update(
    `${request.method} ${request.url}\n${JSON.stringify(body ?? null)}`,
  )
  if (file) hash.update(`\n${JSON.stringify(file.name)}\n`).update(file.hash)
  return hash.digest()
}

/**
 * Claims a key in this transaction. A second call with the key waits for the first and gets its response.
 * @throws Problem 422 if the key was used for a different request, 403 if its user may not see the response anymore
 */
export const claimKey = async (
  context: Context,
  key: string,
  hash: Buffer,
): Promise<SavedResponse | null> => {
  const now = context.clock.now()
  const dayAgo = new Date(now.getTime() - 86_400_000).toISOString()
  await sql`delete from idempotency_keys where user_id = ${context.caller.id} and key = ${key}
    and created_at < ${dayAgo}::timestamptz`.execute(context.db)
  const claimed = await context.db
    .insertInto('idempotency_keys')
    .values({
      user_id: context.caller.id,
      key,
      request_hash: hash,
      permission: context.caller.permission,
      school_ids: [...context.caller.school_ids],
      status: 0,
      created_at: now.toISOString(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst()
  return claimed ? null : findResponse(context, key, hash)
}

const findResponse = async (context: Context, key: string, hash: Buffer): Promise<SavedResponse> => {
  const first = await context.db
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'status', 'reply', 'change_id', 'permission', 'school_ids'])
    .where('user_id', '=', context.caller.id)
    .where('key', '=', key)
    .executeTakeFirstOrThrow()
  if (!first.request_hash.equals(hash))
    throw problem.invalid({ 'Idempotency-Key': 'This :attribute was already used for a different request.' })
  if (!stillHas(context.caller, first)) throw problem.forbidden()
  return { status: first.status, body: openReply(context, key, first.reply), changeId: first.change_id }
}

/** Returns whether a caller may still see all that they could when the response was saved. */
const stillHas = (
  { permission, school_ids: own }: Context['caller'],
  former: { readonly permission: string; readonly school_ids: readonly number[] },
): boolean =>
  permission === 'shipmate_admin' ||
  (former.permission !== 'shipmate_admin' && former.school_ids.every((id) => own.includes(id)))

/** The place of a saved response: it can’t be read under another user or key. */
const placeOf = ({ caller }: Context, key: string): string => `idempotency_keys.reply:${caller.id}:${key}`

/** Encrypts a response’s body, which can contain personal data, a one-time link or a secret that’s shown only once. */
const sealReply = (context: Context, key: string, body: unknown): string =>
  encrypt(context.services.keys, placeOf(context, key), JSON.stringify(body)).toString('base64')

const openReply = (context: Context, key: string, reply: unknown): unknown =>
  typeof reply === 'string'
    ? JSON.parse(
        decrypt(context.services.keys, placeOf(context, key), Buffer.from(reply, 'base64')).toString(),
      )
    : reply

/** Saves the first response in the same transaction as its work. */
export const saveResponse = async (context: Context, key: string, answer: SavedResponse): Promise<void> => {
  await context.db
    .updateTable('idempotency_keys')
    .set({
      status: answer.status,
      reply: answer.body === undefined ? null : JSON.stringify(sealReply(context, key, answer.body)),
      change_id: answer.changeId,
    })
    .where('user_id', '=', context.caller.id)
    .where('key', '=', key)
    .execute()
}
