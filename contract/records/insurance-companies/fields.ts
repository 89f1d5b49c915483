import * as z from 'zod/mini'
import { coverages, type Coverage } from '#contract/platform/coverage/choices.ts'
import { text } from '#contract/platform/fields.ts'
import { texts } from '#contract/platform/problem.ts'
import {
  choiceField,
  phoneField,
  textField,
  usStateField,
  yesNoField,
  zipField,
  type RecordField,
  type RecordFields,
} from '#contract/platform/record/record-field.ts'
import { ageOutRuleLabels, ageOutRules } from './choices.ts'

const isWebAddress = (value: string): boolean => /^https?:\/\/[^\s/.]+\.[^\s]+$/i.test(value)

/** Marks a field as always having a value, also for the compiler. */
const always = <F extends RecordField>(field: F): F & { readonly required: true } => ({
  ...field,
  required: true,
})

/** The fields of a company with one value. */
export const insuranceCompanyFields = {
  name: always(textField('Name', 200)),
  phone: phoneField('Phone'),
  website: {
    label: 'Website',
    kind: 'text',
    schema: text(255).check(z.refine(isWebAddress, texts.address)),
  },
  address_1: textField('Address', 200),
  address_2: textField('Address line 2', 200),
  city: textField('City', 100),
  state: usStateField('State'),
  zip: zipField('ZIP'),
  is_electronic: always(yesNoField('Eligibility checks')),
  member_id_pattern: textField('Member ID pattern', 200),
  member_id_hint: textField('Member ID hint', 200),
  age_out_rule: always(choiceField('Dependent coverage ends', ageOutRules, ageOutRuleLabels)),
  age_out_age: always({
    label: 'Age limit for dependents',
    kind: 'number',
    schema: z.int().check(z.minimum(18), z.maximum(99)),
  }),
  is_health_sharing: always(yesNoField('Health-sharing ministry')),
  is_short_term: always(yesNoField('Short-term plans')),
  is_foreign: always(yesNoField('Issued outside the U.S.')),
  medicaid_state: usStateField('Medicaid state'),
} as const satisfies RecordFields

const payerId = z
  .string()
  .check(z.regex(/^[a-z0-9][a-z0-9 _-]{0,29}$/i, 'Enter a payer ID with up to 30 letters and digits.'))
const payerIds = z.array(payerId).check(z.maxLength(20))

/** Returns the payer ID field of a coverage type: 'medical' → 'medical_payer_ids'. */
export const payerIdsFieldOf = <C extends Coverage>(coverage: C): `${C}_payer_ids` => `${coverage}_payer_ids`

/** The fields of a company with several values. Payer IDs are those of an eligibility request. */
export const insuranceCompanyLists = {
  aliases: { label: 'Other names', schema: z.array(text(200)).check(z.maxLength(50)) },
  medical_payer_ids: { label: 'Medical payer IDs', schema: payerIds },
  dental_payer_ids: { label: 'Dental payer IDs', schema: payerIds },
  vision_payer_ids: { label: 'Vision payer IDs', schema: payerIds },
} as const
export type InsuranceCompanyList = keyof typeof insuranceCompanyLists

export const insuranceCompanyListNames: readonly InsuranceCompanyList[] = [
  'aliases',
  ...coverages.map(payerIdsFieldOf),
]
