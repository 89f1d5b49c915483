import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { problems, texts, type ProblemBody, type ProblemCode } from '#contract/platform/problem.ts'
import { recordErased } from '#server/platform/db/record-locks.ts'
import { FileStoreUnavailableError } from '#server/platform/lib/files.ts'
import type { Logger } from '#server/platform/lib/log.ts'
import { Problem, problem } from '#server/platform/problem.ts'

/** Maps database constraints to fields, so that a lost race returns the same error as the check before it. */
const constraints: Record<string, { field: string; text: string }> = {
  students_sid_key: { field: 'sid', text: texts.taken },
  students_ssn_key: { field: 'ssn', text: texts.taken },
  schools_name_key: { field: 'name', text: texts.taken },
  schools_slug_key: { field: 'name', text: texts.taken },
  schools_site_host_key: { field: 'host', text: texts.taken },
  periods_school_name_key: { field: 'name', text: texts.taken },
  users_email_key: { field: 'email', text: texts.taken },
}

const textOf = (error: unknown, key: string): string => {
  const value: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, key) : undefined
  return typeof value === 'string' ? value : ''
}

const fromConstraint = (error: unknown): Problem => {
  const name = textOf(error, 'constraint')
  if (name === 'student_periods_student_period_key')
    return problem.exists('The student is already in this policy year.')
  const known = constraints[name]
  return known ? problem.invalid({ [known.field]: known.text }) : new Problem('server_error')
}

/**
 * Returns whether an error code means an outage, by PostgreSQL’s classes: lost connections, out of resources,
 * shutdown, timeouts.
 */
const isAway = (code: string): boolean =>
  /^(08|53|57P)/.test(code) || ['55P03', '57014', '40001', '40P01'].includes(code)

const connectionErrors = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT'])

/** The driver’s messages for a lost connection; it has no codes. */
const lostConnection =
  /timeout exceeded when trying to connect|Connection terminated|timeout expired|not queryable|connection has been discarded/

/** Returns whether an error code means a full disk, on the database or this process. */
const isFull = (code: string): boolean => ['53100', 'ENOSPC', 'EDQUOT'].includes(code)

const unavailable = (): Problem => new Problem('unavailable', { headers: { 'Retry-After': '5' } })

const fromDatabase = (error: unknown): Problem | null => {
  const code = textOf(error, 'code')
  if (code === '23505') return fromConstraint(error)
  // raised by the triggers of what is left of an erased student
  if (code === 'SE001') return recordErased()
  if (isFull(code)) return new Problem('no_room')
  if (isAway(code) || connectionErrors.has(code)) return unavailable()
  return lostConnection.test(textOf(error, 'message')) ? unavailable() : null
}

const fromFiles = (error: unknown): Problem | null =>
  error instanceof FileStoreUnavailableError ? unavailable() : null

const fastifyCodes: Record<string, ProblemCode> = {
  // longer than any valid ID
  FST_ERR_MAX_PARAM_LENGTH: 'not_found',
  FST_ERR_CTP_BODY_TOO_LARGE: 'too_large',
  FST_REQ_FILE_TOO_LARGE: 'too_large',
  FST_FILES_LIMIT: 'too_large',
  FST_PARTS_LIMIT: 'too_large',
  FST_FIELDS_LIMIT: 'too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media',
  FST_INVALID_MULTIPART_CONTENT_TYPE: 'unsupported_media',
}

/** Messages of the multipart parser for a body that ends early or has no boundary; it has no codes. */
const brokenForm = /unexpected end of multipart data$|^Multipart: /i

const fromFastify = (error: unknown): Problem | null => {
  const known = fastifyCodes[textOf(error, 'code')]
  if (known) return new Problem(known)
  if (brokenForm.test(textOf(error, 'message'))) return new Problem('unreadable')
  const status: unknown =
    typeof error === 'object' && error !== null ? Reflect.get(error, 'statusCode') : undefined
  return typeof status === 'number' && status >= 400 && status < 500 ? new Problem('unreadable') : null
}

/** Returns any thrown value as a problem. Unexpected errors become a plain 500. */
export const toProblem = (error: unknown): Problem =>
  error instanceof Problem
    ? error
    : (fromFiles(error) ?? fromDatabase(error) ?? fromFastify(error) ?? new Problem('server_error'))

/**
 * Returns whether work that failed can succeed on another try: a service was unavailable, and the request was
 * valid.
 */
export const isTemporary = (error: unknown): boolean => toProblem(error).code === 'unavailable'

/** Returns what staff read about long work that failed: a full disk, a database that was away, or `unknown`; and what to do. */
export const failureText = (error: unknown, unknown: string, again: string): string => {
  const { code, message } = toProblem(error)
  if (code === 'no_room') return message
  return `${code === 'unavailable' ? 'The database didn’t respond in time.' : unknown} ${again}`
}

const codesWithData: ReadonlySet<ProblemCode> = new Set<ProblemCode>(['stale', 'duplicate'])

/** Returns the wire shape of a problem. */
export const bodyOf = (found: Problem, requestId: string): ProblemBody => ({
  code: found.code,
  message: found.message,
  ...(found.errors ? { errors: found.errors } : {}),
  ...(codesWithData.has(found.code) && found.data !== undefined ? { data: found.data } : {}),
  request_id: requestId,
})

/**
 * Turns every failure into a response. Unknown errors show nothing to the client and log everything except
 * personal data.
 */
export const renderProblem =
  (log: Logger) =>
  (error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): void => {
    const found = toProblem(error)
    const { status } = problems[found.code]
    if (status >= 500)
      log.error({ err: error, request_id: request.id, route: request.routeOptions.url }, found.code)
    void reply
      .code(status)
      // replaces the headers of the response that was planned
      .headers({ 'Cache-Control': 'no-store', ...found.headers })
      .type('application/json; charset=utf-8')
      .send(bodyOf(found, request.id))
  }
