import { createFileRoute, Link } from '@tanstack/react-router'
import { ListChecks } from 'lucide-react'
import { comparePeriods, getPeriodChecks, listPeriodDocuments } from '#contract/setup/periods/endpoints.ts'
import { listSchoolPeriods } from '#contract/setup/schools/endpoints.ts'
import type { DocumentDifference, NotCompared } from '#contract/setup/periods/set-up.ts'
import { Loaded, together } from '#client/platform/ui/states/loaded.tsx'
import { ChangeLines } from '#client/platform/history/change-lines.tsx'
import { useBreadcrumbOf, type SetUpPlace } from '#client/setup/period-documents/document-page.tsx'
import { formatCount, formatNumber } from '#client/platform/lib/format.ts'
import { useAsk } from '#client/platform/lib/query.ts'
import { Disclosure } from '#client/platform/ui/text/disclosure.tsx'
import { lazyDialog } from '#client/platform/ui/states/later.tsx'
import { EmptyState } from '#client/platform/ui/states/empty-state.tsx'
import { PageBody, PageHeader } from '#client/platform/ui/text/page-header.tsx'
import { StudentSiteAddress } from '#client/setup/website/student-site.tsx'
import { DifferingRecords } from './differing-records.tsx'
import { textsOfKind } from '#client/platform/history/setup-text.ts'
import { DocumentLink } from './set-up-issues.tsx'
import { SetUpPath } from './set-up-path.tsx'
import { PeriodStatePill } from './period-state-pill.tsx'
import { nextStep, stepsOf, type StepKey } from './set-up-steps.ts'
import { isIssue } from './urgent-check.ts'
import { useState } from 'react'
import type { DocumentState } from '#contract/setup/periods/publishing.ts'
import type { Period } from '#contract/setup/periods/shapes.ts'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { isUnpublished, PublishAllDialog } from './publish-all.tsx'
import { useMovePeriod } from './use-move-period.ts'

const FillDialog = lazyDialog(async () => (await import('./fill-dialog.tsx')).FillDialog)

/** Renders the steps of a setup, and the differences from last year. */
const SetUpScreen = () => {
  const params = Route.useParams()
  const place = { school: Number(params.school), period: Number(params.period) }
  const { checks, comparison, period, periods, documents, issues, steps } = useSetUp(place)
  return (
    <>
      <PageHeader
        title="Setup"
        breadcrumb={useBreadcrumbOf(place)}
        {...(checks.data ? { count: formatNumber(issues.length) } : {})}
        aside={period && <PeriodStatePill state={period.state} />}
        actions={
          period && checks.data && <SetUpActions {...{ period, documents }} next={nextStep(steps)?.key} />
        }
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
            {period && (
              <SetUpPath {...{ place, period, steps }} checks={found}>
                <Unfilled {...{ period, documents, periods }} />
              </SetUpPath>
            )}
            <StudentSite {...params} />
            <CalendarLink {...params} />
            <DifferingRecords {...params} />
            <Comparison {...{ place, documents }} {...differences} />
          </PageBody>
        )}
      </Loaded>
    </>
  )
}

