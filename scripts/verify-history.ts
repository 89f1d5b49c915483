/**
 * `npm run verify-history`: recomputes the seals of the history and the access log, also while a server runs.
 * Reports entries that were edited, removed or reordered, and differences from the anchors. To use anchors in
 * another file: `npm run verify-history -- /media/elsewhere/anchors.jsonl`.
 */
import { anchorsFile, readAnchors } from '#server/history/anchors.ts'
import { verifyChain } from '#server/history/verify.ts'
import { keysOf } from '#server/lib/secrets.ts'
import { openForOperator } from './operator-database.ts'

const { db, settings, secrets, close } = await openForOperator()
const file = process.argv[2] ?? anchorsFile(settings)
const { anchors, foreign } = readAnchors(keysOf(settings, secrets), file)
const found = {
  history: await verifyChain(db, 'history', anchors),
  access_log: await verifyChain(db, 'access_log', anchors),
}
await close()

const names = { history: 'History', access_log: 'Access log' } as const
const count = (number: number): string => number.toLocaleString('en-US')
for (const chain of ['history', 'access_log'] as const) {
  const { sealed, unsealed, breaks, head } = found[chain]
  console.log(
    `${names[chain]}: ${count(sealed)} ${sealed === 1 ? 'entry' : 'entries'} sealed, ${count(unsealed)} not yet. Latest seal: ${head}.`,
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
const isWhole = broken === 0 && foreign === 0
const failure =
  broken === 0
    ? 'The anchors failed verification.'
    : `${count(broken)} ${broken === 1 ? 'entry' : 'entries'} failed verification.`
console.log(isWhole ? 'The history is intact.' : failure)
process.exit(isWhole ? 0 : 1)
