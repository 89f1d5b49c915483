import { Mail } from 'lucide-react'
import { reportDays, type DeliveryReport } from '#contract/mail/email-delivery/shapes.ts'
import { formatDay, formatNumber } from '#client/platform/lib/format.ts'
import { EmptyState } from '#client/platform/ui/states/empty-state.tsx'
import { CardTable, Cell, HeadCell } from '#client/platform/ui/text/plain-table.tsx'

type Figures = DeliveryReport['totals']

/** Renders the emails of the last 30 days by school and by day. */
export const FiguresSection = ({ report: { schools, days, totals } }: { report: DeliveryReport }) => {
  const hasInside = totals.kept_inside > 0
  return (
    <section aria-labelledby="figures">
      <h2 id="figures" className="mb-3 text-section font-semibold">
        Last {reportDays} days
      </h2>
      {days.length === 0 ? (
        <EmptyState compact icon={Mail} title="No emails yet">
          Sent, failed and bounced emails appear here by day and school.
        </EmptyState>
      ) : (
        <div className="flex flex-col gap-6">
          <FiguresTable
            label="Emails by school"
            first="School"
            hasInside={hasInside}
            rows={schools.map(({ id, name, ...figures }) => ({
              key: String(id),
              name: name ?? 'User accounts',
              figures,
            }))}
          />
          <FiguresTable
            label="Emails by day"
            first="Day"
            hasInside={hasInside}
            rows={days.map(({ day, ...figures }) => ({ key: day, name: formatDay(day), figures }))}
          />
        </div>
      )}
    </section>
  )
}

interface FiguresTableProps {
  label: string
  /** The header of the first column. */
  first: string
  hasInside: boolean
  rows: readonly { readonly key: string; readonly name: string; readonly figures: Figures }[]
}

const FiguresTable = ({ label, first, hasInside, rows }: FiguresTableProps) => (
  <CardTable
    label={label}
    head={
      <>
        <HeadCell>{first}</HeadCell>
        <HeadCell align="end">Sent</HeadCell>
        {hasInside && <HeadCell align="end">Mailbox only</HeadCell>}
        <HeadCell align="end">Failed</HeadCell>
        <HeadCell align="end">Bounced</HeadCell>
      </>
    }
  >
    {rows.map(({ key, name, figures }) => (
      <tr key={key}>
        <Cell>{name}</Cell>
        <Cell align="end">{formatNumber(figures.sent)}</Cell>
        {hasInside && <Cell align="end">{formatNumber(figures.kept_inside)}</Cell>}
        <Cell align="end" {...(figures.failed > 0 ? { className: 'text-danger-text' } : {})}>
          {formatNumber(figures.failed)}
        </Cell>
        <Cell align="end" {...(figures.bounced > 0 ? { className: 'text-danger-text' } : {})}>
          {formatNumber(figures.bounced)}
        </Cell>
      </tr>
    ))}
  </CardTable>
)
