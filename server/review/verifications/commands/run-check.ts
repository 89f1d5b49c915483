import { coverages } from '#contract/platform/coverage/choices.ts'
import type { Services } from '#server/platform/context.ts'
import { scope } from '#server/platform/db/scope.ts'
import { isTemporary } from '#server/platform/http/problems.ts'
import { dayIn, officeTimeZone } from '#server/platform/lib/clock.ts'
import type { Envelope } from '#server/platform/lib/x12/envelope.ts'
import type { Inquiry } from '#server/platform/lib/x12/inquiry.ts'
import { noBasis } from '#contract/review/verifications/shapes.ts'
import * as z from 'zod/mini'
import { readCheckFacts } from '../queries/check-facts.ts'
import { chooseProvider, UnreadableSecretError } from '../connections/choose.ts'
import { failures } from '../connections/post-inquiry.ts'
import type { Provider, ProviderAnswer } from '../connections/provider.ts'
import type { Finding, RunningCheck } from '../record.ts'
import { lineKey } from '../queries/tries.ts'
import { ladderOf, obstacleOf, type CheckFacts, type Rung } from '../rules/ladder.ts'
import { readAnswers, serviceTypes, type Reading } from '../rules/read-answer.ts'
import { notFoundCodes, rejectionReasons } from '../rules/rejections.ts'
import { readSettings, type SavedSettings } from '../queries/settings.ts'
import { finishReports } from './finish-reports.ts'
import { leaseUntil, noteAnswer, noteSending, postpone, type Inquiring } from './note-inquiry.ts'

/** Minutes until a payer that answers later is asked again, by how often it was asked. */
const pendingMinutes = [1, 15, 60, 240, 1440] as const

/** Tries of an inquiry that failed technically, and milliseconds between them. */
const pauses = [500, 2000] as const

const coverageType = z.enum(coverages)

/** Takes a pending check over, or returns null if it’s finished or someone works on it. */
const takeOver = async (services: Services, id: number): Promise<RunningCheck | null> => {
  // scope: a job works on the check of whatever school asked for it
  const row = await services.db
    .updateTable('eligibility_reports')
    .set({ next_try_at: leaseUntil(services) })
    .where('id', '=', id)
    .where('retrieval_status', '=', 'pending')
    .where((where) =>
      where.or([
        where('next_try_at', 'is', null),
        where('next_try_at', '<=', services.clock.now().toISOString()),
      ]),
    )
    .returning(['id', 'school_id', 'student_id', 'student_period_id', 'coverage_type'])
    .executeTakeFirst()
  return row ? { ...row, coverage_type: coverageType.parse(row.coverage_type) } : null
}

const without = {
  payer: null,
  plan: null,
  deductible: null,
  out_of_pocket_max: null,
  other_payers: [],
  basis: noBasis,
} as const

const ownFinding = (verdict: Pick<Reading, 'status' | 'reason_code' | 'message' | 'next_step'>): Finding => ({
  reading: { ...without, ...verdict },
  isFromPayer: false,
})

const noProvider = ownFinding({
  status: 'unable_to_send_request',
  reason_code: 'no_provider',
  message: 'No clearinghouse is set up for this school.',
  next_step: 'Choose one in School settings.',
})

const gone = ownFinding({
  status: 'unable_to_send_request',
  reason_code: 'removed',
  message: 'The student was removed from the policy year.',
  next_step: 'You don’t need to do anything.',
})

/** Runs a pending check: asks the payer until it has found the student or nothing else is left to ask. */
export const runCheck = async (services: Services, reportId: number): Promise<void> => {
  const check = await takeOver(services, reportId)
  if (!check) return
  const finding = await makeCheck(services, check)
  if (finding) await finishReports(services, check.school_id, [{ check, finding }])
}

/** Returns what a check came to, also if it can’t be made: otherwise it would be tried every minute for ever. */
const makeCheck = async (services: Services, check: RunningCheck): Promise<Finding | null> => {
  const system = scope.asSystem(services.db, check.school_id)
  try {
    const facts = (await readCheckFacts(system, [check])).get(lineKey(check))
    return await findOut(services, check, facts, await chooseCarrier(services, check.school_id))
  } catch (error) {
    if (isTemporary(error)) throw error
    services.log.error({ err: error, report_id: check.id }, 'An eligibility check failed.')
    return ownFinding(error instanceof UnreadableSecretError ? failures.unreadableSecret : failures.notMade)
  }
}

/** Who carries the checks of a school now. */
export interface Carrier {
  readonly settings: SavedSettings
  readonly provider: Provider
}

/** Returns who carries a school’s checks; null if no one does. */
export const chooseCarrier = async (services: Services, schoolId: number): Promise<Carrier | null> => {
  const system = scope.asSystem(services.db, schoolId)
  const settings = await readSettings(system, schoolId)
  const provider = await chooseProvider(services, system, settings)
  return settings && provider ? { settings, provider } : null
}

/** Runs what a check does in the database, so that a caller with many checks can choose the moment. */
type RunLocally = <T>(work: () => Promise<T>) => Promise<T>

/**
 * Returns what a check came to; null if the payer answers later.
 * @param facts what is known about the coverage; none if the student-period isn’t there
 */
