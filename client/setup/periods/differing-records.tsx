import { Link } from '@tanstack/react-router'
import { getSetupDifferences } from '#contract/review/setup-differences/endpoints.ts'
import type { SetupDifferences } from '#contract/review/setup-differences/shapes.ts'
import { formatCount } from '#client/platform/lib/format.ts'
import { useAsk } from '#client/platform/lib/query.ts'

/** Renders how many records differ from the setup, once they’re compared, and the link to the comparison. */
export const DifferingRecords = (params: { school: string; period: string }) => {
  // in a large school the comparison takes seconds; saving a section or applying the setup asks again
  const { data } = useAsk(getSetupDifferences, { params: { id: params.period } }, { staleTime: 60_000 })
  return (
    <section aria-labelledby="records" className="pb-8">
      <h2 id="records" className="mb-3 text-section font-semibold">
        Records
      </h2>
      <p className="text-ink-2">
        A change of the setup applies to new records. To change those that students already have, compare them
        first.
      </p>
      <p aria-live="polite" className="pt-1 text-ink-2">
        {data && <span className="text-ink">{sentenceOf(data)}</span>}{' '}
        <Link
          to="/schools/$school/period/$period/set-up/records"
          params={params}
          className="font-medium text-accent-text"
        >
          Compare records with the setup
        </Link>
      </p>
    </section>
  )
}

const sentenceOf = ({ records, groups }: SetupDifferences): string => {
  if (records > 0) return `${formatCount(records, 'record differs', 'records differ')} from this setup.`
  return groups.length === 0
    ? 'Every record fits this setup.'
    : 'Only records that are left as they are differ from this setup.'
}
