import * as z from 'zod/mini'
import { coverageLabels, coverages } from '../coverage/choices.ts'
import { text } from '../fields.ts'
import { academicStatusLabels } from '../student-periods/choices.ts'
import { audience, everybody } from './audience.ts'
import { distinctKeys, itemKey } from '../document.ts'
import { periodDocument } from './document.ts'

/** Students who are not subject to a line: part-time, distance, thesis only. Their new lines begin as exempt. */
export const exemption = z.strictObject({
  key: itemKey,
  name: text(120),
  coverages: z.array(z.enum(coverages)).check(z.minLength(1)),
  audience,
})

/** Statuses that the default enrollment may take beside not_started and waiver_declined (domain section 2). */
export const defaultAlso = ['waiver_utp', 'waiver_inactive', 'waived_aged_out'] as const
export const defaultAlsoLabels: Record<(typeof defaultAlso)[number], string> = {
  waiver_utp: 'Waiver unable to process, past its grace',
  waiver_inactive: 'Waiver with inactive coverage',
  waived_aged_out: 'Waived and aged out',
}

/**
 * Which lines a period offers, to whom, and who is exempt. The four yes-or-nos of the lines are the period's own:
 * its `about` shows them too.
 */
export const enrollmentOptions = periodDocument({
  kind: 'enrollment-options',
  label: 'Insurance options',
  access: 'school',
  shape: {
    medical_offered: z.boolean(),
    dental_offered: z.boolean(),
    vision_offered: z.boolean(),
    medical_is_voluntary: z.boolean(),
    /** To whom a line is offered, where it is offered at all. */
    medical_audience: audience,
    dental_audience: audience,
    vision_audience: audience,
    /** Whether those from whom nothing came are enrolled after the deadline. */
    medical_enrolls_by_default: z.boolean(),
    dental_enrolls_by_default: z.boolean(),
    vision_enrolls_by_default: z.boolean(),
    default_also: z.array(z.enum(defaultAlso)),
    exemptions: z.array(exemption).check(z.maxLength(40)),
  },
  labels: {
    medical_offered: 'Medical offered',
    dental_offered: 'Dental offered',
    vision_offered: 'Vision offered',
    medical_is_voluntary: 'Medical voluntary',
    medical_audience: 'Medical offered to',
    dental_audience: 'Dental offered to',
    vision_audience: 'Vision offered to',
    medical_enrolls_by_default: 'Medical enrolls by default',
    dental_enrolls_by_default: 'Dental enrolls by default',
    vision_enrolls_by_default: 'Vision enrolls by default',
    default_also: 'Default enrollment also takes',
    exemptions: 'Exemptions',
  },
  choices: { ...coverageLabels, ...defaultAlsoLabels, ...academicStatusLabels },
  empty: {
    medical_offered: true,
    dental_offered: true,
    vision_offered: true,
    medical_is_voluntary: false,
    medical_audience: everybody,
    dental_audience: everybody,
    vision_audience: everybody,
    medical_enrolls_by_default: true,
    dental_enrolls_by_default: false,
    vision_enrolls_by_default: false,
    default_also: [],
    exemptions: [],
  },
  misfits: ({ exemptions }) => [
    ...distinctKeys('exemptions', exemptions),
    ...exemptions.flatMap(({ audience: who }, index) =>
      Object.values(who).every((asked) => asked.length === 0)
        ? [[`exemptions.${index}.audience`, 'Say who is exempt: this would be everybody.'] as const]
        : [],
    ),
  ],
})
