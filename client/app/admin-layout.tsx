import { createFileRoute } from '@tanstack/react-router'
import { enforce } from '#client/accounts/auth/enforce.ts'
import { adminOnly, numberedOnly, schoolList } from '#client/accounts/auth/guards.ts'
import { FormTrialContext } from '#client/setup/website/form-trial.ts'
import { later } from '#client/platform/ui/states/later.tsx'
import { PeriodOfSchool } from './period-of-school.tsx'

const FormTrial = later(async () => (await import('#client/review/student-forms/form-trial.tsx')).FormTrial)

/** Path segments that are names, a plan's coverage type and a form's name: their screens validate them. */
const named: ReadonlySet<string> = new Set(['plan', 'form'])

const AdminLayout = () => (
  <FormTrialContext value={FormTrial}>
    <PeriodOfSchool />
  </FormTrialContext>
)

/**
 * Renders the screens of Shipmate Admins. Sends a school admin from the school list to their school; shows no access
 * elsewhere.
 */
export const Route = createFileRoute('/_signed-in/_admin')({
  beforeLoad: ({ context, location, params }) => {
    enforce(location.pathname === '/' ? schoolList(context.user) : adminOnly(context.user))
    for (const [name, id] of Object.entries(params)) if (!named.has(name)) enforce(numberedOnly(String(id)))
  },
  component: AdminLayout,
})
