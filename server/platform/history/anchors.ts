import { createHmac, hkdfSync } from 'node:crypto'
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Services } from '#server/platform/context.ts'
import type { Database } from '#server/platform/db/database.ts'
import { isSame, type Keys } from '#server/platform/lib/crypt.ts'
import { anchorsFile } from '#server/platform/lib/env.ts'

const chainNames = ['history', 'access_log'] as const
export type ChainName = (typeof chainNames)[number]

const anchor = z.strictObject({
  at: z.string(),
  chain: z.enum(chainNames),
  position: z.int(),
  hash: z.string(),
  signature: z.string(),
})
/** The head of a chain at a point in time, signed with a key that isn’t in the database. */
export type Anchor = z.output<typeof anchor>

/** The interval between anchors, if the head has changed. */
const interval = 10 * 60_000

/** Returns the signing key. It’s derived from the index key, the only key that’s never replaced. */
const signatureOf = (keys: Keys, { at, chain, position, hash }: Omit<Anchor, 'signature'>): string =>
  createHmac('sha256', Buffer.from(hkdfSync('sha256', keys.index, '', 'shipmate anchors', 32)))
    .update(JSON.stringify([at, chain, position, hash]))
    .digest('base64url')

/** Returns the signed heads of both chains. Chains without seals have none. */
export const makeAnchors = async ({
  db,
  clock,
  keys,
}: Pick<Services, 'db' | 'clock' | 'keys'>): Promise<Anchor[]> => {
  const at = clock.now().toISOString()
  const heads = await Promise.all(chainNames.map((chain) => readHead(db, chain)))
  return heads.flatMap((head, index) => {
    const chain = chainNames[index]
    if (!head || !chain) return []
    const made = { at, chain, position: head.position, hash: head.hash.toString('hex') }
    return [{ ...made, signature: signatureOf(keys, made) }]
  })
}

const readHead = async (db: Database, chain: ChainName) => {
  const seals = sql.table(chain === 'history' ? 'history_seals' : 'access_seals')
  // scope: the head of a chain over every school; a seal shows no entry
  const { rows } = await sql<{ position: number; hash: Buffer }>`
    select position, hash from ${seals} order by position desc limit 1`.execute(db)
  return rows[0]
}

/** Returns the anchors in a file and the number of lines that were changed or written by others. */
export const readAnchors = (keys: Keys, file: string): { anchors: Anchor[]; foreign: number } => {
  if (!existsSync(file)) return { anchors: [], foreign: 0 }
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
  const anchors = lines.flatMap((line) => readLine(keys, line) ?? [])
  return { anchors, foreign: lines.length - anchors.length }
}

const readLine = (keys: Keys, line: string): Anchor | null => {
  try {
    const found = z.parse(anchor, JSON.parse(line))
    return isSame(found.signature, signatureOf(keys, found)) ? found : null
  } catch {
    return null
  }
}

/** Saves the chain heads outside the database, regularly and at shutdown. Returns a function that stops it. */
export const startAnchoring = (services: Services): (() => Promise<void>) => {
  const file = anchorsFile(services.settings)
  const written = new Map<ChainName, number>()
  const write = async (): Promise<void> => {
    try {
      const moved = (await makeAnchors(services)).filter((one) => written.get(one.chain) !== one.position)
      if (moved.length === 0) return
      appendFileSync(file, moved.map((one) => `${JSON.stringify(one)}\n`).join(''), { mode: 0o600 })
      for (const one of moved) written.set(one.chain, one.position)
    } catch (error) {
      services.log.error({ err: error }, 'Couldn’t write the history anchor. Retrying.')
    }
  }
  let running = write()
  const timer = setInterval(() => {
    running = running.then(write)
  }, interval)
  return async () => {
    clearInterval(timer)
    await running
    await write()
  }
}
