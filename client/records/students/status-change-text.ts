import {
  coverageLabels,
  coverages,
  isCoverageStatus,
  statusCatalogue,
} from '#contract/platform/coverage/choices.ts'
import { statusFieldOf } from '#contract/platform/record/student-period-fields.ts'
import type { StudentPeriod } from '#contract/records/student-periods/shapes.ts'
import { formatMoney } from '#client/platform/lib/format.ts'
import { plannedText } from './planned-text.ts'

/**
 * Returns the change that a save planned, the statuses that it changed, and the premium of a new tier, as sentences:
 * 'Medical is now Enrolled – Spouse. The premium is now $9,356.00.'; '' if none changed.
 */
export const statusChangeText = (before: StudentPeriod, now: StudentPeriod): string =>
  [newPlanText(before, now), movesText(before, now)].filter((text) => text !== '').join(' ')

/** 'Withdraws on 03/15/2027.' if the save planned it. */
const newPlanText = (before: StudentPeriod, now: StudentPeriod): string => {
  const text = plannedText(now)
  return text === null || text === plannedText(before) ? '' : `${text}.`
}

const movesText = (before: StudentPeriod, now: StudentPeriod): string =>
  coverages
    .flatMap((coverage) => {
      const status = now[statusFieldOf(coverage)]
      if (!isCoverageStatus(status) || status === before[statusFieldOf(coverage)]) return []
      const premium = premiumText(before, now, coverage)
      const moved = `${coverageLabels[coverage]} is now ${statusCatalogue[status].label}.`
      return premium === null ? moved : `${moved} ${premium}`
    })
    .join(' ')

/** Returns the premium of a coverage that was and is enrolled as a sentence; null if it has none. */
const premiumText = (
  before: StudentPeriod,
  now: StudentPeriod,
  coverage: (typeof coverages)[number],
): string | null => {
  const isEnrolled = [before, now].every((record) => {
    const status = record[statusFieldOf(coverage)]
    return isCoverageStatus(status) && statusCatalogue[status].family === 'enrolled'
  })
  const [was, is] = [before[`${coverage}_enroll_premium`], now[`${coverage}_enroll_premium`]]
  return isEnrolled && is !== null
    ? `The premium is ${is === was ? 'still' : 'now'} ${formatMoney(is)}.`
    : null
}
