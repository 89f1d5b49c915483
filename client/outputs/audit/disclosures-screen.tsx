import { createFileRoute } from '@tanstack/react-router'
import { Printer } from 'lucide-react'
import { disclosureKindLabels } from '#contract/outputs/audit/choices.ts'
import { getDisclosures } from '#contract/outputs/audit/endpoints.ts'
import type { Disclosure, DisclosureRecord } from '#contract/outputs/audit/shapes.ts'
import { Loaded } from '#client/platform/ui/states/loaded.tsx'
import { formatDay, formatInstant, localDay } from '#client/platform/lib/format.ts'
import { useAsk } from '#client/platform/lib/query.ts'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { PageBody } from '#client/platform/ui/text/page-header.tsx'
import { Cell, HeadCell, PlainTable } from '#client/platform/ui/text/plain-table.tsx'

/** Renders who outside Shipmate received a student’s data, when, why and what, as a page to print. */
const DisclosuresScreen = () => {
  const { student } = Route.useParams()
  const disclosures = useAsk(getDisclosures, { params: { id: student } }, { staleTime: 60_000 })
  return (
    <PageBody width="lg">
      <Loaded
        of={disclosures}
        what="The record of disclosures"
        who="Only Shipmate Admins have access to the record of disclosures."
        rows={6}
        label="Loading the record of disclosures"
      >
        {(data) => <Record record={data} />}
      </Loaded>
    </PageBody>
  )
}

const Record = ({ record: { school, student, at, files_since, rows } }: { record: DisclosureRecord }) => (
  <article data-printed aria-labelledby="disclosures">
    <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <header className="min-w-0">
        <p className="text-label text-ink-2">{school.name}</p>
        <h2 id="disclosures" className="text-dialog font-semibold">
          Record of disclosures
        </h2>
        <p className="mt-1">
          {student.name}
          {student.sid !== null && <span className="text-ink-2"> · Student ID {student.sid}</span>}
        </p>
        <p className="text-label text-ink-2">Created on {formatInstant(at)}</p>
      </header>
      <Button icon={Printer} className="print:hidden" onClick={() => window.print()}>
        Print
      </Button>
    </div>
    <p className="mt-4 mb-5 max-w-2xl text-label text-ink-2">
      Disclosures of this student’s records outside the school’s student health insurance team (34 CFR 99.32).
      It has student lists, prints and reports since {formatDay(localDay(new Date(files_since)))}, and all
      carrier files, bursar files, eligibility checks and emails.
    </p>
    {rows.length === 0 ? (
      <p className="border-t border-line py-4">No disclosures are recorded for this student.</p>
    ) : (
      <>
        <Table rows={rows} />
        <Cards rows={rows} />
      </>
    )}
  </article>
)

interface RowsProps {
  rows: readonly Disclosure[]
}

const keyOf = ({ at, kind, recipient }: Disclosure): string => `${at} ${kind} ${recipient}`

const Table = ({ rows }: RowsProps) => (
  <PlainTable
    label="Disclosures"
    className="table-fixed [&_td]:py-2 [&_td]:align-top max-md:hidden print:table"
    head={
      <>
        <HeadCell className="w-[19%]">Date</HeadCell>
        <HeadCell className="w-[20%]">Recipient</HeadCell>
        <HeadCell className="w-[27%]">Purpose</HeadCell>
        <HeadCell>Data</HeadCell>
      </>
    }
  >
    {rows.map((row) => (
      <tr key={keyOf(row)}>
        <Cell className="tabular">{formatInstant(row.at)}</Cell>
        <Cell className="break-words">{row.recipient}</Cell>
        <Cell className="break-words">{row.purpose}</Cell>
        <Cell className="break-words">
          {disclosureKindLabels[row.kind]}
          <span className="block text-label text-ink-2">{row.what}</span>
        </Cell>
      </tr>
    ))}
  </PlainTable>
)

/** The same on a phone, one below the other. */
const Cards = ({ rows }: RowsProps) => (
  <ul className="md:hidden print:hidden">
    {rows.map((row) => (
      <li key={keyOf(row)} className="border-t border-line py-3">
        <p className="font-medium break-words">{row.recipient}</p>
        <p className="tabular text-label text-ink-3">{formatInstant(row.at)}</p>
        <p className="mt-1">{row.purpose}</p>
        <p className="text-label text-ink-2">
          {disclosureKindLabels[row.kind]}: {row.what}
        </p>
      </li>
    ))}
  </ul>
)

export const Route = createFileRoute('/_signed-in/_numbered/student/$student/disclosures')({
  component: DisclosuresScreen,
})
