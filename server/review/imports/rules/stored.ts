import type { LineStates } from '#server/setup/coverage/index.ts'
import type { Value } from './reading.ts'

type StoredValues = Readonly<Record<string, Value | null>>

/** A student of the school with the row’s student ID. */
export interface StoredStudent {
  readonly id: number
  readonly version: number
  /** Every field except the SSN. */
  readonly values: StoredValues
  readonly ssn_last_four: string | null
  /** The student-period in the import’s period. */
  readonly enrollment: StoredEnrollment | null
}

export interface StoredEnrollment {
  readonly id: number
  readonly version: number
  readonly values: StoredValues
  readonly lines: LineStates
  /** The lines as columns: statuses, prior statuses and tiers, coverage dates. */
  readonly lineValues: StoredValues
}
