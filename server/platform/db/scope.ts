import {
  sql,
  type DeleteQueryBuilder,
  type DeleteResult,
  type RawBuilder,
  type SelectQueryBuilder,
  type UpdateQueryBuilder,
  type UpdateResult,
} from 'kysely'
import { isAdmin, type Actor } from '#contract/platform/access.ts'
import { problem } from '#server/platform/problem.ts'
import type { Database } from './database.ts'
import type { DB } from './schema.ts'

/** The part of a context that determines the visible rows. */
export interface ScopeContext {
  readonly db: Database
  /** Without an ID it’s the system. */
  readonly caller: Pick<Actor, 'permission' | 'school_ids'> & Partial<Pick<Actor, 'id'>>
}

/** How a table’s rows belong to their school. */
interface Tenant {
  /** The column with the school’s ID. */
  readonly key: 'school_id' | 'id'
  /** A column that’s set on removed rows. Reads skip them; writes don’t. */
  readonly gone?: 'deleted_at' | 'archived_at'
  /** Whether rows without a school are visible to all users. The module checks who owns them. */
  readonly orNone?: true
}

/**
 * The tables whose rows belong to a school. The scope is built from this list, `npm run check` checks
 * statements against it, and a test compares it with the database.
 */
export const tenantTables = {
  schools: { key: 'id', gone: 'archived_at' },
  periods: { key: 'school_id', gone: 'deleted_at' },
  period_documents: { key: 'school_id' },
  period_publications: { key: 'school_id' },
  former_setup: { key: 'school_id' },
  period_pages: { key: 'school_id', gone: 'deleted_at' },
  students: { key: 'school_id', gone: 'deleted_at' },
  student_merges: { key: 'school_id' },
  replaced_ssns: { key: 'school_id' },
  student_periods: { key: 'school_id', gone: 'deleted_at' },
  dependents: { key: 'school_id', gone: 'deleted_at' },
  student_notes: { key: 'school_id', gone: 'deleted_at' },
  /** includes removed files, because they can be restored */
  student_files: { key: 'school_id' },
  form_submissions: { key: 'school_id' },
  form_submission_snapshots: { key: 'school_id' },
  form_files: { key: 'school_id' },
  form_submission_drafts: { key: 'school_id' },
  form_tokens: { key: 'school_id' },
  student_messages: { key: 'school_id' },
  site_visits: { key: 'school_id' },
  status_codes: { key: 'school_id' },
  status_sessions: { key: 'school_id' },
  appeals: { key: 'school_id' },
  fix_reminders: { key: 'school_id' },
  decisions: { key: 'school_id' },
  decision_outcomes: { key: 'school_id' },
  decision_feedback: { key: 'school_id' },
  second_reviews: { key: 'school_id' },
  kept_decisions: { key: 'school_id' },
  manual_results: { key: 'school_id' },
  eligibility_settings: { key: 'school_id' },
  sign_in_settings: { key: 'school_id' },
  sign_on_ties: { key: 'school_id' },
  sign_on_attempts: { key: 'school_id' },
  eligibility_reports: { key: 'school_id' },
  verification_requests: { key: 'school_id' },
  period_reverifications: { key: 'school_id' },
  reverification_items: { key: 'school_id' },
  bursar_settings: { key: 'school_id' },
  bursar_batches: { key: 'school_id' },
  bursar_lines: { key: 'school_id' },
  carrier_files: { key: 'school_id' },
  carrier_file_members: { key: 'school_id' },
  carrier_file_problems: { key: 'school_id' },
  default_enrollments: { key: 'school_id' },
  deadline_reminders: { key: 'school_id' },
  age_out_runs: { key: 'school_id' },
  aged_out_waivers: { key: 'school_id' },
  age_out_notices: { key: 'school_id' },
  report_schedules: { key: 'school_id', gone: 'deleted_at' },
  made_reports: { key: 'school_id' },
  made_report_chunks: { key: 'school_id' },
  school_files: { key: 'school_id' },
  imports: { key: 'school_id' },
  import_rows: { key: 'school_id' },
  import_file_chunks: { key: 'school_id' },
  import_mappings: { key: 'school_id' },
  roster_absences: { key: 'school_id' },
  exports: { key: 'school_id' },
  export_file_chunks: { key: 'school_id' },
  history: { key: 'school_id' },
  api_tokens: { key: 'school_id' },
  webhooks: { key: 'school_id', gone: 'deleted_at' },
  webhook_deliveries: { key: 'school_id' },
  disclosures: { key: 'school_id' },
  disclosed_students: { key: 'school_id' },
  /** emails about accounts have no school: only product admins see them */
  emails: { key: 'school_id' },
  /** those without a school are the texts of all schools */
  email_templates: { key: 'school_id', orNone: true },
  saved_views: { key: 'school_id', orNone: true },
} as const satisfies Partial<Record<keyof DB, Tenant>>

