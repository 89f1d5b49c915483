import { noBasis } from '#contract/review/verifications/shapes.ts'
import { createHash } from 'node:crypto'
import { isStorableText } from '#contract/platform/fields.ts'
import { batchResultColumns, type BatchResultColumn } from '#contract/outputs/reports/waiver-export.ts'
import {
  eligibilityStatusLabels,
  eligibilityStatuses,
  type EligibilityStatus,
} from '#contract/review/verifications/choices.ts'
import { foldHeader, isBlankRecord, readDate } from '#server/review/imports/index.ts'
import { unguardCell } from '#server/platform/lib/csv.ts'
import type { BatchResult, Reading } from '#server/review/verifications/index.ts'
import { readAccountNumber } from '../rules.ts'

/** Why a row of a file of results can’t be imported. Row 1 is the header. */
export interface RefusedRow {
  readonly row: number
  readonly column: BatchResultColumn | null
  readonly message: string
}

/** A result with its row. */
export interface ReadResult extends BatchResult {
  readonly row: number
}

/** Other words of batch eligibility services for the results, besides names and labels. */
const synonyms: Readonly<Record<EligibilityStatus, readonly string[]>> = {
  active: ['active coverage', 'eligible', 'covered'],
  inactive: ['ineligible', 'not eligible', 'not covered', 'terminated', 'inactive coverage'],
  unknown: ['patient not found', 'member not found', 'subscriber not found', 'no match'],
  other_plan_detected: ['other plan', 'other payer', 'other coverage'],
  missing_request_information: ['missing info', 'missing request information', 'incomplete'],
  unable_to_send_request: ['unable to send request', 'unable to send', 'not sent', 'payer not supported'],
  request_failed: ['request failed', 'error', 'timeout', 'payer unavailable'],
}

const statusOf: ReadonlyMap<string, EligibilityStatus> = new Map(
  eligibilityStatuses.flatMap((status) =>
    [status, eligibilityStatusLabels[status], ...synonyms[status]].map(
      (word) => [foldHeader(word), status] as const,
    ),
  ),
)

/** What a result means if the file has no message. */
const messages: Readonly<Record<EligibilityStatus, readonly [message: string, next: string | null]>> = {
  active: ['The plan is active.', null],
  inactive: ['The plan isn’t active.', 'Ask the student for their current plan.'],
  unknown: [
    'The insurance company didn’t find the student.',
    'Check the name and member ID against the card. Confirm the birth date with the student.',
  ],
  other_plan_detected: [
    'The insurance company reported another plan.',
    'Check with that insurance company, or ask the student for that plan’s card.',
  ],
  missing_request_information: ['The request was missing information.', 'Complete the coverage details.'],
  unable_to_send_request: ['The request couldn’t be sent.', 'Verify by document or phone.'],
  request_failed: ['The request failed.', 'Check again later.'],
}

/** The columns of a file of results: what each is called there, by position. */
type ResultColumns = ReadonlyMap<BatchResultColumn, number>

/** Returns the columns that are in a header, by name without regard to case, spaces and punctuation. */
export const findColumns = (headers: readonly string[]): ResultColumns => {
  const folded = headers.map(foldHeader)
  return new Map(
    batchResultColumns.flatMap((column) => {
      const index = folded.indexOf(foldHeader(column))
      return index < 0 ? [] : [[column, index] as const]
    }),
  )
}

/** Returns the required columns that a header lacks. */
export const missingColumns = (columns: ResultColumns): BatchResultColumn[] =>
  (['Patient Account Number', 'Result'] as const).filter((column) => !columns.has(column))

/** Thrown while a row is read: why it can’t be imported. */
class Refusal extends Error {
  readonly column: BatchResultColumn | null

  constructor(column: BatchResultColumn | null, message: string) {
    super(message)
    this.column = column
  }
}

/**
 * Reads the rows after the header. Blank rows are left out, and of two rows about one account the second is rejected.
 * @param today `YYYY-MM-DD`
 */
