import { Link } from '@tanstack/react-router'
import { CircleStop, Clock, Hourglass } from 'lucide-react'
import type { ReactNode } from 'react'
import { coverageLabels } from '#contract/platform/coverage/choices.ts'
import { endReasonLabels } from '#contract/outputs/reports/choices.ts'
import { type AgingOutRow } from '#contract/outputs/reports/age-out.ts'
import {
  sourceOfCoverageLabels,
  subscriberRelationLabels,
} from '#contract/platform/record/student-period-choices.ts'
import { formatCount, formatDay, formatInstant, formatPhone, localDay } from '#client/platform/lib/format.ts'
import { Truncate } from '#client/platform/ui/overlays/truncate.tsx'
import { Pill } from '#client/platform/ui/text/badge.tsx'

/** A dash for what isn’t known. */
const none = <span className="text-ink-3">–</span>

interface TwoLinesProps {
  first: ReactNode
  /** Smaller, below; nothing without it. */
  second?: ReactNode
}

/** Renders a value with a smaller one below. */
const TwoLines = ({ first, second }: TwoLinesProps) => (
  <>
    <span className="block">{first}</span>
    {second !== null && second !== undefined && second !== '' && (
      <span className="block text-label text-ink-3">{second}</span>
    )}
  </>
)

/** Renders a student’s name as the link to their insurance details, with their ID and coverage type. */
export const StudentCell = ({ row, period }: { row: AgingOutRow; period: string }) => (
  <TwoLines
    first={
      <Link
        to="/student/$student/policy-years/$period/insurance-details"
        params={{ student: String(row.student_id), period }}
        className="font-medium"
      >
        {row.student_name}
      </Link>
    }
    second={<span className="tabular">{`${row.sid} · ${coverageLabels[row.coverage_type]}`}</span>}
  />
)

/** Returns when coverage ends, in words: “12 days left”, “Last day today”, “Ended 20 days ago”. */
const daysLeftText = (days: number): string => {
  if (days === 0) return 'Last day today'
  return days > 0 ? `${formatCount(days, 'day')} left` : `Ended ${formatCount(-days, 'day')} ago`
}

/** Days in which an end is near. */
const soon = 30

/** Renders the days left. An ended or near end of a waiver that hasn’t aged out is tinted. */
export const DaysLeft = ({ row: { days_left, status } }: { row: AgingOutRow }) => {
  const text = daysLeftText(days_left)
  if (days_left > soon) return <span className="tabular text-ink-2">{text}</span>
  if (status === 'waived_aged_out')
    return (
      <Pill icon={CircleStop} quiet>
        {text}
      </Pill>
    )
  return days_left < 0 ? (
    <Pill tone="danger" icon={Hourglass}>
      {text}
    </Pill>
  ) : (
    <Pill tone="warning" icon={Clock}>
      {text}
    </Pill>
  )
}

/** Renders the presumed end of coverage and why. */
export const EndCell = ({ row }: { row: AgingOutRow }) => (
  <TwoLines
    first={<span className="tabular">{formatDay(row.presumed_end_on)}</span>}
    second={endReasonLabels[row.end_reason]}
  />
)

/** Renders the birthday that ends coverage, with the date of birth and the age today. */
export const BirthdayCell = ({ row }: { row: AgingOutRow }) => (
  <TwoLines
    first={
      <span className="tabular">
        {formatDay(row.turns_on)}
        {row.age_out_age !== 26 && <span className="text-ink-2">{` (age ${row.age_out_age})`}</span>}
      </span>
    }
    second={<span className="tabular">{`Born ${formatDay(row.dob)}, age ${row.age}`}</span>}
  />
)

/** Renders the insurance company and the member ID. */
export const CompanyCell = ({ row }: { row: AgingOutRow }) => (
  <TwoLines
    first={row.company === null ? none : <Truncate className="max-w-44">{row.company}</Truncate>}
    second={row.member_number === null ? null : <span className="tabular">{row.member_number}</span>}
  />
)

/** Renders the source of coverage and the subscriber’s relation. */
export const SourceCell = ({ row: { source, relation } }: { row: AgingOutRow }) => (
  <TwoLines
    first={source === null ? none : sourceOfCoverageLabels[source]}
    second={relation === null ? null : `Subscriber: ${subscriberRelationLabels[relation].toLowerCase()}`}
  />
)

/** Renders when the waiver was verified, and the plan’s end in the latest eligibility report. */
export const VerifiedCell = ({ row: { verified_on, plan_ends_on } }: { row: AgingOutRow }) => (
  <TwoLines
    first={verified_on === null ? none : <span className="tabular">{formatDay(verified_on)}</span>}
    second={
      plan_ends_on === null ? null : <span className="tabular">{`Plan ends ${formatDay(plan_ends_on)}`}</span>
    }
  />
)

/** Renders the program and the campus. */
export const ProgramCell = ({ row: { program, campus } }: { row: AgingOutRow }) => (
  <TwoLines
    first={program === null ? none : <Truncate className="max-w-44">{program}</Truncate>}
    second={campus}
  />
)

/** Renders how to reach the student: email address and phone. */
export const ContactCell = ({ row }: { row: AgingOutRow }) => {
  const email = row.university_email ?? row.personal_email
  return (
    <TwoLines
      first={email === null ? none : <Truncate className="max-w-56">{email}</Truncate>}
      second={row.phone === null ? null : <span className="tabular">{formatPhone(row.phone)}</span>}
    />
  )
}

/** Renders the latest notice about aging out, and the latest email of any kind. */
export const NoticeCell = ({ row: { notice, last_contact_at } }: { row: AgingOutRow }) => (
  <TwoLines
    first={
      notice === null ? (
        <span className="text-ink-3">None</span>
      ) : (
        <span className="tabular">{`${notice.days_before} days, ${formatDay(localDay(new Date(notice.at)))}`}</span>
      )
    }
    second={
      last_contact_at === null
        ? 'Never emailed'
        : `Last emailed ${formatInstant(last_contact_at).split(',')[0]}`
    }
  />
)
