import { createFileRoute } from '@tanstack/react-router'
import { StudentForms } from '#client/records/forms/evidence/student-forms.tsx'
import { useStudentOverview } from '#client/platform/record/student-overview.tsx'
import { StudentYear } from './loaded-year.tsx'

/** Renders the forms that the student submitted for a policy year. */
const FormSubmissionsScreen = () => {
  const { period } = Route.useParams()
  const { school_id: school } = useStudentOverview().student
  return (
    <StudentYear>
      {(id) => <StudentForms key={id} studentPeriod={id} place={{ school, period: Number(period) }} />}
    </StudentYear>
  )
}

export const Route = createFileRoute(
  '/_signed-in/_numbered/student/$student/policy-years/$period/form-submissions',
)({
  component: FormSubmissionsScreen,
})
