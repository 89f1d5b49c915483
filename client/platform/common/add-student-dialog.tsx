import { Suspense } from 'react'
import { later } from '#client/platform/ui/later.ts'
import type { AddStudentDialogProps } from './add-student-steps.tsx'

const AddStudentSteps = later(async () => (await import('./add-student-steps.tsx')).AddStudentSteps)

/**
 * Adds a student to a policy year: one the school already has, found by name, or a new one. Opened by
 * `useDialogHost()(AddStudentDialog, { props: { periodId, schoolId } })`; closes with the student-period's ID. Its
 * code loads when it opens.
 */
export const AddStudentDialog = (props: AddStudentDialogProps) => (
  <Suspense fallback={null}>
    <AddStudentSteps {...props} />
  </Suspense>
)
