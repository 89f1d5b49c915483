import { sql, type RawBuilder } from 'kysely'
import type { Database } from '#server/platform/db/database.ts'
import { encryptSsn, decrypt, ssnPlace, type Keys } from '#server/platform/lib/crypt.ts'
import type { Logger } from '#server/platform/lib/log.ts'

/** The tables with SSNs, and the owner’s ID in a row `t`. */
const places: readonly {
  readonly table: string
  readonly of: 'students' | 'dependents'
  readonly student: RawBuilder<number>
}[] = [
  { table: 'students', of: 'students', student: sql`t.id` },
  { table: 'replaced_ssns', of: 'students', student: sql`t.student_id` },
  { table: 'import_rows', of: 'students', student: sql`t.student_id` },
  {
    table: 'dependents',
    of: 'dependents',
    // scope: all schools, as the database owner, before the server accepts requests
    student: sql`(select sp.student_id from student_periods sp where sp.id = t.student_period_id)`,
  },
]

const atOnce = 1000

/**
 * Re-encrypts SSNs that an older version bound only to table and column, so that each can be decrypted only for
 * its student. Does nothing if all are bound. After an interruption, it continues on the next start.
 */
export const bindSsns = async (db: Database, keys: Keys, log: Logger): Promise<void> => {
  for (const place of places) {
    let done = 0
    for (;;) {
      const some = await db.transaction().execute((trx) => bindSome(trx, keys, place))
      done += some
      if (some < atOnce) break
    }
    if (done > 0) log.info({ table: place.table, done }, 'Linked SSNs to their students.')
  }
}

const bindSome = async (
  db: Database,
  keys: Keys,
  { table, of, student }: (typeof places)[number],
): Promise<number> => {
  // scope: all schools, as the database owner, before the server accepts requests
  const { rows } = await sql<{ at: string; student_id: number; ssn_cipher: Buffer }>`
    select t.ctid::text as at, ${student} as student_id, t.ssn_cipher from ${sql.table(table)} t
    where t.ssn_cipher is not null and get_byte(t.ssn_cipher, 0) <> 0 limit ${atOnce} for update of t`.execute(
    db,
  )
  const closed = rows.map(({ student_id, ssn_cipher }) =>
    encryptSsn(keys, ssnPlace(of, student_id), decrypt(keys, `${of}.ssn`, ssn_cipher).toString()),
  )
  // scope: as above, the rows it found
  await sql`
    update ${sql.table(table)} t set ssn_cipher = n.cipher
    from unnest(${rows.map(({ at }) => at)}::text[], ${closed}::bytea[]) as n (at, cipher)
    where t.ctid = n.at::tid`.execute(db)
  return rows.length
}
