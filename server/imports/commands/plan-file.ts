import type { ImportError } from '#contract/imports/shapes.ts'
import { asAuthor } from '../../jobs/context.ts'
import type { Context, House } from '../../context.ts'
import { selectPeriod } from '../../db/scope.ts'
import { dayIn, officeTimeZone } from '../../lib/clock.ts'
import { blindIndex, sealSsn } from '../../lib/crypt.ts'
import { bytesText, findEarlierRows, findSsnOwners, findStored, type Target } from '../matches.ts'
import type { ImportRecord } from '../queries.ts'
import { readRows, type FileRecord } from '../records.ts'
import { planRow, type PlanContext } from '../rules/plan-row.ts'
import type { Plan } from '../rules/plan.ts'
import { mappedColumns, readRow, type MappedColumn, type ReadRow } from '../rules/read-row.ts'
import { textOf } from '../rules/reading.ts'
import { foundErrors, type Found } from '../rules/found-errors.ts'
import { RefusedImport } from '../rules/refused-import.ts'
import type { Mapping } from '../rules/map-headers.ts'
import { writePlan } from './write-plan.ts'

/** Rows a file may have. */
const maxRows = 200_000

/**
 * Plans a roster file: reads it batch by batch, matches, compares and writes down what would become of each row.
 * Every batch is a transaction in the name of the import's author.
 * @throws RefusedImport, UnreadableCsv
 */
export const planFile = async (house: House, run: ImportRecord, authorId: number): Promise<void> => {
  const meter = createMeter(run)
  let writing: Promise<void> = Promise.resolve()
  const columns = mappedColumns(run.headers, mappingOf(run))
  for await (const batch of readRows(house, run)) {
    await writing
    const progress = meter(batch.length)
    if (progress.read > maxRows)
      throw new RefusedImport(`The file has more than ${maxRows.toLocaleString('en-US')} rows.`)
    // the next batch is read while the database works on this one
    writing = asAuthor(house, authorId, `import-${run.id}`, (context) =>
      planBatch(context, run, columns, batch, progress),
    )
    writing.catch(() => undefined)
  }
  await writing
  if (meter(0).read === 0) throw new RefusedImport('The file has names of columns, but no students.')
}

// what was stored is what settleMapping made
const mappingOf = (run: ImportRecord): Mapping => run.mapping as Mapping

interface Progress {
  readonly done: number
  readonly total: number
  readonly read: number
}

/** How far the reading is; the total is what the upload reckoned, until the end is reached. */
const createMeter = (run: ImportRecord) => {
  let read = 0
  return (many: number): Progress => {
    read += many
    // the other half of the way is writing
    return { read, done: run.dry_run ? read : Math.floor(read / 2), total: Math.max(run.total, read) }
  }
}

const planBatch = async (
  context: Context,
  run: ImportRecord,
  columns: readonly MappedColumn[],
  batch: readonly FileRecord[],
  progress: Progress,
): Promise<void> => {
  if (batch.length === 0) return
  const period = await selectPeriod(context, run.period_id)
  const planning: PlanContext = {
    columns,
    today: dayIn(context.clock, officeTimeZone),
    period,
    onExisting: run.on_existing === 'skip' ? 'skip' : 'update',
    seal: (digits) => sealAsText(context.house, run.school_id, digits),
  }
  const rowContext = { columns, width: run.headers.length, today: planning.today }
  const rows = batch.map(({ row, cells }) => readRow(row, cells, rowContext))
  const plans = await planRows(context, { ...run, import_id: run.id }, rows, planning)
  await writePlan(context, run.id, plans, progress)
}

const sealAsText = (house: House, schoolId: number, digits: string) => {
  const sealed = sealSsn(house.keys, schoolId, digits)
  return {
    ssn_cipher: bytesText(sealed.ssn_cipher.toString('hex')),
    ssn_index: bytesText(sealed.ssn_index.toString('hex')),
    ssn_last_four: sealed.ssn_last_four,
  }
}

const planRows = async (
  context: Context,
  target: Target,
  rows: readonly ReadRow[],
  planning: PlanContext,
): Promise<Plan[]> => {
  const indexOf = (row: ReadRow): string | null => {
    const digits = textOf(row.values.ssn)
    if (digits === null) return null
    return bytesText(blindIndex(context.house.keys, target.school_id, digits).toString('hex'))
  }
  const keyed = rows.map((row) => ({ row, sid: textOf(row.values.sid), ssnIndex: indexOf(row) }))
  const sids = keyed.flatMap(({ sid }) => (sid === null ? [] : [sid]))
  const ssnIndexes = keyed.flatMap(({ ssnIndex }) => (ssnIndex === null ? [] : [ssnIndex]))
  const found: Found = {
    owners: await findSsnOwners(context, target, ssnIndexes),
    earlier: await findEarlierRows(context, target, { sids, ssnIndexes }),
  }
  const stored = await findStored(context, target, sids)
  return keyed.map(({ row, sid, ssnIndex }) => {
    const errors: ImportError[] = foundErrors(row, { sid, ssnIndex }, found, planning.columns)
    return planRow(row, stored.get(sid ?? '') ?? null, ssnIndex, errors, planning)
  })
}
