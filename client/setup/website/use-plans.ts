import { coverages, type Coverage } from '#contract/platform/coverage/choices.ts'
import { enrollmentOptions } from '#contract/setup/period-documents/enrollment-options.ts'
import { dentalPlan, medicalPlan, visionPlan, type Plan } from '#contract/setup/period-documents/plans.ts'
import { afresh, useAsk } from '#client/platform/lib/query.ts'

/** The coverage types that a period offers; all of them until it’s loaded. */
export const useOffered = (periodId: number): readonly Coverage[] => {
  const { data } = useAsk(enrollmentOptions.get, { params: { id: periodId } }, afresh)
  return data ? coverages.filter((coverage) => data[`${coverage}_offered`]) : coverages
}

/** The plans of the coverage types, without those that no one has saved. */
export const usePlans = (periodId: number): Partial<Record<Coverage, Plan>> => {
  const params = { id: periodId }
  const { data: medical } = useAsk(medicalPlan.get, { params })
  const { data: dental } = useAsk(dentalPlan.get, { params })
  const { data: vision } = useAsk(visionPlan.get, { params })
  return {
    ...(medical && medical.version > 0 ? { medical } : {}),
    ...(dental && dental.version > 0 ? { dental } : {}),
    ...(vision && vision.version > 0 ? { vision } : {}),
  }
}
