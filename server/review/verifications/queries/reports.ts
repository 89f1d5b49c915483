import { sql } from 'kysely'
import * as z from 'zod/mini'
import { coverages } from '#contract/platform/coverage/choices.ts'
import {
  checkCauses,
  eligibilityStatuses,
  retrievalStatuses,
  variations,
} from '#contract/review/verifications/choices.ts'
import type {
  EligibilityReport,
  RawRequest,
  VerificationRequest,
} from '#contract/review/verifications/shapes.ts'
import type { Context } from '#server/platform/context.ts'
import { encryptedColumn } from '#server/platform/lib/encrypted-column.ts'
import { scope, type ScopeContext } from '#server/platform/db/scope.ts'
import { logAccess } from '#server/platform/history/index.ts'
import { decrypt } from '#server/platform/lib/crypt.ts'
import { problem } from '#server/platform/problem.ts'
import { openIn, storedIfAccepted, storedResult, type OpenResult } from '../rules/stored-result.ts'

const stored = z.extend(storedResult, {
  coverage_type: z.enum(coverages),
  cause: z.enum(checkCauses),
  /** Null while the answer is awaited. */
  status: z.nullable(z.enum(eligibilityStatuses)),
  retrieval_status: z.enum(retrievalStatuses),
})

/** Returns the condition that a later check of the same coverage type replaces the check in a row `report`. */
export const isReplaced = (context: ScopeContext, report: string) => {
  const column = (name: string) => sql.ref(`${report}.${name}`)
  return sql<boolean>`exists (select from eligibility_reports later
    where later.student_period_id = ${column('student_period_id')} and later.coverage_type = ${column('coverage_type')}
      and later.id > ${column('id')} and ${scope.within(context, 'later.school_id')})`
}

const selectReports = (context: ScopeContext) =>
  scope
    .eligibilityReports(context)
    .leftJoin('users', 'users.id', 'eligibility_reports.requested_by_id')
    .leftJoin('users as accepting', 'accepting.id', 'eligibility_reports.accepted_by_id')
    .selectAll('eligibility_reports')
    .select([
      sql<string | null>`users.first_name || ' ' || users.last_name`.as('requested_by_name'),
      sql<string | null>`accepting.first_name || ' ' || accepting.last_name`.as('accepted_by_name'),
      isReplaced(context, 'eligibility_reports').as('is_replaced'),
    ])
type ReportRow = Awaited<ReturnType<ReturnType<typeof selectReports>['executeTakeFirstOrThrow']>>

/** Returns the attempts of some checks, by check and in their order. */
const listRequests = async (
  context: ScopeContext,
  reportIds: readonly number[],
): Promise<Map<number, VerificationRequest[]>> => {
  const rows = await scope
    .verificationRequests(context)
    .selectAll('verification_requests')
    .where('verification_requests.report_id', '=', sql<number>`any(${[...reportIds]}::bigint[])`)
    .orderBy('verification_requests.report_id')
    .orderBy('verification_requests.number')
    .execute()
  const found = new Map<number, VerificationRequest[]>()
  for (const row of rows) {
    const { id, number, reason_code, message, cost_cents, latency_ms, sent_at } = row
    const attempt = {
      id,
      number,
      variation: z.parse(z.enum(variations), row.variation),
      payer: { name: row.payer_name, id: row.payer_id },
      status: z.parse(z.nullable(z.enum(eligibilityStatuses)), row.status),
      reason_code,
      message,
      cost_cents,
      latency_ms,
      sent_at,
    }
    found.set(row.report_id, [...(found.get(row.report_id) ?? []), attempt])
  }
  return found
}

