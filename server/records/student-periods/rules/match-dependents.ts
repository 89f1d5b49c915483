import type { Coverage } from '#contract/platform/coverage/choices.ts'
import type { DependentChoice } from '#contract/review/decisions/outcome-shapes.ts'
import { foldText } from '#contract/platform/fold-text.ts'
import type { Dependent } from '#contract/platform/record/dependent.ts'
import type { SignedDependent } from '../queries/signed-forms.ts'

/** A dependent of a form beside those on record. */
export interface MatchedDependent {
  /** Its place on the form, from 0. */
  readonly index: number
  readonly signed: SignedDependent
  /** The one on record who is the same person; null for a new dependent. */
  readonly recorded: Dependent | null
  /** Those on record who could be the same person although no rule says so. */
  readonly alike: readonly Dependent[]
  /** Whether it’s clear who it is: by the rules, or because staff chose. */
  readonly isClear: boolean
}

type Person = Pick<SignedDependent, 'type' | 'first_name' | 'last_name' | 'dob'>

const hasSameName = (one: Person, other: Person): boolean =>
  foldText(one.first_name) === foldText(other.first_name) &&
  foldText(one.last_name) === foldText(other.last_name)

const hasSameBirthDate = (one: Person, other: Person): boolean => one.dob !== null && one.dob === other.dob

const isSamePerson = (one: Person, other: Person): boolean =>
  one.type === other.type && hasSameName(one, other) && hasSameBirthDate(one, other)

const isAlike = (one: Person, other: Person): boolean =>
  hasSameName(one, other) || hasSameBirthDate(one, other)

/**
 * Compares the dependents of a form with those on record (docs/domain.md, “Student forms”). Relation, name and birth
 * date make the same person. If only the name or only the birth date is the same, staff choose.
 */
export const matchDependents = (
  signed: readonly SignedDependent[],
  recorded: readonly Dependent[],
  choices: readonly DependentChoice[] = [],
): MatchedDependent[] => {
  const distinct = signed
    .map((one, index) => ({ index, signed: one }))
    .filter(({ index, signed: one }) => !signed.slice(0, index).some((earlier) => isSamePerson(earlier, one)))
  const clear = distinct.map((one) => {
    const choice = choices.find(({ index }) => index === one.index)
    const same = choice
      ? recorded.find(({ id }) => id === choice.same_as)
      : recorded.find((other) => isSamePerson(one.signed, other))
    return { ...one, recorded: same ?? null, isChosen: choice !== undefined }
  })
  const taken = new Set(clear.flatMap(({ recorded: same }) => same?.id ?? []))
  return clear.map(({ isChosen, ...one }) => {
    const isOwn = ({ id }: Dependent): boolean => id === one.recorded?.id || !taken.has(id)
    const alike =
      one.recorded !== null && !isChosen
        ? []
        : recorded.filter((other) => isOwn(other) && isAlike(one.signed, other))
    return { ...one, alike, isClear: isChosen || alike.length === 0 }
  })
}

/** Returns why choices about dependents can’t be used, by field; empty if they can. */
export const choiceErrors = (
  signed: readonly SignedDependent[],
  recorded: readonly Dependent[],
  choices: readonly DependentChoice[],
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    choices.flatMap(({ index, same_as }, place) => {
      if (index >= signed.length) return [[`dependents.${place}.index`, 'Choose a dependent on the form.']]
      const isKnown = same_as === null || recorded.some(({ id }) => id === same_as)
      if (!isKnown) return [[`dependents.${place}.same_as`, 'Choose a dependent on record.']]
      const isTaken = choices.some(
        (other, at) =>
          at < place && (other.index === index || (same_as !== null && other.same_as === same_as)),
      )
      return isTaken ? [[`dependents.${place}.same_as`, 'Choose each dependent once.']] : []
    }),
  )

/** Returns the dependents that a coverage type covers once the form is approved for it. */
export const coveredAfter = (
  coverage: Coverage,
  recorded: readonly Dependent[],
  matched: readonly MatchedDependent[],
): Pick<Dependent, 'type'>[] => {
  const same = new Set(matched.flatMap((one) => one.recorded?.id ?? []))
  return [
    ...recorded.filter(({ id, covers }) => covers.includes(coverage) || same.has(id)),
    ...matched.flatMap((one) => (one.recorded === null ? [{ type: typeOf(one) }] : [])),
  ]
}

// a form is only taken with one of the contract's relations
const typeOf = ({ signed }: MatchedDependent) => signed.type as Dependent['type']
