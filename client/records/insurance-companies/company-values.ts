import * as z from 'zod/mini'
import { text } from '#contract/platform/fields.ts'
import {
  insuranceCompanyFields,
  insuranceCompanyListNames,
  insuranceCompanyLists,
} from '#contract/records/insurance-companies/fields.ts'
import {
  insuranceCompanyChange,
  type InsuranceCompany,
} from '#contract/records/insurance-companies/shapes.ts'
import type { MergeFields } from '#client/platform/lib/merge.ts'
import { valueWords, type PlainValue } from '#client/platform/record/field-value.ts'
import { formatPhone } from '#client/platform/lib/format.ts'
import { ageOutChoice, stateName } from './company-text.ts'
import { formatExample, patternOf, plainFormat } from './member-id-format.ts'

/** What a company’s form edits: all but what the server counts and sets. */
export type EditableCompany = Omit<InsuranceCompany, 'id' | 'usage' | 'version' | 'updated_at'>

type Typed =
  | 'name'
  | 'phone'
  | 'website'
  | 'address_1'
  | 'address_2'
  | 'city'
  | 'zip'
  | 'member_id_pattern'
  | 'member_id_hint'

/** The form's values: '' for empty text, null for an empty choice. */
export type CompanyValues = Omit<EditableCompany, Typed | 'age_out_age'> &
  Record<Typed, string> & { age_out_age: number | null }

/** Returns the editable part of a company. */
export const editableOf = ({
  id: _i,
  usage: _u,
  version: _v,
  updated_at: _at,
  ...facts
}: InsuranceCompany): EditableCompany => facts

/** Returns the form's initial values. */
export const valuesOf = (company: InsuranceCompany): CompanyValues => ({
  ...editableOf(company),
  phone: company.phone === null ? '' : formatPhone(company.phone),
  website: company.website ?? '',
  address_1: company.address_1 ?? '',
  address_2: company.address_2 ?? '',
  city: company.city ?? '',
  zip: company.zip ?? '',
  member_id_pattern: plainFormat(company.member_id_pattern ?? ''),
  member_id_hint: company.member_id_hint ?? '',
})

const format = text(200).check(
  z.refine(
    (typed) => patternOf(typed) !== null,
    `Enter the parts with + between them, for example ${formatExample}.`,
  ),
)

/** The schema of the form, whose member ID format is in plain words. */
export const companyForm = z.extend(insuranceCompanyChange, { member_id_pattern: z.nullish(format) })

/** Returns the values to save from a valid body, formatted like on the server, for example phone numbers. */
export const factsIn = (body: unknown, read: InsuranceCompany): EditableCompany => {
  const { version: _version, member_id_pattern: typed, ...others } = z.parse(companyForm, body)
  const present = Object.entries(others).filter(([, value]) => value !== undefined)
  const isSame = (typed ?? '') === plainFormat(read.member_id_pattern ?? '')
  return {
    ...editableOf(read),
    ...Object.fromEntries(present),
    member_id_pattern: isSame ? read.member_id_pattern : patternOf(typed ?? '') || null,
  }
}

const valueText = (field: string, value: PlainValue): string => {
  if (typeof value !== 'string') return valueWords(field, value)
  if (field === 'member_id_pattern') return plainFormat(value)
  if (field === 'state' || field === 'medicaid_state') return stateName(value)
  return field === 'age_out_rule' ? ageOutChoice(value) : valueWords(field, value)
}

/** The fields with their labels, in the order of the form, for choosing between two versions. */
export const mergeFields: MergeFields<EditableCompany> = Object.fromEntries(
  [
    ...Object.entries(insuranceCompanyFields).map(([field, { label }]) => [field, label] as const),
    ...insuranceCompanyListNames.map((field) => [field, insuranceCompanyLists[field].label] as const),
  ].map(([field, label]) => [
    field,
    // the keys of both tables are fields of a company
    { label, words: (facts: EditableCompany) => valueText(field, facts[field as keyof EditableCompany]) },
  ]),
)