/** Returns what the answer leaves or left open, and who accepted it. */
const presentAcceptance = (row: ReportRow, result: OpenResult) => {
  const ifAccepted = z.parse(storedIfAccepted, row.if_accepted)
  const before = row.accepted_at === null ? result : z.parse(storedResult, row.before_acceptance)
  const questions = openIn(before, ifAccepted)
  return {
    may_accept: row.accepted_at === null && questions.length > 0 && !row.is_replaced,
    accepted:
      row.accepted_at === null
        ? null
        : {
            by: { id: row.accepted_by_id ?? 0, name: row.accepted_by_name ?? '' },
            at: row.accepted_at,
            questions,
          },
    if_accepted: row.accepted_at === null && ifAccepted ? ifAccepted.reading.message : null,
  }
}

const present = (row: ReportRow, attempts: VerificationRequest[]): EligibilityReport => {
  const { id, student_id, student_period_id, is_simulated, cost_cents } = row
  const result = z.parse(stored, row)
  return {
    id,
    student_id,
    student_period_id,
    is_simulated,
    cost_cents,
    ...result,
    payer: row.payer_name === null ? null : { name: row.payer_name, id: row.payer_id ?? '' },
    attempts,
    ...presentAcceptance(row, result),
    requested_by:
      row.requested_by_id === null ? null : { id: row.requested_by_id, name: row.requested_by_name ?? '' },
    created_at: row.created_at,
    retrieved_at: row.retrieved_at,
  }
}

/** Whose checks are asked for. */
interface About {
  readonly student_id?: number | undefined
  readonly student_period_id?: number | undefined
}

/** Returns a page of checks, newest first, and their total. */
export const listReports = async (
  context: ScopeContext,
  about: About,
  { page, per_page: perPage }: { readonly page: number; readonly per_page: number },
): Promise<{ rows: EligibilityReport[]; total: number }> => {
  const asked = sql<boolean>`(${about.student_id ?? null}::bigint is null or eligibility_reports.student_id = ${about.student_id ?? null})
    and (${about.student_period_id ?? null}::bigint is null or eligibility_reports.student_period_id = ${about.student_period_id ?? null})`
  const rows = await selectReports(context)
    .where(asked)
    .orderBy('eligibility_reports.id', 'desc')
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute()
  const { total } = await scope
    .eligibilityReports(context)
    .select(sql<number>`count(*)::int`.as('total'))
    .where(asked)
    .executeTakeFirstOrThrow()
  const attempts = await listRequests(
    context,
    rows.map(({ id }) => id),
  )
  return { rows: rows.map((row) => present(row, attempts.get(row.id) ?? [])), total }
}

/** Returns a check. Undefined if it’s unknown or foreign. */
export const findReport = async (
  context: ScopeContext,
  id: number,
): Promise<EligibilityReport | undefined> => {
  const row = await selectReports(context).where('eligibility_reports.id', '=', id).executeTakeFirst()
  return row && present(row, (await listRequests(context, [id])).get(id) ?? [])
}

/** Returns a check. @throws Problem 404 if it’s unknown or foreign */
export const getReport = async (context: ScopeContext, id: number): Promise<EligibilityReport> => {
  const found = await findReport(context, id)
  if (!found) throw problem.notFound()
  return found
}

/** Returns whose student-period a body or query names. @throws Problem 422 on its key if it’s unknown or foreign */
export const selectStudentPeriod = async (
  context: ScopeContext,
  id: number,
): Promise<{ readonly school_id: number; readonly student_id: number }> => {
  const found = await scope
    .studentPeriods(context)
    .select(['student_periods.school_id', 'student_periods.student_id'])
    .where('student_periods.id', '=', id)
    .executeTakeFirst()
  if (!found) throw problem.selected('student_period_id')
  return found
}

/** The encrypted texts of an attempt, by what they are. */
export const textPlaces = {
  sent: 'verification_requests.sent_cipher',
  received: 'verification_requests.received_cipher',
} as const

export const checkTexts = [
  encryptedColumn('verification_requests', 'sent_cipher', [], () => textPlaces.sent),
  encryptedColumn('verification_requests', 'received_cipher', [], () => textPlaces.received),
]

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
