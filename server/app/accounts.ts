import { voidAccess } from '#server/accounts/auth/index.ts'
import type { Services } from '#server/platform/context.ts'
import type { Database } from '#server/platform/db/database.ts'
import { printFirstAdminLink } from '#server/accounts/users/index.ts'

/** The public demo accounts (they exist only on a loopback address, see lib/env.ts). */
const demoAccounts = {
  admin: { email: 'admin@shipmate.example', password: 'demo shipmate admin' },
  reviewer: { email: 'reviewer@shipmate.example', password: 'demo reviewer' },
  registrar: { email: 'registrar@harborview.example', password: 'demo school admin' },
} as const

const isEmpty = async (db: Database): Promise<boolean> => {
  // scope: before anyone can call; checks only whether there's any school
  const school = await db.selectFrom('schools').select('id').limit(1).executeTakeFirst()
  const user = await db.selectFrom('users').select('id').limit(1).executeTakeFirst()
  return !school && !user
}

const setDemoAccounts = async (services: Services, db: Database, enabled: boolean): Promise<void> => {
  const disabledAt = enabled ? null : services.clock.now().toISOString()
  const changed = await db
    .updateTable('users')
    .set({ disabled_at: disabledAt })
    .where('is_demo', '=', true)
    .where('disabled_at', enabled ? 'is not' : 'is', null)
    .returning('id')
    .execute()
  for (const { id } of changed) await voidAccess(db, id, 'none')
}

const setUpDemo = async (services: Services, owner: Database): Promise<string> => {
  if (await isEmpty(owner)) {
    process.stdout.write('Loading demo data…')
    const { loadWorld } = await import('#seeds/world.ts')
    await loadWorld(owner, services, demoAccounts)
  }
  await setDemoAccounts(services, owner, true)
  // data that an earlier version loaded has fewer accounts
  const loaded = await owner.selectFrom('users').select('email').where('is_demo', '=', true).execute()
  const known = Object.values(demoAccounts).filter((one) => loaded.some(({ email }) => email === one.email))
  return ['Demo accounts:', ...known.map(({ email, password }) => `  ${email}  /  ${password}`)].join('\n')
}

/**
 * Prepares the accounts at the start: in the demo, public accounts and sample data; otherwise only invited
 * users, or a one-time link for the first admin. Returns the text to print.
 */
export const prepareAccounts = async (services: Services, owner: Database): Promise<string> => {
  if (services.settings.demo) return setUpDemo(services, owner)
  await setDemoAccounts(services, owner, false)
  return (await printFirstAdminLink(services, owner)) ?? ''
}

/** Returns a text with three things to try in the open policy year of the first school, with links; empty if there’s no such year. */
export const thingsToTry = async (db: Database, address: string): Promise<string> => {
  // scope: the demo’s own schools, for the terminal of who started it
  const year = await db
    .selectFrom('periods')
    .innerJoin('schools', 'schools.id', 'periods.school_id')
    .select(['periods.id', 'periods.school_id', 'schools.slug'])
    .where('periods.state', '=', 'open')
    .orderBy('periods.school_id')
    .limit(1)
    .executeTakeFirst()
  if (!year) return ''
  const base = `${address}/schools/${year.school_id}/period/${year.id}`
  return [
    'Three things to try:',
    `  Decide a waiver             ${base}/student-form-submissions/review`,
    `  See who is auto-enrolled    ${base}/default-enrollment`,
    `  Waive coverage as a student ${address}/s/${year.slug}`,
    '',
  ].join('\n')
}
