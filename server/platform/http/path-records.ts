import { sql } from 'kysely'
import type { Endpoint } from '#contract/platform/endpoint.ts'
import type { Context } from '#server/platform/context.ts'
import type { DB } from '#server/platform/db/schema.ts'
import { hasRow, type TenantTable } from '#server/platform/db/scope.ts'
import { Problem, problem } from '#server/platform/problem.ts'

/** Where the record of an ID in a path is: a table with a school, one without, or nowhere, since the text is no ID. */
type Place =
  | { readonly ofSchool: TenantTable }
  | { readonly ofAll: keyof DB; readonly own?: 'user_id'; readonly gone?: 'deleted_at' }
  | 'no ID'

/** The records of paths, by the parts of the path before the ID, without `api`. */
const places: Readonly<Record<string, Place>> = {
  schools: { ofSchool: 'schools' },
  // schools that the scope leaves out
  'archived-schools': { ofAll: 'schools' },
  'schools/files': { ofSchool: 'school_files' },
  'schools/api-tokens': { ofSchool: 'api_tokens' },
  'schools/webhooks': { ofSchool: 'webhooks' },
  'schools/webhooks/deliveries': { ofSchool: 'webhook_deliveries' },
  'schools/sign-on-ties': { ofSchool: 'sign_on_ties' },
  periods: { ofSchool: 'periods' },
  'periods/custom-pages': { ofSchool: 'period_pages' },
  'student-periods-by-period': { ofSchool: 'periods' },
  'student-periods/needs-reverification-in-period': { ofSchool: 'periods' },
  'period-reverifications/latest': { ofSchool: 'periods' },
  'period-reverifications': { ofSchool: 'period_reverifications' },
  'bursar-batches': { ofSchool: 'bursar_batches' },
  'carrier-files': { ofSchool: 'carrier_files' },
  'report-schedules': { ofSchool: 'report_schedules' },
  'made-reports': { ofSchool: 'made_reports' },
  students: { ofSchool: 'students' },
  'student-periods-by-student': { ofSchool: 'students' },
  'student-periods': { ofSchool: 'student_periods' },
  'student-form-submissions-by-student-period': { ofSchool: 'student_periods' },
  dependents: { ofSchool: 'dependents' },
  'student-notes': { ofSchool: 'student_notes' },
  files: { ofSchool: 'student_files' },
  'student-messages': { ofSchool: 'student_messages' },
  'form-files': { ofSchool: 'form_files' },
  'student-form-submissions': { ofSchool: 'form_submissions' },
  'decisions/second-reviews': { ofSchool: 'second_reviews' },
  'eligibility-reports': { ofSchool: 'eligibility_reports' },
  imports: { ofSchool: 'imports' },
  exports: { ofSchool: 'exports' },
  views: { ofSchool: 'saved_views' },
  'student-emails': { ofSchool: 'emails' },
  // the change that wrote the emails
  'email-batches': { ofAll: 'changes' },
  'email-templates': { ofSchool: 'email_templates' },
  'global-email-templates': { ofSchool: 'email_templates' },
  'school-email-templates': { ofSchool: 'email_templates' },
  'suppressed-addresses': { ofAll: 'suppressed_addresses' },
  'insurance-companies': { ofAll: 'insurance_companies', gone: 'deleted_at' },
  changes: { ofAll: 'changes' },
  'activity/changes': { ofAll: 'changes' },
  'activity-findings': { ofAll: 'activity_findings' },
  jobs: { ofAll: 'jobs' },
  users: { ofAll: 'users', gone: 'deleted_at' },
  'users/sessions': { ofAll: 'sessions' },
  'user/passkeys': { ofAll: 'passkeys', own: 'user_id' },
  // the student site: open to anyone
  'public/periods': { ofAll: 'periods', gone: 'deleted_at' },
  'public/form-submissions': 'no ID',
  'public/sites': 'no ID',
  // the student’s session says which forms there are
  'public/status/forms': 'no ID',
  preferences: 'no ID',
  media: 'no ID',
}

interface PathRecord {
  readonly name: string
  readonly place: Place | undefined
}

/** Returns the parameters of an endpoint’s path with the records they name. */
const recordsOf = ({ path }: Endpoint): PathRecord[] => {
  const parts = path.split('/').filter((part) => part !== '' && part !== 'api')
  return parts.flatMap((part, index) => {
    if (!part.startsWith(':')) return []
    const key = parts.slice(0, index).filter((one) => !one.startsWith(':'))
    return [{ name: part.slice(1), place: places[key.join('/')] }]
  })
}

/** Checks that the records in an endpoint’s path are known here. @throws Error at start, if one isn’t */
export const assertKnownRecords = (endpoint: Endpoint): void => {
  const unknown = recordsOf(endpoint).find(({ place }) => place === undefined)
  if (unknown) throw new Error(`${endpoint.path}: path-records.ts doesn’t say what :${unknown.name} is.`)
}

const exists = async (context: Context, place: Place | undefined, id: unknown): Promise<boolean> => {
  if (place === undefined || place === 'no ID') return true
  if ('ofSchool' in place) return hasRow(context, place.ofSchool, Number(id))
  const { ofAll, own, gone } = place
  // scope: tables without a school, and periods whose student site is open to anyone
  const { rows } = await sql`select from ${sql.table(ofAll)} one where one.id = ${Number(id)}
    and ${own === undefined ? sql`true` : sql`${sql.ref(`one.${own}`)} = ${context.caller.id}`}
    and ${gone === undefined ? sql`true` : sql`${sql.ref(`one.${gone}`)} is null`}`.execute(context.db)
  return rows.length > 0
}

/** Failures that judge what was sent. */
const judgments: ReadonlySet<string> = new Set(['invalid', 'unreadable', 'unsupported_media'])

/**
 * Returns the failure to answer a call with. A body or query is judged only if the records in the path exist for the
 * caller: else it’s a 404, so that the answer doesn’t depend on what was sent.
 */
export const failureOf = async (
  context: Context,
  endpoint: Endpoint,
  params: unknown,
  error: unknown,
): Promise<unknown> => {
  if (!(error instanceof Problem) || !judgments.has(error.code)) return error
  for (const { name, place } of recordsOf(endpoint))
    if (!(await exists(context, place, Reflect.get(Object(params), name)))) return problem.notFound()
  return error
}
