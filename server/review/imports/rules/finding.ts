import type { FindingKind, FindingPerson, RowFinding } from '#contract/review/imports/shapes.ts'
import { listedName } from '#contract/platform/person-name.ts'
import { canShortenTo, isShortenedSid, unwrappedSid, visibleSid } from '#contract/platform/student-id.ts'
import { foldText } from '#contract/platform/fold-text.ts'
import {
  isLikelyPerson,
  isOtherPerson,
  type KnownPerson,
  type PersonFacts,
} from '#server/records/students/index.ts'
import type { Values } from './read-row.ts'
import { textOf, type StoredStudent } from './reading.ts'

/** The student that a row is about, as far as its ID says, and what is doubtful about it. */
export interface FoundStudent {
  /** The student that the row changes, once it’s confirmed if the finding stops it; null for a new one. */
  readonly stored: StoredStudent | null
  readonly finding: RowFinding | null
  /** Whether staff can decide that the row is right. */
  readonly mayConfirm: boolean
}

/** The finding of a row without a student. */
export const nobody: FoundStudent = { stored: null, finding: null, mayConfirm: false }

/** Returns what a row says about who its student is. */
export const personIn = (values: Values): PersonFacts => ({
  last_name: textOf(values.last_name),
  first_name: textOf(values.first_name),
  prior_last_name: textOf(values.prior_last_name),
  dob: textOf(values.dob),
})

/** Returns who a student is. */
export const personOf = ({ values }: StoredStudent): PersonFacts => ({
  last_name: textOf(values['last_name']),
  first_name: textOf(values['first_name']),
  prior_last_name: textOf(values['prior_last_name']),
  dob: textOf(values['dob']),
})

const sidOf = (student: StoredStudent): string => textOf(student.values['sid']) ?? ''

/** Returns the student whose ID it is: with exactly this ID, otherwise the only one whose ID means the same. */
const holderOf = (sid: string, holders: readonly StoredStudent[]): StoredStudent | null =>
  holders.find((one) => sidOf(one) === sid) ?? (holders.length === 1 ? (holders[0] ?? null) : null)

/** Returns whether it takes the students with the row’s name and birth date to say who a row is about. */
export const needsPeople = (values: Values, holders: readonly StoredStudent[]): boolean => {
  const holder = holderOf(textOf(values.sid) ?? '', holders)
  return holder === null || isOtherPerson(personIn(values), personOf(holder))
}

/**
 * Returns the student of a row: by its ID, unless the name and birth date contradict it. IDs are compared by their
 * meaning. What isn’t certain stops the row until staff decide.
 */
export const findStudent = (
  values: Values,
  holders: readonly StoredStudent[],
  same: readonly KnownPerson[],
): FoundStudent => {
  const sid = textOf(values.sid)
  if (sid === null) return nobody
  const row = personIn(values)
  const holder = holderOf(sid, holders)
  if (holder) return ofHolder(sid, row, holder, same)
  if (holders.length > 1) return unclear(row, holders)
  return newStudent(sid, row, same)
}

const ofHolder = (
  sid: string,
  row: PersonFacts,
  holder: StoredStudent,
  same: readonly KnownPerson[],
): FoundStudent => {
  const held = sidOf(holder)
  const finding = (kind: FindingKind): RowFinding => ({
    ...findingOf(
      kind,
      row,
      same.filter(({ id }) => id !== holder.id),
    ),
    student: presentStored(holder),
    proposed_sid: held === sid ? null : held,
  })
  // only capitals and characters that no one sees: the same ID
  const isSpelled = foldText(visibleSid(sid)) === foldText(visibleSid(held))
  if (isOtherPerson(row, personOf(holder)))
    return { stored: holder, finding: finding('other_person'), mayConfirm: true }
  if (isSpelled) return { stored: holder, finding: null, mayConfirm: false }
  return isLikelyPerson(row, personOf(holder))
    ? { stored: holder, finding: finding('respelled_id'), mayConfirm: false }
    : { stored: holder, finding: finding('spoiled_id'), mayConfirm: true }
}

/** An ID that means the IDs of several students. If the name and birth date are those of one, it’s proposed. */
const unclear = (row: PersonFacts, holders: readonly StoredStudent[]): FoundStudent => {
  const likely = row.dob === null ? [] : holders.filter((one) => isLikelyPerson(row, personOf(one)))
  const stored = likely.length === 1 ? (likely[0] ?? null) : null
  const finding: RowFinding = {
    ...findingOf('unclear_id', row, []),
    others: holders.map(presentStored),
    student: stored && presentStored(stored),
    proposed_sid: stored && sidOf(stored),
  }
  return { stored, finding, mayConfirm: stored !== null }
}

const newStudent = (sid: string, row: PersonFacts, same: readonly KnownPerson[]): FoundStudent => {
  const proposed = unwrappedSid(sid)
  if (isShortenedSid(sid)) {
    const finding = findingOf(
      'spoiled_id',
      row,
      same.filter((one) => canShortenTo(one.sid, sid)),
    )
    return { stored: null, finding, mayConfirm: false }
  }
  const isWrapped = proposed !== visibleSid(sid)
  if (same.length > 0 || isWrapped) {
    const kind = same.length > 0 ? 'duplicate' : 'spoiled_id'
    const finding = { ...findingOf(kind, row, same), proposed_sid: isWrapped ? proposed : null }
    return { stored: null, finding, mayConfirm: true }
  }
  return nobody
}

const findingOf = (kind: FindingKind, { dob }: PersonFacts, others: readonly KnownPerson[]): RowFinding => ({
  kind,
  dob,
  student: null,
  others: others.slice(0, 5).map((one) => present(one.id, one.sid, one)),
  proposed_sid: null,
})

const present = (id: number, sid: string, person: PersonFacts): FindingPerson => ({
  id,
  sid,
  name: listedName(person),
  dob: person.dob ?? '',
})

const presentStored = (student: StoredStudent): FindingPerson =>
  present(student.id, sidOf(student), personOf(student))

/**
 * Returns the only student that a shortened ID can be: with the row’s name and birth date, and an ID that begins the
 * same. The row is then read as theirs.
 */
export const withFullId = (found: FoundStudent, students: readonly StoredStudent[]): FoundStudent => {
  const [stored, ...more] = students
  if (!found.finding || !stored || more.length > 0) return found
  const finding = {
    ...found.finding,
    others: [],
    student: presentStored(stored),
    proposed_sid: sidOf(stored),
  }
  return { stored, finding, mayConfirm: true }
}

/** Returns the student IDs that a shortened ID can be, to look their students up. */
export const fullIdsOf = ({ finding, mayConfirm }: FoundStudent): string[] =>
  finding?.kind === 'spoiled_id' && !mayConfirm ? finding.others.map(({ sid }) => sid) : []
