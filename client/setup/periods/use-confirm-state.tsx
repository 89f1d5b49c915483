import { useQueryClient } from '@tanstack/react-query'
import { getPeriodChecks } from '#contract/setup/periods/endpoints.ts'
import type { Check } from '#contract/setup/periods/set-up.ts'
import type { Period, PeriodState } from '#contract/setup/periods/shapes.ts'
import { formatCount, formatList } from '#client/platform/lib/format.ts'
import { askOptions } from '#client/platform/lib/query.ts'
import { useConfirm } from '#client/platform/ui/overlays/confirm.tsx'
import { isIssue, isUrgent } from './urgent-check.ts'

/** Maximum number of open issues in the question; the Setup page lists all of them. */
const shown = 6

/**
 * Asks before a policy year opens with open issues, reopens, closes or returns to draft. Every way to change a year’s
 * status calls it. Returns whether to go on; rejects with an `ApiError` if the setup can't be loaded.
 */
export const useConfirmState = () => {
  const client = useQueryClient()
  const confirm = useConfirm()
  return async (
    period: Pick<Period, 'id' | 'name' | 'students'>,
    from: PeriodState,
    to: PeriodState,
  ): Promise<boolean> => {
    if (from === to) return true
    if (to !== 'open') return confirm(questionBeforeStop(period, from, to))
    const found = await client.fetchQuery({
      ...askOptions(client, getPeriodChecks, { params: { id: period.id } }),
      staleTime: 0,
    })
    const checks = found.filter(isIssue)
    if (checks.length === 0 && from === 'draft') return true
    const verb = from === 'draft' ? 'Open' : 'Reopen'
    return confirm({
      title:
        checks.length === 0
          ? `${verb} ${period.name}?`
          : `${verb} ${period.name} with ${formatCount(checks.length, 'open issue')}?`,
      message: <Opening students={period.students} checks={checks} />,
      acceptLabel: checks.length === 0 ? verb : `${verb} anyway`,
    })
  }
}

/** Returns the question before students can no longer use a policy year. */
const questionBeforeStop = (
  { name, students }: Pick<Period, 'name' | 'students'>,
  from: PeriodState,
  to: 'draft' | 'closed',
) => ({
  title: to === 'closed' ? `Close ${name}?` : `Return ${name} to draft?`,
  message: (
    <>
      {from === 'open' && (
        <p>
          Forms stop for {formatCount(students, 'student')}. Reminders, default enrollment and reverification
          stop too.
        </p>
      )}
      <p className="pt-2">
        {to === 'closed'
          ? 'Students can still see their status.'
          : 'Students can’t see their status until you open the policy year again.'}
      </p>
    </>
  ),
  acceptLabel: to === 'closed' ? 'Close policy year' : 'Return to draft',
  danger: true,
})

interface OpeningProps {
  students: number
  checks: readonly Check[]
}

const Opening = ({ students, checks }: OpeningProps) => {
  const lastYear = checks.filter(({ kind }) => kind === 'last_year')
  const others = checks.filter(({ kind }) => kind !== 'last_year')
  const ordered = [...others.filter(isUrgent), ...others.filter((one) => !isUrgent(one))]
  const more = ordered.length - shown
  return (
    <>
      <ul className="list-disc pb-2 pl-4 empty:hidden">
        {lastYear.length > 0 && (
          <li>
            {formatCount(lastYear.length, 'text')} from last year:{' '}
            {formatList([...new Set(lastYear.map(({ label }) => label))])}
          </li>
        )}
        {ordered.slice(0, shown).map(({ document, path, kind, words }) => (
          <li key={`${document} ${path} ${kind}`}>{words}</li>
        ))}
      </ul>
      <p>
        {more > 0 && `See ${formatCount(more, 'more issue')} on the Setup page. `}
        {students === 0
          ? 'Students can use an open policy year right away.'
          : `${formatCount(students, 'student')} can send forms right away.`}
      </p>
    </>
  )
}
