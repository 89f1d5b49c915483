import { createFileRoute } from '@tanstack/react-router'
import { useStudentOverview } from '#client/common/student-overview.tsx'
import { PageBody } from '#client/ui/page-header.tsx'
import { HistoryList } from './history-list.tsx'

/** All that happened to the student, the newest first. */
const HistoryScreen = () => {
  const { student, student_periods: years } = useStudentOverview()
  return (
    <PageBody>
      <HistoryList student={student.id} years={new Map(years.map((year) => [year.id, year.period_name]))} />
    </PageBody>
  )
}

export const Route = createFileRoute('/_signed-in/_numbered/student/$student/history')({
  component: HistoryScreen,
})
