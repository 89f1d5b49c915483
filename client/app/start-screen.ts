import { createFileRoute, redirect } from '@tanstack/react-router'
import { isAdmin } from '#contract/platform/access.ts'
import { storedHome } from './place.ts'

/** Where a day starts after signing in: the home page of the policy year an admin worked in last, or the usual page. */
export const Route = createFileRoute('/_signed-in/start')({
  beforeLoad: ({ context: { user } }) => {
    const home = isAdmin(user) ? storedHome(user.id) : null
    throw redirect({ to: (home ?? '/') as '/', replace: true })
  },
})
