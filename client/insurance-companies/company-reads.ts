import {
  listInsuranceCompanyHistory,
  getInsuranceCompany,
  listInsuranceCompanies,
  listTypedNames,
} from '#contract/insurance-companies/endpoints.ts'
import { statusReads } from '#client/common/student-reads.ts'

/** What is read again after a company changed. */
export const companyReads = [
  listInsuranceCompanies,
  getInsuranceCompany,
  listInsuranceCompanyHistory,
  listTypedNames,
] as const

/** What is read again after records of students were moved to another company. */
export const moveReads = [...companyReads, ...statusReads] as const
