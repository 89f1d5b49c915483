import { sql, type NotNull } from 'kysely'
import {
  defaultEmailSettings,
  emailSettings,
  type EmailSettings,
  type SavedEmailSettings,
} from '#contract/setup/schools/email-settings.ts'
import type { SchoolFileKind } from '#contract/setup/schools/file-shapes.ts'
import type { Context } from '#server/platform/context.ts'
import { scope, type ScopeContext } from '#server/platform/db/scope.ts'
import { problem } from '#server/platform/problem.ts'
import { currentPeriodId } from '#server/setup/periods/index.ts'

export const listSchoolNames = (context: Context) =>
  scope
    .schools(context)
    .select(['schools.id', 'schools.name', 'schools.logo_url'])
    .orderBy('schools.name')
    .execute()

/** Returns archived schools, latest first; with an ID that one, locked until the end of the transaction. */
export const listArchived = async (context: Context, id?: number) => {
  // scope: only product admins call this, and they have access to every school, archived ones included
  const archived = context.db
    .selectFrom('schools')
    .select(['id', 'name', 'slug', 'site_host', 'archived_at'])
    .where('archived_at', 'is not', null)
    .$narrowType<{ archived_at: NotNull }>()
    .orderBy('archived_at', 'desc')
    .orderBy('id')
  return id === undefined ? archived.execute() : archived.where('id', '=', id).forUpdate().execute()
}

const selectSchools = (context: ScopeContext & Pick<Context, 'clock'>) =>
  scope
    .schools(context)
    .select([
      'schools.id',
      'schools.name',
      'schools.slug',
      'schools.time_zone',
      'schools.logo_url',
      'schools.address_1',
      'schools.address_2',
      'schools.city',
      'schools.state',
      'schools.zip',
      'schools.phone',
      'schools.website',
      'schools.contacts',
      'schools.deadlines_contact',
      'schools.colors',
      'schools.colors_version',
      'schools.email_settings',
      'schools.email_settings_version',
      'schools.site_host',
      'schools.site_embedded_on',
      'schools.site_settings_version',
      'schools.version',
      currentPeriodId(context.clock, sql`schools.id`).as('latest_period_id'),
    ])
export type SchoolRow = Awaited<ReturnType<ReturnType<typeof selectSchools>['executeTakeFirstOrThrow']>>

/** Returns one school, or undefined if it’s unknown, foreign or archived. */
export const findSchool = (
  context: ScopeContext & Pick<Context, 'clock'>,
  id: number,
): Promise<SchoolRow | undefined> => selectSchools(context).where('schools.id', '=', id).executeTakeFirst()

/** Returns one school. @throws Problem 404 when it’s unknown, foreign or archived */
export const getSchool = async (
  context: ScopeContext & Pick<Context, 'clock'>,
  id: number,
): Promise<SchoolRow> => {
  const school = await findSchool(context, id)
  if (!school) throw problem.notFound()
  return school
}

/** Returns a school and locks its row until the end of the transaction. @throws Problem 404 */
export const lockSchool = async (context: Context, id: number): Promise<SchoolRow> => {
  await scope.schools(context).select('schools.id').where('schools.id', '=', id).forUpdate().execute()
  return getSchool(context, id)
}

const selectFiles = (context: ScopeContext) =>
  scope
    .schoolFiles(context)
    .select([
      'school_files.id',
      'school_files.school_id',
      'school_files.kind',
      'school_files.public_name',
      'school_files.name',
      'school_files.alt',
      'school_files.media_type',
      'school_files.size',
      'school_files.width',
      'school_files.height',
      'school_files.created_at',
      'school_files.deleted_at',
    ])
export type SchoolFileRow = Awaited<ReturnType<ReturnType<typeof selectFiles>['executeTakeFirstOrThrow']>>

/** Lists the files of a school that aren’t removed, newest first. */
export const listFiles = (
  context: ScopeContext,
  schoolId: number,
  kind?: SchoolFileKind,
): Promise<SchoolFileRow[]> =>
  selectFiles(context)
    .where('school_files.school_id', '=', schoolId)
    .where('school_files.deleted_at', 'is', null)
    .$if(kind !== undefined, (query) => query.where('school_files.kind', '=', kind ?? ''))
    .orderBy('school_files.created_at', 'desc')
    .orderBy('school_files.id', 'desc')
    .execute()

/** Returns a school’s file, removed or not, locked until the end of the transaction. @throws Problem 404 */
export const lockFile = async (
  context: ScopeContext,
  schoolId: number,
  id: number,
): Promise<SchoolFileRow> => {
  const row = await selectFiles(context)
    .where('school_files.school_id', '=', schoolId)
    .where('school_files.id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw problem.notFound()
  return row
}

/** Returns how a school’s emails are sent, or the defaults. */
export const emailSettingsOf = (row: Pick<SchoolRow, 'email_settings'>): EmailSettings =>
  row.email_settings === null ? defaultEmailSettings : emailSettings.parse(row.email_settings)

export const presentEmailSettings = (
  row: Pick<SchoolRow, 'email_settings' | 'email_settings_version'>,
): SavedEmailSettings => ({ ...emailSettingsOf(row), version: row.email_settings_version })

/** Returns how a school’s emails are sent, or the defaults. @throws Problem 404 */
export const getEmailSettings = async (context: ScopeContext, schoolId: number): Promise<EmailSettings> => {
  const row = await scope
    .schools(context)
    .select('schools.email_settings')
    .where('schools.id', '=', schoolId)
    .executeTakeFirst()
  if (!row) throw problem.notFound()
  return emailSettingsOf(row)
}
