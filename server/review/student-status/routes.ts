import type { FastifyRequest } from 'fastify'
import { codeMinutes } from '#contract/review/student-status/choices.ts'
import type * as endpoints from '#contract/review/student-status/endpoints.ts'
import type { AnonymousContext } from '#server/platform/context.ts'
import { scope } from '#server/platform/db/scope.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import { counters, limitFromNetwork } from '#server/platform/http/throttle.ts'
import { problem } from '#server/platform/problem.ts'
import { getPublicPeriod, issueToken } from '#server/review/form-submissions/index.ts'
import { mayEmail, sendCode } from './commands/codes.ts'
import { declineCoverage } from './commands/decline-coverage.ts'
import { checkOpening, closeSession, openSession, touchSession } from './commands/sessions.ts'
import { getSession, type OpenSession } from './queries/sessions.ts'
import { readProgress } from './queries/progress.ts'
import { readStatus } from './queries/status.ts'
import { findStudent, typedStudent } from './queries/students.ts'

const limitCalls = ({ services, address }: AnonymousContext): Promise<void> =>
  limitFromNetwork(services, counters.statusCalls(address), 'requests')

/** Returns the student’s session of a call and notes its use. @throws Problem 401, 429 */
const enter = async (context: AnonymousContext, request: FastifyRequest): Promise<OpenSession> => {
  await limitCalls(context)
  const session = await getSession(context, request)
  await touchSession(context, session)
  return session
}

/** Notes soon after the response that a student, or who has a form’s token, saw a status. */
const logOwnView = (
  context: AnonymousContext,
  session: Pick<OpenSession, 'id' | 'school_id' | 'student_id' | 'student_period_id' | 'submission_id'>,
): void =>
  context.services.accesses.add(context.services, context, {
    action: 'view',
    subject_type: 'status_page',
    subject_id: session.student_period_id ?? session.submission_id ?? session.id,
    school_id: session.school_id,
    ...(session.student_id === null ? {} : { student_id: session.student_id }),
    detail: session.student_id === null ? 'by a form’s token' : 'by a code',
  })

export const handlers: Handlers<typeof endpoints> = {
  sendStatusCode: {
    prove: async (context, { params, body }) => {
      await limitFromNetwork(context.services, counters.statusCodes(context.address), 'requests')
      const period = await getPublicPeriod(context.db, params.id)
      const student = await findStudent(scope.asSystem(context.db, period.school_id), period.id, body)
      const who = student ? String(student.student_id) : typedStudent(period.id, body)
      const isAllowed = await mayEmail(context.services, who)
      return async (inside) => {
        if (student && isAllowed) await sendCode(inside, student)
        return { valid_minutes: codeMinutes }
      }
    },
  },

  openStatusSession: {
    prove: async (context, { params, body }, http) => {
      await limitFromNetwork(context.services, counters.statusTries(context.address), 'requests')
      const owner = await checkOpening(context, params.id, body)
      return (inside) => openSession(inside, http, owner)
    },
  },

  endStatusSession: {
    prove: async (context, _ask, http) => {
      await limitCalls(context)
      return (inside) => closeSession(inside, http)
    },
  },

  getStudentStatus: async (context, _ask, { request }) => {
    const session = await enter(context, request)
    const status = await readStatus(context, session)
    logOwnView(context, session)
    return status
  },

  getFormProgress: async (context, { params }) => {
    await limitCalls(context)
    const { progress, ...form } = await readProgress(context, params.token)
    if (progress.outcomes.some(({ outcome }) => outcome !== 'waiting')) logOwnView(context, form)
    return progress
  },

  issueStatusFormToken: {
    prove: async (context, { params }, { request }) => {
      const session = await enter(context, request)
      const { forms } = await readStatus(context, session)
      const form = forms.find(({ id }) => id === params.id)
      if (!form) throw problem.notFound()
      logOwnView(context, session)
      const { ends_at } = await getPublicPeriod(context.db, session.period_id)
      return (inside) => issueToken({ context: inside, schoolId: session.school_id }, form.id, ends_at)
    },
  },

  declineOptionalCoverage: {
    prove: async (context, { body }, { request }) => {
      const session = await enter(context, request)
      return async (inside) => {
        await declineCoverage(inside, session, body.coverage_type)
        const { coverages } = await readStatus(inside, session)
        const line = coverages.find(({ coverage_type }) => coverage_type === body.coverage_type)
        if (!line) throw problem.notFound()
        return line
      }
    },
  },
}
