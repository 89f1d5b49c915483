import type { Coverage, CoverageStatus } from '#contract/platform/coverage/choices.ts'
import {
  approvedWaivers,
  chargedStatuses,
  unprocessedStatuses,
} from '#contract/platform/coverage/status-groups.ts'
import { statusKindOf } from '#contract/review/student-status/choices.ts'
import type { CoverageForStudent, FormForStudent } from '#contract/review/student-status/shapes.ts'
import { isTier } from '#contract/platform/coverage/tiers.ts'
import { sign, type Keys } from '#server/platform/lib/crypt.ts'
import { planChange, type MovableRow, type Plan } from '#server/records/student-periods/index.ts'

/** Who a code was emailed to. A code isn’t good for another student, nor after the address was corrected. */
interface CodeOwner {
  readonly student_period_id: number
  readonly email: string | null
}

/** Returns the keyed hash under which a code is stored: without the key, a million hashes would find it. */
export const codeHash = (keys: Keys, { student_period_id: id, email }: CodeOwner, digits: string): Buffer =>
  Buffer.from(sign(keys, `status-code:${id}:${email ?? ''}:${digits}`), 'base64url')

/** Plans that a student declines a coverage; without a move if the transition table doesn’t allow it. */
export const declinePlan = (row: MovableRow, coverage: Coverage, today: string): Plan =>
  planChange(row, [{ event: 'decline_optional', coverage }], today)

const includes = (statuses: readonly CoverageStatus[], status: CoverageStatus): boolean =>
  statuses.includes(status)

const textIn = (values: MovableRow['values'], name: string): string | null => {
  const value = values[name]
  return typeof value === 'string' ? value : null
}

type Charge = Pick<CoverageForStudent, 'tier' | 'premium' | 'billed_by' | 'starts_on' | 'ends_on'>

/** Returns what a student is charged for. A line with only a direct-pay premium is billed by the carrier. */
const chargeOf = (row: MovableRow, coverage: Coverage): Charge => {
  const { status, prior_tier, coverage_start_on, coverage_end_on } = row.lines[coverage]
  if (!includes(chargedStatuses, status))
    return { tier: null, premium: null, billed_by: null, starts_on: null, ends_on: null }
  const premium = textIn(row.values, `${coverage}_enroll_premium`)
  const direct = textIn(row.values, `${coverage}_enroll_direct_pay_premium`)
  const biller = direct === null ? null : 'carrier'
  return {
    tier: isTier(status) ? status : prior_tier,
    premium: premium ?? direct,
    billed_by: premium === null ? biller : 'bursar',
    starts_on: coverage_start_on,
    ends_on: coverage_end_on,
  }
}

/** What decides about a line besides its record. */
interface Around {
  readonly today: string
  /** The student’s forms, newest first. */
  readonly forms: readonly FormForStudent[]
  readonly since: string | null
  readonly otherwise: CoverageForStudent['otherwise']
  /** Whether the student is known well enough to change something. */
  readonly mayChange: boolean
}

/** Returns a coverage type as its student sees it; null if it isn’t offered to them. */
export const lineForStudent = (
  row: MovableRow,
  coverage: Coverage,
  { today, forms, since, otherwise, mayChange }: Around,
): CoverageForStudent | null => {
  const { status } = row.lines[coverage]
  const kind = statusKindOf(status)
  if (kind === null) return null
  return {
    coverage_type: coverage,
    status,
    kind: kind === 'waiver_declined' && isAppealed(forms, coverage) ? 'waiting_for_us' : kind,
    since,
    asked: includes(unprocessedStatuses, status) ? askedIn(forms, coverage) : null,
    otherwise,
    ...chargeOf(row, coverage),
    reverify_on: includes(approvedWaivers, status) ? row.reverify_on : null,
    appeal: appealIn(forms, coverage),
    can_decline: mayChange && declinePlan(row, coverage, today).moves.length > 0,
  }
}

const decisionIn = ({ decisions }: FormForStudent, coverage: Coverage) =>
  decisions.find((one) => one.coverage_type === coverage)

/** Whether a form about a declined coverage waits again: the student appealed, which changes no status. */
const isAppealed = (forms: readonly FormForStudent[], coverage: Coverage): boolean =>
  forms.some((form) => decisionIn(form, coverage)?.outcome === 'waiting')

const askedIn = (forms: readonly FormForStudent[], coverage: Coverage): CoverageForStudent['asked'] => {
  for (const form of forms) {
    const decision = decisionIn(form, coverage)
    if (decision?.outcome !== 'needs_fix') continue
    const { reason_codes, note, respond_by } = decision
    return { form_id: form.id, reason_codes, note, respond_by }
  }
  return null
}

const appealIn = (forms: readonly FormForStudent[], coverage: Coverage): CoverageForStudent['appeal'] => {
  const form = forms.find(
    (one) => one.appeal_until !== null && decisionIn(one, coverage)?.outcome === 'declined',
  )
  return form && form.appeal_until !== null ? { form_id: form.id, until: form.appeal_until } : null
}
