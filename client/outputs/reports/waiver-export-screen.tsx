import { createFileRoute, Link } from '@tanstack/react-router'
import { Download, FileSpreadsheet } from 'lucide-react'
import { countWaiverExport } from '#contract/outputs/reports/endpoints.ts'
import type { UnsentReason, WaiverExportCounts } from '#contract/outputs/reports/waiver-export.ts'
import { Loaded } from '#client/platform/ui/states/loaded.tsx'
import { reportsCrumb } from './reports-crumb.tsx'
import { formatCount, formatNumber } from '#client/platform/lib/format.ts'
import { useAsk } from '#client/platform/lib/query.ts'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { EmptyState } from '#client/platform/ui/states/empty-state.tsx'
import { PageBody, PageHeader } from '#client/platform/ui/text/page-header.tsx'
import { CardTable, Cell, HeadCell } from '#client/platform/ui/text/plain-table.tsx'
import { BatchResultsSection } from './batch-results.tsx'
import { useWaiverFiles } from './use-waiver-export.ts'

interface Place {
  readonly school: string
  readonly period: string
}

/** Renders the file for a batch eligibility service, what can’t be sent and why, and the import of its results. */
const WaiverExportScreen = () => {
  const place = Route.useParams()
  return (
    <>
      <PageHeader title="Batch eligibility file" breadcrumb={[reportsCrumb(place)]} />
      <PageBody>
        <Content place={place} />
      </PageBody>
    </>
  )
}

const Content = ({ place }: { place: Place }) => {
  const counts = useAsk(countWaiverExport, { query: { period_id: place.period } }, { staleTime: 0 })
  return (
    <Loaded
      of={counts}
      what="The batch eligibility file"
      who="Only Shipmate Admins have access to batch eligibility files."
      rows={8}
      label="Loading the batch eligibility file"
    >
      {(data) => (
        <div className="flex flex-col gap-8">
          {data.send + data.cannot_send === 0 ? (
            <EmptyState compact icon={FileSpreadsheet} title="No waivers to check">
              Coverage appears here when students waive it in this policy year.
            </EmptyState>
          ) : (
            <Files counts={data} place={place} />
          )}
          <BatchResultsSection period={place.period} />
        </div>
      )}
    </Loaded>
  )
}

interface FilesProps {
  counts: WaiverExportCounts
  place: Place
}

const Files = ({ counts, place }: FilesProps) => {
  const files = useWaiverFiles(place.period)
  return (
    <>
      <ToSend counts={counts} {...files} />
      {counts.cannot_send > 0 && <NotSent counts={counts} place={place} {...files} />}
    </>
  )
}

type WaiverFiles = ReturnType<typeof useWaiverFiles>

const ToSend = ({ counts: { send }, save, saving }: { counts: WaiverExportCounts } & WaiverFiles) => (
  <section aria-labelledby="send" className="flex flex-col gap-3">
    <div>
      <h2 id="send" className="text-section font-semibold">
        Waivers to send
      </h2>
      <p className="text-ink-2">
        {send === 0
          ? 'No waiver has every detail that the eligibility service needs.'
          : `${formatCount(send, 'coverage type')} can be sent to the eligibility service, one row each. The file has no SSNs. Each download is logged.`}
      </p>
    </div>
    <div>
      <Button
        variant="primary"
        icon={Download}
        busy={saving === 'send'}
        disabled={send === 0 || saving !== null}
        onClick={() => void save('send')}
      >
        Download file
      </Button>
    </div>
  </section>
)

const NotSent = ({ counts, place, save, saving }: FilesProps & WaiverFiles) => (
  <section aria-labelledby="cannot" className="flex flex-col gap-3">
    <div>
      <h2 id="cannot" className="text-section font-semibold">
        {`${formatNumber(counts.cannot_send)} can’t be sent`}
      </h2>
      <p className="text-ink-2">
        Download these rows to see what to fix. A row can be missing more than one detail.
      </p>
    </div>
    <ReasonTable counts={counts} place={place} />
    <div>
      <Button
        icon={Download}
        busy={saving === 'cannot_send'}
        disabled={saving !== null}
        onClick={() => void save('cannot_send')}
      >
        Download rows that can’t be sent
      </Button>
    </div>
  </section>
)

const reasonTexts: Readonly<Record<UnsentReason, readonly [label: string, fix: string]>> = {
  npi: ['School’s NPI is missing', 'Enter it in the eligibility settings of the school.'],
  company: ['Insurance company is missing', 'Choose the insurance company in the record.'],
  not_electronic: ['Insurance company doesn’t support electronic checks', 'Verify by document or phone.'],
  payer_id: ['Payer ID is missing', 'Add the payer ID to the insurance company.'],
  member_id: ['Member ID is missing', 'Ask the student for the member ID on the card.'],
  student_birth_date: ['Student’s birth date is missing', 'Add the birth date to the record.'],
  subscriber_name: ['Subscriber’s name is missing', 'Ask for the subscriber’s full name.'],
  subscriber_birth_date: ['Subscriber’s birth date is missing', 'Ask for the subscriber’s birth date.'],
}

const ReasonTable = ({ counts, place }: FilesProps) => (
  <CardTable
    label="Waivers that can’t be sent"
    head={
      <>
        <HeadCell>Reason</HeadCell>
        <HeadCell className="max-lg:hidden">How to fix it</HeadCell>
        <HeadCell align="end">Rows</HeadCell>
      </>
    }
  >
    {counts.by_reason.map(({ reason, count }) => {
      const [label, fix] = reasonTexts[reason]
      return (
        <tr key={reason}>
          <Cell className="max-lg:py-2">
            {label}
            <span className="block text-label text-ink-2 lg:hidden">
              <Fix reason={reason} text={fix} place={place} />
            </span>
          </Cell>
          <Cell className="text-ink-2 max-lg:hidden">
            <Fix reason={reason} text={fix} place={place} />
          </Cell>
          <Cell align="end">{formatNumber(count)}</Cell>
        </tr>
      )
    })}
  </CardTable>
)

/** Renders how to fix a reason, with a link where one place fixes all rows. */
const Fix = ({ reason, text, place }: { reason: UnsentReason; text: string; place: Place }) =>
  reason === 'npi' ? (
    <Link to="/schools/$id/settings/eligibility" params={{ id: place.school }}>
      {text}
    </Link>
  ) : (
    text
  )

export const Route = createFileRoute(
  '/_signed-in/_admin/schools/$school/period/$period/reports/waiver-export',
)({ component: WaiverExportScreen })
