import * as z from 'zod/mini'
import { day, text } from '../fields.ts'
import { academicStatusLabels } from '../student-periods/choices.ts'
import { audience } from './audience.ts'
import { distinctKeys, itemKey, type Misfit } from '../document.ts'
import { periodDocument } from './document.ts'

/** Deadlines of their own for some students: the class of 2026, those who come in. */
export const cohort = z.strictObject({
  key: itemKey,
  name: text(120),
  audience,
  enrollment_closes_on: z.nullable(day),
  waiver_deadline_on: z.nullable(day),
})

/** A part of the year that can be covered alone: annual, fall, spring and summer. */
export const coverageTerm = z.strictObject({
  key: itemKey,
  name: text(120),
  starts_on: day,
  ends_on: day,
})

const inOrder = (
  path: string,
  label: string,
  starts: string | null,
  ends: string | null,
): readonly Misfit[] =>
  starts !== null && ends !== null && starts > ends ? [[path, `The ${label} is before its start.`]] : []

/**
 * When a period runs, when forms may be sent, whose deadlines differ, and which parts of it can be covered.
 * `starts_on`, `ends_on` and `waiver_deadline_on` are the period's own: its `about` shows them too.
 */
export const dates = periodDocument({
  kind: 'dates',
  label: 'Dates',
  access: 'school',
  shape: {
    starts_on: day,
    ends_on: day,
    enrollment_opens_on: z.nullable(day),
    enrollment_closes_on: z.nullable(day),
    waiver_opens_on: z.nullable(day),
    waiver_deadline_on: z.nullable(day),
    cohorts: z.array(cohort).check(z.maxLength(40)),
    coverage_terms: z.array(coverageTerm).check(z.maxLength(12)),
  },
  labels: {
    starts_on: 'Starts',
    ends_on: 'Ends',
    enrollment_opens_on: 'Enrollment opens',
    enrollment_closes_on: 'Enrollment closes',
    waiver_opens_on: 'Waivers open',
    waiver_deadline_on: 'Waiver deadline',
    cohorts: 'Cohorts',
    coverage_terms: 'Coverage terms',
  },
  choices: academicStatusLabels,
  empty: {
    starts_on: '',
    ends_on: '',
    enrollment_opens_on: null,
    enrollment_closes_on: null,
    waiver_opens_on: null,
    waiver_deadline_on: null,
    cohorts: [],
    coverage_terms: [],
  },
  misfits: (content) => [
    ...(content.starts_on < content.ends_on
      ? []
      : [['ends_on', 'The period must end after it starts.'] as const]),
    ...inOrder('enrollment_closes_on', 'end', content.enrollment_opens_on, content.enrollment_closes_on),
    ...inOrder('waiver_deadline_on', 'deadline', content.waiver_opens_on, content.waiver_deadline_on),
    ...content.coverage_terms.flatMap((term, index) =>
      inOrder(`coverage_terms.${index}.ends_on`, 'end', term.starts_on, term.ends_on),
    ),
    ...distinctKeys('cohorts', content.cohorts),
    ...distinctKeys('coverage_terms', content.coverage_terms),
  ],
})
