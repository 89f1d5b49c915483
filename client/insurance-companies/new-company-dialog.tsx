import { Suspense } from 'react'
import type { DialogHandle } from '#client/ui/overlays/dialog-host.tsx'
import { later } from '#client/ui/later.ts'

const NewCompanyForm = later(async () => (await import('./new-company-form.tsx')).NewCompanyForm)

/** Creates an insurance company, and goes on to what else is known of it. Its code loads when it opens. */
export const NewCompanyDialog = (props: { handle: DialogHandle<number> }) => (
  <Suspense fallback={null}>
    <NewCompanyForm {...props} />
  </Suspense>
)
