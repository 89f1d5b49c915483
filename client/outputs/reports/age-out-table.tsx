import type { ReactNode } from 'react'
import type { AgeOutColumn, AgingOutRow } from '#contract/outputs/reports/age-out.ts'
import { CoveragePill } from '#client/platform/coverage/coverage-pill.tsx'
import { SkeletonRows } from '#client/platform/ui/states/skeleton.tsx'
import { Cell, HeadCell, ScrolledTable, SortCell } from '#client/platform/ui/text/plain-table.tsx'
import {
  BirthdayCell,
  CompanyCell,
  ContactCell,
  DaysLeft,
  EndCell,
  NoticeCell,
  ProgramCell,
  SourceCell,
  StudentCell,
  VerifiedCell,
} from './age-out-cells.tsx'
import type { AgeOutList } from './use-age-out.ts'

interface AgeOutTableProps {
  list: AgeOutList
  period: string
  empty: ReactNode
}

const keyOf = (row: AgingOutRow): string => `${row.student_period_id} ${row.coverage_type}`

/** Renders the students of the report as rows, with what the office needs to reach them. */
export const AgeOutTable = ({ list, period, empty }: AgeOutTableProps) => {
  const { page } = list
  if (!page) return <SkeletonRows rows={10} label="Loading the age-out report" />
  if (page.data.length === 0) return <div className="min-h-0 flex-1 overflow-y-auto">{empty}</div>
  const sort = (field: AgeOutColumn, label: string) => (
    <SortCell sorted={list.sortedBy(field)} onSort={() => list.onSort(field)} className="whitespace-nowrap">
      {label}
    </SortCell>
  )
  return (
    <ScrolledTable
      region="Age-out report"
      label="Students who age out"
      className="min-w-max"
      head={
        <>
          {sort('student_name', 'Student')}
          {sort('presumed_end_on', 'Expected end of coverage')}
          <HeadCell>Days left</HeadCell>
          {sort('status', 'Status')}
          {sort('turns_on', 'Age-out birthday')}
          <HeadCell>Insurance company</HeadCell>
          <HeadCell>Source of coverage</HeadCell>
          <HeadCell>Verified on</HeadCell>
          <HeadCell>Program</HeadCell>
          <HeadCell>Contact</HeadCell>
          <HeadCell>Notice sent</HeadCell>
        </>
      }
    >
      {page.data.map((row) => (
        <Row key={keyOf(row)} row={row} period={period} />
      ))}
    </ScrolledTable>
  )
}

const Row = ({ row, period }: { row: AgingOutRow; period: string }) => (
  <tr className="align-top hover:bg-hover [&>td]:py-1.5">
    <Cell>
      <StudentCell row={row} period={period} />
    </Cell>
    <Cell>
      <EndCell row={row} />
    </Cell>
    <Cell>
      <DaysLeft row={row} />
    </Cell>
    <Cell>
      <CoveragePill status={row.status} short />
    </Cell>
    <Cell>
      <BirthdayCell row={row} />
    </Cell>
    <Cell>
      <CompanyCell row={row} />
    </Cell>
    <Cell>
      <SourceCell row={row} />
    </Cell>
    <Cell>
      <VerifiedCell row={row} />
    </Cell>
    <Cell>
      <ProgramCell row={row} />
    </Cell>
    <Cell>
      <ContactCell row={row} />
    </Cell>
    <Cell>
      <NoticeCell row={row} />
    </Cell>
  </tr>
)

/** Renders the students on a phone: a card for each. */
export const AgeOutCards = ({ list, period, empty }: AgeOutTableProps) => {
  const { page } = list
  if (!page) return <SkeletonRows label="Loading the age-out report" />
  if (page.data.length === 0) return <div className="min-h-0 flex-1 overflow-y-auto">{empty}</div>
  return (
    <ul
      aria-label="Students who age out"
      className="min-h-0 flex-1 divide-y divide-line overflow-y-auto overscroll-contain pb-message-room"
    >
      {page.data.map((row) => (
        <li key={keyOf(row)} className="px-4 py-2.5">
          <div className="flex items-start justify-between gap-3">
            <div className="min-w-0">
              <StudentCell row={row} period={period} />
            </div>
            <div className="flex shrink-0 flex-col items-end gap-1">
              <DaysLeft row={row} />
              <CoveragePill status={row.status} short />
            </div>
          </div>
          <div className="mt-1.5 grid grid-cols-2 gap-3">
            <div>
              <EndCell row={row} />
            </div>
            <div className="min-w-0 [&_.truncate]:max-w-full">
              <CompanyCell row={row} />
            </div>
          </div>
        </li>
      ))}
    </ul>
  )
}
