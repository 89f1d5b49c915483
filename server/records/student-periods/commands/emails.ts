import { coverages, type Coverage } from '#contract/platform/coverage/choices.ts'
import type { EmailLanguage } from '#contract/setup/schools/email-kinds.ts'
import type { BulkResult } from '#contract/platform/record/bulk.ts'
import type { Context } from '#server/platform/context.ts'
import {
  coverageWords,
  languagesOfStudents,
  mergeText,
  prepareTranslation,
  valuesOfStudents,
} from '#server/mail/email-templates/index.ts'
import { queuedEntries, queueEmails, queueOne, type NewEmail } from '#server/mail/email-delivery/index.ts'
import { recordHistory, type ChangeKind } from '#server/platform/history/index.ts'
import { problem } from '#server/platform/problem.ts'
import { getEmailSettings } from '#server/setup/schools/index.ts'
import { lockRow } from '../record/lock.ts'
import type { MovableRow } from '../rules/movable-row.ts'
import type { Plan } from '../rules/plan.ts'

const kind = 'waiver_approved_confirmation'

const noAddress = 'This student has no email address.'
const nothingWaived = 'No coverage of this student is waived in this policy year.'

/** A student-period whose waiver was approved, for these coverage types. */
interface Approved {
  readonly row: MovableRow
  readonly waived: readonly Coverage[]
}

/** Returns the confirmation emails of a school’s students, without those who have no address, each in their language. */
const confirmationsOf = async (
  context: Context,
  schoolId: number,
  approved: readonly Approved[],
): Promise<NewEmail[]> => {
  const known = await languagesOfStudents(
    context,
    approved.map(({ row }) => row.id),
  )
  const emails: NewEmail[] = []
  for (const [wanted, some] of Map.groupBy(approved, ({ row }) => known.get(row.id) ?? 'en'))
    emails.push(...(await writeIn(context, schoolId, wanted, some)))
  return emails
}

const writeIn = async (
  context: Context,
  schoolId: number,
  wanted: EmailLanguage,
  approved: readonly Approved[],
): Promise<NewEmail[]> => {
  const { prepared, language } = await prepareTranslation(context, kind, schoolId, wanted)
  const ids = approved.map(({ row }) => row.id)
  const values = await valuesOfStudents(context, ids, prepared.names, language)
  return approved.flatMap(({ row, waived }) => {
    if (row.email === null) return []
    const { subject, html, text } = mergeText(prepared, {
      ...values.get(row.id),
      'decision.coverages': coverageWords(waived, language),
    })
    return {
      kind,
      to_address: row.email,
      to_name: row.addressee,
      subject,
      html,
      body: text,
      language,
      school_id: row.school_id,
      student_id: row.student_id,
      student_period_id: row.id,
      change_id: context.change?.id ?? null,
      sender_id: context.caller.id,
    }
  })
}

const approvedIn = (changed: readonly Plan[]): Approved[] =>
  changed.flatMap(({ row, moves: all }) => {
    const moves = all.filter(({ event }) => event === 'approve_waiver')
    return moves.length === 0 ? [] : { row, waived: moves.map(({ coverage }) => coverage) }
  })

/** The approved waivers of a change by school, with the school’s email settings. */
const approvedBySchool = async (context: Context, changed: readonly Plan[]) => {
  const bySchool = Map.groupBy(approvedIn(changed), ({ row }) => row.school_id)
  const found = []
  for (const [schoolId, approved] of bySchool)
    found.push({ schoolId, approved, settings: await getEmailSettings(context, schoolId) })
  return found
}

/**
 * Queues a confirmation email for every approved waiver, in the transaction of the change, unless the school has
 * turned this email off. They wait as long as the school’s settings say, so that an undo can cancel them.
 */
export const queueWaiverApprovals = async (
  context: Context,
  changed: readonly Plan[],
  act: ChangeKind,
): Promise<void> => {
  for (const { schoolId, approved, settings } of await approvedBySchool(context, changed)) {
    if (settings.kinds_off.includes(kind)) continue
    const emails = await confirmationsOf(context, schoolId, approved)
    const ids = await queueEmails(context, emails, settings.delay_minutes)
    await recordHistory(context, act, queuedEntries(emails, ids))
  }
}

/** Counts the confirmation emails that a change would queue, and those it wouldn’t, by reason. */
export const countWaiverApprovals = async (
  context: Context,
  changed: readonly Plan[],
): Promise<NonNullable<BulkResult['emails']>> => {
  const counts = { queued: 0, no_address: 0, turned_off: 0 }
  for (const { approved, settings } of await approvedBySchool(context, changed)) {
    const withAddress = approved.filter(({ row }) => row.email !== null).length
    const isOff = settings.kinds_off.includes(kind)
    if (isOff) counts.turned_off += approved.length
    else {
      counts.queued += withAddress
      counts.no_address += approved.length - withAddress
    }
  }
  return counts
}

/**
 * Queues the confirmation email for the waived coverages of a student-period, to be sent at once. Returns its ID.
 * @throws Problem 404; 422 if no coverage is waived, or without an address
 */
export const sendWaiverConfirmation = async (context: Context, id: number): Promise<number> => {
  const row = await lockRow(context, id)
  if (!row) throw problem.notFound()
  const waived = coverages.filter((coverage) => row.lines[coverage].status === 'waived')
  if (waived.length === 0) throw problem.invalid({ medical_status: nothingWaived })
  const [email] = await confirmationsOf(context, row.school_id, [{ row, waived }])
  if (!email) throw problem.invalid({ university_email: noAddress })
  return queueOne(context, email, 'email_queued', [{ field: 'subject', before: null, after: email.subject }])
}
