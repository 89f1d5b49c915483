import { createFileRoute } from '@tanstack/react-router'
import { enforce } from './enforce.ts'
import { adminOnly, schoolList } from './guards.ts'

/** Around the screens of product admins. A school admin at the school list is led to their school, elsewhere refused. */
export const Route = createFileRoute('/_signed-in/_admin')({
  beforeLoad: ({ context, location }) =>
    enforce(location.pathname === '/' ? schoolList(context.user) : adminOnly(context.user)),
})
