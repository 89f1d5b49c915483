import { Suspense } from 'react'
import type { DialogHandle } from '#client/ui/overlays/dialog-host.tsx'
import { later } from '#client/ui/later.ts'

const NewSchoolForm = later(async () => (await import('./new-school-form.tsx')).NewSchoolForm)

/**
 * Renders the dialog that creates a school, then opens its policy years, the next step. Its code loads when it opens.
 */
export const NewSchoolDialog = (props: { handle: DialogHandle<number> }) => (
  <Suspense fallback={null}>
    <NewSchoolForm {...props} />
  </Suspense>
)
