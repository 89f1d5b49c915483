import { createFileRoute, Link, type LinkProps } from '@tanstack/react-router'
import { CircleCheck, ListChecks } from 'lucide-react'
import {
  comparePeriods,
  getPeriodChecks,
  listPeriodDocuments,
  getLatestLinkCheck,
  startLinkCheck,
} from '#contract/setup/periods/endpoints.ts'
import { listSchoolPeriods } from '#contract/setup/schools/endpoints.ts'
import type { Check, DocumentDifference, NotCompared } from '#contract/setup/periods/set-up.ts'
import { Loaded, together } from '#client/platform/ui/states/loaded.tsx'
import { ChangeLines } from '#client/platform/history/change-lines.tsx'
import { placeOfDocument } from '#client/setup/period-documents/document-places.ts'
import { useBreadcrumbOf, type SetUpPlace } from '#client/setup/period-documents/document-page.tsx'
import { hashOfField } from '#client/setup/period-documents/use-pointed-field.ts'
import { formatCount, formatNumber, formatInstant } from '#client/platform/lib/format.ts'
import { useAsk, useReloadAtEnd, useSend } from '#client/platform/lib/query.ts'
import { Disclosure } from '#client/platform/ui/text/disclosure.tsx'
import { EmptyState } from '#client/platform/ui/states/empty-state.tsx'
import { PageBody, PageHeader } from '#client/platform/ui/text/page-header.tsx'
import { StudentSiteAddress } from '#client/setup/website/student-site.tsx'
import { DifferingRecords } from './differing-records.tsx'
import { textsOfKind } from './set-up-text.ts'
import { PeriodStatePill } from './period-state-pill.tsx'
import { isIssue, isUrgent } from './urgent-check.ts'
import { useState } from 'react'
import type { DocumentState } from '#contract/setup/periods/publishing.ts'
import type { Period } from '#contract/setup/periods/shapes.ts'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { isUnpublished, PublishAllDialog } from './publish-all.tsx'
import { useMovePeriod } from './use-move-period.ts'
import type { LinkCheck } from '#contract/setup/periods/link-checks.ts'
import { ProgressBar } from '#client/platform/ui/states/progress-bar.tsx'

/** Renders the issues to fix before a policy year opens, and the differences from last year. */
const SetUpScreen = () => {
  const params = Route.useParams()
  const place = { school: Number(params.school), period: Number(params.period) }
  const checks = useAsk(getPeriodChecks, { params: { id: place.period } }, { staleTime: 0 })
  const comparison = useAsk(comparePeriods, { params: { id: place.period } }, { staleTime: 0 })
  // the same path as in the year picker
  const { data: periods } = useAsk(listSchoolPeriods, { params: { id: place.school } }, { staleTime: 60_000 })
  const period = periods?.find(({ id }) => id === place.period)
  return (
    <>
      <PageHeader
        title="Setup"
        breadcrumb={useBreadcrumbOf(place)}
        {...(checks.data ? { count: formatNumber(checks.data.filter(isIssue).length) } : {})}
        aside={period && <PeriodStatePill state={period.state} />}
        actions={period && checks.data && <SetUpActions period={period} checks={checks.data} />}
      />
      <Loaded
        of={together(checks, comparison)}
        what="The setup"
        who="Only Shipmate Admins can set up a policy year."
        rows={8}
        label="Loading setup"
      >
        {([found, differences]) => (
          <PageBody>
            <Checks place={place} checks={found} />
            <StudentSite {...params} />
            <CalendarLink {...params} />
            <DifferingRecords {...params} />
            <Comparison place={place} {...differences} />
          </PageBody>
        )}
      </Loaded>
    </>
  )
}

const StudentSite = (params: { school: string; period: string }) => (
  <section aria-labelledby="student-site" className="pb-8">
    <h2 id="student-site" className="mb-3 text-section font-semibold">
      Student site
    </h2>
    <StudentSiteAddress periodId={Number(params.period)} />
    <p className="pt-2">
      <Link
        to="/schools/$school/period/$period/website/home-page"
        params={params}
        className="font-medium text-accent-text"
      >
        Edit the site
      </Link>
    </p>
  </section>
)

const CalendarLink = (params: { school: string; period: string }) => (
  <section aria-labelledby="calendar" className="pb-8">
    <h2 id="calendar" className="mb-3 text-section font-semibold">
      Calendar
    </h2>
    <p className="text-ink-2">
      See the deadlines, reminders and default enrollments of the policy year, and what ran so far.{' '}
      <Link
        to="/schools/$school/period/$period/set-up/calendar"
        params={params}
        className="font-medium text-accent-text"
      >
        Open the calendar
      </Link>
    </p>
  </section>
)

