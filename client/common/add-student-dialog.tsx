import { Suspense } from 'react'
import { later } from '#client/ui/later.ts'
import type { AddStudentDialogProps } from './add-student-steps.tsx'

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
