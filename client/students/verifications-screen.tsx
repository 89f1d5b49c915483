import { createFileRoute } from '@tanstack/react-router'
import { ShieldCheck } from 'lucide-react'
import { EmptyState } from '#client/ui/states/empty-state.tsx'

/** No verifications yet: the room for it is not there yet, and the screen says so. */
const VerificationsScreen = () => (
  <EmptyState icon={ShieldCheck} title="No verifications yet">
    What insurers answer when the student’s other coverage is checked will stand here. Nothing was checked
    electronically so far.
  </EmptyState>
)

export const Route = createFileRoute('/_signed-in/_numbered/student/$student/inovalon-verifications')({
  component: VerificationsScreen,
})
