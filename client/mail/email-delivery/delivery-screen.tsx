import { createFileRoute, Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { getDeliveryReport } from '#contract/mail/email-delivery/endpoints.ts'
import { reportDays, type DeliveryReport } from '#contract/mail/email-delivery/shapes.ts'
import { Loaded } from '#client/platform/ui/states/loaded.tsx'
import { formatCount, formatNumber } from '#client/platform/lib/format.ts'
import { useAsk } from '#client/platform/lib/query.ts'
import { Banner } from '#client/platform/ui/states/banner.tsx'
import { Ago } from '#client/platform/ui/text/ago.tsx'
import { PageBody, PageHeader } from '#client/platform/ui/text/page-header.tsx'
import { ConnectionSection } from './connection-section.tsx'
import { DeliveryTabs } from './delivery-tabs.tsx'
import { DomainSection } from './domain-section.tsx'
import { FiguresSection } from './figures-section.tsx'

/** Renders how email delivery is doing: what waits, the mail server, the sender’s domain, and the last 30 days. */
const DeliveryScreen = () => {
  const report = useAsk(getDeliveryReport, {}, { staleTime: 0, refetchInterval: 60_000 })
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <PageHeader title="Email delivery" />
      <DeliveryTabs />
      <Loaded
        of={report}
        what="The delivery report"
        who="Only Shipmate Admins can see how emails are delivered."
        rows={8}
        label="Loading the delivery report"
      >
        {(data) => (
          <PageBody>
            <Warnings report={data} />
            <Totals report={data} />
            <ConnectionSection report={data} />
            <DomainSection sender={data.sender} signature={data.signature} />
            <FiguresSection report={data} />
          </PageBody>
        )}
      </Loaded>
    </div>
  )
}

/** Minutes after which an email that is due should have gone out. */
const lateAfter = 10

const isLate = ({ oldest_due_at: at }: DeliveryReport['waiting']): boolean =>
  at !== null && Date.now() - new Date(at).getTime() > lateAfter * 60_000

const Warnings = ({ report: { mail_server: server, waiting } }: { report: DeliveryReport }) => (
  <div className="mb-6 flex flex-col gap-2 empty:hidden">
    {server === null && (
      <Banner tone="warning" title="No mail server is set up">
        Emails stay in the{' '}
        <Link to="/settings/mailbox" className="font-medium text-inherit underline">
          mailbox
        </Link>{' '}
        and no one receives them. Ask the person who runs this server to set SMTP_URL.
      </Banner>
    )}
    {server !== null && isLate(waiting) && (
      <Banner tone="danger" title="Emails aren’t going out">
        The oldest one has been due for more than {lateAfter} minutes. Test the connection to see why.
      </Banner>
    )}
  </div>
)

const Totals = ({ report }: { report: DeliveryReport }) => {
  const { waiting, totals } = report
  return (
    <section aria-label="Overview" className="mb-8">
      <dl className="grid grid-cols-2 gap-3 sm:grid-cols-4">
        <Figure label="Waiting" value={waiting.due + waiting.later}>
          {waiting.oldest_due_at === null ? (
            waiting.later > 0 && `${formatNumber(waiting.later)} not due yet`
          ) : (
            <>
              Oldest due <Ago at={waiting.oldest_due_at} />
            </>
          )}
        </Figure>
        <Figure label="Sent" value={totals.sent}>
          {totals.kept_inside > 0 && `${formatNumber(totals.kept_inside)} in the mailbox only`}
        </Figure>
        <Figure label="Failed" value={totals.failed}>
          {waiting.uncertain > 0 && `${formatNumber(waiting.uncertain)} may not have arrived`}
        </Figure>
        <Figure label="Bounced" value={totals.bounced}>
          <Link to="/settings/email-delivery/blocked-addresses" className="text-accent-text">
            {formatCount(report.suppressed_addresses, 'blocked address', 'blocked addresses')}
          </Link>
        </Figure>
      </dl>
      <p className="mt-2 text-label text-ink-3">Sent, failed and bounced in the last {reportDays} days.</p>
    </section>
  )
}

const Figure = ({ label, value, children }: { label: string; value: number; children: ReactNode }) => (
  <div className="min-w-0 rounded-card px-3 py-2.5 shadow-line">
    <dt className="text-label text-ink-2">{label}</dt>
    <dd>
      <span className="tabular block text-section font-semibold">{formatNumber(value)}</span>
      <span className="text-label text-ink-3">{children}</span>
    </dd>
  </div>
)

export const Route = createFileRoute('/_signed-in/_admin/settings/email-delivery')({
  component: DeliveryScreen,
})
