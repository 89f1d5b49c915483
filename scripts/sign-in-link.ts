/**
 * `npm run sign-in-link -- EMAIL`: prints a one-time link with which a user sets a new password, for servers
 * that can’t send emails. Any earlier link of the user stops working. The access log records it.
 */
import { issueLink } from '#server/accounts/auth/index.ts'
import { hasAdmin } from '#server/accounts/users/index.ts'
import { systemClock } from '#server/platform/lib/clock.ts'
import { runCommand } from './operator-command.ts'
import { logReveal, withDatabase } from './operator-database.ts'

const createLink = (email: string) =>
  withDatabase(async ({ db, settings }) => {
    const services = { settings, clock: systemClock }
    return db.transaction().execute(async (transaction) => {
      const user = await transaction
        .selectFrom('users')
        .select(['id', 'email', 'permission', 'password_hash'])
        .where('email', '=', email.trim().toLowerCase())
        .where('disabled_at', 'is', null)
        .where('deleted_at', 'is', null)
        .executeTakeFirst()
      if (!user) return null
      await logReveal(transaction, 'sign-in-link', user.id, 'one-time link, by an operator')
      // the first admin’s page asks for their name too
      const isFirst = user.permission === 'shipmate_admin' && !(await hasAdmin(transaction))
      const purpose = isFirst ? 'first_admin' : user.password_hash === null ? 'invite' : 'reset'
      const context = { db: transaction, clock: systemClock, services }
      return { purpose, address: await issueLink(context, user, purpose) }
    })
  })

await runCommand(
  'sign-in-link',
  { EMAIL: 'prints a one-time link with which this user sets a password' },
  async ({ word: email }) => {
    const link = await createLink(email)
    if (link === null) {
      console.error(`No one can sign in as ${email}.`)
      process.exitCode = 1
      return
    }
    const days = link.purpose === 'reset' ? '60 minutes' : '7 days'
    console.log(`Open this link to set a password. It works once and expires in ${days}:\n  ${link.address}`)
  },
)
