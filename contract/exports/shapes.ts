import * as z from 'zod/mini'
import { id, text } from '../fields.ts'
import { jobStates } from '../jobs/shapes.ts'
import { studentListColumns, type StudentListColumn } from '../student-periods/columns.ts'
import { selection } from '../student-periods/narrowing.ts'
import { sortOf } from '../table-query.ts'

/** The files an export may become. */
export const exportFormats = ['csv', 'xlsx'] as const
export type ExportFormat = (typeof exportFormats)[number]

/** Hours for which a file is kept once it is written. */
export const exportHours = 24

/** Rows below the header that a sheet of a workbook has room for: Excel's own limit. */
export const workbookRows = 1_048_575

// Object.keys forgets that these are the names and not none.
const columnNames = Object.keys(studentListColumns) as [StudentListColumn, ...StudentListColumn[]]

const columns = z.array(z.enum(columnNames)).check(z.minLength(1), z.maxLength(columnNames.length))

const asked = {
  period_id: z.optional(id),
  selection: z.optional(selection),
  ids: z.optional(z.array(id).check(z.minLength(1), z.maxLength(10_000))),
  columns,
  sort: z.optional(sortOf(studentListColumns)),
  format: z.enum(exportFormats),
  include_ssn: z.optional(z.boolean()),
  reason: z.nullish(text(500)),
}

const oneSource = z.refine<{ period_id?: unknown; selection?: unknown; ids?: unknown }>(
  ({ period_id, selection: rule, ids }) =>
    [period_id, rule, ids].filter((source) => source !== undefined).length === 1,
  { message: 'Give a period, a selection or ids.', path: ['period_id'] },
)

const eachColumnOnce = z.refine<{ columns: readonly string[] }>(
  ({ columns }) => new Set(columns).size === columns.length,
  { message: 'Each column can be given once.', path: ['columns'] },
)

const reasonForSsns = z.refine<{ include_ssn?: unknown; reason?: unknown }>(
  ({ include_ssn, reason }) => include_ssn !== true || typeof reason === 'string',
  { message: 'Say why the SSNs are needed.', path: ['reason'] },
)

/**
 * What is to be exported: the active records of a period, what a selection matches, or the records of one period that
 * `ids` name; with these columns, in this order. `include_ssn` adds the SSNs as a last column: product admins only,
 * with a reason, the password confirmed lately (423), and recorded.
 */
export const exportAsk = z.strictObject(asked).check(oneSource, eachColumnOnce, reasonForSsns)
export type ExportAsk = z.output<typeof exportAsk>

/** Rows that are printed at most: some forty sheets. Whoever needs more exports. */
export const printedRows = 2000

/** What is about to be printed: what a selection matches, with these columns. Nothing is printed that was not told. */
export const printAsk = z.strictObject({ selection, columns }).check(eachColumnOnce)
export type PrintAsk = z.output<typeof printAsk>

/** How far an export has come. */
export const exportRun = z.object({
  id: z.int(),
  period_id: z.int(),
  format: z.enum(exportFormats),
  state: z.enum(jobStates),
  progress: z.object({ done: z.int(), total: z.int() }),
  includes_ssn: z.boolean(),
  /** As it is saved: school, policy year and day. */
  file_name: z.string(),
  /** Rows of the file below its header, and its bytes: null until it is done. */
  rows: z.nullable(z.int()),
  size: z.nullable(z.int()),
  /** Why it failed, in words. */
  message: z.nullable(z.string()),
  created_at: z.string(),
  /** When the file goes. */
  expires_at: z.string(),
})
export type ExportRun = z.output<typeof exportRun>