export const readResults = (
  records: readonly (readonly string[])[],
  columns: ResultColumns,
  today: string,
): { readonly results: ReadResult[]; readonly refused: RefusedRow[] } => {
  const results: ReadResult[] = []
  const refused: RefusedRow[] = []
  const seen = new Map<string, number>()
  for (const [index, cells] of records.entries()) {
    if (isBlankRecord(cells)) continue
    const row = index + 2
    try {
      const result = readResult(cells, columns, today)
      const key = `${result.student_period_id} ${result.coverage_type}`
      const first = seen.get(key)
      if (first !== undefined)
        throw new Refusal('Patient Account Number', `Row ${first} has the same account number.`)
      seen.set(key, row)
      results.push({ ...result, row })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      refused.push({ row, column: error.column, message: error.message })
    }
  }
  return { results, refused }
}

const readResult = (cells: readonly string[], columns: ResultColumns, today: string): BatchResult => {
  const cell = (column: BatchResultColumn): string => readCell(cells, columns, column)
  const line = readAccountNumber(cell('Patient Account Number'))
  if (!line)
    throw new Refusal(
      'Patient Account Number',
      'Enter the account number from the exported file, such as 1042M.',
    )
  const status = statusOf.get(foldHeader(cell('Result')))
  if (!status)
    throw new Refusal(
      'Result',
      'Enter Active, Inactive, Not found, Other plan, Missing information, Not sent or Failed.',
    )
  const begins_on = readDay(cell('Plan Begin'), 'Plan Begin', today)
  const ends_on = readDay(cell('Plan End'), 'Plan End', today)
  if (begins_on !== null && ends_on !== null && ends_on < begins_on)
    throw new Refusal('Plan End', 'The plan ends before it begins.')
  const plan = {
    name: cell('Plan Name') || null,
    group_number: cell('Group Number') || null,
    begins_on,
    ends_on,
  }
  const said = { status, plan, payer: cell('Payer Name'), message: cell('Message') }
  return { ...line, reading: readingOf(said, today), hash: hashOf(cells) }
}

const mostCharacters = 500

const readCell = (cells: readonly string[], columns: ResultColumns, column: BatchResultColumn): string => {
  const text = unguardCell(cells[columns.get(column) ?? -1] ?? '').trim()
  if (!isStorableText(text)) throw new Refusal(column, 'This value has characters that can’t be saved.')
  if (text.length > mostCharacters) throw new Refusal(column, `Use ${mostCharacters} characters or fewer.`)
  return text
}

const readDay = (cell: string, column: BatchResultColumn, today: string): string | null => {
  if (cell === '') return null
  const day = readDate(cell, today, 'around')
  if (day === null) throw new Refusal(column, 'Enter a date as mm/dd/yyyy.')
  // a plan without an end (X12)
  return column === 'Plan End' && day >= '9999-12-31' ? null : day
}

interface Said {
  readonly status: EligibilityStatus
  readonly plan: {
    readonly name: string | null
    readonly group_number: string | null
    readonly begins_on: string | null
    readonly ends_on: string | null
  }
  readonly payer: string
  readonly message: string
}

/** What a service said, read as a payer’s own answer: a plan that has ended or begins later isn’t active now. */
const readingOf = ({ status: said, plan, payer: name, message }: Said, today: string): Reading => {
  const [status, reason_code, own] = datedStatus(said, plan, today)
  const [usual, next_step] = messages[status]
  const payer = name === '' ? null : { name, id: '' }
  return {
    status,
    reason_code,
    message: message === '' ? (own ?? usual) : message,
    next_step,
    payer,
    plan: Object.values(plan).some((value) => value !== null)
      ? { ...plan, type: null, premium_paid_to: null }
      : null,
    deductible: null,
    out_of_pocket_max: null,
    other_payers: status === 'other_plan_detected' && payer ? [payer] : [],
    basis: noBasis,
  }
}

const datedStatus = (
  said: EligibilityStatus,
  { begins_on, ends_on }: Said['plan'],
  today: string,
): readonly [status: EligibilityStatus, reason: string | null, message: string | null] => {
  if (said === 'active' && ends_on !== null && ends_on < today)
    return ['inactive', 'ended', 'The plan has ended.']
  if (said === 'active' && begins_on !== null && begins_on > today)
    return ['unknown', 'not_yet', 'Coverage hasn’t started yet.']
  return [said, said === 'unknown' ? 'not_found' : null, null]
}

const hashOf = (cells: readonly string[]): Buffer =>
  createHash('sha256')
    .update(JSON.stringify(cells.map((cell) => cell.trim())))
    .digest()
