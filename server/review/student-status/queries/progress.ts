import type { FormProgress } from '#contract/review/student-status/shapes.ts'
import type { AnonymousContext } from '#server/platform/context.ts'
import { scope } from '#server/platform/db/scope.ts'
import { dayIn, officeTimeZone } from '#server/platform/lib/clock.ts'
import { addBusinessDays } from '#server/platform/lib/days.ts'
import { problem } from '#server/platform/problem.ts'
import { readTargetDays } from '#server/review/decisions/index.ts'
import { findFormByToken, getPublicPeriod } from '#server/review/form-submissions/index.ts'
import { listForms } from './forms.ts'
import type { OpenSession } from './sessions.ts'

/** A form that its token opened, as an access to it is logged. */
type OpenedForm = Pick<
  OpenSession,
  'id' | 'school_id' | 'student_id' | 'student_period_id' | 'submission_id'
> & {
  readonly progress: FormProgress
}

/**
 * Returns what was decided about a form and by when the office plans to decide. Without a decision, it doesn’t tell whether
 * its student is on the roster. @throws Problem 404 if the token opens no complete form
 */
export const readProgress = async (context: AnonymousContext, token: string): Promise<OpenedForm> => {
  const found = await findFormByToken(context, token)
  if (!found) throw problem.notFound()
  const { school_id, time_zone } = await getPublicPeriod(context.db, found.period_id)
  const system = scope.asSystem(context.db, school_id)
  const opened = { submission_id: found.id, student_period_id: null, time_zone }
  const [form] = await listForms(system, opened, dayIn(context.clock, time_zone))
  if (!form) throw problem.notFound()
  const sentOn = dayIn({ now: () => new Date(form.submitted_at) }, officeTimeZone)
  const progress = {
    outcomes: form.decisions.map(({ coverage_type, outcome }) => ({ coverage_type, outcome })),
    decide_by: addBusinessDays(sentOn, await readTargetDays(system, found.period_id)),
  }
  return { ...opened, id: found.id, school_id, student_id: null, progress }
}
