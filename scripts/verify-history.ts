/**
 * `npm run verify-history`: recomputes the chains of seals over the history and the access log, beside a running server
 * too; says what was edited, removed or re-ordered, and whether they end and are as they were when they were anchored.
 * Anchors that are kept elsewhere are named: `npm run verify-history -- /media/elsewhere/anchors.jsonl`.
 */
import { createDatabase, createPool } from '#server/db/database.ts'
import { findRunningDatabase } from '#server/db/running.ts'
import { anchorsFile, readAnchors } from '#server/history/anchors.ts'
import { verifyChain } from '#server/history/verify.ts'
import { readSettings } from '#server/lib/env.ts'
import { createLog } from '#server/lib/log.ts'
import { keysOf, readSecrets } from '#server/lib/secrets.ts'
import { holdFolder, startOwnDatabase } from '#server/start.ts'
import { isTold } from '#server/start-failures.ts'

const settings = readSettings(process.env)
const secrets = readSecrets(settings.dataDir)

/** The database, and how to let go of it: the one that runs, or one that is started for this. */
const openDatabase = async (): Promise<{ url: string; close(): Promise<void> }> => {
  const given = settings.databaseOwnerUrl ?? settings.databaseUrl
  const running = given ?? (await findRunningDatabase(settings.dataDir, secrets))
  if (running !== null) return { url: running, close: () => Promise.resolve() }
  const release = holdFolder(settings.dataDir)
  const own = await startOwnDatabase(settings, secrets)
  return {
    url: own.url,
    close: async () => {
      await own.stop()
      release()
    },
  }
}

const database = await openDatabase().catch((error: unknown) => {
  if (!isTold(error)) throw error
  console.error(error.message)
  return process.exit(1)
})
const pool = createPool({ url: database.url, asApp: false, log: createLog('warn'), statementTimeout: 0 })
const file = process.argv[2] ?? anchorsFile(settings)
const { anchors, foreign } = readAnchors(keysOf(settings, secrets), file)
const db = createDatabase(pool)
const found = {
  history: await verifyChain(db, 'history', anchors),
  access_log: await verifyChain(db, 'access_log', anchors),
}
await pool.end()
await database.close()

const names = { history: 'history', access_log: 'access log' } as const
const count = (number: number): string => number.toLocaleString('en-US')
for (const chain of ['history', 'access_log'] as const) {
  const { sealed, unsealed, breaks, head } = found[chain]
  console.log(
    `The ${names[chain]}: ${count(sealed)} entries sealed, ${count(unsealed)} not yet. Its head is ${head}.`,
  )
  for (const { entry_id, why } of breaks)
    console.error(
      entry_id === null
        ? `The ${names[chain]} was ${why}.`
        : `Entry ${entry_id} of the ${names[chain]}: ${why}.`,
    )
}
const broken = found.history.breaks.length + found.access_log.breaks.length
console.log(
  anchors.length === 0
    ? `There are no anchors in ${file}: whether the end was cut off can’t be told.`
    : `Compared with ${count(anchors.length)} anchors, the last of ${anchors.at(-1)?.at}.`,
)
if (foreign > 0) console.error(`${count(foreign)} lines of ${file} are not signed with this server’s key.`)
const isWhole = broken === 0 && foreign === 0
console.log(isWhole ? 'The history is whole.' : 'The history is not whole.')
process.exit(isWhole ? 0 : 1)
