import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { activityKindLabels } from '#contract/outputs/audit/choices.ts'
import { listChangedRecords } from '#contract/outputs/audit/endpoints.ts'
import type { ActivityEntry, ChangedRecord } from '#contract/outputs/audit/shapes.ts'
import { accessReason } from '#client/platform/history/access-text.ts'
import { Loaded } from '#client/platform/ui/states/loaded.tsx'
import { FieldChange } from '#client/platform/history/field-change.tsx'
import { isReadableField } from '#client/platform/record/field-text.ts'
import { setupFieldOf } from '#client/platform/history/setup-text.ts'
import { kindLabel } from '#client/platform/history/history-text.ts'
import { ShowMore } from '#client/platform/ui/controls/show-more.tsx'
import { call } from '#client/platform/lib/call.ts'
import { formatInstant, formatNumber } from '#client/platform/lib/format.ts'
import { useGrowingList } from '#client/platform/lib/growing-list.ts'
import { keyOf } from '#client/platform/lib/query.ts'
import { Sheet } from '#client/platform/ui/overlays/sheet.tsx'
import { Act } from './act.tsx'

interface ActivityDetailsProps {
  entry: ActivityEntry | null
  onClose: () => void
}

/** Renders everything that is known about a row: who, when, from where, why, and what changed. */
export const ActivityDetails = ({ entry, onClose }: ActivityDetailsProps) =>
  entry && (
    <Sheet open onClose={onClose} title={activityKindLabels[entry.kind]}>
      <Details entry={entry} onClose={onClose} />
    </Sheet>
  )

const Details = ({ entry, onClose }: { entry: ActivityEntry; onClose: () => void }) => {
  const reason = entry.change === null ? accessReason({ ...entry, action: entry.kind }) : entry.detail
  const detail = entry.change === null && reason === null ? entry.detail : null
  return (
    <div className="flex flex-col gap-5 px-5 pt-1 pb-6">
      <p>
        <Act entry={entry} />
      </p>
      <dl className="grid grid-cols-[7.5rem_minmax(0,1fr)] gap-x-3 gap-y-2">
        <Fact label="When">{formatInstant(entry.at)}</Fact>
        <About entry={entry} />
        {reason !== null && <Fact label="Reason">“{reason}”</Fact>}
        {detail !== null && <Fact label="Details">{detail}</Fact>}
        {entry.times > 1 && <Fact label="Times">{formatNumber(entry.times)} in this minute</Fact>}
        <Origin entry={entry} />
        {entry.emergency_id !== null && (
          <Fact label="Emergency access">
            <Link to="/settings/activity" search={{ emergency: entry.emergency_id }} onClick={onClose}>
              All activity in this session
            </Link>
          </Fact>
        )}
      </dl>
      {entry.change && <Records change={entry.id} />}
    </div>
  )
}

const About = ({ entry: { student, account, school } }: { entry: ActivityEntry }) => (
  <>
    {student && (
      <Fact label="Student">
        <StudentLink student={student} />
      </Fact>
    )}
    {account && (
      <Fact label="User">
        <Link to="/users/$user" params={{ user: String(account.id) }}>
          {account.name}
        </Link>
      </Fact>
    )}
    {school && <Fact label="School">{school.name}</Fact>}
  </>
)

const Origin = ({ entry: { address, request_id } }: { entry: ActivityEntry }) => (
  <>
    {address !== null && <Fact label="IP address">{address}</Fact>}
    {request_id !== null && (
      <Fact label="Request">
        <span className="text-label break-all">{request_id}</span>
      </Fact>
    )}
  </>
)

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <>
    <dt className="text-label leading-[inherit] text-ink-2">{label}</dt>
    <dd className="tabular min-w-0 break-words">{children}</dd>
  </>
)

const StudentLink = ({ student }: { student: { readonly id: number; readonly name: string } }) => (
  <Link to="/student/$student/overview" params={{ student: String(student.id) }}>
    {student.name || 'Student'}
  </Link>
)

const Records = ({ change }: { change: number }) => {
  const list = useGrowingList([...keyOf(listChangedRecords), change], (query, options) =>
    call(listChangedRecords, { params: { id: change }, query }, options),
  )
  return (
    <Loaded
      of={list}
      compact
      what="The change"
      who="Only Shipmate Admins have access to the activity log."
      rows={3}
      label="Loading the change"
    >
      {(rows) => (
        <section aria-label="Records">
          <ol className="mb-4 flex flex-col gap-3">
            {rows.map((record) => (
              <li key={record.id} className="border-t border-line pt-3">
                <Record record={record} />
              </li>
            ))}
          </ol>
          <ShowMore list={list} />
        </section>
      )}
    </Loaded>
  )
}

const Record = ({ record }: { record: ChangedRecord }) => {
  const changes = record.changes.filter(({ field }) => isReadableField(field))
  return (
    <>
      <p className="text-label text-ink-2">
        {kindLabel(record.kind)}
        {record.student && (
          <>
            {' · '}
            <StudentLink student={record.student} />
          </>
        )}
      </p>
      <ul className="mt-1 flex flex-col gap-0.5">
        {changes.map((change) => (
          <li key={change.field}>
            <FieldChange change={change} texts={setupFieldOf(change.field)} />
          </li>
        ))}
      </ul>
    </>
  )
}
