import type { UnlistedValue } from '#contract/imports/shapes.ts'
import type { Options } from '#contract/website/dropdowns.ts'
import { asAuthor } from '../../jobs/context.ts'
import type { Context, House } from '../../context.ts'
import { dayIn, officeTimeZone } from '../../lib/clock.ts'
import { blindIndex } from '../../lib/crypt.ts'
import { bytesText, findSsnOwners, findStored } from '../matches.ts'
import { listOptions, selectPeriodWithRules } from '../../periods/index.ts'
import type { ImportRecord } from '../queries.ts'
import { readRows, type FileRecord } from '../records.ts'
import { planRow, type PlanContext } from '../rules/plan-row.ts'
import { mappedColumns, readRow, type MappedColumn, type ReadRow } from '../rules/read-row.ts'
import { textOf } from '../rules/reading.ts'
import { RefusedImport } from '../rules/refused-import.ts'
import type { Mapping } from '../rules/map-headers.ts'
import { countUnlisted } from '../rules/unlisted.ts'
import { updateRun } from './claim-run.ts'
import { refuseDoubles } from './refuse-doubles.ts'
import { writePlan, type Progress } from './write-plan.ts'

/** Rows a file may have. */
const maxRows = 200_000

/** While the database works on one batch the next is read and planned. */
const batchesAtOnce = 2

/**
 * Plans a roster file: reads it batch by batch, matches, compares and writes down what would become of each row.
 * Every batch is a transaction in the name of the import's author.
 * @throws RefusedImport, UnreadableCsv
 */
export const planFile = async (house: House, run: ImportRecord, authorId: number): Promise<void> => {
  await assertWithinLimit(house, run)
  const columns = mappedColumns(run.headers, mappingOf(run))
  const unlisted = countUnlisted(columns, await optionsOf(house, run, authorId))
  const atWork: Promise<void>[] = []
  let read = 0
  try {
    for await (const batch of readRows(house, run)) {
      const rows = readBatch(house, run, columns, batch)
      for (const { read: row } of rows) unlisted.count(row.values)
      read += rows.length
      if (atWork.length === batchesAtOnce) await atWork.shift()
      atWork.push(startBatch(house, authorId, { run, columns, rows, progress: progressOf(run, read) }))
    }
    await Promise.all(atWork)
  } finally {
    // nothing is written any more once this is left
    await Promise.allSettled(atWork)
  }
  if (read === 0) throw new RefusedImport('The file has names of columns, but no students.')
  await refuseDoubles(house, run, columns)
  await keepUnlisted(house, run, unlisted.told())
}

const optionsOf = (house: House, run: ImportRecord, authorId: number): Promise<Options | null> =>
  asAuthor(house, authorId, `import-${run.id}`, (context) => listOptions(context, run.period_id))

const keepUnlisted = async (
  house: House,
  run: ImportRecord,
  told: readonly UnlistedValue[],
): Promise<void> => {
  if (told.length > 0) await updateRun(house, run, { unlisted: JSON.stringify(told) })
}

/** Files whose line breaks allow for too many rows are counted before they are planned. @throws RefusedImport */
const assertWithinLimit = async (house: House, run: ImportRecord): Promise<void> => {
  if (run.total < maxRows) return
  let rows = 0
  for await (const batch of readRows(house, run)) rows += batch.length
  if (rows <= maxRows) return
  throw new RefusedImport(
    `The file has ${rows.toLocaleString('en-US')} students; ${maxRows.toLocaleString('en-US')} can be imported at once. Split it and bring the parts one after the other.`,
  )
}

// what was stored is what settleMapping made
const mappingOf = (run: ImportRecord): Mapping => run.mapping as Mapping

/** How far it is; the total is what the upload reckoned, until the end is reached. */
const progressOf = (run: ImportRecord, read: number): Progress => ({
  // the other half of the way is writing
  done: run.dry_run ? read : Math.floor(read / 2),
  total: Math.max(run.total, read),
})

/** A row with the blind index of its SSN. */
interface KeyedRow {
  readonly read: ReadRow
  readonly sid: string | null
  readonly ssnIndex: string | null
}

/** What can be read of a batch without looking into the database. */
const readBatch = (
  house: House,
  run: ImportRecord,
  columns: readonly MappedColumn[],
  batch: readonly FileRecord[],
) => {
  const rowContext = { columns, width: run.headers.length, today: dayIn(house.clock, officeTimeZone) }
  return batch.map(({ row, cells }): KeyedRow => {
    const read = readRow(row, cells, rowContext)
    const digits = textOf(read.values.ssn)
    const index = digits === null ? null : blindIndex(house.keys, run.school_id, digits).toString('hex')
    return { read, sid: textOf(read.values.sid), ssnIndex: index === null ? null : bytesText(index) }
  })
}

interface Batch {
  readonly run: ImportRecord
  readonly columns: readonly MappedColumn[]
  readonly rows: readonly KeyedRow[]
  readonly progress: Progress
}

/** Plans a batch in a transaction of its own; awaited in its turn, what fails meanwhile is not lost. */
const startBatch = (house: House, authorId: number, batch: Batch): Promise<void> => {
  const work = asAuthor(house, authorId, `import-${batch.run.id}`, (context) => planBatch(context, batch))
  work.catch(() => undefined)
  return work
}

const planBatch = async (context: Context, { run, columns, rows, progress }: Batch): Promise<void> => {
  if (rows.length === 0) return
  const planning: PlanContext = {
    columns,
    today: dayIn(context.clock, officeTimeZone),
    period: await selectPeriodWithRules(context, run.period_id),
    onExisting: run.on_existing === 'skip' ? 'skip' : 'update',
  }
  const owners = await findSsnOwners(
    context,
    run,
    rows.map(({ ssnIndex }) => ssnIndex),
  )
  const stored = await findStored(
    context,
    run,
    rows.map(({ sid }) => sid),
  )
  const plans = rows.map(({ read, sid, ssnIndex }) =>
    planRow(read, stored.get(sid ?? '') ?? null, ssnIndex, owners.get(ssnIndex ?? '') ?? null, planning),
  )
  await writePlan(context, run, plans, progress)
}
