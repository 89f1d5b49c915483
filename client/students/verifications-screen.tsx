import { createFileRoute } from '@tanstack/react-router'
import { ShieldCheck } from 'lucide-react'
import { EmptyState } from '#client/ui/states/empty-state.tsx'

/** Renders an empty state, because verifications aren't built yet. */
const VerificationsScreen = () => (
  <EmptyState icon={ShieldCheck} title="No verifications yet">
    Results of eligibility checks on the student’s other coverage appear here.
  </EmptyState>
)

export const Route = createFileRoute('/_signed-in/_numbered/student/$student/inovalon-verifications')({
  component: VerificationsScreen,
})
