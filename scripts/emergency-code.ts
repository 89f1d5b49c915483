/**
 * `npm run emergency-code -- EMAIL`: prints a code with which a Shipmate Admin can sign in once if nothing else works. An
 * earlier code of the admin stops working. The access log records it.
 */
import { issueEmergencyCode } from '#server/accounts/auth/index.ts'
import { systemClock } from '#server/platform/lib/clock.ts'
import { runCommand } from './operator-command.ts'
import { logReveal, withDatabase } from './operator-database.ts'

const createCode = (email: string) =>
  withDatabase(async ({ db, settings }) => {
    return db.transaction().execute(async (transaction) => {
      const made = await issueEmergencyCode({ db: transaction, clock: systemClock }, email)
      if (!made) return null
      await logReveal(transaction, 'emergency-code', made.userId, 'emergency code, by an operator')
      return { code: made.code, publicUrl: settings.publicUrl }
    })
  })

await runCommand(
  'emergency-code',
  { EMAIL: 'prints a code with which this Shipmate Admin can sign in once' },
  async ({ word: email }) => {
    const issued = await createCode(email)
    if (issued === null) {
      console.error(`No active Shipmate Admin has the email address ${email}.`)
      process.exitCode = 1
      return
    }
    console.log(`Print this code and keep it in a safe. It works once, for one year, and replaces any earlier code:
  ${issued.code}
Use it at ${issued.publicUrl}/login/emergency`)
  },
)
