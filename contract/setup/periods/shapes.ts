import * as z from 'zod/mini'
import { day, id, text } from '#contract/platform/fields.ts'

export const periodStates = ['draft', 'open', 'closed'] as const
export type PeriodState = (typeof periodStates)[number]
export const periodStateLabels: Record<PeriodState, string> = {
  draft: 'Draft',
  open: 'Open',
  closed: 'Closed',
}

/** The `about` document of a period. It’s replaced whole. */
export const periodAbout = z.object({
  name: z.string(),
  starts_on: z.string(),
  ends_on: z.string(),
  state: z.enum(periodStates),
  waiver_deadline_on: z.nullable(z.string()),
  medical_offered: z.boolean(),
  dental_offered: z.boolean(),
  vision_offered: z.boolean(),
  medical_is_voluntary: z.boolean(),
  version: z.int(),
})
export type PeriodAbout = z.output<typeof periodAbout>

/** A policy year of a school. */
export const period = z.object({
  ...periodAbout.shape,
  id: z.int(),
  school_id: z.int(),
  /** The number of active student-periods. */
  students: z.int(),
  /** Whether anything of its setup was saved, so that it can be copied. */
  has_setup: z.boolean(),
  /** Whether this is the current period: it includes today, or is the next to start, or the last that ended. */
  is_current: z.boolean(),
})
export type Period = z.output<typeof period>

const inOrder = z.refine<{ starts_on: string; ends_on: string }>((body) => body.starts_on < body.ends_on, {
  message: 'The policy year must end after it starts.',
  path: ['ends_on'],
})

export const newPeriod = z
  .strictObject({
    school_id: id,
    name: text(100),
    starts_on: day,
    ends_on: day,
    /** Left out of a copy, it’s that of the source, moved forward like its other dates. */
    waiver_deadline_on: z.nullish(day),
    medical_offered: z.optional(z.boolean()),
    dental_offered: z.optional(z.boolean()),
    vision_offered: z.optional(z.boolean()),
    copy_from_period_id: z.nullish(id),
    /** Starts with forms, pages and waiver rules that fit every office; only without a copy. */
    has_starter: z.optional(z.boolean()),
  })
  .check(inOrder)
  .check(
    z.refine(
      ({ copy_from_period_id: source, has_starter: hasStarter }) => source == null || hasStarter !== true,
      {
        message: 'Start with a copy or with the standard forms and pages.',
        path: ['has_starter'],
      },
    ),
  )

export const periodAboutChange = z
  .strictObject({
    name: text(100),
    starts_on: day,
    ends_on: day,
    state: z.enum(periodStates),
    waiver_deadline_on: z.nullable(day),
    medical_offered: z.boolean(),
    dental_offered: z.boolean(),
    vision_offered: z.boolean(),
    medical_is_voluntary: z.boolean(),
    version: z.optional(z.int()),
  })
  .check(inOrder)
