/**
 * `npm run backup -- FILE`: makes an encrypted backup of the database and the documents, also while a server runs. With
 * `--with-keys`, the keys in `secrets.json` are in it. `--check FILE` reads a backup and compares it with its list of contents;
 * `--new-key` prints a pair of keys for BACKUP_RECIPIENTS and BACKUP_IDENTITY.
 */
import { existsSync, readFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { backUpTo, unlockOf } from '#server/app/backup.ts'
import { BackupError, openBackup } from '#server/platform/backup/index.ts'
import { countText } from '#server/platform/lib/count-text.ts'
import { readSettings } from '#server/platform/lib/env.ts'
import { runCommand } from './operator-command.ts'
import { withDatabase } from './operator-database.ts'

const printKeys = async (): Promise<void> => {
  const identity = await generateX25519Identity()
  console.log(`BACKUP_RECIPIENTS=${await identityToRecipient(identity)}
BACKUP_IDENTITY=${identity}
Give the server the first. Keep the second in a safe, away from the backups: it opens them, and nothing else does.`)
}

const check = async (file: string): Promise<void> => {
  const { manifest, read } = await openBackup(
    (await open(file)).createReadStream(),
    unlockOf(readSettings(process.env)),
  )
  const { tables, files, missing } = await read({
    rows: () => Promise.resolve(),
    file: async (_name, bytes) => {
      bytes.resume()
      await finished(bytes)
    },
  })
  const rows = Object.values(tables).reduce((sum, table) => sum + table.rows, 0)
  console.log(
    `${file} is whole: ${countText(rows, 'row')} and ${countText(Object.keys(files).length, 'file')} as of ${manifest.at}, by Shipmate ${manifest.version}.`,
  )
  warnOfMissing(missing)
}

const make = async (file: string, { withKeys }: { readonly withKeys: boolean }): Promise<void> => {
  if (existsSync(file)) throw new BackupError(`${file} exists already. A backup never replaces another file.`)
  const began = performance.now()
  const { at, contents } = await withDatabase(({ settings, url }) => {
    const secrets = withKeys ? readFileSync(join(settings.dataDir, 'secrets.json'), 'utf8') : null
    return backUpTo(file, { settings, url, secrets }, (line) => console.log(line))
  })
  const seconds = Math.round((performance.now() - began) / 1000)
  console.log(
    `${file} has everything as of ${at}, and ${countText(Object.keys(contents.files).length, 'file')}. It took ${countText(seconds, 'second')}.`,
  )
  warnOfMissing(contents.missing)
  if (!withKeys)
    console.log('The keys aren’t in it: keep secrets.json, or your own keys, in another safe place.')
}

const warnOfMissing = (missing: readonly string[]): void => {
  for (const name of missing) console.error(`The file store doesn’t have ${name}, which a document names.`)
  if (missing.length > 0) process.exitCode = 1
}

await runCommand(
  'backup',
  {
    FILE: 'makes an encrypted backup, without the keys',
    '--with-keys FILE': 'puts the keys in secrets.json in it too',
    '--check FILE': 'reads a backup and compares it with its list of contents',
    '--new-key': 'prints a pair of keys for backups',
  },
  ({ form, word: file }) => {
    if (form === '--new-key') return printKeys()
    return form === '--check FILE' ? check(file) : make(file, { withKeys: form === '--with-keys FILE' })
  },
)