export type TenantTable = keyof typeof tenantTables

/** Tables with a school column that aren’t read by school, with the reason. */
export const otherTables: Partial<Record<keyof DB, string>> = {
  access_log: 'Only product admins read it, and they have access to every school.',
  changes:
    'Only its author or a product admin can open a change; its entries are in the history, which is scoped.',
  jobs: 'Only the author of a job can read it.',
  user_schools: 'The scope is built from it: it says who has access to which schools.',
}

/** Returns the condition that limits a school’s ID (`alias.school_id`, or `alias.id` of a school) to the scope’s schools. */
const within = (
  { caller }: Pick<ScopeContext, 'caller'>,
  column: Tenant['key'] | `${string}.${Tenant['key']}`,
): RawBuilder<boolean> =>
  isAdmin(caller) ? sql<boolean>`true` : sql<boolean>`${sql.ref(column)} = any(${[...caller.school_ids]})`

const withinTable = (context: ScopeContext, table: TenantTable): RawBuilder<boolean> => {
  const { key, orNone }: Tenant = tenantTables[table]
  const column = `${table}.${key}` as const
  const own = within(context, column)
  return orNone ? sql<boolean>`(${sql.ref(column)} is null or ${own})` : own
}

/** Builders for a table: rows to read, rows to update and rows to delete. */
interface Builders<T extends TenantTable> {
  readonly read: SelectQueryBuilder<DB, T, object>
  readonly update: UpdateQueryBuilder<DB, T, T, UpdateResult>
  readonly delete: DeleteQueryBuilder<DB, T, DeleteResult>
}

/**
 * A query builder on one table. Kysely’s result types for a table known only by a type parameter can’t be
 * resolved by the compiler; this is the one place that casts them.
 */
const start = <T extends TenantTable, Kind extends keyof Builders<T>>(
  { db }: ScopeContext,
  table: T,
  kind: Kind,
): Builders<T>[Kind] => {
  const builders = {
    read: () => db.selectFrom<TenantTable>(table),
    update: () => db.updateTable<TenantTable>(table),
    delete: () => db.deleteFrom<TenantTable>(table),
  }
  return builders[kind]() as unknown as Builders<T>[Kind]
}

/** Reads a table: the rows of the caller’s schools that aren’t removed. */
const reader =
  <T extends TenantTable>(table: T) =>
  (context: ScopeContext) => {
    const { gone }: Tenant = tenantTables[table]
    const own = start(context, table, 'read').where(withinTable(context, table))
    return gone === undefined ? own : own.where(sql<boolean>`${sql.ref(`${table}.${gone}`)} is null`)
  }

/**
 * The rows a caller can see and change: every school’s for product admins, their own schools’ for school
 * admins. All queries on a tenant table start here; rows of other schools aren’t found and don’t change.
 */
