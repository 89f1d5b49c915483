import * as z from 'zod/mini'

/** A transaction set (ST to SE) of a carrier file. */
const transactionSet = z.object({
  /** The place in the file of its last student. */
  last_position: z.int(),
  subscribers: z.int(),
  dependents: z.int(),
  /** Those of its members: without ST, SE and what’s said before the members. */
  segments: z.int(),
})
export type TransactionSet = z.output<typeof transactionSet>

export const transactionSets = z.array(transactionSet)

/** The most members (INS) in a transaction set, as the guide 005010X220A1 limits it. */
const mostMembers = 10_000

/**
 * Returns the transaction sets with one more student. A student and their dependents stay together, because a dependent
 * follows the subscriber.
 * @param most members in a set
 */
export const withStudent = (
  sets: readonly TransactionSet[],
  student: TransactionSet,
  most: number = mostMembers,
): TransactionSet[] => {
  const last = sets.at(-1)
  if (!last || membersOf(last) + membersOf(student) > most) return [...sets, student]
  const joined = {
    last_position: student.last_position,
    subscribers: last.subscribers + student.subscribers,
    dependents: last.dependents + student.dependents,
    segments: last.segments + student.segments,
  }
  return [...sets.slice(0, -1), joined]
}

const membersOf = ({ subscribers, dependents }: TransactionSet): number => subscribers + dependents
