import {
  listInsuranceCompanyHistory,
  getInsuranceCompany,
  listInsuranceCompanies,
  listTypedNames,
} from '#contract/records/insurance-companies/endpoints.ts'
import { statusReads } from '#client/platform/common/student-reads.ts'

/** Endpoints to reload after a company changed. */
export const companyReads = [
  listInsuranceCompanies,
  getInsuranceCompany,
  listInsuranceCompanyHistory,
  listTypedNames,
] as const

/** Endpoints to reload after student records changed to another company. */
export const moveReads = [...companyReads, ...statusReads] as const
