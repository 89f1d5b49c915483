import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { finished } from 'node:stream/promises'
import { join } from 'node:path'
import { BackupError, writeBackup, type Lock, type Unlock } from '#server/platform/backup/index.ts'
import { anchorsFile, type Settings } from '#server/platform/lib/env.ts'
import { storeOf } from '#server/platform/lib/files.ts'
import type { Services } from '#server/platform/context.ts'
import { everyHour, type Schedule } from '#server/platform/jobs/schedule.ts'
import { version } from '#server/platform/lib/version.ts'

/** Returns what encrypts backups. @throws BackupError if nothing is set */
const lockOf = ({ backup: { recipients, passphrase } }: Settings): Lock => {
  if (recipients.length > 0) return { recipients }
  if (passphrase !== null) return { passphrase }
  throw new BackupError(
    'Set BACKUP_RECIPIENTS or BACKUP_PASSPHRASE: a backup is always encrypted. npm run backup -- --new-key makes a pair of keys.',
  )
}

/** Returns what opens backups. @throws BackupError if nothing is set */
export const unlockOf = ({ backup: { identity, passphrase } }: Settings): Unlock => {
  if (identity !== null) return { identity }
  if (passphrase !== null) return { passphrase }
  throw new BackupError('Set BACKUP_IDENTITY or BACKUP_PASSPHRASE to open a backup.')
}

interface BackupAsk {
  readonly settings: Settings
  /** The login of the tables’ owner. */
  readonly url: string
  /** The text of `secrets.json`, to be in the backup; null without. */
  readonly secrets: string | null
}

/** Makes a backup in a file. The file is there under its name only when it’s complete. */
export const backUpTo = async (
  file: string,
  { settings, url, secrets }: BackupAsk,
  report: (line: string) => void,
) => {
  const anchors = anchorsFile(settings)
  const unfinished = `${file}.part`
  // opened first: a stream that can’t open its file ends the process, because nothing listens to it yet
  const opened = await open(unfinished, 'w', 0o600)
  const output = opened.createWriteStream({ flush: true })
  try {
    const made = await writeBackup(
      {
        url,
        store: storeOf(settings),
        // read before the rows: an anchor never names a seal that the backup lacks
        anchors: existsSync(anchors) ? readFileSync(anchors, 'utf8') : '',
        secrets,
        version,
        lock: lockOf(settings),
      },
      output,
      report,
    )
    renameSync(unfinished, file)
    return made
  } catch (error) {
    const { errored } = output
    await finished(output.destroy()).catch(() => undefined)
    rmSync(unfinished, { force: true })
    // of a file that took no more, the archive only says that it ended
    throw errored !== null && 'syscall' in errored ? errored : error
  }
}

/** Returns the name of a day’s backup in the folder. */
const nameOf = (day: string): string => `shipmate-${day}.age`

/** Returns what makes a backup in BACKUP_FOLDER in the first hour of each day (UTC), and removes the oldest ones. */
export const nightlyBackups = (settings: Settings, ownerUrl: string): Schedule[] => {
  const { folder, keep } = settings.backup
  if (folder === null) return []
  const run = async ({ clock }: Services): Promise<void> => {
    const file = join(folder, nameOf(clock.now().toISOString().slice(0, 10)))
    // not with its parents: where no folder can be made, Node tries that forever, and nothing else is answered
    if (!existsSync(folder)) mkdirSync(folder, { mode: 0o700 })
    if (existsSync(file)) return
    await backUpTo(file, { settings, url: ownerUrl, secrets: null }, () => undefined)
    const made = readdirSync(folder).filter((name) => /^shipmate-\d{4}-\d\d-\d\d\.age$/.test(name))
    for (const name of made.sort().slice(0, -keep)) rmSync(join(folder, name))
  }
  return [everyHour('make-backup', run)]
}
