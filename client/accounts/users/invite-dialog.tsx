import { Suspense } from 'react'
import type { User } from '#contract/accounts/users/shapes.ts'
import type { DialogHandle } from '#client/platform/ui/overlays/dialog-host.tsx'
import { later } from '#client/platform/ui/later.ts'

const InviteForm = later(async () => (await import('./invite-form.tsx')).InviteForm)
const NewLink = later(async () => (await import('./new-link.tsx')).NewLink)

/** Renders the dialog that invites someone. Its code loads when it opens. */
export const InviteDialog = (props: { handle: DialogHandle }) => (
  <Suspense fallback={null}>
    <InviteForm {...props} />
  </Suspense>
)

/** Renders the dialog that creates a new link for someone who’s invited. Its code loads when it opens. */
export const NewLinkDialog = (props: { handle: DialogHandle; user: User }) => (
  <Suspense fallback={null}>
    <NewLink {...props} />
  </Suspense>
)
