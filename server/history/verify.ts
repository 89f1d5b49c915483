// scope: a command of whoever runs the server; it reads the whole chain and shows no entry.
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '../db/database.ts'

/** A place where the chain does not hold. */
export interface Break {
  readonly entry_id: number
  readonly why: 'edited' | 'removed' | 'out of order' | 'seal changed'
}

export interface Verification {
  readonly sealed: number
  /** Entries that wait for their seal. */
  readonly unsealed: number
  readonly breaks: readonly Break[]
  /** The last hash: the same head at two times with the same count means nothing before it changed. */
  readonly head: string
}

interface SealRow {
  readonly position: number
  readonly entry_id: number
  readonly transaction_id: string
  readonly previous_hash: Buffer
  readonly hash: Buffer
  readonly text: string | null
}

const batch = 5000

const readSeals = async (db: Database, after: number): Promise<SealRow[]> => {
  const { rows } = await sql<SealRow>`
    select seal.position, seal.entry_id, seal.transaction_id::text, seal.previous_hash, seal.hash,
      case when entry.id is null then null else shipmate_history_text(entry) end as text
    from history_seals seal left join history entry on entry.id = seal.entry_id
    where seal.position > ${after} order by seal.position limit ${batch}`.execute(db)
  return rows
}

const judge = (seal: SealRow, previous: Buffer, before: SealRow | undefined): Break['why'] | null => {
  if (seal.text === null) return 'removed'
  if (!seal.previous_hash.equals(previous)) return 'seal changed'
  const order = before && [BigInt(before.transaction_id), BigInt(seal.transaction_id)]
  if (order && order[0] !== undefined && order[1] !== undefined && order[1] < order[0]) return 'out of order'
  const made = createHash('sha256').update(previous).update(seal.text).digest()
  return made.equals(seal.hash) ? null : 'edited'
}

/** Recomputes the whole chain: finds entries that were edited, removed or re-ordered since they were sealed. */
export const verifyHistory = async (db: Database): Promise<Verification> => {
  const breaks: Break[] = []
  let sealed = 0
  let before: SealRow | undefined
  let previous: Buffer = Buffer.alloc(0)
  for (
    let rows = await readSeals(db, 0);
    rows.length > 0;
    rows = await readSeals(db, before?.position ?? 0)
  ) {
    for (const seal of rows) {
      const why = judge(seal, previous, before)
      if (why) breaks.push({ entry_id: seal.entry_id, why })
      previous = seal.hash
      before = seal
      sealed += 1
    }
  }
  const { rows } = await sql<{ unsealed: number }>`
    select count(*)::int as unsealed from history h
    where not exists (select from history_seals s where s.entry_id = h.id)`.execute(db)
  return { sealed, unsealed: rows[0]?.unsealed ?? 0, breaks, head: previous.toString('hex') }
}
