import { coverageLabels, coverages, isCoverageStatus, statusCatalogue } from '#contract/coverage/choices.ts'
import { statusFieldOf } from '#contract/student-periods/fields.ts'
import type { StudentPeriod } from '#contract/student-periods/shapes.ts'
import { formatMoney } from '#client/lib/format.ts'

/**
 * The lines that a save moved, and the premium that another tier leaves as it was, in sentences: 'Medical is now
 * Enrolled – Spouse; its premium stays $4,678.00.'; '' where none moved.
 */
export const movedWords = (before: StudentPeriod, now: StudentPeriod): string =>
  coverages
    .flatMap((coverage) => {
      const status = now[statusFieldOf(coverage)]
      if (!isCoverageStatus(status) || status === before[statusFieldOf(coverage)]) return []
      const premium = premiumKept(before, now, coverage)
      const rest = premium === null ? '' : `; its premium stays ${formatMoney(premium)}`
      return `${coverageLabels[coverage]} is now ${statusCatalogue[status].label}${rest}.`
    })
    .join(' ')

/** The premium of a line that was enrolled and still is, where it did not follow. */
const premiumKept = (
  before: StudentPeriod,
  now: StudentPeriod,
  coverage: (typeof coverages)[number],
): string | null => {
  const isEnrolled = [before, now].every((record) => {
    const status = record[statusFieldOf(coverage)]
    return isCoverageStatus(status) && statusCatalogue[status].family === 'enrolled'
  })
  const [was, is] = [before[`${coverage}_enroll_premium`], now[`${coverage}_enroll_premium`]]
  return isEnrolled && is !== null && is === was ? is : null
}
