import * as z from 'zod/mini'
import { coverages } from '#contract/platform/coverage/choices.ts'
import { exportFormats } from '#contract/review/exports/shapes.ts'
import { day, id, person, text } from '#contract/platform/fields.ts'
import { paging } from '#contract/platform/table-query.ts'
import { bursarActions, bursarBatchStates, bursarItems } from './choices.ts'

/** A sum of charges and reversals: a decimal string with 2 places, negative if more is removed than charged. */
const signedMoney = z.string().check(z.regex(/^-?\d{1,12}\.\d{2}$/))

/** The sums of some lines. */
const sums = {
  lines: z.int(),
  charge: signedMoney,
  reverse: signedMoney,
  prorate: signedMoney,
  total: signedMoney,
} as const

/** The totals of a batch or of a preview. */
const bursarTotals = z.object({
  ...sums,
  students: z.int(),
  /** Lines by action. */
  counts: z.object({ charge: z.int(), reverse: z.int(), prorate: z.int() }),
  /** By what is charged, only items that have lines. */
  items: z.array(
    z.object({ item: z.enum(bursarItems), coverage_type: z.nullable(z.enum(coverages)), ...sums }),
  ),
})
export type BursarTotals = z.output<typeof bursarTotals>

/** One line of a batch, numbered from 1. */
export const bursarLine = z.object({
  line: z.int(),
  student_id: id,
  student_period_id: id,
  sid: z.string(),
  last_name: z.string(),
  first_name: z.string(),
  coverage_type: z.nullable(z.enum(coverages)),
  item: z.enum(bursarItems),
  action: z.enum(bursarActions),
  amount: signedMoney,
  effective_on: day,
  /** Why, as a sentence for the student account. */
  reason: z.string(),
})
export type BursarLine = z.output<typeof bursarLine>

/** Which lines of a batch or preview are listed. */
export const bursarLinesQuery = z.strictObject({ ...paging, action: z.optional(z.enum(bursarActions)) })

const linePage = {
  /** A page of the lines, by student. */
  lines: z.array(bursarLine),
  /** How many lines there are in all, after the filter. */
  lines_total: z.int(),
} as const

/** What a new batch of a policy year would hold now. */
export const bursarPreview = z.object({
  totals: bursarTotals,
  /** The number the school’s next batch gets. */
  next_number: z.int(),
  /** Coverage of enrolled students that has no premium at all, so nothing is charged for it. */
  without_premium: z.int(),
  /** Coverage of students who pay the insurance company directly. */
  direct_pay: z.int(),
  ...linePage,
})
export type BursarPreview = z.output<typeof bursarPreview>

const step = { by: z.nullable(person), at: z.string() }

/** A batch without its lines. */
export const bursarBatch = z.object({
  id,
  period_id: id,
  number: z.int(),
  state: z.enum(bursarBatchStates),
  lines: z.int(),
  students: z.int(),
  total: signedMoney,
  made: z.object(step),
  released: z.nullable(z.object(step)),
  confirmed: z.nullable(z.object(step)),
  voided: z.nullable(z.object({ ...step, reason: z.string() })),
})
export type BursarBatch = z.output<typeof bursarBatch>

/** A batch with its totals and a page of its lines. */
export const bursarBatchDetails = z.object({ batch: bursarBatch, totals: bursarTotals, ...linePage })
export type BursarBatchDetails = z.output<typeof bursarBatchDetails>

/** Asks for a batch of what the preview showed. If it’s different now, the call is 409. */
export const newBursarBatch = z.strictObject({
  expected: z.optional(z.strictObject({ lines: z.int(), total: signedMoney })),
})
export type NewBursarBatch = z.output<typeof newBursarBatch>

/** Voids a batch. The reason is kept with it. */
export const bursarVoid = z.strictObject({ reason: text(500) })

/** How a school’s batches are made. Version 0 is before the first save. */
export const bursarSettings = z.object({ needs_second_person: z.boolean(), version: z.int() })
export type BursarSettings = z.output<typeof bursarSettings>

export const bursarSettingsChange = z.strictObject({ needs_second_person: z.boolean(), version: z.int() })
export type BursarSettingsChange = z.output<typeof bursarSettingsChange>

export const bursarSettingsLabels = {
  needs_second_person: 'Second person releases bursar batches',
} as const satisfies Record<Exclude<keyof BursarSettingsChange, 'version'>, string>

/** The format of a bursar file. */
export const bursarFileQuery = z.strictObject({ format: z._default(z.enum(exportFormats), 'csv') })
