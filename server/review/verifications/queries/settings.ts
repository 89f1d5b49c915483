import { sql } from 'kysely'
import * as z from 'zod/mini'
import { eligibilityProviders } from '#contract/review/verifications/choices.ts'
import type { EligibilitySettings } from '#contract/review/verifications/settings.ts'
import type { Context } from '#server/platform/context.ts'
import { scope, type ScopeContext } from '#server/platform/db/scope.ts'
import { dayIn, officeTimeZone, type Clock } from '#server/platform/lib/clock.ts'
import { placeOfSecret } from '#server/setup/schools/index.ts'

const provider = z.nullable(z.enum(eligibilityProviders))

/** Returns the place of the encrypted password or key for an address. */
export const secretPlace = (schoolId: number, address: string | null) =>
  placeOfSecret('eligibility_settings', schoolId, address)

/** Who carries a school’s checks, as it’s saved; undefined until someone chose it. The secret stays encrypted. */
export const readSettings = async (context: ScopeContext, schoolId: number) => {
  const row = await scope
    .eligibilitySettings(context)
    .select([
      'eligibility_settings.school_id',
      'eligibility_settings.provider',
      'eligibility_settings.address',
      'eligibility_settings.user_name',
      'eligibility_settings.secret_cipher',
      'eligibility_settings.organization',
      'eligibility_settings.npi',
      'eligibility_settings.sender_id',
      'eligibility_settings.receiver_id',
      'eligibility_settings.inquiry_cost_cents',
      'eligibility_settings.cost_limit_cents',
      'eligibility_settings.inquiries_per_minute',
      'eligibility_settings.simulator_latency_ms',
      'eligibility_settings.simulator_is_out',
      'eligibility_settings.version',
    ])
    .where('eligibility_settings.school_id', '=', schoolId)
    .executeTakeFirst()
  return row && { ...row, provider: provider.parse(row.provider) }
}
export type SavedSettings = NonNullable<Awaited<ReturnType<typeof readSettings>>>

/** Returns whether a school is a demo, whose checks the simulator can answer. */
export const isDemoSchool = async (context: ScopeContext, schoolId: number): Promise<boolean> => {
  const school = await scope
    .schools(context)
    .select('schools.is_demo')
    .where('schools.id', '=', schoolId)
    .executeTakeFirst()
  return school?.is_demo === true
}

/** What staff set, without the secret. */
type SettingsContent = Omit<EligibilitySettings, 'has_secret' | 'spent_cents' | 'can_simulate' | 'version'>

/** The settings of a school where no one has chosen anything; the same as the table’s defaults. */
const noSettings: SettingsContent = {
  provider: null,
  address: null,
  user_name: null,
  organization: null,
  npi: null,
  sender_id: null,
  receiver_id: null,
  inquiry_cost_cents: 20,
  cost_limit_cents: null,
  inquiries_per_minute: 60,
  simulator_latency_ms: 0,
  simulator_is_out: false,
}

/** Returns what staff set, without the secret and the version. */
export const contentOf = (saved: SavedSettings | undefined): SettingsContent => {
  if (!saved) return noSettings
  const { school_id: _school, secret_cipher: _secret, version: _version, ...content } = saved
  return content
}

/** Returns who carries a school’s checks, and what they cost this month. Version 0 is before the first save. */
export const presentSettings = async (context: Context, schoolId: number): Promise<EligibilitySettings> => {
  const saved = await readSettings(context, schoolId)
  return {
    ...contentOf(saved),
    has_secret: Boolean(saved?.secret_cipher),
    spent_cents: await readSpentCents(context, schoolId),
    can_simulate: await isDemoSchool(context, schoolId),
    version: saved?.version ?? 0,
  }
}

/** Returns what a school’s inquiries of this month cost, in cents. Those being sent count already. */
export const readSpentCents = async (
  context: ScopeContext & { readonly clock: Clock },
  schoolId: number,
): Promise<number> => {
  const first = `${dayIn(context.clock, officeTimeZone).slice(0, 7)}-01`
  const row = await scope
    .verificationRequests(context)
    .select(sql<number>`coalesce(sum(verification_requests.cost_cents), 0)::int`.as('cents'))
    .where('verification_requests.school_id', '=', schoolId)
    .where(
      'verification_requests.sent_at',
      '>=',
      sql<string>`${first}::timestamp at time zone ${officeTimeZone}`,
    )
    .executeTakeFirstOrThrow()
  return row.cents
}
