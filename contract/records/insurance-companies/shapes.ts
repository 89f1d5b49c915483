import * as z from 'zod/mini'
import { id, idText, text } from '#contract/platform/fields.ts'
import { writableShape } from '#contract/platform/record/record-field.ts'
import type { Columns } from '#contract/platform/table-filters.ts'
import { ageOutRules } from './choices.ts'
import { insuranceCompanyFields, insuranceCompanyListNames, insuranceCompanyLists } from './fields.ts'

/** An insurance company for lists and pickers. */
export const insuranceCompanyRow = z.object({
  id: z.int(),
  name: z.string(),
  aliases: z.array(z.string()),
  is_electronic: z.boolean(),
  is_health_sharing: z.boolean(),
  is_short_term: z.boolean(),
  is_foreign: z.boolean(),
  medicaid_state: z.nullable(z.string()),
  age_out_rule: z.enum(ageOutRules),
  /** The number of student-periods with a waiver that names it, in the caller’s schools. */
  usage: z.int(),
  version: z.int(),
  updated_at: z.string(),
})
export type InsuranceCompanyRow = z.output<typeof insuranceCompanyRow>

const { is_electronic, is_health_sharing, is_short_term, is_foreign, medicaid_state, age_out_rule } =
  insuranceCompanyFields

export const insuranceCompanyColumns = {
  name: { label: 'Company', kind: 'text' },
  aliases: { label: 'Other names', kind: 'text' },
  is_electronic: { label: is_electronic.label, kind: 'boolean' },
  usage: { label: 'Records', kind: 'number' },
  is_health_sharing: { label: is_health_sharing.label, kind: 'boolean' },
  is_short_term: { label: is_short_term.label, kind: 'boolean' },
  is_foreign: { label: is_foreign.label, kind: 'boolean' },
  medicaid_state: { label: medicaid_state.label, kind: 'choice', choices: medicaid_state.choices },
  age_out_rule: { label: age_out_rule.label, kind: 'choice', choices: age_out_rule.choices },
  updated_at: { label: 'Updated', kind: 'instant' },
} as const satisfies Columns
export type InsuranceCompanyColumn = keyof typeof insuranceCompanyColumns

/** An insurance company as students choose it. */
export const companyOfStudents = z.object({
  id: z.int(),
  name: z.string(),
  /** What its member IDs look like, in the office’s words. */
  member_id_hint: z.nullable(z.string()),
})
export type CompanyOfStudents = z.output<typeof companyOfStudents>

/** An insurance company with all its fields. */
export const insuranceCompany = z.extend(insuranceCompanyRow, {
  phone: z.nullable(z.string()),
  website: z.nullable(z.string()),
  address_1: z.nullable(z.string()),
  address_2: z.nullable(z.string()),
  city: z.nullable(z.string()),
  state: z.nullable(z.string()),
  zip: z.nullable(z.string()),
  medical_payer_ids: z.array(z.string()),
  dental_payer_ids: z.array(z.string()),
  vision_payer_ids: z.array(z.string()),
  member_id_pattern: z.nullable(z.string()),
  member_id_hint: z.nullable(z.string()),
  age_out_age: z.int(),
})
export type InsuranceCompany = z.output<typeof insuranceCompany>

const { aliases, medical_payer_ids, dental_payer_ids, vision_payer_ids } = insuranceCompanyLists

const writable = {
  ...writableShape(insuranceCompanyFields),
  aliases: z.optional(aliases.schema),
  medical_payer_ids: z.optional(medical_payer_ids.schema),
  dental_payer_ids: z.optional(dental_payer_ids.schema),
  vision_payer_ids: z.optional(vision_payer_ids.schema),
}

/** A company to create: its name and any other fields. */
export const newInsuranceCompany = z.strictObject({ ...writable, name: insuranceCompanyFields.name.schema })
export type NewInsuranceCompany = z.output<typeof newInsuranceCompany>

/** Any subset of the fields. With `version`, returns 409 if someone else has changed the record. */
export const insuranceCompanyChange = z.strictObject({ ...writable, version: z.optional(z.int()) })
export type InsuranceCompanyChange = z.output<typeof insuranceCompanyChange>

/** The company that a removal merges the records into. */
export const removalQuery = z.strictObject({ merge_into_id: z.optional(idText) })
export const removalBody = z.nullish(z.strictObject({ merge_into_id: z.nullish(id) }))

const promised = {
  dry_run: z.optional(z.boolean()),
  /** The counts from the preview. If they no longer match, nothing changes (409 with the new preview). */
  expected: z.optional(z.strictObject({ student_periods: z.int() })),
}

export const companyMerge = z.strictObject({ merge_into_id: id, ...promised })

/** What a merge or match would change. */
export const companyMove = z.object({
  into: z.object({ id: z.int(), name: z.string() }),
  student_periods: z.int(),
  /** Waivers by coverage type. A student-period can have several. */
  lines: z.object({ medical: z.int(), dental: z.int(), vision: z.int() }),
  /** The affected policy years by school, latest first. */
  periods: z.array(
    z.object({
      school_id: z.int(),
      school_name: z.string(),
      period_id: z.int(),
      period_name: z.string(),
      student_periods: z.int(),
      lines: z.object({ medical: z.int(), dental: z.int(), vision: z.int() }),
    }),
  ),
  /** What the remaining company gains: other names and payer IDs. */
  gained: z.array(z.object({ field: z.enum(insuranceCompanyListNames), values: z.array(z.string()) })),
})
export type CompanyMove = z.output<typeof companyMove>

/** A finished merge or match, or its job for more than 10,000 records. */
export const companyMoved = z.union([companyMove, z.object({ job_id: z.int() })])

/** A company name that a student or staff member typed because no company was chosen. */
export const typedName = z.object({
  name: z.string(),
  /** Other spellings that differ only in case and accents. */
  spellings: z.array(z.string()),
  student_periods: z.int(),
  lines: z.object({ medical: z.int(), dental: z.int(), vision: z.int() }),
  /** The company that already has this name or alias. */
  company: z.nullable(z.object({ id: z.int(), name: z.string() })),
})
export type TypedName = z.output<typeof typedName>

export const typedNameColumns = {
  name: { label: 'Unmatched name', kind: 'text' },
  student_periods: { label: 'Records', kind: 'number' },
} as const satisfies Columns

export const nameAssignment = z.strictObject({
  names: z.array(text(200)).check(z.minLength(1), z.maxLength(200)),
  ...promised,
})
export type NameAssignment = z.output<typeof nameAssignment>
