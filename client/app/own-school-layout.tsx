import { createFileRoute } from '@tanstack/react-router'
import { enforce } from '#client/accounts/auth/enforce.ts'
import { numberedOnly, ownSchoolOnly } from '#client/accounts/auth/guards.ts'
import { PeriodOfSchool } from './period-of-school.tsx'

/** Renders the screens of one school. */
export const Route = createFileRoute('/_signed-in/_own-school')({
  beforeLoad: ({ context, params }) => {
    if ('school' in params) enforce(ownSchoolOnly(context.user, String(params.school)))
    if ('period' in params) enforce(numberedOnly(String(params.period)))
  },
  component: PeriodOfSchool,
})
