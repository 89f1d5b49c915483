import { insuranceTypeLabels, insuranceTypes } from '../student-periods/choices.ts'
import type { EligibilityReport, TakenField } from './shapes.ts'

/** What a check says about a field of the record. Fields it says nothing about are missing. */
export type TakenValues = Partial<Record<TakenField, string>>

/**
 * Returns what an answered check could fill in the record, by field without the coverage type. `day` is the day of the
 * answer at the office, `YYYY-MM-DD`.
 */
export const takenValuesOf = (
  { status, plan }: Pick<EligibilityReport, 'status' | 'plan'>,
  day: string,
): TakenValues => {
  const type = insuranceTypes.find((one) => insuranceTypeLabels[one] === plan?.type)
  return {
    ...(plan?.group_number ? { waive_group_number: plan.group_number } : {}),
    ...(type ? { waive_insurance_type: type } : {}),
    ...(status === 'active' ? { waive_verified_on: day } : {}),
  }
}
