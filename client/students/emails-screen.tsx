import { createFileRoute } from '@tanstack/react-router'
import { Mail } from 'lucide-react'
import { EmptyState } from '#client/ui/states/empty-state.tsx'

/** No emails yet: the room for it is not there yet, and the screen says so. */
const EmailsScreen = () => (
  <EmptyState icon={Mail} title="No emails yet">
    Every message to this student will stand here, with whether it arrived. Shipmate has sent none so far.
  </EmptyState>
)

export const Route = createFileRoute('/_signed-in/_numbered/student/$student/emails')({
  component: EmailsScreen,
})
