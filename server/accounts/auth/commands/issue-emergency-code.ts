import { randomInt } from 'node:crypto'
import type { Context } from '#server/platform/context.ts'
import { hashToken } from '#server/platform/lib/crypt.ts'
import { loginName } from '#server/platform/http/throttle.ts'
import { normalizeCode } from '../rules/sign-in.ts'

/** Letters and digits that can’t be confused when someone reads them from paper. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const length = 25
/** Days for which a code can wait in its safe. */
const validDays = 365

const newCode = (): string => {
  const letters = Array.from({ length }, () => alphabet[randomInt(alphabet.length)])
  return letters.join('').match(/.{5}/g)?.join('-') ?? ''
}

interface EmergencyCode {
  readonly code: string
  readonly userId: number
}

/**
 * Creates the emergency code of an active Shipmate Admin. It’s stored hashed, works once within a year, and replaces an
 * earlier one. Returns null if there’s no such admin.
 */
export const issueEmergencyCode = async (
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  email: string,
): Promise<EmergencyCode | null> => {
  const user = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', loginName(email))
    .where('permission', '=', 'shipmate_admin')
    .where('disabled_at', 'is', null)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!user) return null
  const code = newCode()
  const now = clock.now()
  await db
    .updateTable('emergency_codes')
    .set({ replaced_at: now.toISOString() })
    .where('user_id', '=', user.id)
    .where('used_at', 'is', null)
    .where('replaced_at', 'is', null)
    .execute()
  await db
    .insertInto('emergency_codes')
    .values({
      user_id: user.id,
      code_hash: hashToken(normalizeCode(code)),
      created_at: now.toISOString(),
      expires_at: new Date(now.getTime() + validDays * 86_400_000).toISOString(),
    })
    .execute()
  return { code, userId: user.id }
}
