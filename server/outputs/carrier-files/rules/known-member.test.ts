import { expect, it } from 'vitest'
import { knownMembers, type MergedRecord } from './known-member.ts'
import { first, jane } from '../factory.ts'
import { nextState } from './next-state.ts'

/** Returns what a file told of a member with this student ID. */
const stateOf = (sid: string) => {
  const { state } = nextState({ ...jane, student: { ...jane.student, sid } }, first)
  if (state === null) throw new Error('The file doesn’t name the member.')
  return state
}

/** Returns a record of a student with this student ID; `told` has the student ID that each file named it by. */
const record = (id: number, sid: string, told: Readonly<Record<number, string>> = {}): MergedRecord => ({
  id,
  sid,
  is_current: true,
  told: Object.entries(told).map(([file, as]) => ({
    student_period_id: id,
    file_id: Number(file),
    state: stateOf(as),
  })),
})

const gone = (...of: Parameters<typeof record>): MergedRecord => ({ ...record(...of), is_current: false })

/** Returns the student ID by which each record goes on, and the file that told of it last. */
const knownBy = (...records: MergedRecord[]) =>
  [...knownMembers(records)]
    .map(([id, { file_id, state }]) => [id, state.persons[0]?.details?.sid, file_id])
    .toSorted(([one], [other]) => Number(one) - Number(other))

it('a record goes on as the member with its student ID, and the one that is gone ends as the other', () => {
  expect(knownBy(gone(1, 'S1', { 1: 'S1' }), record(2, 'S1', { 1: 'S2' }))).toEqual([
    [1, 'S2', 1],
    [2, 'S1', 1],
  ])
})

it('a record that went on unchanged as another member, so that no file named it, still does', () => {
  expect(knownBy(gone(1, 'S1', { 1: 'S1', 2: 'S2' }), record(2, 'S1', { 1: 'S2' }))).toEqual([
    [1, 'S2', 2],
    [2, 'S1', 1],
  ])
})

it('a record that no file named goes on as the member of the one that is gone', () => {
  expect(knownBy(gone(1, 'S1', { 1: 'S1' }), record(2, 'S1'))).toEqual([[2, 'S1', 1]])
})

it('what a later file told of the member counts, so it doesn’t end with the record that is gone', () => {
  expect(knownBy(gone(1, 'S1', { 1: 'S1' }), record(2, 'S1', { 2: 'S1' }))).toEqual([[2, 'S1', 2]])
})

it('after the undo each record goes on as its own member again', () => {
  expect(knownBy(record(1, 'S1', { 2: 'S2' }), record(2, 'S2', { 2: 'S1' }))).toEqual([
    [1, 'S1', 2],
    [2, 'S2', 2],
  ])
})

it('a record with a new student ID that no member has keeps its own member', () => {
  expect(knownBy(record(1, 'S9', { 1: 'S1' }), gone(2, 'S2', { 1: 'S2' }))).toEqual([
    [1, 'S1', 1],
    [2, 'S2', 1],
  ])
})

it('a member whose student ID was corrected has no other that could end', () => {
  expect(knownBy(record(1, 'S2', { 1: 'S1', 2: 'S9', 3: 'S2' }), gone(2, 'S4'))).toEqual([[1, 'S2', 3]])
})