export const findOut = async (
  services: Services,
  check: RunningCheck,
  facts: CheckFacts | undefined,
  carrier: Carrier | null,
  locally: RunLocally = (work) => work(),
): Promise<Finding | null> => {
  if (!facts) return gone
  const obstacle = obstacleOf(facts)
  if (obstacle) return ownFinding(obstacle)
  const system = scope.asSystem(services.db, check.school_id)
  return carrier
    ? climb({ services, system, check, facts, locally, ...carrier }, ladderOf(facts))
    : noProvider
}

/** Asks rung by rung while the payer doesn’t find the student. What another run has asked isn’t asked again. */
const climb = async (
  common: Omit<Asking, 'rung' | 'number'>,
  rungs: readonly Rung[],
): Promise<Finding | null> => {
  const asked = common.check.isNew ? new Map<number, Finding>() : await listNotFound(common)
  let first: Finding | null = null
  for (const [index, rung] of rungs.entries()) {
    const number = index + 1
    const finding = asked.get(number) ?? (await ask({ ...common, rung, number }))
    if (!finding) return null
    if (!isNotFound(finding)) return finding
    first ??= finding
  }
  // the first answer says more than that variations of it weren't found either
  return first
}

const isNotFound = ({ reading }: Finding): boolean => notFoundCodes.includes(reading.reason_code ?? '')

/** Returns the attempts of a former run that didn’t find the student, by number. */
const listNotFound = async ({
  system,
  check,
}: Pick<Asking, 'system' | 'check'>): Promise<Map<number, Finding>> => {
  const rows = await scope
    .verificationRequests(system)
    .select([
      'verification_requests.number',
      'verification_requests.reason_code',
      'verification_requests.message',
    ])
    .where('verification_requests.report_id', '=', check.id)
    .where('verification_requests.reason_code', 'in', notFoundCodes)
    .execute()
  return new Map(
    rows.map(({ number, reason_code, message }) => [
      number,
      {
        reading: {
          ...without,
          status: 'unknown',
          reason_code,
          message: message ?? '',
          next_step: rejectionReasons[reason_code ?? '']?.next_step ?? null,
        },
        isFromPayer: true,
      },
    ]),
  )
}

interface Asking extends Inquiring, Carrier {
  readonly facts: CheckFacts
  readonly locally: RunLocally
}

/** Sends one inquiry, again after technical failures. Returns null if the payer answers later. */
const ask = async (asking: Asking): Promise<Finding | null> => {
  for (let attempt = 0; ; attempt += 1) {
    const { tries, control } = await asking.locally(() => noteSending(asking))
    const started = performance.now()
    const inquiry = inquiryOf(asking)
    const answer = await asking.provider.send({ inquiry, envelope: envelopeOf(asking, control), tries })
    const finding = findingOf(asking, inquiry, answer)
    const latency = Math.round(performance.now() - started)
    await asking.locally(() => noteAnswer(asking, answer, finding, latency))
    if (finding === null) {
      await postpone(asking.services, asking.check.id, secondsUntilNext(answer, tries))
      return null
    }
    const pause = pauses[attempt]
    const isWorthRepeating = finding.reading.status === 'request_failed' && answer.sent !== null
    if (!isWorthRepeating || pause === undefined) return finding
    await asking.services.pause(pause)
  }
}

const secondsUntilNext = (answer: ProviderAnswer, tries: number): number => {
  if (answer.kind === 'pending' && answer.seconds !== undefined) return answer.seconds
  return (pendingMinutes[Math.min(tries, pendingMinutes.length - 1)] ?? 1440) * 60
}

const inquiryOf = ({ services, check, settings, rung, number }: Asking): Inquiry => ({
  trace: `${check.id}-${number}`,
  payer: rung.payer,
  inquirer: { name: settings.organization ?? '', npi: settings.npi ?? '' },
  subscriber: rung.subscriber,
  dependent: rung.dependent,
  serviceType: serviceTypes[check.coverage_type],
  on: dayIn(services.clock, officeTimeZone),
})

const envelopeOf = ({ services, settings }: Asking, control: number): Envelope => ({
  sender: settings.sender_id ?? 'SHIPMATE',
  receiver: settings.receiver_id ?? 'CLEARINGHOUSE',
  control,
  at: services.clock.now(),
  isTest: settings.provider === 'simulator',
})

const findingOf = (
  { check, facts, rung }: Asking,
  inquiry: Inquiry,
  answer: ProviderAnswer,
): Finding | null => {
  switch (answer.kind) {
    case 'pending':
      return null
    case 'failed':
      return ownFinding(answer)
    case 'answered': {
      // an attempt can leave the first name out, but the answer must be about the student of the record
      const { firstName, acceptedFirstNames = [] } = facts.student
      const student = { ...(rung.dependent ?? rung.subscriber), firstName, acceptedFirstNames }
      const { on, trace, payer } = inquiry
      const { memberId } = rung.subscriber
      const asked = { coverage: check.coverage_type, on, trace, student, memberId, payer }
      return { reading: readAnswers(asked, answer.responses), isFromPayer: true }
    }
  }
}
