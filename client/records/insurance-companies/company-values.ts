import {
  insuranceCompanyFields,
  insuranceCompanyListNames,
  insuranceCompanyLists,
} from '#contract/records/insurance-companies/fields.ts'
import type { InsuranceCompany } from '#contract/records/insurance-companies/shapes.ts'
import type { MergeFields } from '#client/platform/lib/merge.ts'
import { valueWords, type PlainValue } from '#client/platform/record/field-value.ts'
import { formatPhone } from '#client/platform/lib/format.ts'
import { ageOutChoice, stateName } from './company-text.ts'

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
  member_id_pattern: company.member_id_pattern ?? '',
  member_id_hint: company.member_id_hint ?? '',
})

const valueText = (field: string, value: PlainValue): string => {
  if (typeof value !== 'string') return valueWords(field, value)
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