/** Renders the setup checklist: first what must be fixed, then what to review. */
const Checks = ({ place, checks }: { place: SetUpPlace; checks: readonly Check[] }) => {
  const groups = [
    { title: 'Must fix', items: checks.filter(isUrgent) },
    { title: 'Review', items: checks.filter((one) => isIssue(one) && !isUrgent(one)) },
    // never stops a year from opening
    { title: 'Shown in English', items: checks.filter((one) => !isIssue(one)) },
  ].filter(({ items }) => items.length > 0)
  return (
    <section aria-labelledby="checks" className="pb-8">
      <h2 id="checks" className="mb-3 text-section font-semibold">
        Setup checklist
      </h2>
      <LinkCheckLine periodId={place.period} />
      {!checks.some(isIssue) && (
        <EmptyState compact icon={CircleCheck} title="Setup complete">
          Shipmate checked the dates, premiums, pages and unpublished changes.
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
  /** The field to go to, a dot path; '' for the whole document. */
  path?: string
}

const DocumentLink = ({ place, document, label, path = '' }: DocumentLinkProps) => {
  const to = placeOfDocument(place.school, place.period, document)
  if (to === null) return <span className="text-label text-ink-3">{label}</span>
  return (
    // The path is built from the place; the router checks it at run time.
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
      {other ? `Compared with ${other.name}` : 'Compared with last year'}
    </h2>
    {other === null && (
      <EmptyState compact icon={ListChecks} title="No earlier policy year">
        Next year’s setup will be compared with this one.
      </EmptyState>
    )}
    {other && differences.length === 0 && unreadable.length === 0 && (
      <p className="text-ink-2">Nothing changed since {other.name}.</p>
    )}
    {unreadable.length > 0 && (
      <p className="mb-3 text-ink-2">
        Couldn’t compare these sections because this version of Shipmate can’t read one of them:{' '}
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
          <ChangeLines changes={changes} none="" words={textsOfKind(document)} />
          <p className="pt-2">
            <DocumentLink place={place} document={document} label={`Edit ${label}`} />
          </p>
        </div>
      </Disclosure>
    ))}
  </section>
)

/** Renders the buttons that publish all changes and open a draft. */
const SetUpActions = ({ period, checks }: { period: Period; checks: readonly Check[] }) => {
  const { data = [] } = useAsk(listPeriodDocuments, { params: { id: period.id } }, { staleTime: 0 })
  // the versions when the dialog opened: later changes are published next time
  const [opened, setOpened] = useState<readonly DocumentState[] | null>(null)
  const move = useMovePeriod()
  const waiting = data.filter(isUnpublished)
  const isReady = waiting.length === 0 && !checks.some(isUrgent)
  return (
    <div data-focus-group className="contents">
      {period.state === 'draft' && (
        <Button variant={isReady ? 'primary' : 'secondary'} onClick={() => void move(period, 'open')}>
          Open policy year
        </Button>
      )}
      {waiting.length > 0 && (
        <Button variant="primary" onClick={() => setOpened(waiting)}>
          Publish {formatCount(waiting.length, 'section')}…
        </Button>
      )}
      {opened && <PublishAllDialog periodId={period.id} waiting={opened} onClose={() => setOpened(null)} />}
    </div>
  )
}

const isRunning = (check: LinkCheck | null | undefined): check is LinkCheck =>
  check?.state === 'queued' || check?.state === 'running'

/** Renders when the links to other sites were last checked, and the button that checks them in the background. */
const LinkCheckLine = ({ periodId }: { periodId: number }) => {
  const params = { id: periodId }
  const latest = useAsk(getLatestLinkCheck, { params }, { staleTime: 0, follows: isRunning })
  const { send, isSending } = useSend(startLinkCheck, { refreshes: [getLatestLinkCheck] })
  const check = latest.data
  useReloadAtEnd(isRunning(check), openIssues)
  if (isRunning(check)) {
    const { done, total } = check.progress
    return (
      <ProgressBar
        className="mb-4"
        label="Checking links to other sites"
        {...{ done, total }}
        {...(total > 0 ? { detail: `${formatNumber(done)} of ${formatNumber(total)}` } : {})}
      />
    )
  }
  return (
    <div className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-1">
      <p aria-live="polite" className="min-w-0 flex-1 text-ink-2">
        {check === undefined ? '' : resultOf(check)}
      </p>
      <Button busy={isSending} onClick={() => void send({ params }).catch(() => undefined)}>
        Check links
      </Button>
    </div>
  )
}

const resultOf = (check: LinkCheck | null): string => {
  if (check === null) return 'Links to other sites haven’t been checked yet.'
  if (check.state === 'failed') return 'Couldn’t check the links. Try again.'
  const checked = `${formatCount(check.progress.total, 'link')} to other sites checked ${formatInstant(check.updated_at)}`
  return check.dead === 0
    ? `${checked} No broken links.`
    : `${checked} ${formatCount(check.dead, 'broken link')}.`
}

const openIssues = [getPeriodChecks]

export const Route = createFileRoute('/_signed-in/_admin/schools/$school/period/$period/set-up')({
  component: SetUpScreen,
})
