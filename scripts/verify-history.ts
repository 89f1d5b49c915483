/**
 * `npm run verify-history`: recomputes the seals of the history and the access log, also while a server runs.
 * Reports entries that were edited, removed or reordered, entries that should have a seal by now, and differences from
 * the anchors. To use anchors in another file: `npm run verify-history -- /media/elsewhere/anchors.jsonl`.
 */
import { readAnchors } from '#server/platform/history/anchors.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { countUnsealed, verifyChain } from '#server/platform/history/verify.ts'
import { anchorsFile } from '#server/platform/lib/env.ts'
import { countText } from '#server/platform/lib/count-text.ts'
import { keysOf } from '#server/platform/lib/secrets.ts'
import { openForOperator } from './operator-database.ts'

const { db, settings, secrets, close } = await openForOperator()
const file = process.argv[2] ?? anchorsFile(settings)
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
await close()

const names = { history: 'History', access_log: 'Access log' } as const
const count = (number: number): string => number.toLocaleString('en-US')
for (const chain of ['history', 'access_log'] as const) {
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
const broken = found.history.breaks.length + found.access_log.breaks.length
console.log(
  anchors.length === 0
    ? `There are no anchors in ${file}, so this can’t tell whether entries are missing at the end.`
    : `Compared with ${count(anchors.length)} anchors, the latest from ${anchors.at(-1)?.at}.`,
)
if (foreign > 0) console.error(`${count(foreign)} lines of ${file} aren’t signed with this server’s key.`)
const late = overdue.history + overdue.access_log
const isWhole = broken === 0 && foreign === 0 && late === 0
const failure =
  broken > 0
    ? `${countText(broken, 'entry', 'entries')} failed verification.`
    : foreign > 0
      ? 'The anchors failed verification.'
      : `${countText(late, 'entry isn’t', 'entries aren’t')} sealed.`
console.log(isWhole ? 'The history is intact.' : failure)
process.exit(isWhole ? 0 : 1)
