import { createFileRoute } from '@tanstack/react-router'
import { ClipboardList } from 'lucide-react'
import { EmptyState } from '#client/ui/states/empty-state.tsx'

/** Renders an empty state, because form submissions aren't built yet. */
const FormSubmissionsScreen = () => (
  <EmptyState icon={ClipboardList} title="No form submissions yet">
    The student’s enroll and waiver forms appear here with their decisions.
  </EmptyState>
)

export const Route = createFileRoute(
  '/_signed-in/_numbered/student/$student/policy-years/$period/form-submissions',
)({
  component: FormSubmissionsScreen,
})
