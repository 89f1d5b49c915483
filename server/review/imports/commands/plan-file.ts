import type { Options } from '#contract/setup/period-documents/dropdowns.ts'
import { asAuthor } from '#server/platform/jobs/context.ts'
import type { Context, Services } from '#server/platform/context.ts'
import { mapInSteps } from '#server/platform/lib/batches.ts'
import { dayIn, officeTimeZone } from '#server/platform/lib/clock.ts'
import { blindIndex } from '#server/platform/lib/crypt.ts'
import { bytesText } from '../queries/matches.ts'
import { listOptions } from '#server/setup/period-documents/index.ts'
import { selectPeriodWithRules } from '#server/setup/periods/index.ts'
import { mappingOf, readingOf, type ImportRecord } from '../queries/runs.ts'
import { readRows, type FileRecord } from '../files/stored.ts'
import { nobody } from '../rules/finding.ts'
import { withCells } from '../rules/fix-cells.ts'
import { countContradictions, type ContradictionCounter } from '../rules/hold.ts'
import { ssnMasker } from '../rules/mask-ssn.ts'
import { planFound, type PlanContext } from '../rules/plan-row.ts'
import { mappedColumns, readRow, type MappedColumn, type ReadRow } from '../rules/read-row.ts'
import { textOf } from '../rules/reading.ts'
import { RefusedImport, updateRun } from './claim.ts'
import { countUnknown, countUnlisted } from '../rules/unlisted.ts'
import { countContradiction, findStudents, holdFile, rejectDuplicates } from './match-rows.ts'
import { writePlan, type Progress } from './write-plan.ts'
import { sql } from 'kysely'
import { scope } from '#server/platform/db/scope.ts'

/** The most rows in a file. */
const maxRows = 200_000

/** Batches in flight: while the database works on one, the next is read and planned. */
const batchesAtOnce = 2

/**
 * Plans a roster file: reads it batch by batch, matches students, compares values and saves the planned result
 * of each row. Each batch is a transaction in the name of the import’s author.
 * @throws RefusedImport, UnreadableCsv
 */
export const planFile = async (services: Services, run: ImportRecord, authorId: number): Promise<void> => {
  await assertWithinLimit(services, run)
  const columns = mappedColumns(run.headers, mappingOf(run))
  const unlisted = countUnlisted(columns, await optionsOf(services, run, authorId))
  const contradictions = countContradictions()
  const unknown = countUnknown()
  const atWork: Promise<void>[] = []
  let read = 0
  try {
    for await (const batch of readRows(services, run)) {
      const rows = await readBatch(services, run, columns, batch)
      for (const { read: row } of rows) {
        unlisted.count(row.values)
        unknown.count(row)
      }
      read += rows.length
      if (atWork.length === batchesAtOnce) await atWork.shift()
      const progress = progressOf(run, read)
      atWork.push(startBatch(services, authorId, { run, columns, rows, contradictions, progress }))
    }
    await Promise.all(atWork)
  } finally {
    // after this, nothing more is saved
    await Promise.allSettled(atWork)
  }
  if (read === 0) throw new RefusedImport('The file has column names but no students.')
  await rejectDuplicates(services, run, columns)
  await assertNotGuessed(services, run)
  await updateRun(services, run, {
    unlisted: JSON.stringify(unlisted.told()),
    unknown_values: JSON.stringify(unknown.told()),
  })
  await holdFile(services, run, contradictions)
}

const optionsOf = (services: Services, run: ImportRecord, authorId: number): Promise<Options | null> =>
  asAuthor(services, authorId, `import-${run.id}`, (context) => listOptions(context, run.period_id))

/** Counts the rows first if the file’s line breaks suggest too many. @throws RefusedImport */
const assertWithinLimit = async (services: Services, run: ImportRecord): Promise<void> => {
  if (run.total < maxRows) return
  let rows = 0
  for await (const batch of readRows(services, run)) rows += batch.length
  if (rows <= maxRows) return
  throw new RefusedImport(
    `The file has ${rows.toLocaleString('en-US')} students. You can import up to ${maxRows.toLocaleString('en-US')} at a time. Split the file and import each part.`,
  )
}

