import { sql } from 'kysely'
import type { Database } from '#server/platform/db/database.ts'

/**
 * Claims as many emails as the rate allows, at most `most`, in one transaction. One row of the database says until
 * when the rate is used up, so all processes together keep it; its clock counts, because theirs can differ. After a
 * pause, the emails of one second (at least one) can go at once.
 * @param perSecond emails per second
 * @param claim claims up to `room` emails and returns them
 */
export const claimWithinRate = <T>(
  db: Database,
  { perSecond, most }: { readonly perSecond: number; readonly most: number },
  claim: (trx: Database, room: number) => Promise<T[]>,
): Promise<T[]> =>
  db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ room: number }>`
      select floor(greatest(1, ${perSecond}::float8)
        - greatest(0, extract(epoch from used_until - clock_timestamp())) * ${perSecond}::float8)::int as room
      from email_pace for update`.execute(trx)
    const room = Math.min(most, rows[0]?.room ?? 0)
    if (room < 1) return []
    const claimed = await claim(trx, room)
    if (claimed.length > 0)
      await sql`update email_pace set used_until =
        greatest(used_until, clock_timestamp()) + ${claimed.length / perSecond} * interval '1 second'`.execute(
        trx,
      )
    return claimed
  })
