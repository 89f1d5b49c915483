import { useId } from 'react'
import { useFormState, useWatch } from 'react-hook-form'
import { isAdmin } from '#contract/access.ts'
import { statusCatalogue } from '#contract/coverage/choices.ts'
import { listPlanPremiums } from '#contract/student-periods/endpoints.ts'
import { useUser } from '#client/common/current-user.tsx'
import { formatMoney } from '#client/lib/format.ts'
import { useAsk } from '#client/lib/query.ts'
import type { LineProps } from './insurance-facts.tsx'

/**
 * What the plan says for the tier and the term as they are saved, under a premium that says something else. Taken, it
 * is typed and no more: staff decides, and saves.
 */
export const PlanPremium = ({ coverage, record, form }: LineProps) => {
  const id = useId()
  const user = useUser()
  const { data } = useAsk(listPlanPremiums, { params: { id: record.id } })
  const [premium, start, end] = [
    `${coverage}_enroll_premium`,
    `${coverage}_enroll_coverage_start_on`,
    `${coverage}_enroll_coverage_end_on`,
  ] as const
  const typed: unknown = useWatch({ control: form.methods.control, name: premium })
  const { dirtyFields } = useFormState({ control: form.methods.control, name: [start, end] })
  const said = data?.find((one) => one.coverage === coverage)
  // dates that are not saved yet make another premium
  if (!said || typed === said.premium || start in dirtyFields || end in dirtyFields) return null
  return (
    <div className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-0.5 text-label text-ink-3">
      <p id={id}>
        The plan says <span className="tabular">{formatMoney(said.premium)}</span> for{' '}
        {statusCatalogue[said.tier].label}.
      </p>
      {isAdmin(user) && (
        <button
          type="button"
          aria-describedby={id}
          className="min-h-6 rounded-pill font-medium text-accent-text hover:underline"
          onClick={() => {
            form.methods.setValue(premium, said.premium, { shouldDirty: true })
            // the button goes
            form.methods.setFocus(premium)
          }}
        >
          Take it
        </button>
      )}
    </div>
  )
}
