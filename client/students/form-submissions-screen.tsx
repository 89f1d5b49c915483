import { createFileRoute } from '@tanstack/react-router'
import { ClipboardList } from 'lucide-react'
import { EmptyState } from '#client/ui/states/empty-state.tsx'

/** No forms yet: the room for it is not there yet, and the screen says so. */
const FormSubmissionsScreen = () => (
  <EmptyState icon={ClipboardList} title="No forms yet">
    Enroll and waiver forms that the student sends will stand here with what was decided on them. None has
    come in through Shipmate so far.
  </EmptyState>
)

export const Route = createFileRoute(
  '/_signed-in/_numbered/student/$student/policy-years/$period/form-submissions',
)({
  component: FormSubmissionsScreen,
})
