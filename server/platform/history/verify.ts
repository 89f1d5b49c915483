import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '#server/platform/db/database.ts'
import type { Keys } from '#server/platform/lib/crypt.ts'
import type { Anchor, ChainName } from './anchors.ts'
import { compareErased, isSigned } from './erased.ts'

/** A broken link in a chain. */
interface Break {
  /** The entry; null if only an anchor remains. */
  readonly entry_id: number | null
  readonly why:
    | 'edited'
    | 'removed'
    | 'seal changed'
    /** The chain differs from the one its anchor recorded. */
    | 'rewritten'
    /** The chain was longer when its anchor was written. */
    | 'cut off'
    /** It’s listed as erased, but wasn’t erased by this installation, or was edited since. */
    | 'not erased by Shipmate'
    /** An erasure erased another number of entries than its own entry says. */
    | 'erased otherwise'
}

interface Verification {
  readonly sealed: number
  /** Sealed entries whose personal values were erased with their student. */
  readonly erased: number
  /** Entries without a seal. */
  readonly unsealed: number
  /** Those of them that are older than a minute: they should have one. */
  readonly overdue: number
  readonly breaks: readonly Break[]
  /** The last hash. If two heads with the same count match, nothing before them has changed. */
  readonly head: string
}

interface SealRow {
  readonly position: number
  readonly entry_id: number
  readonly previous_hash: Buffer
  readonly hash: Buffer
  readonly text: string | null
  /** The change that erased it; null for all others, like the next two. */
  readonly erased_by: number | null
  readonly erased_hash: Buffer | null
  readonly signature: Buffer | null
}

const batch = 5000

/** The tables of a chain: its entries, its seals and the hashed columns. */
const chains = {
  history: {
    entries: sql.table('history'),
    seals: sql.table('history_seals'),
    text: sql.raw('shipmate_history_text'),
  },
  access_log: {
    entries: sql.table('access_log'),
    seals: sql.table('access_seals'),
    text: sql.raw('shipmate_access_text'),
  },
} as const satisfies Record<ChainName, object>

const readSeals = async (db: Database, chain: ChainName, after: number): Promise<SealRow[]> => {
  const { entries, seals, text } = chains[chain]
  // scope: an operator's command reads the whole chain and shows no entry
  const { rows } = await sql<SealRow>`
    select seal.position, seal.entry_id, seal.previous_hash, seal.hash,
      case when entry.id is null then null else ${text}(entry) end as text,
      erased.change_id as erased_by, erased.hash as erased_hash, erased.signature
    from ${seals} seal left join ${entries} entry on entry.id = seal.entry_id
    left join erased_entries erased on erased.log = ${chain} and erased.entry_id = seal.entry_id
    where seal.position > ${after} order by seal.position limit ${batch}`.execute(db)
  return rows
}

/** What seals are checked with. */
interface Checking {
  readonly chain: ChainName
  readonly keys: Keys
}

const checkSeal = (seal: SealRow, previous: Buffer, checking: Checking): Break['why'] | null => {
  if (seal.text === null) return 'removed'
  if (!seal.previous_hash.equals(previous)) return 'seal changed'
  if (seal.erased_by !== null) return checkErased({ ...seal, text: seal.text }, seal.erased_by, checking)
  const made = createHash('sha256').update(previous).update(seal.text).digest()
  return made.equals(seal.hash) ? null : 'edited'
}

/** Checks that an erased entry has the hash it was sealed with, and is as the erasure left it. */
const checkErased = (
  { entry_id: entryId, hash, text, erased_hash, signature }: SealRow & { readonly text: string },
  changeId: number,
  { chain, keys }: Checking,
): Break['why'] | null => {
  const textHash = createHash('sha256').update(text).digest()
  const isErased =
    erased_hash?.equals(hash) === true &&
    signature !== null &&
    isSigned(keys, { log: chain, entryId, changeId, hash, textHash }, signature)
  return isErased ? null : 'not erased by Shipmate'
}

/**
 * Recomputes a whole chain. Finds entries that were edited, removed or reordered after they were sealed, and
 * differences from its anchors. An erased entry keeps its seal; the change that erased it must say how many it erased.
 * Can run while the server writes.
 */
export const verifyChain = async (
  db: Database,
  chain: ChainName,
  keys: Keys,
  anchors: readonly Anchor[] = [],
): Promise<Verification> => {
  const breaks: Break[] = []
  const anchored = new Map(
    anchors.filter((one) => one.chain === chain).map((one) => [one.position, one.hash]),
  )
  let sealed = 0
  let before: SealRow | undefined
  let previous: Buffer = Buffer.alloc(0)
  for (
    let rows = await readSeals(db, chain, 0);
    rows.length > 0;
    rows = await readSeals(db, chain, before?.position ?? 0)
  ) {
    for (const seal of rows) {
      const why = checkSeal(seal, previous, { chain, keys }) ?? meetsAnchor(anchored, seal)
      if (why) breaks.push({ entry_id: seal.entry_id, why })
      previous = seal.hash
      before = seal
      sealed += 1
    }
  }
  if (anchored.size > 0) breaks.push({ entry_id: null, why: 'cut off' })
  const { erased, isAsNamed } = await compareErased(db, chain)
  if (!isAsNamed) breaks.push({ entry_id: null, why: 'erased otherwise' })
  return { sealed, erased, ...(await countUnsealed(db, chain)), breaks, head: previous.toString('hex') }
}

/** Removes an anchor from the list when the chain reaches its position. */
const meetsAnchor = (anchored: Map<number, string>, seal: SealRow): Break['why'] | null => {
  const hash = anchored.get(seal.position)
  anchored.delete(seal.position)
  return hash === undefined || hash === seal.hash.toString('hex') ? null : 'rewritten'
}

/** Counts the entries of a chain without a seal, and those of them that are older than a minute. */
export const countUnsealed = async (
  db: Database,
  chain: ChainName,
): Promise<Pick<Verification, 'unsealed' | 'overdue'>> => {
  const { entries, seals } = chains[chain]
  // scope: an operator's command counts over the whole chain
  const { rows } = await sql<{ unsealed: number; overdue: number }>`
    select count(*)::int as unsealed,
      (count(*) filter (where entry.at < now() - interval '1 minute'))::int as overdue
    from ${entries} entry
    where not exists (select from ${seals} seal where seal.entry_id = entry.id)`.execute(db)
  return rows[0] ?? { unsealed: 0, overdue: 0 }
}
