import type { Insertable } from 'kysely'
import type { Database } from '#server/platform/db/database.ts'
import type { DB } from '#server/platform/db/schema.ts'
import { hashToken, newToken } from '#server/platform/lib/crypt.ts'
import { codeHash } from './rules.ts'
import type { Services } from '#server/platform/context.ts'

type Session = Insertable<DB['status_sessions']>

/** Opens a student’s session, or that of a form. Returns the text of its cookie. */
export const buildStatusSession = async (
  db: Database,
  owner: Pick<Session, 'school_id' | 'student_id' | 'student_period_id' | 'submission_id'>,
  now: Date,
): Promise<string> => {
  const token = newToken()
  await db
    .insertInto('status_sessions')
    .values({
      ...owner,
      token_hash: hashToken(token),
      created_at: now.toISOString(),
      last_seen_at: now.toISOString(),
      expires_at: new Date(now.getTime() + 8 * 3_600_000).toISOString(),
    })
    .execute()
  return token
}

interface Owner {
  readonly school_id: number
  readonly student_period_id: number
  readonly email: string | null
}

/** Gives a student a code that works for 10 minutes. */
export const buildStatusCode = async (
  db: Database,
  { clock, keys }: Pick<Services, 'clock' | 'keys'>,
  { school_id, ...owner }: Owner,
  digits: string,
): Promise<void> => {
  const now = clock.now()
  await db
    .insertInto('status_codes')
    .values({
      school_id,
      student_period_id: owner.student_period_id,
      code_hash: codeHash(keys, owner, digits),
      created_at: now.toISOString(),
      expires_at: new Date(now.getTime() + 600_000).toISOString(),
    })
    .execute()
}
