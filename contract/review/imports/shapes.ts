import * as z from 'zod/mini'
import { delimiters, encodings } from '#contract/platform/text-files.ts'
import { coverages, coverageStatuses } from '#contract/platform/coverage/choices.ts'
import { tiers } from '#contract/platform/coverage/status-groups.ts'
import { addressGroups, dateOrders, holdCauses, leftOutReasons } from './choices.ts'
import { optionFields } from '#contract/setup/period-documents/dropdowns.ts'
import { renewals } from '#contract/setup/period-documents/insurance-configuration.ts'

/**
 * The states of an import. `refused`: nothing was imported, because rows were rejected or the file isn’t a
 * table.
 */
export const importStates = ['queued', 'running', 'done', 'refused', 'failed'] as const
export type ImportState = (typeof importStates)[number]

export const importOutcomes = ['added', 'changed', 'unchanged', 'refused'] as const
export type ImportOutcome = (typeof importOutcomes)[number]

/** What happens to students who are already in the period. */
export const existingModes = ['update', 'skip'] as const

const importError = z.object({
  row: z.int(),
  /** The header as written in the file. */
  column: z.nullable(z.string()),
  message: z.string(),
  /** The cell’s text, empty if it’s blank. Null if it can be an SSN or is too long, and for errors that aren’t of one cell. */
  value: z.nullable(z.string()),
})
export type ImportError = z.output<typeof importError>

/** Cells of rejected rows that are fixed together: the same value in the same column, or one cell. */
export const rejectedCells = z.object({
  /** The header as written in the file. */
  column: z.string(),
  field: z.nullable(z.string()),
  /** As in `errors`. If it’s empty or null, this is one cell. */
  value: z.nullable(z.string()),
  message: z.string(),
  /** The number of rows with this value. */
  rows: z.int(),
  /** The first of them. */
  row: z.int(),
  /** The name in that row. */
  name: z.string(),
  /** The choice of the field that was probably meant. */
  nearest: z.nullable(z.string()),
})
export type RejectedCells = z.output<typeof rejectedCells>

/** What replaces cells of rejected rows. */
export const cellFix = z.strictObject({
  column: z.string(),
  /** All with a value, or the one in a row. */
  at: z.union([z.strictObject({ value: z.string() }), z.strictObject({ row: z.int() })]),
  to: z.nullable(z.string().check(z.maxLength(1000))),
})
export type CellFix = z.output<typeof cellFix>

/** A value in the file that isn’t an option of the period. */
const unlistedValue = z.object({
  /** The header as written in the file. */
  column: z.string(),
  field: z.enum(optionFields),
  value: z.string(),
  /** The number of rows with this value. */
  rows: z.int(),
  /** The option that was probably meant. */
  nearest: z.nullable(z.string()),
})
export type UnlistedValue = z.output<typeof unlistedValue>

/** A value in the file that says that something isn’t known. */
const unknownValue = z.object({
  column: z.string(),
  field: z.string(),
  value: z.string(),
  rows: z.int(),
})
export type UnknownValue = z.output<typeof unknownValue>

/**
 * What is doubtful about the student of a row. `other_person`: the name and birth date aren’t those of the student with
 * the ID. `duplicate`: a new row with the name and birth date of a student with another ID. `spoiled_id`: an ID that a
 * spreadsheet has changed. `unclear_id`: an ID that means the IDs of several students. `respelled_id`: an ID spelled in
 * another way, of the student with the row’s name and birth date; only this one doesn’t stop the row.
 */
export const findingKinds = ['other_person', 'duplicate', 'spoiled_id', 'unclear_id', 'respelled_id'] as const
export type FindingKind = (typeof findingKinds)[number]

const samePerson = z.object({
  /** The student’s ID in Shipmate. */
  id: z.int(),
  sid: z.string(),
  name: z.string(),
  dob: z.string(),
})
export type FindingPerson = z.output<typeof samePerson>

const rowFinding = z.object({
  kind: z.enum(findingKinds),
  /** The row’s birth date; null if it has none. */
  dob: z.nullable(z.string()),
  /** The student the row is read as, if it’s confirmed; null for a new one. */
  student: z.nullable(samePerson),
  /** Students with the row’s name and birth date, or with an ID that means the same. */
  others: z.array(samePerson),
  /** The ID that was probably meant. */
  proposed_sid: z.nullable(z.string()),
})
export type RowFinding = z.output<typeof rowFinding>

/** The number of rows with each finding. */
const findingCounts = z.object({
  other_person: z.int(),
  duplicate: z.int(),
  spoiled_id: z.int(),
  unclear_id: z.int(),
  respelled_id: z.int(),
  /** Rows that staff can still confirm. */
  to_confirm: z.int(),
  confirmed: z.int(),
})
export type FindingCounts = z.output<typeof findingCounts>

const importCounts = z.object({
  added: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  refused: z.int(),
})

/** How a roster file is read. Its records are numbered from 1, blank ones and titles included. */
export const fileReading = z.object({
  /** Null for a workbook. */
  encoding: z.nullable(z.enum(encodings)),
  /** Null for a workbook. */
  delimiter: z.nullable(z.enum(delimiters)),
  /** The row with the column names. */
  header_row: z.int(),
  /** The rows below it that aren’t students, such as totals. */
  footer_rows: z.array(z.int()),
  /** Null if no date depends on it, or if it has to be asked. */
  date_order: z.nullable(z.enum(dateOrders)),
  /** Null without an address. */
  address_group: z.nullable(z.enum(addressGroups)),
  /** The workbook’s sheet; null for other files. */
  sheet: z.nullable(z.string()),
})
export type FileReading = z.output<typeof fileReading>