/** Reads the setup, and returns its steps. */
const useSetUp = (place: SetUpPlace) => {
  const checks = useAsk(getPeriodChecks, { params: { id: place.period } }, { staleTime: 0 })
  const comparison = useAsk(comparePeriods, { params: { id: place.period } }, { staleTime: 0 })
  // the same path as in the year picker
  const { data: periods = [] } = useAsk(
    listSchoolPeriods,
    { params: { id: place.school } },
    { staleTime: 60_000 },
  )
  const period = periods.find(({ id }) => id === place.period)
  const { data: documents = [] } = useAsk(
    listPeriodDocuments,
    { params: { id: place.period } },
    { staleTime: 0 },
  )
  const issues = checks.data?.filter(isIssue) ?? []
  const steps = stepsOf({ state: period?.state ?? 'draft', issues, documents })
  return { checks, comparison, period, periods, documents, issues, steps }
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

interface ComparisonProps {
  place: SetUpPlace
  other: { readonly id: number; readonly name: string } | null
  differences: readonly DocumentDifference[]
  unreadable: readonly NotCompared[]
  documents: readonly DocumentState[]
}

/** Renders the differences from last year, without those of sections that no one has saved: all of last year’s content. */
const Comparison = ({ place, other, differences: all, unreadable, documents }: ComparisonProps) => {
  const unsaved = new Set(documents.filter(({ version }) => version === 0).map(({ kind }) => kind))
  const differences = all.filter(({ document }) => !unsaved.has(document))
  const empty = all.length - differences.length
  return (
    <section aria-labelledby="comparison">
      <h2 id="comparison" className="mb-3 text-section font-semibold">
        {other ? `Compared with ${other.name}` : 'Compared with last year'}
      </h2>
      {other === null && (
        <EmptyState compact icon={ListChecks} title="No earlier policy year">
          Next year’s setup will be compared with this one.
        </EmptyState>
      )}
      {empty > 0 && (
        <p className="mb-3 text-ink-2">
          {formatCount(empty, 'section is empty, so it isn’t', 'sections are empty, so they aren’t')}{' '}
          compared.
        </p>
      )}
      {other && all.length === 0 && unreadable.length === 0 && (
        <p className="text-ink-2">Nothing changed since {other.name}.</p>
      )}
      {unreadable.length > 0 && (
        <p className="mb-3 text-ink-2">
          Couldn’t compare these sections because this version of Shipmate can’t read one of them:{' '}
          {unreadable.map(({ label }) => label).join(', ')}.
        </p>
      )}
      {differences.map((one) => (
        <Difference key={one.document} place={place} {...one} />
      ))}
    </section>
  )
}

const Difference = ({ place, document, label, changes }: DocumentDifference & { place: SetUpPlace }) => (
  <Disclosure
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
)

interface UnfilledProps {
  period: Period
  documents: readonly DocumentState[]
  /** All policy years of the school. */
  periods: readonly Period[]
}

/** Renders how many sections of a draft no one has saved, and the button that fills them. */
const Unfilled = ({ period, documents, periods }: UnfilledProps) => {
  const [isOpen, setOpen] = useState(false)
  const unsaved = documents.filter(({ is_published, version }) => is_published && version === 0)
  if (period.state !== 'draft' || unsaved.length === 0) return null
  return (
    <div className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-1">
      <p className="min-w-0 flex-1 basis-52 text-ink-2">
        {formatCount(unsaved.length, 'section is', 'sections are')} empty. Fill them from another policy year
        or with standard forms and pages.
      </p>
      <Button onClick={() => setOpen(true)}>Fill sections…</Button>
      {isOpen && (
        <FillDialog
          period={period}
          sources={periods.filter(({ id, has_setup }) => has_setup && id !== period.id)}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  )
}

interface SetUpActionsProps {
  period: Period
  documents: readonly DocumentState[]
  next: StepKey | undefined
}

/** Renders the buttons that publish all changes and open a draft. */
const SetUpActions = ({ period, documents, next }: SetUpActionsProps) => {
  // the versions when the dialog opened: later changes are published next time
  const [opened, setOpened] = useState<readonly DocumentState[] | null>(null)
  const move = useMovePeriod()
  const waiting = documents.filter(isUnpublished)
  return (
    <div data-focus-group className="contents">
      {period.state === 'draft' && (
        <Button variant={next === 'open' ? 'primary' : 'secondary'} onClick={() => void move(period, 'open')}>
          Open policy year
        </Button>
      )}
      {waiting.length > 0 && (
        <Button variant={next === 'publish' ? 'primary' : 'secondary'} onClick={() => setOpened(waiting)}>
          Publish {formatCount(waiting.length, 'section')}…
        </Button>
      )}
      {opened && <PublishAllDialog periodId={period.id} waiting={opened} onClose={() => setOpened(null)} />}
    </div>
  )
}

export const Route = createFileRoute('/_signed-in/_admin/schools/$school/period/$period/set-up')({
  component: SetUpScreen,
})
