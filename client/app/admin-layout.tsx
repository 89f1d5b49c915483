import { createFileRoute } from '@tanstack/react-router'
import { enforce } from './enforce.ts'
import { adminOnly, numberedOnly, schoolList } from './guards.ts'

/** Around the screens of product admins. A school admin at the school list is led to their school, elsewhere refused. */
export const Route = createFileRoute('/_signed-in/_admin')({
  beforeLoad: ({ context, location, params }) => {
    enforce(location.pathname === '/' ? schoolList(context.user) : adminOnly(context.user))
    for (const id of Object.values(params)) enforce(numberedOnly(String(id)))
  },
})
