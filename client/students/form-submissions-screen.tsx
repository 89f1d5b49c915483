import { createFileRoute } from '@tanstack/react-router'
import { ClipboardList } from 'lucide-react'
import { listFormSubmissionsByStudentPeriod } from '#contract/form-submissions/endpoints.ts'
import { FailedState } from '#client/common/failed-state.tsx'
import { useAsk } from '#client/lib/query.ts'
import { EmptyState } from '#client/ui/states/empty-state.tsx'
import { SkeletonRows } from '#client/ui/states/skeleton.tsx'
import { FormSubmission } from './form-submission.tsx'
import { StudentYear } from './loaded-year.tsx'

/** Renders the forms that the student submitted for a policy year. */
const FormSubmissionsScreen = () => {
  const { period } = Route.useParams()
  const navigate = Route.useNavigate()
  return (
    <StudentYear
      period={Number(period)}
      onPeriod={(next) => void navigate({ params: (all) => ({ ...all, period: String(next) }) })}
    >
      {(id) => <Forms key={id} studentPeriod={id} period={Number(period)} />}
    </StudentYear>
  )
}

const Forms = ({ studentPeriod, period }: { studentPeriod: number; period: number }) => {
  const { data, error, refetch } = useAsk(listFormSubmissionsByStudentPeriod, {
    params: { id: studentPeriod },
  })
  if (!data)
    return error ? (
      <FailedState
        compact
        error={error}
        what="The forms"
        who="Only this school’s admins and Shipmate Admins have access to forms."
        onRetry={() => void refetch()}
      />
    ) : (
      <SkeletonRows rows={3} label="Loading forms" />
    )
  if (data.length === 0)
    return (
      <EmptyState compact icon={ClipboardList} title="No form submissions yet">
        The student’s enroll and waiver forms for this policy year appear here.
      </EmptyState>
    )
  return (
    <ul aria-label="Forms" className="divide-y divide-line rounded-card shadow-line">
      {data.map((form) => (
        <li key={form.id} className="p-2">
          <FormSubmission form={form} period={period} />
        </li>
      ))}
    </ul>
  )
}

export const Route = createFileRoute(
  '/_signed-in/_numbered/student/$student/policy-years/$period/form-submissions',
)({
  component: FormSubmissionsScreen,
})