const cellOfFile = z.object({ row: z.int(), column: z.string(), value: z.string() })
export type CellOfFile = z.output<typeof cellOfFile>

/** How a file would be read, with what staff may want to change. */
export const proposedReading = z.extend(fileReading, {
  /** The titles above the column names and the rows below the students. */
  skipped: z.array(z.object({ row: z.int(), text: z.string() })),
  /** Dates that are month first or day first: one that can be either, or one of each. Empty if that’s settled. */
  unclear_dates: z.array(cellOfFile),
  /** The addresses that the file has side by side. */
  address_groups: z.array(z.enum(addressGroups)),
  sheets: z.array(z.string()),
  /** The first cells with characters that were lost before the file was made, or that can’t be read. */
  spoiled: z.array(cellOfFile),
  spoiled_count: z.int(),
})
export type ProposedReading = z.output<typeof proposedReading>

/** What a copy of a policy year does, as planned. Amounts are dollars. */
const yearCopy = z.object({
  from_period_id: z.int(),
  from_period_name: z.string(),
  /** What the new year’s setup says about students who were enrolled or waived. */
  enrolled_becomes: z.enum(renewals),
  waived_becomes: z.enum(renewals),
  /** The number of copied students with each status before and after. */
  statuses: z.array(
    z.object({
      coverage: z.enum(coverages),
      before: z.enum(coverageStatuses),
      after: z.enum(coverageStatuses),
      students: z.int(),
    }),
  ),
  /** What the copied students will owe: premiums by coverage type, fees, and the sum. Direct pay isn’t in it. */
  due: z.object({
    medical: z.string(),
    dental: z.string(),
    vision: z.string(),
    fees: z.string(),
    total: z.string(),
  }),
  left_out: z.array(z.object({ reason: z.enum(leftOutReasons), students: z.int() })),
  /** The number of incoming students who become returning ones. */
  become_returning: z.int(),
  /** The premiums that are as in the earlier year. They have to be accepted. */
  same_premiums: z.array(z.object({ coverage: z.enum(coverages), tier: z.enum(tiers), premium: z.string() })),
})
export type YearCopy = z.output<typeof yearCopy>

/** An import with its progress. */
export const importRun = z.object({
  id: z.int(),
  kind: z.enum(['csv', 'from_period']),
  school_id: z.int(),
  period_id: z.int(),
  file_name: z.nullable(z.string()),
  state: z.enum(importStates),
  /** Whether this is a preview. A dry run saves nothing and can be applied for 1 hour. */
  dry_run: z.boolean(),
  applied: z.boolean(),
  may_apply: z.boolean(),
  on_existing: z.enum(existingModes),
  progress: z.object({ done: z.int(), total: z.int() }),
  /** Students who are left out of a copy count as unchanged. */
  counts: importCounts,
  findings: findingCounts,
  /** Why nothing of the file can be imported until someone says that it’s right; null if nothing holds it. */
  held: z.nullable(z.object({ cause: z.enum(holdCauses), rows: z.int() })),
  /** The students in the policy year who aren’t in the file; null until someone says that it’s the whole roster. */
  missing: z.nullable(z.int()),
  /** The first 1,000 errors. */
  errors: z.array(importError),
  /** At most 100 values, most frequent first. They don’t cause rejections. */
  unlisted: z.array(unlistedValue),
  /** At most 100 values that say that something isn’t known, most frequent first. These cells count as empty. */
  unknown: z.array(unknownValue),
  /** File header → field, or null if the column isn’t imported. */
  mapping: z.record(z.string(), z.nullable(z.string())),
  headers: z.array(z.string()),
  /** Null for a copy, and for files imported before this was recorded. */
  reading: z.nullable(fileReading),
  /** Null for a file, and for a copy that isn’t planned yet. */
  year_copy: z.nullable(yearCopy),
  message: z.nullable(z.string()),
  /** The change that saved it. */
  change_id: z.nullable(z.int()),
  /** The change to undo; null if nothing was saved or while an undo is running. */
  undo_change_id: z.nullable(z.int()),
  /** Who undid the import and when; null if it hasn’t been undone. */
  undone: z.nullable(z.object({ at: z.string(), by: z.nullable(z.string()) })),
  created_at: z.string(),
})
export type ImportRun = z.output<typeof importRun>

const shown = z.union([z.string(), z.number(), z.boolean(), z.null()])

/** One row of the file with its planned or applied result. */
export const importRow = z.object({
  row: z.int(),
  sid: z.nullable(z.string()),
  name: z.string(),
  changes: z.array(z.object({ field: z.string(), before: shown, after: shown })),
  errors: z.array(importError),
  finding: z.nullable(rowFinding),
  /** Why a student isn’t copied; null for the others. */
  left_out_for: z.nullable(z.enum(leftOutReasons)),
  /** Whether the row is stopped or confirmed, so that staff can decide the other way. */
  decision: z.nullable(z.enum(['stopped', 'confirmed'])),
})
export type ImportRow = z.output<typeof importRow>
