import * as z from 'zod/mini'
import { translated } from '#contract/platform/translation.ts'
import { day, text } from '#contract/platform/fields.ts'
import { academicStatusLabels } from '#contract/platform/record/student-period-choices.ts'
import { audience } from './audience.ts'
import { distinctKeys, itemKey, type ContentIssue } from '#contract/platform/document.ts'
import { periodDocument } from './document.ts'

/** Deadlines for a group of students, for example the class of 2026 or incoming students. */
const cohort = z.strictObject({
  key: itemKey,
  ...translated({ name: text(120) }),
  audience,
  enrollment_closes_on: z.nullable(day),
  waiver_deadline_on: z.nullable(day),
})

/** Days before a deadline on which students who haven’t started are reminded. */
export const reminderDays = ['30', '14', '7', '3', '1'] as const
export const reminderDayLabels: Record<(typeof reminderDays)[number], string> = {
  '30': '30 days before',
  '14': '14 days before',
  '7': '7 days before',
  '3': '3 days before',
  '1': 'The day before',
}

/** A part of the year that can be covered separately: annual, fall, spring and summer. */
const coverageTerm = z.strictObject({
  key: itemKey,
  name: text(120),
  starts_on: day,
  ends_on: day,
})

const inOrder = (path: string, starts: string | null, ends: string | null): readonly ContentIssue[] =>
  starts !== null && ends !== null && starts > ends
    ? [[path, 'Enter a date on or after the start date.']]
    : []

/**
 * The period’s start and end, the windows for forms, cohort deadlines and coverage terms. `starts_on`,
 * `ends_on` and `waiver_deadline_on` are columns of the period: its `about` has them too.
 */
export const dates = periodDocument({
  kind: 'dates',
  label: 'Dates',
  isSeenOnSave: true,
  access: 'school',
  shape: {
    starts_on: day,
    ends_on: day,
    enrollment_opens_on: z.nullable(day),
    enrollment_closes_on: z.nullable(day),
    waiver_opens_on: z.nullable(day),
    waiver_deadline_on: z.nullable(day),
    reminder_days: z.array(z.enum(reminderDays)),
    cohorts: z.array(cohort).check(z.maxLength(40)),
    coverage_terms: z.array(coverageTerm).check(z.maxLength(12)),
  },
  labels: {
    starts_on: 'Starts',
    ends_on: 'Ends',
    enrollment_opens_on: 'Enrollment window opens',
    enrollment_closes_on: 'Enrollment window closes',
    waiver_opens_on: 'Waiver window opens',
    waiver_deadline_on: 'Waiver deadline',
    reminder_days: 'Deadline reminders',
    cohorts: 'Cohorts',
    coverage_terms: 'Coverage terms',
  },
  choices: { ...academicStatusLabels, ...reminderDayLabels },
  recordsKeep: { starts_on: 'nowhere', ends_on: 'nowhere', coverage_terms: 'nowhere' },
  empty: {
    starts_on: '',
    ends_on: '',
    enrollment_opens_on: null,
    enrollment_closes_on: null,
    waiver_opens_on: null,
    waiver_deadline_on: null,
    reminder_days: ['14', '3'],
    cohorts: [],
    coverage_terms: [],
  },
  issues: (content) => [
    ...(content.starts_on < content.ends_on
      ? []
      : [['ends_on', 'The policy year must end after it starts.'] as const]),
    ...inOrder('enrollment_closes_on', content.enrollment_opens_on, content.enrollment_closes_on),
    ...inOrder('waiver_deadline_on', content.waiver_opens_on, content.waiver_deadline_on),
    ...content.coverage_terms.flatMap((term, index) =>
      inOrder(`coverage_terms.${index}.ends_on`, term.starts_on, term.ends_on),
    ),
    ...distinctKeys('cohorts', content.cohorts),
    ...distinctKeys('coverage_terms', content.coverage_terms),
  ],
})
