import { Suspense } from 'react'
import type { DialogHandle } from '#client/ui/dialog-host.tsx'
import { later } from '#client/ui/later.ts'

export interface AddStudentDialogProps {
  periodId: number
  schoolId: number
  handle: DialogHandle<number>
}

const AddStudentSteps = later(async () => (await import('./add-student-steps.tsx')).AddStudentSteps)

/**
 * Brings one student into a policy year: somebody the school knows already, found by name, or somebody new.
 * Opened by `useDialogHost()(AddStudentDialog, { props: { periodId, schoolId } })`; closes with the student-period's
 * id. Its code loads when it opens.
 */
export const AddStudentDialog = (props: AddStudentDialogProps) => (
  <Suspense fallback={null}>
    <AddStudentSteps {...props} />
  </Suspense>
)