/** The most new students of a file whose SSNs end in the same 4 digits. Of 200,000 random ones, 20 do. */
const maxWithSameEnd = 100

/** Refuses a file that tries SSNs out: many of its new students have SSNs with the same end. @throws RefusedImport */
const assertNotGuessed = async (services: Services, run: ImportRecord): Promise<void> => {
  const { rows } = await sql<{ many: number }>`
    select count(*)::int as many from import_rows
    where import_id = ${run.id} and 'added' in (outcome, other_outcome) and ssn_last_four is not null
      and ${scope.within(scope.asSystem(services.db, run.school_id), 'school_id')}
    group by ssn_last_four order by many desc limit 1`.execute(services.db)
  const many = rows[0]?.many ?? 0
  if (many <= maxWithSameEnd) return
  throw new RefusedImport(
    `The SSNs of ${many.toLocaleString('en-US')} new students end in the same 4 digits. Check the column with the SSNs.`,
  )
}

/** Progress; until the end, the total is the estimate from the upload */
const progressOf = (run: ImportRecord, read: number): Progress => ({
  // the other half of the progress is saving
  done: run.dry_run ? read : Math.floor(read / 2),
  total: Math.max(run.total, read),
})

/** A row with its cells and the blind index of its SSN. */
interface KeyedRow {
  readonly read: ReadRow
  readonly cells: readonly string[]
  readonly ssnIndex: string | null
}

/** Parses a batch without reading the database. */
const readBatch = (
  services: Services,
  run: ImportRecord,
  columns: readonly MappedColumn[],
  batch: readonly FileRecord[],
): Promise<KeyedRow[]> => {
  const rowContext = {
    columns,
    width: run.headers.length,
    today: dayIn(services.clock, officeTimeZone),
    dateOrder: readingOf(run)?.date_order ?? undefined,
  }
  return mapInSteps(batch, ({ row, cells }) => {
    const read = readRow(row, cells, rowContext)
    const digits = textOf(read.values.ssn)
    const index = digits === null ? null : blindIndex(services.keys, run.school_id, digits).toString('hex')
    return { read, cells, ssnIndex: index === null ? null : bytesText(index) }
  })
}

interface Batch {
  readonly run: ImportRecord
  readonly columns: readonly MappedColumn[]
  readonly rows: readonly KeyedRow[]
  readonly contradictions: ContradictionCounter
  readonly progress: Progress
}

/** Plans a batch in its own transaction. Its promise is awaited in order, so an earlier failure isn’t lost. */
const startBatch = (services: Services, authorId: number, batch: Batch): Promise<void> => {
  const work = asAuthor(services, authorId, `import-${batch.run.id}`, (context) => planBatch(context, batch))
  work.catch(() => undefined)
  return work
}

const planBatch = async (
  context: Context,
  { run, columns, rows, contradictions, progress }: Batch,
): Promise<void> => {
  if (rows.length === 0) return
  const planning: PlanContext = {
    columns,
    today: dayIn(context.clock, officeTimeZone),
    period: await selectPeriodWithRules(context, run.period_id),
    onExisting: run.on_existing === 'skip' ? 'skip' : 'update',
  }
  const found = await findStudents(
    context,
    run,
    rows.map(({ read }) => read.values),
  )
  const mostAdded = found.filter(({ stored }) => !stored?.enrollment).length
  const planned = rows.map((row, index) => ({ row, found: found[index] ?? nobody }))
  for (const one of planned) countContradiction(contradictions, one.row.read, one.found)
  const mask = ssnMasker(run.headers, mappingOf(run))
  const plan = ({ row, found: whom }: (typeof planned)[number]) => {
    const one = planFound(row.read, whom, row.ssnIndex, planning)
    return { ...one, errors: withCells(one.errors, run.headers, row.cells, mask) }
  }
  await writePlan(context, run, { rows: planned, plan, mostAdded, progress })
}
