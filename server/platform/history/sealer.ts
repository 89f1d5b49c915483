import { sql } from 'kysely'
import type { Database } from '#server/platform/db/database.ts'
import type { Logger } from '#server/platform/lib/log.ts'

/** A background task that seals entries soon after their commit, in order, without blocking writers. */
interface Sealer {
  /** Signals that there are entries to seal. */
  kick(): void
  stop(): Promise<void>
}

/** Entries per statement: on a machine that is busy with an import, 5,000 took longer than the 15 s of a statement. */
const batch = 1000
const soon = 50
/** Also runs without a signal, for entries of other processes and of ones that crashed. */
const interval = 5000

/** Seals all unsealed entries of the history and the access log. Returns the number of history entries. */
export const sealAll = async (db: Database): Promise<number> => {
  try {
    return await sealChain(db, 'history')
  } finally {
    // also if the history can't be sealed
    await sealChain(db, 'access_log')
  }
}

const sealChain = async (db: Database, log: 'history' | 'access_log'): Promise<number> => {
  let total = 0
  while (true) {
    const { rows } = await sql<{ sealed: number }>`select shipmate_seal(${log}, ${batch}) as sealed`.execute(
      db,
    )
    const sealed = rows[0]?.sealed ?? 0
    total += sealed
    if (sealed < batch) return total
  }
}

export const startSealer = (db: Database, log: Logger): Sealer => {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()
  const work = (): void => {
    timer = undefined
    running = running.then(async () => {
      try {
        await sealAll(db)
      } catch (error) {
        log.warn({ err: error }, 'Couldn’t seal the history. Retrying.')
      }
    })
  }
  const regular = setInterval(work, interval)
  return {
    kick: () => {
      timer ??= setTimeout(work, soon)
    },
    stop: async () => {
      clearInterval(regular)
      clearTimeout(timer)
      // what was written last is sealed now, and not at the next start
      work()
      await running
    },
  }
}
