import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { codeMinutes, codeTries } from '#contract/review/student-status/choices.ts'
import type { AnonymousContext, Services } from '#server/platform/context.ts'
import { scope } from '#server/platform/db/scope.ts'
import { clearLinkTexts } from '#server/mail/email-delivery/index.ts'
import { timeWords } from '#server/mail/email-templates/index.ts'
import { countAttempt, counters } from '#server/platform/http/throttle.ts'
import { printInDemo } from '#server/platform/print-in-demo.ts'
import { queueAutomatic } from '#server/review/emails/index.ts'
import { codeHash } from '../rules.ts'
import type { KnownStudent } from '../queries/students.ts'

/** Counts an email with a code to a student, known or not. Returns whether it may be sent. */
export const mayEmail = async (services: Services, who: string): Promise<boolean> =>
  (await countAttempt(services, counters.statusCode(who))) === null &&
  (await countAttempt(services, counters.statusCodeHourly(who))) === null

/** Emails a new code to a student. The one before no longer works, and its email is no longer sent. */
export const sendCode = async (
  context: AnonymousContext,
  { student_period_id, school_id, student_id, email, addressee }: KnownStudent,
): Promise<void> => {
  if (email === null) return
  const digits = String(randomInt(1_000_000)).padStart(6, '0')
  const now = context.clock.now()
  const created_at = now.toISOString()
  const expires_at = new Date(now.getTime() + codeMinutes * 60_000).toISOString()
  const code_hash = codeHash(context.services.keys, { student_period_id, email }, digits)
  await context.db
    .insertInto('status_codes')
    .values({ school_id, student_period_id, code_hash, expires_at, created_at })
    .onConflict((row) =>
      row
        .columns(['student_period_id', 'school_id'])
        .doUpdateSet({ code_hash, tries: 0, expires_at, created_at }),
    )
    .execute()
  await clearCodeTexts(context, student_period_id)
  const code = `${digits.slice(0, 3)} ${digits.slice(3)}`
  printInDemo(context, `Code for ${email}: ${code}`)
  await queueAutomatic(
    context,
    { ...scope.asSystem(context.db, school_id) },
    {
      kind: 'status_code',
      row: { id: student_period_id, school_id, student_id, email, addressee },
      values: (language) => ({
        'code.digits': code,
        'code.valid_for': timeWords(codeMinutes, 'minutes', language),
      }),
      sealedUntil: expires_at,
    },
    { kind: 'email_queued', cause: 'student', schoolId: school_id },
  )
}

/** Deletes the texts of emails with codes of a student that don’t work any more. */
export const clearCodeTexts = (
  context: Pick<AnonymousContext, 'db'>,
  studentPeriodId: number,
): Promise<void> =>
  clearLinkTexts(context, sql<boolean>`kind = 'status_code' and student_period_id = ${studentPeriodId}`)

/**
 * Uses a code up and returns whether it was right. A try is counted before the code is looked at, so that tries at the same
 * moment don’t get more, and outside of any transaction. For someone who isn’t known, the same statement finds nothing.
 */
export const useCode = async (
  { db, clock, keys }: Pick<Services, 'db' | 'clock' | 'keys'>,
  schoolId: number,
  student: KnownStudent | undefined,
  digits: string,
): Promise<boolean> => {
  const system = scope.asSystem(db, schoolId)
  const owner = student ?? { student_period_id: 0, email: null }
  const tried = await scope
    .update(system, 'status_codes')
    .set((row) => ({ tries: row('tries', '+', 1) }))
    .where('status_codes.student_period_id', '=', owner.student_period_id)
    .where('status_codes.tries', '<', codeTries)
    .where('status_codes.expires_at', '>', clock.now().toISOString())
    .returning(['status_codes.id', 'status_codes.code_hash'])
    .executeTakeFirst()
  const hash = codeHash(keys, owner, digits)
  if (!tried?.code_hash.equals(hash)) return false
  const used = await scope
    .delete(system, 'status_codes')
    .where('status_codes.id', '=', tried.id)
    .where('status_codes.code_hash', '=', hash)
    .returning('status_codes.id')
    .execute()
  return used.length > 0
}
