import {
  coverageLabels,
  statusCatalogue,
  type Coverage,
  type CoverageStatus,
} from '#contract/platform/coverage/choices.ts'
import { findLostCoverage } from '#contract/platform/coverage/lost-coverage.ts'
import { isTier } from '#contract/platform/coverage/tiers.ts'
import { transitions } from '#contract/platform/coverage/transitions.ts'
import { withinSentence } from '#contract/platform/letter-case.ts'

/** A coverage type of a form that isn’t decided. */
interface OpenLine {
  readonly form_type: 'enroll' | 'waiver'
  readonly coverage: Coverage
  /** Whether it changes the plan of an enrolled student. */
  readonly is_plan_change: boolean
}

/** One of two records of a policy year, as a merge looks at it. */
export interface MergedYear {
  readonly period_name: string
  readonly statuses: Readonly<Record<Coverage, CoverageStatus>>
  /** What isn’t decided of its forms, which move to the record that stays. */
  readonly open_lines: readonly OpenLine[]
}

const approvals = { enroll: 'approve_enrollment', waiver: 'approve_waiver' } as const

/** Returns what would be lost if one record of a policy year stays and the other goes, as a sentence for staff; null if nothing is. */
export const lostWith = (goes: MergedYear, stays: MergedYear): string | null => {
  const lost = findLostCoverage(goes.statuses, stays.statuses)
  if (lost) return (lost.whose === 'student' ? endingText : dependentsText)(goes, stays, lost.coverage)
  const open = goes.open_lines.find(
    (line) =>
      canBeDecided(line, goes.statuses[line.coverage]) && !canBeDecided(line, stays.statuses[line.coverage]),
  )
  return open ? openText(open, stays) : null
}

const canBeDecided = ({ form_type, is_plan_change }: OpenLine, status: CoverageStatus): boolean =>
  is_plan_change
    ? isTier(status)
    : transitions.some(({ event, from }) => event === approvals[form_type] && from.includes(status))

const labelOf = (status: CoverageStatus): string => `“${statusCatalogue[status].label}”`

const endingText = (goes: MergedYear, stays: MergedYear, coverage: Coverage): string =>
  `${coverageLabels[coverage]} for ${goes.period_name} is ${labelOf(goes.statuses[coverage])} on one record and ` +
  `${labelOf(stays.statuses[coverage])} on the one that stays, so it would be lost. Keep the other record of ` +
  `${goes.period_name}, or change this status first.`

const dependentsText = (goes: MergedYear, stays: MergedYear, coverage: Coverage): string =>
  `${coverageLabels[coverage]} for ${goes.period_name} is ${labelOf(goes.statuses[coverage])} on one record and ` +
  `${labelOf(stays.statuses[coverage])} on the one that stays, so the dependents would lose coverage. Keep the other ` +
  `record of ${goes.period_name}, or add the dependents to the one that stays first.`

const openText = ({ form_type, coverage }: OpenLine, stays: MergedYear): string =>
  `${form_type === 'enroll' ? 'An enrollment' : 'A waiver'} form for ${withinSentence(coverageLabels[coverage])} in ` +
  `${stays.period_name} isn’t decided yet, and couldn’t be on the record that stays: its status is ` +
  `${labelOf(stays.statuses[coverage])}. Decide the form first, or keep the other record of ${stays.period_name}.`
