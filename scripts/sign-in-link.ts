/**
 * `npm run sign-in-link -- EMAIL`: prints a one-time link with which a user sets a new password, for servers
 * that can’t send emails. Any earlier link of the user stops working. The access log records it.
 */
import { issueLink } from '#server/accounts/auth/index.ts'
import { hasAdmin } from '#server/accounts/users/index.ts'
import { logAccess } from '#server/platform/history/index.ts'
import { systemClock } from '#server/platform/lib/clock.ts'
import { openForOperator } from './operator-database.ts'

const [email] = process.argv.slice(2)
if (email === undefined) {
  console.error('Say whose link you need: npm run sign-in-link -- person@school.edu')
  process.exit(1)
}

const { db, settings, close } = await openForOperator()
const services = { settings, clock: systemClock }
const link = await db.transaction().execute(async (transaction) => {
  const user = await transaction
    .selectFrom('users')
    .select(['id', 'email', 'permission', 'password_hash'])
    .where('email', '=', email.trim().toLowerCase())
    .where('disabled_at', 'is', null)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!user) return null
  const operator = { caller: null, requestId: 'sign-in-link', address: null }
  await logAccess(transaction, services, operator, {
    action: 'reveal',
    subject_type: 'user',
    subject_id: user.id,
    detail: 'one-time link, by an operator',
  })
  // the first admin’s page asks for their name too
  const isFirst = user.permission === 'shipmate_admin' && !(await hasAdmin(transaction))
  const purpose = isFirst ? 'first_admin' : user.password_hash === null ? 'invite' : 'reset'
  const context = { db: transaction, clock: systemClock, services }
  return { purpose, address: await issueLink(context, user, purpose) }
})
await close()
if (link === null) {
  console.error(`No one can sign in as ${email}.`)
  process.exit(1)
}
const days = link.purpose === 'reset' ? '60 minutes' : '7 days'
console.log(`Open this link to set a password. It works once and expires in ${days}:\n  ${link.address}`)
