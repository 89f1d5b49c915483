import * as z from 'zod/mini'
import { id, text } from '#contract/platform/fields.ts'
import { jobStates } from '#contract/platform/jobs/shapes.ts'
import { columnNames, studentListColumns } from '#contract/platform/record/columns.ts'
import { selection } from '#contract/platform/record/narrowing.ts'
import { sortOf } from '#contract/platform/table-query.ts'

/** The file formats of an export. */
export const exportFormats = ['csv', 'xlsx'] as const
export type ExportFormat = (typeof exportFormats)[number]

/** Hours an exported file is available. */
export const exportHours = 24

/** The most rows below the header of an Excel worksheet (Excel’s own limit). */
export const workbookRows = 1_048_575

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
  { message: 'Choose a policy year, a selection or students.', path: ['period_id'] },
)

const eachColumnOnce = z.refine<{ columns: readonly string[] }>(
  ({ columns }) => new Set(columns).size === columns.length,
  { message: 'Choose each column only once.', path: ['columns'] },
)

const reasonForSsns = z.refine<{ include_ssn?: unknown; reason?: unknown }>(
  ({ include_ssn, reason }) => include_ssn !== true || typeof reason === 'string',
  { message: 'Enter a reason for exporting SSNs.', path: ['reason'] },
)

/**
 * The request for an export: the active records of a period, a selection, or the records of one period with
 * these `ids`, with these columns in this order. `include_ssn` adds SSNs as the last column: product admins
 * only, with a reason and a recently confirmed password (423). It’s logged.
 */
export const exportAsk = z.strictObject(asked).check(oneSource, eachColumnOnce, reasonForSsns)
export type ExportAsk = z.output<typeof exportAsk>

/** The most rows that can be printed, about 40 sheets. For more, users export. */
export const printedRows = 2000

/**
 * The request that logs a print: the selection and its columns. The client prints only after this call
 * succeeds.
 */
export const printAsk = z.strictObject({ selection, columns }).check(eachColumnOnce)
export type PrintAsk = z.output<typeof printAsk>

/** An export with its progress; its file can be downloaded once it’s done. */
export const exportRun = z.object({
  id: z.int(),
  period_id: z.int(),
  format: z.enum(exportFormats),
  state: z.enum(jobStates),
  progress: z.object({ done: z.int(), total: z.int() }),
  includes_ssn: z.boolean(),
  /** The file name: school, policy year and day. */
  file_name: z.string(),
  /** Rows below the header, and bytes; null until the export is done. */
  rows: z.nullable(z.int()),
  size: z.nullable(z.int()),
  /** Why it failed, as a sentence. */
  message: z.nullable(z.string()),
  created_at: z.string(),
  /** When the file expires. */
  expires_at: z.string(),
})
export type ExportRun = z.output<typeof exportRun>
