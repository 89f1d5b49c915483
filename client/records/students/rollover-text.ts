import { insuranceConfiguration } from '#contract/setup/period-documents/insurance-configuration.ts'
import type { ContentOf } from '#contract/platform/document.ts'
import { useAsk } from '#client/platform/lib/query.ts'

/** What a policy year says about the students of the year before. */
type Rollover = Pick<ContentOf<typeof insuranceConfiguration>, 'enrolled_becomes' | 'waived_becomes'>

/** Loads what a policy year does with students who are copied into it. */
export const useRollover = (periodId: number) =>
  useAsk(insuranceConfiguration.get, { params: { id: periodId } })

/** Returns the statuses that copied students start with, as sentences. */
export const rolloverText = ({ enrolled_becomes, waived_becomes }: Rollover): string => {
  const [enrolls, renewsWaivers] = [enrolled_becomes === 'renewed', waived_becomes === 'renewed']
  return [
    ...(enrolls
      ? [
          'Enrolled students are enrolled again in the same tier, with the same dependents, at the new year’s premiums and fees.',
        ]
      : []),
    ...(renewsWaivers ? ['Waived students become Waived – Needs Reverification.'] : []),
    'Exempt students stay Exempt, and anyone to whom an exemption applies becomes Exempt.',
    othersText(enrolls, renewsWaivers),
  ].join(' ')
}

const othersText = (enrolls: boolean, renewsWaivers: boolean): string => {
  if (enrolls && renewsWaivers) return 'Everyone else starts as Not Started.'
  if (enrolls) return 'Everyone else starts as Not Started, including waived students.'
  if (renewsWaivers) return 'Everyone else starts as Not Started, including enrolled students.'
  return 'Everyone else starts as Not Started, including enrolled and waived students.'
}
