/** `npm run verify-history`: recomputes the chain of seals; says what was edited, removed or re-ordered. */
import { createDatabase, createPool } from '#server/db/database.ts'
import { verifyHistory } from '#server/history/verify.ts'
import { readSettings } from '#server/lib/env.ts'
import { createLog } from '#server/lib/log.ts'
import { readSecrets } from '#server/lib/secrets.ts'
import { holdFolder, startOwnDatabase } from '#server/start.ts'
import { isTold } from '#server/start-failures.ts'

const settings = readSettings(process.env)
const hold = (): (() => void) => {
  try {
    return settings.databaseUrl === null ? holdFolder(settings.dataDir) : () => undefined
  } catch (error) {
    if (!isTold(error)) throw error
    console.error(`${error.message}\nThe command needs the database for itself, or a DATABASE_URL.`)
    return process.exit(1)
  }
}
const release = hold()
const own =
  settings.databaseUrl === null ? await startOwnDatabase(settings, readSecrets(settings.dataDir)) : null
const pool = createPool({
  url: own?.url ?? settings.databaseOwnerUrl ?? settings.databaseUrl ?? '',
  asApp: false,
  log: createLog('warn'),
  statementTimeout: 0,
})
const { sealed, unsealed, breaks, head } = await verifyHistory(createDatabase(pool))
await pool.end()
await own?.stop()
release()
console.log(`${sealed.toLocaleString('en-US')} entries sealed, ${unsealed.toLocaleString('en-US')} not yet.`)
console.log(`The chain's head is ${head}.`)
for (const { entry_id, why } of breaks) console.error(`Entry ${entry_id}: ${why}.`)
console.log(breaks.length === 0 ? 'The history is whole.' : `${breaks.length} entries do not hold.`)
process.exit(breaks.length === 0 ? 0 : 1)
