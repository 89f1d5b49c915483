import { sql, type RawBuilder } from 'kysely'
import type { Database } from '../db/database.ts'
import { closeSsn, decrypt, ssnPlace, type Keys } from '../lib/crypt.ts'
import type { Logger } from '../lib/log.ts'

/** Where SSNs are kept; whose they are, of a row `t`. */
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
    // scope: of every school, by the owner, before anybody is served
    student: sql`(select sp.student_id from student_periods sp where sp.id = t.student_period_id)`,
  },
]

const atOnce = 1000

/**
 * Binds SSNs that an older version encrypted for their table and column alone to their students, so that they open for
 * nobody else. Where all are bound it finds none; ended in the middle, it goes on at the next start.
 */
export const bindSsns = async (db: Database, keys: Keys, log: Logger): Promise<void> => {
  for (const place of places) {
    let done = 0
    for (;;) {
      const some = await db.transaction().execute((trx) => bindSome(trx, keys, place))
      done += some
      if (some < atOnce) break
    }
    if (done > 0) log.info({ table: place.table, done }, 'SSNs were bound to their students.')
  }
}

const bindSome = async (
  db: Database,
  keys: Keys,
  { table, of, student }: (typeof places)[number],
): Promise<number> => {
  // scope: of every school, by the owner, before anybody is served
  const { rows } = await sql<{ at: string; student_id: number; ssn_cipher: Buffer }>`
    select t.ctid::text as at, ${student} as student_id, t.ssn_cipher from ${sql.table(table)} t
    where t.ssn_cipher is not null and get_byte(t.ssn_cipher, 0) <> 0 limit ${atOnce} for update of t`.execute(
    db,
  )
  const closed = rows.map(({ student_id, ssn_cipher }) =>
    closeSsn(keys, ssnPlace(of, student_id), decrypt(keys, `${of}.ssn`, ssn_cipher).toString()),
  )
  // scope: as above, the rows that it found
  await sql`
    update ${sql.table(table)} t set ssn_cipher = n.cipher
    from unnest(${rows.map(({ at }) => at)}::text[], ${closed}::bytea[]) as n (at, cipher)
    where t.ctid = n.at::tid`.execute(db)
  return rows.length
}
