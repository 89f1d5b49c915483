import { createHmac, hkdfSync } from 'node:crypto'
import { sql } from 'kysely'
import type { SubjectType } from '#contract/platform/history/shapes.ts'
import type { Database } from '#server/platform/db/database.ts'
import { isSame, type Keys } from '#server/platform/lib/crypt.ts'
import type { ChainName } from './anchors.ts'

/** What an erased student is called. */
export const erasedName = 'Erased student'

/** The birth date of erased students, where one is required. No one’s is earlier. */
export const noBirthDate = '1900-01-01'

/** What an erasure leaves of an entry: the hash of its seal, which no longer fits, and that of the entry as it is now. */
interface ErasedEntry {
  readonly entry_id: number
  readonly hash: Buffer
  readonly text_hash: Buffer
}

/** Whose entries are erased, by which change, and which fields keep their values. */
interface Erasing {
  readonly changeId: number
  readonly studentIds: readonly number[]
  readonly kept: readonly string[]
  /** Records whose entries don’t name the student. */
  readonly subjects: readonly { readonly type: SubjectType; readonly id: number }[]
}

/**
 * Replaces the personal values in the entries of both logs about erased students, and signs what it left with a key that
 * isn’t in the database: no one can pass off an edited entry as erased. Returns how many entries of each.
 */
export const eraseEntries = async (
  db: Database,
  keys: Keys,
  { changeId, studentIds, kept, subjects }: Erasing,
): Promise<Record<ChainName, number>> => {
  const eraseIn = async (log: ChainName): Promise<number> => {
    const { rows } = await sql<ErasedEntry>`
      select * from shipmate_erase_entries(${log}, ${[...studentIds]}::bigint[], ${[...kept]}::text[],
        ${subjects.map(({ type }) => type)}::text[], ${subjects.map(({ id }) => id)}::bigint[])`.execute(db)
    const signatures = rows.map((row) =>
      signatureOf(keys, { log, entryId: row.entry_id, changeId, hash: row.hash, textHash: row.text_hash }),
    )
    await sql`
      insert into erased_entries (log, entry_id, change_id, hash, signature)
      select ${log}, erased.entry_id, ${changeId}::bigint, erased.hash, erased.signature
      from unnest(${rows.map((row) => row.entry_id)}::bigint[], ${rows.map((row) => row.hash)}::bytea[],
        ${signatures}::bytea[]) as erased(entry_id, hash, signature)`.execute(db)
    return rows.length
  }
  return { history: await eraseIn('history'), access_log: await eraseIn('access_log') }
}

interface Signed {
  readonly log: ChainName
  readonly entryId: number
  readonly changeId: number
  readonly hash: Buffer
  readonly textHash: Buffer
}

/** Returns the signature of an erased entry, by a key from the index key, which is never replaced. */
const signatureOf = (keys: Keys, { log, entryId, changeId, hash, textHash }: Signed): Buffer =>
  createHmac('sha256', Buffer.from(hkdfSync('sha256', keys.index, '', 'shipmate erased entries', 32)))
    .update(JSON.stringify([log, entryId, changeId, hash.toString('hex'), textHash.toString('hex')]))
    .digest()

/** Returns whether an entry was erased by this installation, and has been left as it was then. */
export const isSigned = (keys: Keys, signed: Signed, signature: Buffer): boolean =>
  isSame(signature.toString('base64url'), signatureOf(keys, signed).toString('base64url'))

/** The fields of the entry of an erasure, with the number of entries it erased in each log. */
export const erasedCountFields = {
  history: 'erased_entries',
  access_log: 'erased_accesses',
} as const satisfies Record<ChainName, string>

/** Counts a log’s erased entries, and says whether each erasure erased as many as its own entry says. */
export const compareErased = async (
  db: Database,
  log: ChainName,
): Promise<{ readonly erased: number; readonly isAsNamed: boolean }> => {
  // scope: an operator’s command compares numbers of every school
  const { rows } = await sql<{ erased: number; is_same: boolean }>`
    with named as (
      select h.change_id, sum((change ->> 'after')::int) as entries
      from history h cross join lateral jsonb_array_elements(h.changes) change
      where h.kind = 'student_erased' and change ->> 'field' = ${erasedCountFields[log]} group by 1),
    listed as (
      select erased.change_id, count(*) as entries from erased_entries erased where erased.log = ${log} group by 1)
    select coalesce((select sum(listed.entries) from listed), 0)::int as erased,
      not exists (select from named full join listed using (change_id)
        where coalesce(named.entries, 0) <> coalesce(listed.entries, 0)) as is_same`.execute(db)
  return { erased: rows[0]?.erased ?? 0, isAsNamed: rows[0]?.is_same === true }
}
