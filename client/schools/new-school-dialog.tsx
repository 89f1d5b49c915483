import { lazy, Suspense } from 'react'
import type { DialogHandle } from '#client/ui/dialog-host.tsx'

const NewSchoolForm = lazy(async () => ({ default: (await import('./new-school-form.tsx')).NewSchoolForm }))

/** Creates a school, and goes on to its policy years: the next thing that it needs. Its code loads when it opens. */
export const NewSchoolDialog = (props: { handle: DialogHandle<number> }) => (
  <Suspense fallback={null}>
    <NewSchoolForm {...props} />
  </Suspense>
)
