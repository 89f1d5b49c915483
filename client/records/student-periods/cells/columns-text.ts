import { coverages } from '#contract/platform/coverage/choices.ts'

/** Returns the names of columns as the list's call takes them, with what their cells show besides their own value. */
export const columnsText = (shown: readonly string[]): string => {
  const dates = coverages
    .filter((coverage) => shown.includes(`${coverage}_status`))
    .map((coverage) => `${coverage}_enroll_coverage_end_on`)
  return [...new Set(['student_name', 'sid', ...shown, ...dates])].toSorted().join(',')
}
