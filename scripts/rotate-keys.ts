/**
 * `npm run keys:rotate`: encrypts everything again with the first of ENCRYPTION_KEYS, also while servers run. Run it again if it
 * was stopped. `--new-key` puts a new key before the others in `secrets.json`, which every server must know before this runs.
 */
import { rotateKeys } from '#server/app/rotate-keys.ts'
import { countText } from '#server/platform/lib/count-text.ts'
import { readSettings } from '#server/platform/lib/env.ts'
import { storeOf } from '#server/platform/lib/files.ts'
import { addKey, keysOf } from '#server/platform/lib/secrets.ts'
import { runCommand } from './operator-command.ts'
import { assertIsInstalled, withDatabase } from './operator-database.ts'

const addNewKey = (): void => {
  const settings = readSettings(process.env)
  assertIsInstalled(settings)
  const id = addKey(settings)
  console.log(
    `Key ${id} is in secrets.json and writes from the next start on. Restart every server, and then run npm run keys:rotate.`,
  )
}

const rotate = async (): Promise<void> => {
  const { current, ...done } = await withDatabase(async ({ db, url, settings, secrets }) => {
    const keys = keysOf(settings, secrets)
    const rotation = { db, url, keys, store: storeOf(settings), say: (line: string) => console.log(line) }
    return { current: keys.encryption[0]?.id, ...(await rotateKeys(rotation)) }
  })
  const { values: encrypted, files, waiting, retired } = done
  console.log(
    `Key ${current} encrypts everything now: ${countText(encrypted, 'value')} and ${countText(files, 'file')} were changed.`,
  )
  if (waiting > 0)
    console.log(
      `${countText(waiting, 'saved response')} to repeated calls still ${waiting === 1 ? 'needs' : 'need'} a former key until tomorrow. Keep it until then, and run this again.`,
    )
  if (retired.length > 0)
    console.log(
      `Remove ${retired.length === 1 ? `key ${retired[0]}` : `keys ${retired.join(', ')}`} from ENCRYPTION_KEYS or secrets.json before the next start, and keep a copy with the backups made until now, which need it.`,
    )
}

await runCommand(
  'keys:rotate',
  {
    '': 'encrypts everything again with the first key',
    '--new-key': 'puts a new key before the others in secrets.json',
  },
  async ({ form }) => (form === '--new-key' ? addNewKey() : rotate()),
)
