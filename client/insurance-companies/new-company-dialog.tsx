import { Suspense } from 'react'
import type { DialogHandle } from '#client/ui/overlays/dialog-host.tsx'
import { later } from '#client/ui/later.ts'

const NewCompanyForm = later(async () => (await import('./new-company-form.tsx')).NewCompanyForm)

/**
 * Renders the dialog that creates an insurance company, then opens it for its other details. Its code loads when it
 * opens.
 */
export const NewCompanyDialog = (props: { handle: DialogHandle<number> }) => (
  <Suspense fallback={null}>
    <NewCompanyForm {...props} />
  </Suspense>
)
