import { Link } from '@tanstack/react-router'
import { ListChecks } from 'lucide-react'
import { coverageLabels } from '#contract/platform/coverage/choices.ts'
import { getWaiverWhatIf } from '#contract/review/decisions/endpoints.ts'
import { recommendationLabels } from '#contract/review/decisions/shapes.ts'
import type { WaiverWhatIf as Found } from '#contract/review/decisions/what-if.ts'
import { waiverRules } from '#contract/setup/period-documents/waiver-rules.ts'
import { FailedState } from '#client/platform/ui/states/failed-state.tsx'
import { RecommendationPill } from './rule-results.tsx'
import type { SetUpPlace } from '#client/setup/period-documents/document-page.tsx'
import { formatCount, formatNumber } from '#client/platform/lib/format.ts'
import { useAsk } from '#client/platform/lib/query.ts'
import { Banner } from '#client/platform/ui/states/banner.tsx'
import { EmptyState } from '#client/platform/ui/states/empty-state.tsx'
import { SkeletonRows } from '#client/platform/ui/states/skeleton.tsx'
import { Cell, HeadCell, PlainTable } from '#client/platform/ui/text/plain-table.tsx'

/** The policy year whose saved waiver options are compared. */
export interface WaiverWhatIfProps {
  place: SetUpPlace
  /** Whether the screen has changes that the saved options don’t contain. */
  isDirty: boolean
}

/** Renders how the saved waiver options would change the recommendations of this and the last year’s waivers. */
export const WaiverWhatIf = ({ place, isDirty }: WaiverWhatIfProps) => {
  const { data, error, refetch, isFetchedAfterMount } = useWhatIf(place)
  return (
    <div className="flex flex-col gap-4 px-5 pb-5">
      <p className="text-ink-2">
        Compares the saved rules with the rules each waiver was last checked by, in this policy year and the
        previous policy year. Nothing changes until you publish, and decided waivers stay as they are.
      </p>
      {isDirty && <Banner tone="warning">Save your changes to see what they change.</Banner>}
      {error ? (
        <FailedState
          compact
          error={error}
          what="The comparison"
          who="Only Shipmate Admins can compare waiver rules."
          onRetry={() => void refetch()}
        />
      ) : data && isFetchedAfterMount ? (
        <Result found={data} place={place} />
      ) : (
        <SkeletonRows rows={6} label="Checking waivers" />
      )}
    </div>
  )
}

/** Compares afresh, because forms arrive and rules are saved all the time. */
export const useWhatIf = ({ period }: SetUpPlace) =>
  useAsk(getWaiverWhatIf, { params: { id: period } }, { staleTime: 0 })

interface ResultProps {
  found: Found
  place: SetUpPlace
}

const Result = ({ found, place }: ResultProps) => {
  if (found.judged === 0)
    return (
      <EmptyState compact icon={ListChecks} title="No waivers to compare">
        Waivers that students submit after you publish the rules appear here.
      </EmptyState>
    )
  return (
    <>
      <div>
        <h3 className="text-section font-semibold">{summaryOf(found)}</h3>
        <p className="text-label text-ink-2">
          Each coverage type counts as one waiver.
          {found.is_cut && ' Only the newest 2,000 forms are compared.'}
        </p>
      </div>
      {found.changed > 0 && (
        <>
          <Moves moves={found.moves} />
          <Examples found={found} place={place} />
        </>
      )}
    </>
  )
}

/** Returns how many recommendations would change, as a sentence. */
export const summaryOf = ({ judged, changed }: Found): string =>
  changed === 0
    ? `No change for ${formatCount(judged, 'waiver')}`
    : `${formatNumber(changed)} of ${formatCount(judged, 'waiver')} would get a different recommendation`

/** Renders how many waivers change from each recommendation to another. */
export const Moves = ({ moves }: Pick<Found, 'moves'>) => (
  <PlainTable
    label="Changed recommendations"
    head={
      <>
        <HeadCell>Now</HeadCell>
        <HeadCell>With the saved rules</HeadCell>
        <HeadCell align="end">Waivers</HeadCell>
      </>
    }
  >
    {moves.map(({ from, to, quantity }) => (
      <tr key={`${from} ${to}`}>
        <Cell>{recommendationLabels[from]}</Cell>
        <Cell>
          <RecommendationPill recommendation={to} />
        </Cell>
        <Cell align="end">{formatNumber(quantity)}</Cell>
      </tr>
    ))}
  </PlainTable>
)

const Examples = ({ found: { examples, changed }, place }: ResultProps) => (
  <section aria-labelledby="what-if-examples">
    <h3 id="what-if-examples" className="text-label font-medium text-ink-2">
      {examples.length < changed ? `Examples (${formatNumber(examples.length)})` : 'Waivers'}
    </h3>
    <ul>
      {examples.map((example) => (
        <ExampleItem key={`${example.submission_id} ${example.coverage_type}`} {...{ example, place }} />
      ))}
    </ul>
  </section>
)

interface ExampleItemProps {
  example: Found['examples'][number]
  place: SetUpPlace
}

/** Renders a waiver whose recommendation would change, with the rules that cause it and a link to its review. */
export const ExampleItem = ({ example, place }: ExampleItemProps) => (
  <li className="border-t border-line py-2.5 first:border-t-0">
    <p className="font-medium">
      <Link
        to="/schools/$school/period/$period/student-form-submission/$submission"
        params={{
          school: String(place.school),
          period: String(example.period_id),
          submission: String(example.submission_id),
        }}
      >
        {example.student_name}
      </Link>
      <span className="font-normal text-ink-2">
        {' '}
        · {coverageLabels[example.coverage_type]}
        {example.period_id !== place.period && ' · previous policy year'}
      </span>
    </p>
    <p className="text-label text-ink-2">
      {recommendationLabels[example.from]} → {recommendationLabels[example.to]}
      {example.rules.length > 0 && ` · ${example.rules.map((key) => waiverRules[key].label).join(', ')}`}
    </p>
  </li>
)
