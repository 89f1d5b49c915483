import * as z from 'zod/mini'
import { optionFields } from '../website/dropdowns.ts'

/** `refused`: nothing was written because rows were refused, or the file is no table. */
export const importStates = ['queued', 'running', 'done', 'refused', 'failed'] as const
export type ImportState = (typeof importStates)[number]

export const importOutcomes = ['added', 'changed', 'unchanged', 'refused'] as const
export type ImportOutcome = (typeof importOutcomes)[number]

/** What becomes of students who are already in the period. */
export const existingModes = ['update', 'skip'] as const

export const importError = z.object({
  row: z.int(),
  /** The header as it stands in the file. */
  column: z.nullable(z.string()),
  message: z.string(),
})
export type ImportError = z.output<typeof importError>

/** A value of a file that is no option of the period. */
export const unlistedValue = z.object({
  /** The header as it stands in the file. */
  column: z.string(),
  field: z.enum(optionFields),
  value: z.string(),
  /** How many rows of the file hold it. */
  rows: z.int(),
  /** The option it was probably meant to be. */
  nearest: z.nullable(z.string()),
})
export type UnlistedValue = z.output<typeof unlistedValue>

export const importCounts = z.object({
  added: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  refused: z.int(),
})
export type ImportCounts = z.output<typeof importCounts>

/** An import with its progress; row 1 is the header. */
export const importRun = z.object({
  id: z.int(),
  kind: z.enum(['csv', 'from_period']),
  school_id: z.int(),
  period_id: z.int(),
  file_name: z.nullable(z.string()),
  state: z.enum(importStates),
  /** Nothing is written in a dry run; it can be applied within the hour. */
  dry_run: z.boolean(),
  applied: z.boolean(),
  may_apply: z.boolean(),
  on_existing: z.enum(existingModes),
  progress: z.object({ done: z.int(), total: z.int() }),
  counts: importCounts,
  /** The first 1,000. */
  errors: z.array(importError),
  /** At most 100, what most rows hold first; nothing is refused for it. */
  unlisted: z.array(unlistedValue),
  /** Header of the file → field, or null where a column is left out. */
  mapping: z.record(z.string(), z.nullable(z.string())),
  headers: z.array(z.string()),
  message: z.nullable(z.string()),
  /** The act that wrote it. */
  change_id: z.nullable(z.int()),
  /** What to undo to take it back; null where nothing was written, and while it is taken back. */
  undo_change_id: z.nullable(z.int()),
  /** Who took it back, and when; null while what it wrote stands. */
  undone: z.nullable(z.object({ at: z.string(), by: z.nullable(z.string()) })),
  created_at: z.string(),
})
export type ImportRun = z.output<typeof importRun>

const shown = z.union([z.string(), z.number(), z.boolean(), z.null()])

/** One row of a file and what would become, or became, of it. */
export const importRow = z.object({
  row: z.int(),
  sid: z.nullable(z.string()),
  name: z.string(),
  changes: z.array(z.object({ field: z.string(), before: shown, after: shown })),
  errors: z.array(importError),
})
export type ImportRow = z.output<typeof importRow>
