import { Suspense } from 'react'
import { later } from '#client/platform/ui/later.ts'
import type { NewPeriodDialogProps } from './new-period-form.tsx'

const NewPeriodForm = later(async () => (await import('./new-period-form.tsx')).NewPeriodForm)

/** Renders the dialog that creates a policy year; its code loads when it opens. */
export const NewPeriodDialog = (props: NewPeriodDialogProps) => (
  <Suspense fallback={null}>
    <NewPeriodForm {...props} />
  </Suspense>
)
