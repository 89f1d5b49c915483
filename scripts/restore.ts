/**
 * `npm run restore -- FILE`: restores a backup into an empty installation, of another PostgreSQL too, and verifies it: rows,
 * references, seals, an SSN and the documents.
 */
import { existsSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { unlockOf } from '#server/app/backup.ts'
import { roleNamesOf } from '#server/app/open-database.ts'
import { verifyRestored } from '#server/app/restored.ts'
import { BackupError, openBackup, restoreBackup } from '#server/platform/backup/index.ts'
import { anchorsFile, readSettings } from '#server/platform/lib/env.ts'
import { storeOf } from '#server/platform/lib/files.ts'
import { createLog } from '#server/platform/lib/log.ts'
import { keysOf, previousTokenKeys, restoreSecrets } from '#server/platform/lib/secrets.ts'
import { runCommand } from './operator-command.ts'
import { withDatabaseOf } from './operator-database.ts'

const restore = async (file: string): Promise<void> => {
  const settings = readSettings(process.env)
  const backup = await openBackup((await open(file)).createReadStream(), unlockOf(settings))
  const { secrets: kept, at, version } = backup.manifest
  console.log(`Restoring the data as of ${at}, from Shipmate ${version}.`)
  const hasKeys = existsSync(join(settings.dataDir, 'secrets.json'))
  if (kept !== null && !hasKeys) restoreSecrets(settings.dataDir, kept)
  else if (!hasKeys && settings.secrets.encryptionKeys === null)
    throw new BackupError(
      `The backup has no keys. Copy secrets.json to ${settings.dataDir}, or set ENCRYPTION_KEYS, INDEX_KEY and TOKEN_KEY.`,
    )
  const { missing, verified } = await withDatabaseOf(settings, async ({ db, url, secrets }) => {
    const target = {
      url,
      names: roleNamesOf(settings),
      store: storeOf(settings),
      keys: keysOf(settings, secrets),
      formerTokens: previousTokenKeys(settings, secrets),
      anchorsFile: anchorsFile(settings),
      log: createLog('warn'),
    }
    const { missing } = await restoreBackup(backup, target, (line) => console.log(line))
    return { missing, verified: await verifyRestored({ db, ...target }) }
  })
  for (const line of verified.lines) console.log(line)
  for (const name of missing) console.error(`The backup doesn’t have ${name}, which a document names.`)
  for (const line of verified.problems) console.error(line)
  if (missing.length + verified.problems.length > 0) process.exitCode = 1
  else console.log('Restored. Start Shipmate with npm start.')
}

await runCommand(
  'restore',
  { FILE: 'restores a backup into an empty installation, and verifies it' },
  ({ word: file }) => restore(file),
)
