import * as z from 'zod/mini'
import { translated } from '#contract/platform/translation.ts'
import { money, phone, text } from '#contract/platform/fields.ts'
import { statusCatalogue } from '#contract/platform/coverage/choices.ts'
import { tiers } from '#contract/platform/coverage/status-groups.ts'
import { isWebAddress } from '#contract/platform/rich-text.ts'
import { texts } from '#contract/platform/problem.ts'
import { insuranceTypeLabels, insuranceTypes } from '#contract/platform/record/student-period-choices.ts'
import { distinctKeys, itemKey, richText } from '#contract/platform/document.ts'
import { amountIssues, periodDocument } from './document.ts'

/** How a year’s premium applies to a student: in full, or by month from the coverage start date. */
export const prorations = ['none', 'monthly'] as const
export const prorationLabels: Record<(typeof prorations)[number], string> = {
  none: 'Full premium, no proration',
  monthly: 'Prorated by month from the coverage start date',
}

const premium = z.nullable(money)
/** A year’s premium for each tier; null if the plan doesn’t have the tier. */
const premiums = z.strictObject({
  enrolled: premium,
  enrolled_ech: premium,
  enrolled_esp: premium,
  enrolled_espch: premium,
  enrolled_espch2: premium,
  enrolled_efam: premium,
})
type Premiums = z.output<typeof premiums>

const noPremiums: Premiums = {
  enrolled: null,
  enrolled_ech: null,
  enrolled_esp: null,
  enrolled_espch: null,
  enrolled_espch2: null,
  enrolled_efam: null,
}

/** A web address or the URL of a school file. */
export const address = z
  .string()
  .check(z.refine((value) => isWebAddress(value) || /^\/media\/[\w-]+\.\w+$/.test(value), texts.address))

/** A document about the plan: a brochure, a summary of benefits, a certificate. */
const planDocument = z.strictObject({ key: itemKey, ...translated({ label: text(120) }), url: address })

const shape = {
  name: z.nullable(text(120)),
  underwriter: z.nullable(text(120)),
  administrator: z.nullable(text(120)),
  insurance_type: z.nullable(z.enum(insuranceTypes)),
  group_number: z.nullable(text(60)),
  premiums,
  proration: z.enum(prorations),
  /** Whether students who aren’t billed by the bursar can pay the carrier directly. */
  direct_pay: z.boolean(),
  direct_pay_premiums: premiums,
  member_phone: z.nullable(phone),
  member_website: z.nullable(address),
  ...translated({ body: richText }),
  documents: z.array(planDocument).check(z.maxLength(20)),
}

const premiumParts = Object.fromEntries(
  tiers.flatMap((tier) => [
    [`premiums.${tier}`, `Premium › ${statusCatalogue[tier].label}`],
    [`direct_pay_premiums.${tier}`, `Direct-pay premium › ${statusCatalogue[tier].label}`],
  ]),
)

const recordsKeep = {
  name: 'setup',
  underwriter: 'setup',
  insurance_type: 'setup',
  group_number: 'setup',
  premiums: 'premium',
  proration: 'premium',
  direct_pay: 'nowhere',
  direct_pay_premiums: 'nowhere',
} as const

const plan = <const K extends string>(kind: K, label: string) =>
  periodDocument({
    kind,
    label,
    isSeenOnSave: true,
    access: 'school',
    shape,
    labels: {
      name: 'Plan name',
      underwriter: 'Underwriter',
      administrator: 'Administrator',
      insurance_type: 'Plan type',
      group_number: 'Group number',
      premiums: 'Premiums',
      proration: 'Proration',
      direct_pay: 'Direct pay',
      direct_pay_premiums: 'Direct-pay premiums',
      member_phone: 'Member phone',
      member_website: 'Member website',
      body: 'About the plan',
      documents: 'Documents',
      es: 'Spanish',
    },
    choices: { ...insuranceTypeLabels, ...prorationLabels },
    parts: premiumParts,
    recordsKeep,
    empty: {
      name: null,
      underwriter: null,
      administrator: null,
      insurance_type: null,
      group_number: null,
      premiums: noPremiums,
      proration: 'monthly',
      direct_pay: false,
      direct_pay_premiums: noPremiums,
      member_phone: null,
      member_website: null,
      body: '',
      documents: [],
    },
    issues: ({ documents, premiums: own, direct_pay_premiums: direct }) => [
      ...distinctKeys('documents', documents),
      ...amountIssues('premiums', own),
      ...amountIssues('direct_pay_premiums', direct),
    ],
  })

/** The plans of a period, one for each coverage type. */
export const medicalPlan = plan('medical-plan', 'Medical plan')
export const dentalPlan = plan('dental-plan', 'Dental plan')
export const visionPlan = plan('vision-plan', 'Vision plan')
export type Plan = z.output<typeof medicalPlan.content>
