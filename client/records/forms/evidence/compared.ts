import type { ComparedField } from '#contract/review/form-submissions/review-shapes.ts'
import type { EligibilityReport } from '#contract/review/verifications/shapes.ts'
import { valueWords } from '#client/platform/record/field-value.ts'
import { datesText } from '#client/records/eligibility/plan-text.ts'
import { formatMoney } from '#client/platform/lib/format.ts'
import type { Claim } from './claims.ts'

/** An answer of a form, and what the record and the payer say. Texts are null where there’s nothing. */
export interface ComparedRow {
  readonly claim: Claim
  readonly recorded: string | null
  readonly payer: string | null
  /** Whether the payer says the same as the form. */
  readonly isConfirmed: boolean
  /** Whether the payer names another group than the form. */
  readonly isDenied: boolean
  /** Whether the record has another value. */
  readonly differs: boolean
  /** Whether the record has no value yet. */
  readonly isNew: boolean
  /** The names of the fields that can be saved in the record. */
  readonly mergeable: readonly string[]
  readonly doubt: string | null
}

const isDifferent = ({ submitted, recorded }: ComparedField): boolean =>
  submitted !== recorded && String(submitted ?? '') !== String(recorded ?? '')

const isEmpty = (value: ComparedField['recorded']): boolean => value === null || value === ''

/** Returns the fields of a comparison that differ and can be saved in the record. */
const mergeableIn = (fields: readonly ComparedField[]): string[] =>
  fields.filter((field) => field.can_merge && isDifferent(field)).map(({ name }) => name)

const recordedText = (fields: readonly ComparedField[]): string | null =>
  fields
    .filter(({ recorded }) => !isEmpty(recorded))
    .map(({ name, recorded }) => valueWords(name, recorded))
    .join(' ') || null

/** Which value of an answered check is compared with which part of a claim. */
const payerTexts: Readonly<Record<string, (check: EligibilityReport) => string | null | undefined>> = {
  insurance_company: ({ payer }) => payer?.name,
  insurance_name_other: ({ payer }) => payer?.name,
  group_number: ({ plan }) => plan?.group_number,
  insurance_type: ({ plan }) => plan?.type,
}

const payerText = ({ name }: Claim, check: EligibilityReport | undefined): string | null =>
  (check && payerTexts[name.replace(/^[a-z]+_waive_/, '')]?.(check)) ?? null

/** Spelling, case and spaces don’t count: `U7781 5252` is `u77815252`. */
const plain = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

/** Returns the claims about a coverage type, compared with the record and the latest check. */
export const compareClaims = (
  claims: readonly Claim[],
  comparison: readonly ComparedField[],
  check: EligibilityReport | undefined,
): ComparedRow[] =>
  claims.map((claim) => {
    const fields = comparison.filter(({ name }) => claim.names.includes(name))
    const different = fields.filter(isDifferent)
    const payer = payerText(claim, check)
    const isConfirmed =
      payer !== null && claim.value !== null && plain(payer) === plain(valueWords(claim.name, claim.value))
    return {
      claim,
      recorded: recordedText(fields),
      payer,
      isConfirmed,
      // companies and kinds of plan have several names, a group has one number
      isDenied: payer !== null && !isConfirmed && claim.name.endsWith('_group_number'),
      differs: different.some(({ recorded }) => !isEmpty(recorded)),
      isNew: different.length > 0 && fields.every(({ recorded }) => isEmpty(recorded)),
      mergeable: mergeableIn(fields),
      doubt: fields.flatMap(({ doubt }) => doubt ?? [])[0] ?? null,
    }
  })

/** Returns what the rules need and only a payer tells, as labels and texts. The check shows the rest. */
export const payerFacts = (
  check: EligibilityReport | undefined,
): (readonly [label: string, text: string])[] => {
  if (!check) return []
  const facts = [
    ['Plan dates', check.plan && datesText(check.plan)],
    ['Deductible', check.deductible?.individual && formatMoney(check.deductible.individual)],
  ] as const
  return facts.flatMap(([label, text]) => (text ? [[label, text] as const] : []))
}
