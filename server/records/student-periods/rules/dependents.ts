import type { Coverage } from '#contract/platform/coverage/choices.ts'
import { toSsn } from '#contract/platform/fields.ts'
import { texts } from '#contract/platform/problem.ts'
import type { Dependent } from '#contract/platform/record/dependent.ts'
import { dependentDateFields } from '#contract/platform/record/student-period-fields.ts'
import type { DependentChange } from '#contract/records/student-periods/shapes.ts'
import { fieldChanges } from '#server/platform/history/index.ts'
import { keysOf, pick } from '#server/platform/lib/pick.ts'
import { problem } from '#server/platform/problem.ts'
import type { MatchedDependent } from './match-dependents.ts'

type Values = Omit<Dependent, 'id' | 'ssn'>
/** The days on which coverage of a dependent starts and ends, by column; null for the student’s own. */
export type DependentDates = Pick<Dependent, keyof typeof dependentDateFields>

/** An SSN: one that a form was signed with, by the form and the dependent’s place on it. */
interface SignedSsn {
  readonly formId: number
  readonly index: number
}

/** What a change makes of one dependent. */
export interface DependentWrite {
  /** Null if it’s added. */
  readonly before: Dependent | null
  /** Null if it’s removed. */
  readonly after: Values | null
  /** One that was removed, if it’s restored instead of added. */
  readonly restored?: Dependent
  /** The days on which coverage of one that is removed ends, if it’s known. */
  readonly ended?: Partial<DependentDates>
  /** The new SSN; null clears it, undefined leaves it. */
  readonly ssn: string | SignedSsn | null | undefined
}

const dateNames = keysOf(dependentDateFields)

/** Returns the days of a dependent on record; none of someone who is new. */
export const datesIn = (one: DependentDates | null): DependentDates => pick(one ?? noDates, dateNames)

const noDates: DependentDates = {
  medical_start_on: null,
  medical_end_on: null,
  dental_start_on: null,
  dental_end_on: null,
  vision_start_on: null,
  vision_end_on: null,
}

const valuesOf = (change: Omit<DependentChange, 'id' | 'ssn'>, before: Dependent | null): Values => ({
  type: change.type,
  gender: change.gender ?? null,
  first_name: change.first_name,
  last_name: change.last_name,
  dob: change.dob ?? null,
  covers: [...new Set(change.covers)].toSorted(),
  ...datesIn(before),
})

const isChange = ({ before, after, ssn }: DependentWrite): boolean =>
  !before || !after || ssn !== undefined || fieldChanges({ ...before }, { ...after }).length > 0

/**
 * Returns what replaces the dependents of a record: rows with an ID are changed, those without are added, missing ones are
 * removed. The same 9 digits are a new SSN like any others: “unchanged” would tell a user who may not see the SSN that they
 * guessed it. Its own mask leaves it.
 * @param today `YYYY-MM-DD`
 * @throws Problem 422 on every unknown or repeated ID, other SSN’s mask and birth date in the future
 */
export const replacedDependents = (
  present: readonly Dependent[],
  changes: readonly DependentChange[],
  today: string,
): DependentWrite[] => {
  assertChanges(present, changes, today)
  const known = new Map(present.map((one) => [one.id, one]))
  const kept = new Set(changes.map(({ id }) => id))
  const written = changes.map(({ id, ssn, ...change }) => {
    const before = (id === undefined ? undefined : known.get(id)) ?? null
    return { before, after: valuesOf(change, before), ssn: ssn === (before?.ssn ?? null) ? undefined : ssn }
  })
  const removed = present
    .filter(({ id }) => !kept.has(id))
    .map((before) => ({ before, after: null, ssn: undefined }))
  return [...written, ...removed].filter(isChange)
}

/** Checks all rows before any is written, so that one answer names everything wrong in them. */
const assertChanges = (
  present: readonly Dependent[],
  changes: readonly DependentChange[],
  today: string,
): void => {
  const errors = changes.flatMap((change, index) => {
    const before = present.find(({ id }) => id === change.id)
    const isRepeated = changes.findIndex(({ id }) => id === change.id) < index
    const wrong = {
      ...idError(change, before, isRepeated),
      ...(isForeignMask(change, before) ? { ssn: texts.nine_digits } : {}),
      ...(change.dob != null && change.dob > today ? { dob: texts.past } : {}),
      ...dateErrors(change, before),
    }
    return Object.entries(wrong).map(([name, text]) => [`dependents.${index}.${name}`, text] as const)
  })
  if (errors.length > 0) throw problem.invalid(Object.fromEntries(errors))
}

const idError = ({ id }: DependentChange, before: Dependent | undefined, isRepeated: boolean) => {
  if (id === undefined) return {}
  if (!before) return { id: texts.selected }
  return isRepeated ? { id: 'Send each dependent once.' } : {}
}

/** A day follows from the change of the dependent, so it can only be sent as it was read. */
const dateErrors = (change: DependentChange, before: Dependent | undefined) =>
  Object.fromEntries(
    dateNames
      .filter((name) => change[name] != null && change[name] !== before?.[name])
      .map((name) => [name, 'Shipmate sets this day. Leave it as it is.']),
  )

const isForeignMask = ({ ssn }: DependentChange, before: Dependent | undefined): boolean =>
  ssn != null && ssn !== before?.ssn && toSsn(ssn) === null

/**
 * Returns what covers the signed dependents of a form: those who are new are added with their SSN, and those on record are
 * completed, whose own values stay.
 */
export const signedDependents = (
  formId: number,
  matched: readonly MatchedDependent[],
  covers: readonly Coverage[],
): DependentWrite[] =>
  covers.length === 0
    ? []
    : matched
        .map((one): DependentWrite => {
          const { index, recorded } = one
          const signed = signedValues(one)
          const ssn = { formId, index }
          if (!recorded)
            return { before: null, after: valuesOf({ ...signed, covers: [...covers] }, null), ssn }
          const completed = {
            ...recorded,
            gender: recorded.gender ?? signed.gender,
            dob: recorded.dob ?? signed.dob,
            covers: [...recorded.covers, ...covers],
          }
          return {
            before: recorded,
            after: valuesOf(completed, recorded),
            ssn: recorded.ssn === null ? ssn : undefined,
          }
        })
        .filter(isChange)

const signedValues = ({ signed: { type, gender, first_name, last_name, dob } }: MatchedDependent) => ({
  // a form is only taken with the contract's relations and genders
  type: type as Dependent['type'],
  gender: gender as Dependent['gender'],
  first_name,
  last_name,
  dob,
})

/** Returns the dependents of a record after some writes. Those who are new have negative IDs. */
export const dependentsAfter = (
  present: readonly Dependent[],
  writes: readonly DependentWrite[],
): Dependent[] => {
  const written = new Map(writes.flatMap((one) => (one.before ? [[one.before.id, one.after]] : [])))
  const added = writes.flatMap(({ before, after }) => (before || !after ? [] : [after]))
  return [
    ...present.flatMap((one) => {
      const after = written.get(one.id)
      return after === null ? [] : [{ ...one, ...after }]
    }),
    ...added.map((one, index) => ({ ...one, id: -1 - index, ssn: null })),
  ]
}
