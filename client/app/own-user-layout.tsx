import { createFileRoute } from '@tanstack/react-router'
import { enforce } from '#client/accounts/auth/enforce.ts'
import { numberedOnly, ownUserOnly } from '#client/accounts/auth/guards.ts'

/** Renders the page of one user: for Shipmate Admins, and for users themselves. */
export const Route = createFileRoute('/_signed-in/_own-user')({
  beforeLoad: ({ context, params }) => {
    if (!('user' in params)) return
    const id = String(params.user)
    enforce(ownUserOnly(context.user, id))
    enforce(numberedOnly(id))
  },
})
