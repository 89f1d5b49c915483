import { officeDay } from '#contract/platform/office.ts'
import { insuranceTypeLabels, insuranceTypes } from '#contract/platform/record/student-period-choices.ts'
import type { EligibilityReport, TakenField } from './shapes.ts'

/** What a check says about a field of the record. Fields it says nothing about are missing. */
type TakenValues = Partial<Record<TakenField, string>>

/** Returns what an answered check could fill in the record, by field without the coverage type. */
export const takenValuesOf = ({
  status,
  plan,
  created_at,
  retrieved_at,
}: Pick<EligibilityReport, 'status' | 'plan' | 'created_at' | 'retrieved_at'>): TakenValues => {
  const type = insuranceTypes.find((one) => insuranceTypeLabels[one] === plan?.type)
  const answeredOn = officeDay(new Date(retrieved_at ?? created_at))
  return {
    ...(plan?.group_number ? { waive_group_number: plan.group_number } : {}),
    ...(type ? { waive_insurance_type: type } : {}),
    ...(status === 'active' ? { waive_verified_on: answeredOn } : {}),
  }
}
