import type { Services } from './context.ts'
import type { Database } from './db/database.ts'
import { printFirstAdminLink } from './users/index.ts'

/** The public demo accounts (they exist only on a loopback address, see lib/env.ts). */
const demoAccounts = {
  admin: { email: 'admin@shipmate.example', password: 'demo shipmate admin' },
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
  await db
    .updateTable('users')
    .set({ disabled_at: disabledAt })
    .where('is_demo', '=', true)
    .where('disabled_at', enabled ? 'is not' : 'is', null)
    .execute()
}

const setUpDemo = async (services: Services, owner: Database): Promise<string> => {
  if (await isEmpty(owner)) {
    process.stdout.write('Loading demo data…')
    const { loadWorld } = await import('#seeds/world.ts')
    await loadWorld(owner, services, demoAccounts)
  }
  await setDemoAccounts(services, owner, true)
  const { admin, registrar } = demoAccounts
  return [
    'Demo accounts:',
    `  ${admin.email}  /  ${admin.password}`,
    `  ${registrar.email}  /  ${registrar.password}`,
  ].join('\n')
}

/**
 * Prepares the accounts at the start: in the demo, two public accounts and sample data; otherwise only invited
 * users, or a one-time link for the first admin. Returns the text to print.
 */
export const prepareAccounts = async (services: Services, owner: Database): Promise<string> => {
  if (services.settings.demo) return setUpDemo(services, owner)
  await setDemoAccounts(services, owner, false)
  return (await printFirstAdminLink(services, owner)) ?? ''
}
