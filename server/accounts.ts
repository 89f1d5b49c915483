import type { House } from './context.ts'
import type { Database } from './db/database.ts'
import { printFirstAdminLink } from './users/index.ts'

/** The demo accounts, known to everybody (only ever on a loopback address, see lib/env.ts). */
export const demoAccounts = {
  admin: { email: 'admin@shipmate.example', password: 'demo shipmate admin' },
  registrar: { email: 'registrar@harborview.example', password: 'demo school admin' },
} as const

const isEmpty = async (db: Database): Promise<boolean> => {
  // scope: before anybody can call; asks only whether there is any school at all
  const school = await db.selectFrom('schools').select('id').limit(1).executeTakeFirst()
  const user = await db.selectFrom('users').select('id').limit(1).executeTakeFirst()
  return !school && !user
}

const setDemoAccounts = async (house: House, db: Database, enabled: boolean): Promise<void> => {
  const disabledAt = enabled ? null : house.clock.now().toISOString()
  await db
    .updateTable('users')
    .set({ disabled_at: disabledAt })
    .where('is_demo', '=', true)
    .where('disabled_at', enabled ? 'is not' : 'is', null)
    .execute()
}

const withDemo = async (house: House, owner: Database): Promise<string> => {
  if (await isEmpty(owner)) {
    process.stdout.write('Loading the demo world …\n')
    const { loadWorld } = await import('#seeds/world.ts')
    await loadWorld(owner, house, demoAccounts)
  }
  await setDemoAccounts(house, owner, true)
  const { admin, registrar } = demoAccounts
  return [
    'Demo accounts:',
    `  ${admin.email}  /  ${admin.password}`,
    `  ${registrar.email}  /  ${registrar.password}`,
  ].join('\n')
}

/**
 * Who can sign in when the server starts: in the demo two known accounts over a whole world of invented people,
 * otherwise nobody that was not invited; then a one-time link makes the first admin. Answers what to print.
 */
export const prepareAccounts = async (house: House, owner: Database): Promise<string> => {
  if (house.settings.demo) return withDemo(house, owner)
  await setDemoAccounts(house, owner, false)
  return (await printFirstAdminLink(house, owner)) ?? ''
}
