import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { statusIdleMinutes } from '#contract/review/student-status/choices.ts'
import type { AnonymousContext } from '#server/platform/context.ts'
import { statusCookie } from '#server/platform/http/cookies.ts'
import { hashToken } from '#server/platform/lib/crypt.ts'
import { problem } from '#server/platform/problem.ts'

/** The open session of a student, with the policy year it’s for. */
export interface OpenSession {
  readonly id: number
  readonly school_id: number
  readonly school_name: string
  readonly slug: string
  readonly time_zone: string
  readonly period_id: number
  readonly period_name: string
  readonly starts_on: string
  readonly ends_on: string
  /** Null if a form’s token opened it. */
  readonly student_id: number | null
  readonly student_period_id: number | null
  readonly first_name: string | null
  /** The form whose token opened it. */
  readonly submission_id: number | null
  readonly last_seen_at: string
  readonly expires_at: string
}

/** Returns the text of the session cookie; undefined without one. */
export const tokenIn = (
  { services }: Pick<AnonymousContext, 'services'>,
  { cookies }: Pick<FastifyRequest, 'cookies'>,
): string | undefined => cookies[statusCookie(services.settings)]

/** Returns the student’s session of a request. @throws Problem 401 */
export const getSession = async (...ask: Parameters<typeof findSession>): Promise<OpenSession> => {
  const found = await findSession(...ask)
  if (!found) throw problem.unauthenticated()
  return found
}

/**
 * Returns the student’s session of a request; undefined without one. It ends early with its student: when they are removed or
 * merged, and when their record becomes another student’s.
 */
export const findSession = async (
  context: Pick<AnonymousContext, 'db' | 'services' | 'clock'>,
  request: Pick<FastifyRequest, 'cookies'>,
): Promise<OpenSession | undefined> => {
  const token = tokenIn(context, request)
  if (!token) return undefined
  const now = context.clock.now()
  const idle = new Date(now.getTime() - statusIdleMinutes * 60_000).toISOString()
  // scope: students aren’t users; the token says whose session it is
  const { rows } = await sql<OpenSession>`
    select session.id, session.school_id, school.name as school_name, school.slug, school.time_zone,
      period.id as period_id, period.name as period_name, period.starts_on, period.ends_on,
      session.student_id, session.student_period_id, session.submission_id, session.last_seen_at, session.expires_at,
      coalesce(nullif(student.first_name, ''), student.last_name) as first_name
    from status_sessions session
    left join student_periods record on record.id = session.student_period_id
      and record.student_id = session.student_id and record.deleted_at is null
    left join students student on student.id = record.student_id and student.deleted_at is null
    left join form_submissions form on form.id = session.submission_id
    join periods period on period.id = coalesce(record.period_id, form.period_id)
      and period.state <> 'draft' and period.deleted_at is null
    join schools school on school.id = session.school_id and school.archived_at is null
    where session.token_hash = ${hashToken(token)} and session.expires_at > ${now.toISOString()}
      and session.last_seen_at > ${idle} and (student.id is not null or form.id is not null)`.execute(
    context.db,
  )
  return rows[0]
}
