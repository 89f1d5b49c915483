import { sql } from 'kysely'
import {
  mostBatchResults,
  type BatchResults,
  type BatchResultsAsk,
} from '#contract/outputs/reports/waiver-export.ts'
import { eligibilityStatuses } from '#contract/review/verifications/choices.ts'
import type { Context } from '#server/platform/context.ts'
import { scope, selectPeriod } from '#server/platform/db/scope.ts'
import type { Upload } from '#server/platform/http/uploads.ts'
import { isBlankRecord, isHint, unclosed } from '#server/review/imports/index.ts'
import { dayIn, officeTimeZone } from '#server/platform/lib/clock.ts'
import { readRecords, sniffDelimiter, UnreadableCsv } from '#server/platform/lib/csv.ts'
import { decodeText, detectEncoding } from '#server/platform/lib/encoding.ts'
import { problem } from '#server/platform/problem.ts'
import { saveBatchResults } from '#server/review/verifications/index.ts'
import {
  findColumns,
  missingColumns,
  readResults,
  type ReadResult,
  type RefusedRow,
} from '../files/results.ts'

type Outcome = Awaited<ReturnType<typeof saveBatchResults>>

/** The most rejected rows in a reply. */
const shownRefused = 100

/**
 * Imports the result file of a batch eligibility service, or says what it would change. All or nothing: with a rejected
 * row nothing is imported, unless they’re left out.
 * @throws Problem 422 on `file` if it’s no table of results, has more than 10,000 rows or rejected rows; 409 with the new
 * counts if they aren’t those expected
 */
export const importBatchResults = async (
  context: Context,
  { period_id, dry_run, accept_valid_rows, expected }: BatchResultsAsk,
  file: Upload,
): Promise<BatchResults> => {
  const period = await selectPeriod(context, period_id)
  const { header, records } = await readTable(file)
  const read = readResults(records, header, dayIn(context.clock, officeTimeZone))
  const { found, unknown } = await splitByPeriod(context, period.id, read.results)
  const refused = [...read.refused, ...unknown].toSorted((one, other) => one.row - other.row)
  if (!dry_run && !accept_valid_rows && refused.length > 0)
    throw problem.invalid({ file: refusedText(refused.length) })
  const counted = (outcome: Outcome): BatchResults => ({
    rows: found.length + refused.length,
    ...countOutcome(outcome),
    refused: refused.slice(0, shownRefused),
    refused_total: refused.length,
  })
  const outcome = await saveBatchResults(context, period.school_id, found, {
    isDryRun: dry_run,
    check: (planned) => {
      if (dry_run || expected === undefined || expected === planned.saved.length) return
      throw problem.stale(counted(planned), 'Some results changed after the preview. Preview the file again.')
    },
  })
  return counted(outcome)
}

const refusedText = (count: number): string =>
  count === 1
    ? 'A row can’t be imported. Fix it in the file, or skip it.'
    : `${count} rows can’t be imported. Fix them in the file, or skip them.`

/** How workbooks, PDFs and compressed files begin. */
const binaryStarts = ['PK\u0003\u0004', '\u00d0\u00cf\u0011\u00e0', '%PDF', '\u001f\u008b']

/** Reads the whole file, which is small: its rows are limited. @throws Problem 422 on `file` */
const readTable = async (file: Upload) => {
  const detector = detectEncoding()
  const pieces: Buffer[] = []
  for await (const piece of file.read()) {
    const bytes = Buffer.from(piece)
    detector.add(bytes)
    pieces.push(bytes)
  }
  const start = pieces[0]?.subarray(0, 8).toString('latin1') ?? ''
  if (binaryStarts.some((one) => start.startsWith(one)))
    throw problem.invalid({ file: 'This isn’t a CSV file. In Excel, use Save As and choose CSV UTF-8.' })
  let text = ''
  for await (const part of decodeText(pieces, detector.end())) text += part
  const [header, ...records] = await recordsOf(text)
  if (!header) throw problem.invalid({ file: 'The file is empty.' })
  const columns = findColumns(header)
  const missing = missingColumns(columns)
  if (missing.length > 0)
    throw problem.invalid({ file: `The first row has no column “${missing.join('” and no column “')}”.` })
  const rows = records.filter((record) => !isBlankRecord(record)).length
  if (rows > mostBatchResults) throw problem.invalid({ file: tooManyRows })
  if (rows === 0) throw problem.invalid({ file: 'The file has column names but no results.' })
  return { header: columns, records }
}

/** The most records that are read: results, the header, Excel’s hint, and as many blank rows. */
const mostRecords = 2 * (mostBatchResults + 2)
const tooManyRows = 'The file has more than 10,000 rows. Split the file.'

const recordsOf = async (text: string): Promise<string[][]> => {
  const records: string[][] = []
  try {
    const delimiter = sniffDelimiter(text.slice(0, 65_536))
    for await (const batch of readRecords([text], { delimiter, batchSize: 1000 })) {
      records.push(...batch)
      if (records.length > mostRecords) throw problem.invalid({ file: tooManyRows })
    }
  } catch (error) {
    throw error instanceof UnreadableCsv ? problem.invalid({ file: unclosed(error) }) : error
  }
  return records[0] && isHint(records[0]) ? records.slice(1) : records
}

/** Separates results of students in the period from account numbers that no student of it has. */
const splitByPeriod = async (
  context: Context,
  periodId: number,
  results: readonly ReadResult[],
): Promise<{ found: ReadResult[]; unknown: RefusedRow[] }> => {
  const rows = await scope
    .studentPeriods(context)
    .select('student_periods.id')
    .where('student_periods.period_id', '=', periodId)
    .where(
      'student_periods.id',
      '=',
      sql<number>`any(${results.map(({ student_period_id: id }) => id)}::bigint[])`,
    )
    .execute()
  const ids = new Set(rows.map(({ id }) => id))
  return {
    found: results.filter(({ student_period_id: id }) => ids.has(id)),
    unknown: results
      .filter(({ student_period_id: id }) => !ids.has(id))
      .map(({ row }) => ({
        row,
        column: 'Patient Account Number',
        message: 'No student in this policy year has this account number.',
      })),
  }
}

const countOutcome = ({
  saved,
  repeated,
}: Outcome): Pick<BatchResults, 'results' | 'repeated' | 'by_result' | 'changes'> => {
  const changes = new Map<string, BatchResults['changes'][number]>()
  for (const { coverage_type, plan } of saved) {
    const move = plan.moves.find(({ coverage }) => coverage === coverage_type)
    if (!move) continue
    const { from, to } = move
    const key = `${coverage_type} ${from} ${to}`
    changes.set(key, { coverage_type, from, to, count: (changes.get(key)?.count ?? 0) + 1 })
  }
  return {
    results: saved.length,
    repeated,
    by_result: eligibilityStatuses.flatMap((result) => {
      const count = saved.filter(({ reading }) => reading.status === result).length
      return count === 0 ? [] : [{ result, count }]
    }),
    changes: [...changes.values()].toSorted((one, other) => other.count - one.count),
  }
}
