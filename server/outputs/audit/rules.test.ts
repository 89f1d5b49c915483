import { expect, it } from 'vitest'
import { findingsOf, type PersonWeek } from './rules.ts'

const usual: PersonWeek = {
  user_id: 7,
  records: 60,
  own_usual: 50,
  others_usual: 40,
  at_night: 0,
  own_name: 0,
  own_name_student_id: null,
  refusals: 0,
}

const cases: readonly [string, Partial<PersonWeek>, readonly string[]][] = [
  ['a usual week', {}, []],
  ['99 students, if that’s much more than usual', { records: 99, own_usual: 0, others_usual: 5 }, []],
  ['100 students by someone new', { records: 100, own_usual: 0, others_usual: 33 }, ['many_records']],
  ['3 times their own usual week and that of others', { records: 150 }, ['many_records']],
  ['less than 3 times their own usual week', { records: 149 }, []],
  ['less than 3 times the usual week of others', { records: 150, others_usual: 51 }, []],
  ['9 students at night', { at_night: 9 }, []],
  ['10 students at night', { at_night: 10 }, ['other_hours']],
  ['one student with their own name', { own_name: 1, own_name_student_id: 3 }, ['own_name']],
  ['9 denials', { refusals: 9 }, []],
  ['10 denials', { refusals: 10 }, ['many_refusals']],
]

it.each(cases)('the weekly review of %s', (_name, week, kinds) => {
  expect(findingsOf({ ...usual, ...week }).map(({ kind }) => kind)).toEqual(kinds)
})

it('names a student only if there’s one', () => {
  expect(findingsOf({ ...usual, own_name: 1, own_name_student_id: 3 })[0]?.student_id).toBe(3)
  expect(findingsOf({ ...usual, own_name: 2, own_name_student_id: 3 })[0]?.student_id).toBeNull()
})
