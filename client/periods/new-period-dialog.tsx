import { Suspense } from 'react'
import type { Period } from '#contract/periods/shapes.ts'
import type { DialogHandle } from '#client/ui/dialog-host.tsx'
import { later } from '#client/ui/later.ts'

export interface NewPeriodDialogProps {
  schoolId: number
  /** The policy years there are, to copy from. */
  periods: readonly Period[]
  /** The one to copy; the latest one unless said. */
  source?: Period
  handle: DialogHandle<number>
}

const NewPeriodForm = later(async () => (await import('./new-period-form.tsx')).NewPeriodForm)

/** Creates a policy year. Its code loads when it opens. */
export const NewPeriodDialog = (props: NewPeriodDialogProps) => (
  <Suspense fallback={null}>
    <NewPeriodForm {...props} />
  </Suspense>
)
