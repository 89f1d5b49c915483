import { createFileRoute, Link, type LinkProps } from '@tanstack/react-router'
import { CircleCheck, ListChecks } from 'lucide-react'
import { comparePeriods, getPeriodChecks } from '#contract/periods/endpoints.ts'
import { listSchoolPeriods } from '#contract/schools/endpoints.ts'
import type { Check, DocumentDifference, NotCompared } from '#contract/periods/set-up.ts'
import { FailedState } from '#client/common/failed-state.tsx'
import { ChangeLines } from '#client/common/set-up/change-lines.tsx'
import { placeOfDocument } from '#client/common/set-up/document-places.ts'
import { useBreadcrumbOf, type SetUpPlace } from '#client/common/set-up/document-page.tsx'
import { hashOfField } from '#client/common/set-up/use-pointed-field.ts'
import { formatCount, formatNumber } from '#client/lib/format.ts'
import { useAsk } from '#client/lib/query.ts'
import { Disclosure } from '#client/ui/disclosure.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { PageBody, PageHeader } from '#client/ui/page-header.tsx'
import { SkeletonRows } from '#client/ui/skeleton.tsx'
import { LinkCheckLine } from './link-check-line.tsx'
import { wordsOfKind } from './set-up-words.ts'
import { PeriodStatePill } from './period-state-pill.tsx'
import { SetUpActions } from './set-up-actions.tsx'
import { isUrgent } from './urgent-check.ts'

/** What still needs attention before a policy year opens, and how it differs from the year before. */
const SetUpScreen = () => {
  const params = Route.useParams()
  const place = { school: Number(params.school), period: Number(params.period) }
  const checks = useAsk(getPeriodChecks, { params: { id: place.period } }, { staleTime: 0 })
  const comparison = useAsk(comparePeriods, { params: { id: place.period } }, { staleTime: 0 })
  const error = checks.error ?? comparison.error
  // as the way through the years keeps them
  const { data: periods } = useAsk(listSchoolPeriods, { params: { id: place.school } }, { staleTime: 60_000 })
  const period = periods?.find(({ id }) => id === place.period)
  return (
    <>
      <PageHeader
        title="Set-up"
        breadcrumb={useBreadcrumbOf(place)}
        {...(checks.data ? { count: formatNumber(checks.data.length) } : {})}
        aside={period && <PeriodStatePill state={period.state} />}
        actions={period && checks.data && <SetUpActions period={period} checks={checks.data} />}
      />
      {checks.data && comparison.data ? (
        <PageBody>
          <Checks place={place} checks={checks.data} />
          <Comparison place={place} {...comparison.data} />
        </PageBody>
      ) : error ? (
        <FailedState
          error={error}
          what="The set-up"
          who="Only Shipmate Admins set up a policy year."
          onRetry={() => {
            void checks.refetch()
            void comparison.refetch()
          }}
        />
      ) : (
        <SkeletonRows rows={8} label="Loading the set-up" />
      )}
    </>
  )
}

/** What keeps a year from opening comes before what only wants a look. */
const Checks = ({ place, checks }: { place: SetUpPlace; checks: readonly Check[] }) => {
  const groups = [
    { title: 'To mend', items: checks.filter(isUrgent) },
    { title: 'To look at', items: checks.filter((one) => !isUrgent(one)) },
  ].filter(({ items }) => items.length > 0)
  return (
    <section aria-labelledby="checks" className="pb-8">
      <h2 id="checks" className="mb-3 text-section font-semibold">
        Still needs attention
      </h2>
      <LinkCheckLine periodId={place.period} />
      {groups.length === 0 && (
        <EmptyState compact icon={CircleCheck} title="Nothing is left to do">
          Dates, premiums, pages and publications of this policy year were looked over.
        </EmptyState>
      )}
      {groups.map(({ title, items }) => (
        <div key={title} className="mb-4">
          <h3 className="mb-1 text-label font-medium text-ink-2">
            {title}, {formatNumber(items.length)}
          </h3>
          <ul className="divide-y divide-line rounded-card shadow-control">
            {items.map((item) => (
              <CheckLine key={`${item.document} ${item.path} ${item.kind}`} place={place} item={item} />
            ))}
          </ul>
        </div>
      ))}
    </section>
  )
}

const CheckLine = ({ place, item }: { place: SetUpPlace; item: Check }) => (
  <li className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-0.5 px-3 py-1.5">
    <span className="min-w-0 flex-1">{item.words}</span>
    <DocumentLink place={place} document={item.document} label={item.label} path={item.path} />
  </li>
)

interface DocumentLinkProps {
  place: SetUpPlace
  document: string
  label: string
  /** The field to go to, a dot path; '' for all of it. */
  path?: string
}

const DocumentLink = ({ place, document, label, path = '' }: DocumentLinkProps) => {
  const to = placeOfDocument(place.school, place.period, document)
  if (to === null) return <span className="text-label text-ink-3">{label}</span>
  return (
    // An address made of the place; the router checks it at run time.
    <Link
      to={to as NonNullable<LinkProps['to']>}
      {...(path === '' ? {} : { hash: hashOfField(path) })}
      className="text-label font-medium text-accent-text"
    >
      {label}
    </Link>
  )
}

interface ComparisonProps {
  place: SetUpPlace
  other: { readonly id: number; readonly name: string } | null
  differences: readonly DocumentDifference[]
  unreadable: readonly NotCompared[]
}

const Comparison = ({ place, other, differences, unreadable }: ComparisonProps) => (
  <section aria-labelledby="comparison">
    <h2 id="comparison" className="mb-3 text-section font-semibold">
      {other ? `Compared with ${other.name}` : 'Compared with the year before'}
    </h2>
    {other === null && (
      <EmptyState compact icon={ListChecks} title="There is no year before">
        The next policy year will be compared with this one.
      </EmptyState>
    )}
    {other && differences.length === 0 && unreadable.length === 0 && (
      <p className="text-ink-2">Everything is as it was then.</p>
    )}
    {unreadable.length > 0 && (
      <p className="mb-3 text-ink-2">
        Not compared, as one of the two cannot be read by this version of Shipmate:{' '}
        {unreadable.map(({ label }) => label).join(', ')}.
      </p>
    )}
    {differences.map(({ document, label, changes }) => (
      <Disclosure
        key={document}
        className="mb-2 rounded-card shadow-control"
        summary={
          <>
            <span className="font-medium">{label}</span>{' '}
            <span className="text-label text-ink-3">{formatCount(changes.length, 'difference')}</span>
          </>
        }
      >
        <div className="border-t border-line p-3">
          <ChangeLines changes={changes} none="" words={wordsOfKind(document)} />
          <p className="pt-2">
            <DocumentLink place={place} document={document} label={`Edit ${label}`} />
          </p>
        </div>
      </Disclosure>
    ))}
  </section>
)

export const Route = createFileRoute('/_signed-in/_admin/schools/$school/period/$period/set-up')({
  component: SetUpScreen,
})
