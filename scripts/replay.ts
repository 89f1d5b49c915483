/**
 * `npm run replay -- DECISION`: judges the frozen facts of a suggested decision again and says whether the rules still
 * give the same answer.
 */
import { replay } from '#server/review/decisions/queries/replay.ts'
import { openForOperator } from './operator-database.ts'

const id = Number(process.argv[2])
if (!Number.isSafeInteger(id) || id < 1) {
  console.error('Say which decision to replay: npm run replay -- 12')
  process.exit(1)
}

const { db, close } = await openForOperator()
const found = await replay(db, id)
await close()
if (found === null) {
  console.error(`There’s no decision ${id}.`)
  process.exit(1)
}
const { saved, again, versions } = found
console.log(`Decision ${id}: ${saved.recommendation}, confidence ${saved.confidence}, risk ${saved.risk}.`)
if (versions)
  console.log(`It was made by rules version ${versions.saved}. These are version ${versions.now}.`)
if (!found.has_same_facts) console.error('Its frozen facts were changed: they don’t match their hash.')
if (found.has_same_result) console.log('The same facts give the same answer.')
else
  console.error(
    `The same facts give another answer: ${again.recommendation}, confidence ${again.confidence}, risk ${again.risk}.\nSaved: ${JSON.stringify(saved.rules)}\nNow:   ${JSON.stringify(again.rules)}`,
  )
process.exit(found.has_same_facts && found.has_same_result ? 0 : 1)
