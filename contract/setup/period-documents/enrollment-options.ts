import * as z from 'zod/mini'
import { coverageLabels, coverages } from '#contract/platform/coverage/choices.ts'
import { text } from '#contract/platform/fields.ts'
import { academicStatusLabels } from '#contract/platform/record/student-period-choices.ts'
import { audience, everyone } from './audience.ts'
import { distinctKeys, itemKey } from '#contract/platform/document.ts'
import { periodDocument } from './document.ts'

/**
 * Students who are exempt from a coverage type: part time, distance, thesis only. Their new lines start as
 * exempt.
 */
const exemption = z.strictObject({
  key: itemKey,
  name: text(120),
  coverages: z.array(z.enum(coverages)).check(z.minLength(1)),
  audience,
})

/** Statuses that default enrollment can include in addition to not_started and waiver_declined. */
export const defaultAlso = ['waiver_utp', 'waiver_inactive', 'waived_aged_out'] as const
export const defaultAlsoLabels: Record<(typeof defaultAlso)[number], string> = {
  waiver_utp: 'Waiver – Unable to Process, after the days to respond',
  waiver_inactive: 'Waiver – Inactive Coverage',
  waived_aged_out: 'Waived – Aged Out',
}

/**
 * The coverage types a period offers, who they apply to, and who is exempt. The booleans are columns of the
 * period: its `about` has them too.
 */
export const enrollmentOptions = periodDocument({
  kind: 'enrollment-options',
  label: 'Insurance options',
  isSeenOnSave: true,
  access: 'school',
  shape: {
    medical_offered: z.boolean(),
    dental_offered: z.boolean(),
    vision_offered: z.boolean(),
    medical_is_voluntary: z.boolean(),
    /** Who a coverage type applies to, if it’s offered. */
    medical_audience: audience,
    dental_audience: audience,
    vision_audience: audience,
    /** Whether students without a form are auto-enrolled after the deadline. */
    medical_enrolls_by_default: z.boolean(),
    dental_enrolls_by_default: z.boolean(),
    vision_enrolls_by_default: z.boolean(),
    default_also: z.array(z.enum(defaultAlso)),
    /** Days after a student’s deadline on which they still can send a form before they’re auto-enrolled. */
    default_enrollment_wait_days: z.int().check(z.gte(0), z.lte(60)),
    /** Whether auto-enrollment starts on its day without staff. */
    default_enrollment_is_automatic: z.boolean(),
    exemptions: z.array(exemption).check(z.maxLength(40)),
  },
  labels: {
    medical_offered: 'Medical offered',
    dental_offered: 'Dental offered',
    vision_offered: 'Vision offered',
    medical_is_voluntary: 'Medical coverage is voluntary',
    medical_audience: 'Medical: applies to',
    dental_audience: 'Dental: applies to',
    vision_audience: 'Vision: applies to',
    medical_enrolls_by_default: 'Auto-enroll in medical',
    dental_enrolls_by_default: 'Auto-enroll in dental',
    vision_enrolls_by_default: 'Auto-enroll in vision',
    default_also: 'Also auto-enroll',
    default_enrollment_wait_days: 'Days to wait after the deadline',
    default_enrollment_is_automatic: 'Start automatically',
    exemptions: 'Exemptions',
  },
  choices: { ...coverageLabels, ...defaultAlsoLabels, ...academicStatusLabels },
  recordsKeep: {
    medical_offered: 'setup',
    dental_offered: 'setup',
    vision_offered: 'setup',
    medical_audience: 'setup',
    dental_audience: 'setup',
    vision_audience: 'setup',
    exemptions: 'setup',
  },
  empty: {
    medical_offered: true,
    dental_offered: true,
    vision_offered: true,
    medical_is_voluntary: false,
    medical_audience: everyone,
    dental_audience: everyone,
    vision_audience: everyone,
    medical_enrolls_by_default: true,
    dental_enrolls_by_default: false,
    vision_enrolls_by_default: false,
    default_also: [],
    default_enrollment_wait_days: 0,
    default_enrollment_is_automatic: false,
    exemptions: [],
  },
  issues: ({ exemptions }) => [
    ...distinctKeys('exemptions', exemptions),
    ...exemptions.flatMap(({ audience: who }, index) =>
      Object.values(who).every((asked) => asked.length === 0)
        ? [
            [
              `exemptions.${index}.audience`,
              'Choose who is exempt. Without a choice, this exempts everyone.',
            ] as const,
          ]
        : [],
    ),
  ],
})
