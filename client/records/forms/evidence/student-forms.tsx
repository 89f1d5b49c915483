import { ClipboardList } from 'lucide-react'
import { listFormSubmissionsByStudentPeriod } from '#contract/review/form-submissions/endpoints.ts'
import { Loaded } from '#client/platform/ui/states/loaded.tsx'
import { useAsk } from '#client/platform/lib/query.ts'
import { EmptyState } from '#client/platform/ui/states/empty-state.tsx'
import { StudentForm, type FormPlace } from './student-form.tsx'

interface StudentFormsProps {
  /** The student-period’s ID. */
  studentPeriod: number
  place: FormPlace
  /** Whether it’s part of another screen: one line if there are no forms, and the latest form is open. */
  isPart?: boolean
}

/** Renders the forms that a student submitted for a policy year. Reading them is recorded in the access log. */
export const StudentForms = ({ studentPeriod, place, isPart = false }: StudentFormsProps) => {
  const forms = useAsk(listFormSubmissionsByStudentPeriod, { params: { id: studentPeriod } })
  const latest = forms.data?.find((form) => form.superseded_by === null)
  return (
    <Loaded
      of={forms}
      compact
      what="The forms"
      who="Only this school’s admins and Shipmate Admins have access to forms."
      rows={3}
      label="Loading forms"
    >
      {(data) =>
        data.length === 0 ? (
          <NoForms isPart={isPart} />
        ) : (
          <ul aria-label="Forms" className="divide-y divide-line rounded-card shadow-line">
            {data.map((form) => (
              <li key={form.id} className="p-2">
                <StudentForm form={form} place={place} startsOpen={isPart && form.id === latest?.id} />
              </li>
            ))}
          </ul>
        )
      }
    </Loaded>
  )
}

const NoForms = ({ isPart }: { isPart: boolean }) =>
  isPart ? (
    <p className="px-2 py-1 text-ink-2">No form submissions for this policy year.</p>
  ) : (
    <EmptyState compact icon={ClipboardList} title="No form submissions yet">
      The student’s enrollment and waiver forms for this policy year appear here.
    </EmptyState>
  )
