import type { ReactNode } from 'react'
import { listHistoryEntries } from '#contract/platform/history/endpoints.ts'
import { listNotes } from '#contract/records/notes/endpoints.ts'
import { getStudentPeriod } from '#contract/records/student-periods/endpoints.ts'
import type { StudentPeriod } from '#contract/records/student-periods/shapes.ts'
import { CoverageLines } from '#client/platform/coverage/coverage-lines.tsx'
import { HistoryLine } from '#client/platform/history/history-entry.tsx'
import { joinDecisions } from '#client/platform/history/joined-entries.ts'
import { useAsk } from '#client/platform/lib/query.ts'
import { fieldFact } from '#client/platform/record/field-fact.tsx'
import { enrollmentPlaces, shownIn, studentPlaces } from '#client/platform/record/field-places.ts'
import { fieldLabel } from '#client/platform/record/field-text.ts'
import { RichText } from '#client/platform/ui/rich-text/rich-text.tsx'
import { Loaded } from '#client/platform/ui/states/loaded.tsx'
import { Skeleton } from '#client/platform/ui/states/skeleton.tsx'
import { Ago } from '#client/platform/ui/text/ago.tsx'
import { FormsSection, type FormsSectionProps } from '#client/records/forms/evidence/forms-section.tsx'

interface StudentRecordProps {
  id: number
  /** Whether the forms are open at first, and what to call when they’re opened or closed. */
  forms?: Pick<FormsSectionProps, 'startsOpen' | 'onToggle'>
}

/** Renders what staff look up most about a student-period: statuses, the last note, forms, details and recent changes. */
export const StudentRecord = ({ id, forms }: StudentRecordProps) => {
  const record = useAsk(getStudentPeriod, { params: { id } })
  return (
    <Loaded
      of={record}
      compact
      what="This student"
      who="Only this school’s admins and Shipmate Admins have access."
      skeleton={
        <div aria-busy="true" className="flex flex-col gap-3">
          <output className="sr-only">Loading student</output>
          <Skeleton className="h-20" />
          <Skeleton className="h-20" />
          <Skeleton className="h-20" />
          <Skeleton className="h-28" />
        </div>
      }
    >
      {(data) => (
        <>
          <CoverageLines record={data} />
          <LastNote record={data} />
          <FormsSection
            {...forms}
            studentPeriod={data.id}
            place={{ school: data.school_id, period: data.period_id }}
            className="border-t border-line pt-3"
          />
          <Facts record={data} />
          <Latest record={data} />
        </>
      )}
    </Loaded>
  )
}

/** Renders the pinned note, or else the newest. */
const LastNote = ({ record }: { record: StudentPeriod }) => {
  const { data } = useAsk(listNotes, { query: { student_id: String(record.student_id), per_page: 1 } })
  const [note] = data?.data ?? []
  if (!note) return null
  return (
    <section className="border-t border-line pt-4">
      <h3 className="mb-1 text-section font-semibold">{note.pinned ? 'Pinned note' : 'Last note'}</h3>
      <p className="text-label text-ink-2">
        {note.author?.name ?? 'Shipmate'}, <Ago at={note.created_at} />
      </p>
      <RichText html={note.body} student={note.student_id} className="break-words" />
    </section>
  )
}

/** Renders the student's details and what is filled in for the policy year. */
const Facts = ({ record }: { record: StudentPeriod }) => (
  <section className="border-t border-line pt-4">
    <h3 className="mb-2 text-section font-semibold">Details</h3>
    <dl className="grid grid-cols-[8rem_minmax(0,1fr)] gap-x-3 gap-y-1.5">
      {shownIn(studentPlaces, 'panel').map((name) => (
        <Fact key={name} label={fieldLabel(name)}>
          {fieldFact(name, record.student[name])}
        </Fact>
      ))}
      {shownIn(enrollmentPlaces, 'panel')
        .filter((name) => record[name] !== null)
        .map((name) => (
          <Fact key={name} label={fieldLabel(name)}>
            {fieldFact(name, record[name])}
          </Fact>
        ))}
    </dl>
  </section>
)

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <>
    <dt className="text-label leading-5 text-ink-3">{label}</dt>
    <dd className="tabular min-w-0 break-words">{children || <span className="text-ink-3">—</span>}</dd>
  </>
)

/** Maximum number of recent changes shown. */
const latest = 5

const Latest = ({ record }: { record: StudentPeriod }) => {
  const { data } = useAsk(listHistoryEntries, {
    query: { student_id: record.student_id, student_period_id: record.id, per_page: latest },
  })
  if (!data || data.data.length === 0) return null
  return (
    <section className="border-t border-line pt-4">
      <h3 className="mb-2 text-section font-semibold">Recent changes</h3>
      <ol>
        {joinDecisions(data.data).map((entry) => (
          <HistoryLine key={entry.id} entry={entry} year={null} />
        ))}
      </ol>
    </section>
  )
}
