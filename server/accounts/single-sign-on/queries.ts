import { sql } from 'kysely'
import type { SignInSettings, SignOnTie } from '#contract/accounts/single-sign-on/settings.ts'
import type { Context, Services } from '#server/platform/context.ts'
import type { Database } from '#server/platform/db/database.ts'
import { scope, type ScopeContext } from '#server/platform/db/scope.ts'
import { openSecret as open, placeOfSecret } from '#server/setup/schools/index.ts'

/** Returns the place of the encrypted client secret for an issuer. */
export const secretPlace = (schoolId: number, issuer: string | null) =>
  placeOfSecret('sign_in_settings', schoolId, issuer)

/**
 * Returns the address of ours that a school’s provider sends people back to. Each school has its own, so that an answer
 * of one provider can’t complete a sign-in at another (RFC 9700, section 4.4).
 */
export const redirectUri = ({ settings }: Pick<Services, 'settings'>, schoolId: number): string =>
  `${settings.publicUrl}/login/school/${schoolId}`

/** How a school’s staff sign in, as it’s saved; undefined until someone chose it. The secret stays encrypted. */
export const readSettings = (context: ScopeContext, schoolId: number) =>
  scope
    .signInSettings(context)
    .selectAll('sign_in_settings')
    .where('sign_in_settings.school_id', '=', schoolId)
    .executeTakeFirst()
type SavedSettings = NonNullable<Awaited<ReturnType<typeof readSettings>>>

/** What staff set, without the secret. */
type SettingsContent = Pick<SignInSettings, 'requires_two_factor' | 'sign_on_is_on' | 'issuer' | 'client_id'>

/** Returns what staff set, without the secret and the version. Nothing is required at first. */
export const contentOf = (saved: SavedSettings | undefined): SettingsContent => ({
  requires_two_factor: saved?.requires_two_factor ?? false,
  sign_on_is_on: saved?.sign_on_is_on ?? false,
  issuer: saved?.issuer ?? null,
  client_id: saved?.client_id ?? null,
})

/** Returns how a school’s staff sign in. Version 0 is before the first save. */
export const presentSettings = async (context: Context, schoolId: number): Promise<SignInSettings> => {
  const saved = await readSettings(context, schoolId)
  return {
    ...contentOf(saved),
    has_secret: Boolean(saved?.secret_cipher),
    redirect_uri: redirectUri(context.services, schoolId),
    ...(await countPeople(context, schoolId)),
    version: saved?.version ?? 0,
  }
}

/** Returns the school admins who can sign in, and those without a second factor. */
const countPeople = async (
  { db }: Context,
  schoolId: number,
): Promise<Pick<SignInSettings, 'people' | 'people_without_factor'>> => {
  const { rows } = await sql<{ people: number; people_without_factor: number }>`
    select count(*)::int as people,
      (count(*) filter (where two_factor_confirmed_at is null
        and not exists(select from passkeys where passkeys.user_id = users.id)))::int as people_without_factor
    from users join user_schools on user_schools.user_id = users.id
    where user_schools.school_id = ${schoolId} and users.permission = 'school_admin' and not users.is_service
      and users.deleted_at is null and users.disabled_at is null`.execute(db)
  return rows[0] ?? { people: 0, people_without_factor: 0 }
}

/** Returns the users tied to an account at the school’s provider, by name. */
export const listTies = async (context: Context, schoolId: number): Promise<SignOnTie[]> => {
  const rows = await scope
    .signOnTies(context)
    .innerJoin('users', 'users.id', 'sign_on_ties.user_id')
    .select([
      'sign_on_ties.id',
      'sign_on_ties.created_at',
      'users.id as user_id',
      'users.email',
      sql<string>`users.first_name || ' ' || users.last_name`.as('name'),
    ])
    .where('sign_on_ties.school_id', '=', schoolId)
    .where('users.deleted_at', 'is', null)
    .orderBy('users.last_name')
    .orderBy('users.first_name')
    .orderBy('sign_on_ties.id')
    .execute()
  return rows.map(({ id, created_at, user_id, name, email }) => ({
    id,
    created_at,
    user: { id: user_id, name, email },
  }))
}

const signOnSchools = ({ db }: Pick<Services, 'db'>) =>
  // scope: no one is signed in yet; only the name and the provider are read, and the name is on the sign-in page
  db
    .selectFrom('sign_in_settings')
    .innerJoin('schools', 'schools.id', 'sign_in_settings.school_id')
    .where('schools.archived_at', 'is', null)
    .where('sign_in_settings.sign_on_is_on', '=', true)

/** Returns the schools whose staff can sign in at their provider, by name. */
export const listSignOnSchools = (services: Pick<Services, 'db'>) =>
  signOnSchools(services)
    .select(['schools.slug', 'schools.name'])
    .orderBy('schools.name')
    .orderBy('schools.id')
    .execute()

const selectSignOnSchool = (services: Pick<Services, 'db'>) =>
  signOnSchools(services).select((row) => [
    'schools.id',
    'schools.name',
    // the table's CHECK requires them while it's on
    row.ref('issuer').$notNull().as('issuer'),
    row.ref('client_id').$notNull().as('clientId'),
    row.ref('secret_cipher').$notNull().as('cipher'),
  ])

/** Returns a school with its provider, if its staff can sign in there. */
export const findSignOnSchool = (services: Pick<Services, 'db'>, slug: string) =>
  selectSignOnSchool(services).where('schools.slug', '=', slug).executeTakeFirst()
export const findSignOnSchoolById = (services: Pick<Services, 'db'>, id: number) =>
  selectSignOnSchool(services).where('schools.id', '=', id).executeTakeFirst()

/** A school with its provider. The client secret is encrypted. */
export type SignOnSchool = NonNullable<Awaited<ReturnType<typeof findSignOnSchool>>>

/** Decrypts the client secret of a school, which opens only with the provider that it was saved for. */
export const openSecret = (
  { keys }: Pick<Services, 'keys'>,
  { id, issuer, cipher }: Pick<SignOnSchool, 'id' | 'issuer' | 'cipher'>,
): string => open(keys, secretPlace(id, issuer), cipher)

/** Returns how many of these schools don’t let their staff sign in at this provider. */
export const countOtherSchools = async (
  db: Database,
  schoolIds: readonly number[],
  issuer: string,
): Promise<number> => {
  // scope: counts the schools of the user who signs in; no row is shown
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from schools
    where id = any(${[...schoolIds]}) and archived_at is null and not exists(
      select from sign_in_settings where school_id = schools.id and sign_on_is_on and issuer = ${issuer})`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}
