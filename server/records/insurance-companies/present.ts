import type { InsuranceCompany, InsuranceCompanyRow } from '#contract/records/insurance-companies/shapes.ts'
import { pick } from '#server/platform/lib/pick.ts'
import type { CompanyRow } from './queries.ts'

/** Returns a company for lists and pickers. */
export const presentRow = (row: CompanyRow): InsuranceCompanyRow =>
  pick(row, [
    'id',
    'name',
    'aliases',
    'is_electronic',
    'is_health_sharing',
    'is_short_term',
    'is_foreign',
    'medicaid_state',
    'age_out_rule',
    'usage',
    'version',
    'updated_at',
  ])

/** Returns a company with all its details. */
export const presentCompany = (row: CompanyRow): InsuranceCompany => ({
  ...presentRow(row),
  ...pick(row, [
    'phone',
    'website',
    'address_1',
    'address_2',
    'city',
    'state',
    'zip',
    'medical_payer_ids',
    'dental_payer_ids',
    'vision_payer_ids',
    'member_id_pattern',
    'member_id_hint',
    'age_out_age',
  ]),
})
