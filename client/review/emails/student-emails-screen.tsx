import { createFileRoute } from '@tanstack/react-router'
import { Mail, PenLine } from 'lucide-react'
import { listStudentEmails } from '#contract/review/emails/endpoints.ts'
import type { StudentPolicyYear } from '#contract/records/students/shapes.ts'
import { useCompose } from '#client/mail/compose/use-compose.tsx'
import { useRowsChanged } from '#client/platform/common/live-rows.ts'
import {
  useStudentOverview,
  yearOf,
  type StudentOverview,
} from '#client/platform/record/student-overview.tsx'
import { call } from '#client/platform/lib/call.ts'
import { useGrowingList } from '#client/platform/lib/growing-list.ts'
import { keyOf } from '#client/platform/lib/query.ts'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { PageBody } from '#client/platform/ui/text/page-header.tsx'
import { MessagesOfStudent } from '#client/review/student-messages/messages-of-student.tsx'
import { EmailList } from './email-list.tsx'
import { reloadAfter } from './email-text.ts'
import { fullName } from '#contract/platform/person-name.ts'

/** Renders every email to the student, newest first, with its content and what became of it. */
const StudentEmailsScreen = () => {
  const { student } = useStudentOverview()
  // for another student, the list starts empty
  return <StudentEmails key={student.id} />
}

const StudentEmails = () => {
  const overview = useStudentOverview()
  const { student, student_periods: years } = overview
  const year = yearOf(overview)
  // a change of the record, by undo or by a colleague, can queue or cancel an email
  const versions = years.map(({ version }) => version)
  const emails = useGrowingList(
    [...keyOf(listStudentEmails), student.id, versions],
    (paging, options) => call(listStudentEmails, { query: { ...paging, student_id: student.id } }, options),
    { staleTime: 0, keepPrevious: true, reloadAfter },
  )
  return (
    <PageBody width="lg">
      <WriteButton overview={overview} />
      {year && <BouncesOf year={year} onChange={() => void emails.refetch()} />}
      <MessagesOfStudent student={student} />
      <EmailList
        emails={emails}
        student={student}
        icon={Mail}
        none="No emails yet"
        hint="Emails to this student appear here with their text and delivery status."
        who="Only this school’s admins and Shipmate Admins have access to emails."
      />
    </PageBody>
  )
}

interface BouncesProps {
  year: Pick<StudentPolicyYear, 'id' | 'period_id'>
  onChange: () => void
}

/** Calls back when a report about an email arrives: it doesn't change the record’s version. */
const BouncesOf = ({ year, onChange }: BouncesProps) => {
  useRowsChanged(year.period_id, ({ ids }) => {
    if (ids === null || ids.includes(year.id)) onChange()
  })
  return null
}

/** Opens the dialog that writes an email about the student’s current policy year. */
const WriteButton = ({ overview }: { overview: StudentOverview }) => {
  const compose = useCompose()
  const year = yearOf(overview)
  if (!year) return null
  const { student } = overview
  const write = () =>
    compose({
      schoolId: student.school_id,
      periodId: year.period_id,
      selected: { ids: [year.id] },
      to: fullName(student),
      draft: `record:${year.id}`,
    })
  return (
    <div className="mb-4 flex justify-end">
      <Button variant="primary" icon={PenLine} onClick={write}>
        Write email
      </Button>
    </div>
  )
}

export const Route = createFileRoute('/_signed-in/_numbered/student/$student/emails')({
  component: StudentEmailsScreen,
})
