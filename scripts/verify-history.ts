/**
 * `npm run verify-history`: recomputes the seals of the history and the access log, also while a server runs.
 * Reports entries that were edited, removed or reordered, entries that should have a seal by now, and differences from
 * the anchors. To use anchors in another file: `npm run verify-history -- /media/elsewhere/anchors.jsonl`.
 */
import { statSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { readAnchors } from '#server/platform/history/anchors.ts'
import { countUnsealed, verifyChain } from '#server/platform/history/verify.ts'
import { anchorsFile } from '#server/platform/lib/env.ts'
import { countText } from '#server/platform/lib/count-text.ts'
import { keysOf } from '#server/platform/lib/secrets.ts'
import { runCommand } from './operator-command.ts'
import { withDatabase } from './operator-database.ts'

type Chains = Awaited<ReturnType<typeof readChains>>
const chains = ['history', 'access_log'] as const

/** Reads both chains, and the anchors in a file, or in the file of the settings if it’s ''. */
const readChains = (given: string) =>
  withDatabase(async ({ db, settings, secrets }) => {
    // a file that was named and isn’t there is an error; the server’s own is made by its first anchors
    if (given !== '') statSync(given)
    const file = given === '' ? anchorsFile(settings) : given
    const keys = keysOf(settings, secrets)
    const { anchors, foreign } = readAnchors(keys, file)
    const found = {
      history: await verifyChain(db, 'history', keys, anchors),
      access_log: await verifyChain(db, 'access_log', keys, anchors),
    }
    /** Counts entries that are still overdue: a long change, which was saved just now, is sealed within moments. */
    const countOverdue = async (chain: keyof typeof found): Promise<number> => {
      if (found[chain].overdue === 0) return 0
      await sleep(10_000)
      return (await countUnsealed(db, chain)).overdue
    }
    const overdue = { history: await countOverdue('history'), access_log: await countOverdue('access_log') }
    return { file, anchors, foreign, found, overdue }
  })

const names = { history: 'History', access_log: 'Access log' } as const
const count = (number: number): string => number.toLocaleString('en-US')

const report = ({ found, overdue }: Chains, chain: (typeof chains)[number]): void => {
  const { sealed, erased, unsealed, breaks, head } = found[chain]
  console.log(
    `${names[chain]}: ${countText(sealed, 'entry', 'entries')} sealed, ${count(unsealed)} not yet.${head === '' ? '' : ` Latest seal: ${head}.`}`,
  )
  if (erased > 0)
    console.log(
      `${names[chain]}: ${countText(erased, 'entry was', 'entries were')} erased with their students.`,
    )
  if (overdue[chain] > 0)
    console.error(
      `${names[chain]}: ${countText(overdue[chain], 'entry is', 'entries are')} older than a minute and not sealed. A running server seals them.`,
    )
  for (const { entry_id, why } of breaks)
    console.error(
      entry_id === null ? `${names[chain]}: ${why}.` : `${names[chain]}, entry ${entry_id}: ${why}.`,
    )
}

const verify = async (given: string): Promise<void> => {
  const read = await readChains(given)
  const { file, anchors, foreign, found, overdue } = read
  for (const chain of chains) report(read, chain)
  const broken = found.history.breaks.length + found.access_log.breaks.length
  console.log(
    anchors.length === 0
      ? `There are no anchors in ${file}, so this can’t tell whether entries are missing at the end.`
      : `Compared with ${count(anchors.length)} anchors, the latest from ${anchors.at(-1)?.at}.`,
  )
  if (foreign > 0) console.error(`${count(foreign)} lines of ${file} aren’t signed with this server’s key.`)
  const failure = failureOf(broken, foreign, overdue.history + overdue.access_log)
  console.log(failure ?? 'The history is intact.')
  if (failure !== null) process.exitCode = 1
}

/** Returns a sentence that says what failed; null if nothing did. */
const failureOf = (broken: number, foreign: number, late: number): string | null => {
  if (broken > 0) return `${countText(broken, 'entry', 'entries')} failed verification.`
  if (foreign > 0) return 'The anchors failed verification.'
  return late > 0 ? `${countText(late, 'entry isn’t', 'entries aren’t')} sealed.` : null
}

await runCommand(
  'verify-history',
  {
    '': 'verifies the history with the anchors of this server',
    FILE: 'verifies it with the anchors in this file',
  },
  ({ word: file }) => verify(file),
)
