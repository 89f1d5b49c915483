import {
  ArrowLeftRight,
  CircleCheck,
  CircleHelp,
  CircleX,
  Clock,
  CloudOff,
  FilePen,
  Unplug,
  type LucideIcon,
} from 'lucide-react'
import { eligibilityStatusLabels, type EligibilityStatus } from '#contract/review/verifications/choices.ts'
import type { EligibilityReport } from '#contract/review/verifications/shapes.ts'
import type { Tone } from '#client/platform/ui/text/badge.tsx'

interface CheckLook {
  readonly label: string
  readonly tone: Tone
  readonly icon: LucideIcon
  /** Whether nothing is left to do. */
  readonly isSettled: boolean
}

const looks: Readonly<Record<EligibilityStatus, Omit<CheckLook, 'label'>>> = {
  active: { tone: 'success', icon: CircleCheck, isSettled: true },
  inactive: { tone: 'danger', icon: CircleX, isSettled: false },
  unknown: { tone: 'warning', icon: CircleHelp, isSettled: false },
  other_plan_detected: { tone: 'warning', icon: ArrowLeftRight, isSettled: false },
  missing_request_information: { tone: 'warning', icon: FilePen, isSettled: false },
  unable_to_send_request: { tone: 'neutral', icon: Unplug, isSettled: false },
  request_failed: { tone: 'neutral', icon: CloudOff, isSettled: false },
}

/** Returns how the status of a check or of an attempt looks; null is pending. */
export const statusLook = (status: EligibilityStatus | null): CheckLook =>
  status === null
    ? { label: 'Pending', tone: 'info', icon: Clock, isSettled: false }
    : { label: eligibilityStatusLabels[status], ...looks[status] }

/** How old a check is when the payer is known to answer later. */
const soonSeconds = 20

type Asked = Pick<EligibilityReport, 'retrieval_status' | 'created_at'>

/** Returns whether the payer hasn’t answered yet. */
export const isPending = ({ retrieval_status }: Pick<Asked, 'retrieval_status'>): boolean =>
  retrieval_status === 'pending'

const ageOf = ({ created_at }: Asked, now: Date): number =>
  (now.getTime() - new Date(created_at).getTime()) / 1000

/** Returns whether an answer is expected any moment. */
export const isExpected = (check: Asked, now = new Date()): boolean =>
  isPending(check) && ageOf(check, now) < soonSeconds

/**
 * Returns the milliseconds until a list should be reloaded, if nothing announces an answer before: 2 seconds while one
 * is expected, a minute while a payer answers later. False if none is pending. Every reload is in the access log.
 */
export const reloadAfter = (checks: readonly Asked[], now = new Date()): number | false => {
  if (checks.some((check) => isExpected(check, now))) return 2000
  return checks.some(isPending) ? 60_000 : false
}
