import { createFileRoute } from '@tanstack/react-router'
import { enforce } from '#client/accounts/auth/enforce.ts'
import { numberedOnly } from '#client/accounts/auth/guards.ts'

/** Renders the screens of one student; the server decides which students a user can see. */
export const Route = createFileRoute('/_signed-in/_numbered')({
  beforeLoad: ({ params }) => {
    if ('student' in params) enforce(numberedOnly(String(params.student)))
  },
})
