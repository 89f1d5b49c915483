import type { RawRequest } from '#contract/review/verifications/shapes.ts'
import type { Context } from '#server/platform/context.ts'
import { scope } from '#server/platform/db/scope.ts'
import { logAccess } from '#server/platform/history/index.ts'
import { decrypt } from '#server/platform/lib/crypt.ts'
import { getReport } from './queries.ts'

/** The encrypted texts of an attempt, by what they are. */
export const textPlaces = {
  sent: 'verification_requests.sent_cipher',
  received: 'verification_requests.received_cipher',
} as const

/** Returns what a check sent and received. The access is logged before the answer. @throws Problem 404 */
export const readRaw = async (context: Context, id: number): Promise<RawRequest[]> => {
  const { student_id } = await getReport(context, id)
  const rows = await scope
    .verificationRequests(context)
    .select([
      'verification_requests.number',
      'verification_requests.school_id',
      'verification_requests.sent_cipher',
      'verification_requests.received_cipher',
    ])
    .where('verification_requests.report_id', '=', id)
    .orderBy('verification_requests.number')
    .execute()
  await logAccess(context.services.db, context, context, {
    action: 'reveal',
    subject_type: 'eligibility_report',
    subject_id: id,
    student_id,
    ...(rows[0] ? { school_id: rows[0].school_id } : {}),
    detail: 'eligibility check, raw text',
  })
  const textOf = (place: keyof typeof textPlaces, cipher: Buffer | null): string | null =>
    cipher && decrypt(context.services.keys, textPlaces[place], cipher).toString()
  return rows.map(({ number, sent_cipher, received_cipher }) => ({
    number,
    sent: textOf('sent', sent_cipher),
    received: textOf('received', received_cipher),
  }))
}
