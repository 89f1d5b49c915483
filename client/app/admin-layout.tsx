import { createFileRoute } from '@tanstack/react-router'
import { enforce } from './enforce.ts'
import { adminOnly, numberedOnly, schoolList } from './guards.ts'

/** Around the screens of product admins. A school admin at the school list is led to their school, elsewhere refused. */
export const Route = createFileRoute('/_signed-in/_admin')({
  beforeLoad: ({ context, location, params }) => {
    enforce(location.pathname === '/' ? schoolList(context.user) : adminOnly(context.user))
    // a plan is called by its line; its screen knows which there are
    for (const [name, id] of Object.entries(params)) if (name !== 'plan') enforce(numberedOnly(String(id)))
  },
})