export const scope = {
  schools: reader('schools'),
  periods: reader('periods'),
  periodDocuments: reader('period_documents'),
  periodPublications: reader('period_publications'),
  formerSetup: reader('former_setup'),
  periodPages: reader('period_pages'),
  students: reader('students'),
  studentMerges: reader('student_merges'),
  studentPeriods: reader('student_periods'),
  dependents: reader('dependents'),
  studentNotes: reader('student_notes'),
  studentFiles: reader('student_files'),
  formSubmissions: reader('form_submissions'),
  formSubmissionSnapshots: reader('form_submission_snapshots'),
  formFiles: reader('form_files'),
  formSubmissionDrafts: reader('form_submission_drafts'),
  formTokens: reader('form_tokens'),
  studentMessages: reader('student_messages'),
  siteVisits: reader('site_visits'),
  appeals: reader('appeals'),
  decisions: reader('decisions'),
  decisionOutcomes: reader('decision_outcomes'),
  decisionFeedback: reader('decision_feedback'),
  secondReviews: reader('second_reviews'),
  manualResults: reader('manual_results'),
  eligibilitySettings: reader('eligibility_settings'),
  signInSettings: reader('sign_in_settings'),
  signOnTies: reader('sign_on_ties'),
  eligibilityReports: reader('eligibility_reports'),
  verificationRequests: reader('verification_requests'),
  periodReverifications: reader('period_reverifications'),
  reverificationItems: reader('reverification_items'),
  bursarSettings: reader('bursar_settings'),
  bursarBatches: reader('bursar_batches'),
  bursarLines: reader('bursar_lines'),
  carrierFiles: reader('carrier_files'),
  carrierFileMembers: reader('carrier_file_members'),
  carrierFileProblems: reader('carrier_file_problems'),
  defaultEnrollments: reader('default_enrollments'),
  deadlineReminders: reader('deadline_reminders'),
  ageOutRuns: reader('age_out_runs'),
  reportSchedules: reader('report_schedules'),
  madeReports: reader('made_reports'),
  madeReportChunks: reader('made_report_chunks'),
  schoolFiles: reader('school_files'),
  imports: reader('imports'),
  importChunks: reader('import_file_chunks'),
  importMappings: reader('import_mappings'),
  exports: reader('exports'),
  exportChunks: reader('export_file_chunks'),
  history: reader('history'),
  emails: reader('emails'),
  emailTemplates: reader('email_templates'),
  savedViews: reader('saved_views'),
  apiTokens: reader('api_tokens'),
  webhooks: reader('webhooks'),
  webhookDeliveries: reader('webhook_deliveries'),

  /** Updates rows of the caller’s schools, including removed ones. */
  update: <T extends TenantTable>(context: ScopeContext, table: T) =>
    start(context, table, 'update').where(withinTable(context, table)),

  /** Deletes rows of the caller’s schools. */
  delete: <T extends TenantTable>(context: ScopeContext, table: T) =>
    start(context, table, 'delete').where(withinTable(context, table)),

  /** Returns the condition for hand-written SQL that limits a table’s key (`alias.school_id`) to the schools. */
  within,

  /** Returns a scope for work without a caller: one school and no other. */
  asSystem: (db: Database, schoolId: number): ScopeContext => ({
    db,
    caller: { permission: 'school_admin', school_ids: [schoolId] },
  }),
}

/** Returns whether a row of the caller’s schools has an ID; removed rows don’t count. */
export const hasRow = async (context: ScopeContext, table: TenantTable, id: number): Promise<boolean> => {
  const rows = reader(table)(context).select(sql`1`.as('found'))
  return (await rows.where(sql<boolean>`${sql.ref(`${table}.id`)} = ${id}`).execute()).length > 0
}

/** Checks that the caller can access the school named in a body or query. @throws Problem 422 on `school_id` if it’s unknown or foreign */
export const selectSchool = async (context: ScopeContext, id: number, field = 'school_id'): Promise<void> => {
  const found = await scope
    .schools(context)
    .select('schools.id')
    .where('schools.id', '=', id)
    .executeTakeFirst()
  if (!found) throw problem.selected(field)
}

/** Returns the period in a path. @throws Problem 404 if it’s unknown or foreign */
export const getPeriod = async (context: ScopeContext, id: number) => {
  const found = await scope.periods(context).selectAll().where('periods.id', '=', id).executeTakeFirst()
  if (!found) throw problem.notFound()
  return found
}

/**
 * Returns the period in a path and locks its setup until the transaction ends; records can still be added. Take
 * this lock after the locks of records, if both are needed.
 * @throws Problem 404
 */
export const lockPeriod = async (context: ScopeContext, id: number) => {
  const found = await scope
    .periods(context)
    .selectAll()
    .where('periods.id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!found) throw problem.notFound()
  return found
}

/** Returns the period in a body or query. @throws Problem 422 on its key if it’s unknown or foreign */
export const selectPeriod = async (context: ScopeContext, id: number, field = 'period_id') => {
  const found = await scope.periods(context).selectAll().where('periods.id', '=', id).executeTakeFirst()
  if (!found) throw problem.selected(field)
  return found
}
