import type { Coverage } from '#contract/setup/coverage/choices.ts'

/** A coverage type of a student-period. */
interface CoverageLine {
  readonly student_period_id: number
  readonly coverage_type: Coverage
}

const letters = { medical: 'M', dental: 'D', vision: 'V' } as const satisfies Record<Coverage, string>
const byLetter: Readonly<Record<string, Coverage>> = { M: 'medical', D: 'dental', V: 'vision' }

/** Returns what a batch eligibility service calls a coverage type of a student-period, such as `1042M`. */
export const accountNumberOf = ({ student_period_id, coverage_type }: CoverageLine): string =>
  `${student_period_id}${letters[coverage_type]}`

/** Returns the coverage type that an account number names; null if it’s not one of ours. */
export const readAccountNumber = (text: string): CoverageLine | null => {
  const match = /^([1-9]\d{0,14})([MDV])$/i.exec(text.trim())
  const coverage = byLetter[match?.[2]?.toUpperCase() ?? '']
  return match?.[1] && coverage ? { student_period_id: Number(match[1]), coverage_type: coverage } : null
}
