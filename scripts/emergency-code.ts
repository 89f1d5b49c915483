/**
 * `npm run emergency-code -- EMAIL`: prints a code with which a Shipmate Admin can sign in once if nothing else works. An
 * earlier code of the admin stops working. The access log records it.
 */
import { issueEmergencyCode } from '#server/accounts/auth/index.ts'
import { logAccess } from '#server/platform/history/index.ts'
import { systemClock } from '#server/platform/lib/clock.ts'
import { openForOperator } from './operator-database.ts'

const [email] = process.argv.slice(2)
if (email === undefined) {
  console.error('Say whose code you need: npm run emergency-code -- person@school.edu')
  process.exit(1)
}

const { db, settings, close } = await openForOperator()
const services = { clock: systemClock }
const issued = await db.transaction().execute(async (transaction) => {
  const made = await issueEmergencyCode({ db: transaction, clock: systemClock }, email)
  const operator = { caller: null, requestId: 'emergency-code', address: null }
  if (made)
    await logAccess(transaction, services, operator, {
      action: 'reveal',
      subject_type: 'user',
      subject_id: made.userId,
      detail: 'emergency code, by an operator',
    })
  return made
})
await close()
if (issued === null) {
  console.error(`No active Shipmate Admin has the email address ${email}.`)
  process.exit(1)
}
console.log(`Print this code and keep it in a safe. It works once, for one year, and replaces any earlier code:
  ${issued.code}
Use it at ${settings.publicUrl}/login/emergency`)
