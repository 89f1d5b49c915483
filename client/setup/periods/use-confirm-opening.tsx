import { useQueryClient } from '@tanstack/react-query'
import { getPeriodChecks } from '#contract/setup/periods/endpoints.ts'
import type { Check } from '#contract/setup/periods/set-up.ts'
import { formatCount } from '#client/platform/lib/format.ts'
import { askOptions } from '#client/platform/lib/query.ts'
import { useConfirm } from '#client/platform/ui/overlays/confirm.tsx'
import { isUrgent } from './urgent-check.ts'

/** Maximum number of open issues in the question; the Setup page lists all of them. */
const shown = 6

/**
 * Asks before a policy year opens with open issues: values to fix, empty pages, unpublished changes. Every way to
 * open a year calls it. Returns whether to open; rejects with an `ApiError` if the setup can't be loaded.
 */
export const useConfirmOpening = () => {
  const client = useQueryClient()
  const confirm = useConfirm()
  return async ({ id, name }: { readonly id: number; readonly name: string }): Promise<boolean> => {
    const checks = await client.fetchQuery({
      ...askOptions(client, getPeriodChecks, { params: { id } }),
      staleTime: 0,
    })
    if (checks.length === 0) return true
    return confirm({
      title: `Open ${name} with ${formatCount(checks.length, 'open issue')}?`,
      message: <Issues checks={checks} />,
      acceptLabel: 'Open anyway',
    })
  }
}

const Issues = ({ checks }: { checks: readonly Check[] }) => {
  const ordered = [...checks.filter(isUrgent), ...checks.filter((one) => !isUrgent(one))]
  const more = ordered.length - shown
  return (
    <>
      <ul className="list-disc pl-4">
        {ordered.slice(0, shown).map(({ document, path, kind, words }) => (
          <li key={`${document} ${path} ${kind}`}>{words}</li>
        ))}
      </ul>
      <p className="pt-2">
        {more > 0 && `See ${formatCount(more, 'more issue')} on the Setup page. `}
        Students can use an open policy year right away.
      </p>
    </>
  )
}
