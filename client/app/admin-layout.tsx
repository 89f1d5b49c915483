import { createFileRoute } from '@tanstack/react-router'
import { enforce } from './enforce.ts'
import { adminOnly, numberedOnly, schoolList } from './guards.ts'
import { PeriodOfSchool } from './period-of-school.tsx'

/** Parts of an address that are names, a plan's by its line and a form's: their screens know which there are. */
const named: ReadonlySet<string> = new Set(['plan', 'form'])

/** Around the screens of product admins. A school admin at the school list is led to their school, elsewhere refused. */
export const Route = createFileRoute('/_signed-in/_admin')({
  beforeLoad: ({ context, location, params }) => {
    enforce(location.pathname === '/' ? schoolList(context.user) : adminOnly(context.user))
    for (const [name, id] of Object.entries(params)) if (!named.has(name)) enforce(numberedOnly(String(id)))
  },
  component: PeriodOfSchool,
})
