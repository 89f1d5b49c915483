import fc from 'fast-check'
import { expect, test } from 'vitest'
import { matchOf, type Candidate, type Sender } from './match.ts'

const student: Candidate = {
  student_id: 1,
  student_period_id: 2,
  sid: 'S-100',
  first_name: 'Siobhán',
  last_name: 'O’Brien',
  prior_last_name: 'Núñez',
  dob: '2003-04-05',
}
const sender: Sender = { sid: 'S-100', first_name: 'Siobhán', last_name: 'O’Brien', dob: '2003-04-05' }

test.each<[string | null, Partial<Sender>]>([
  ['sid_and_birth_date', {}],
  ['sid_and_birth_date', { sid: ' s-100 ' }],
  ['sid_and_birth_date', { first_name: 'Other' }],
  ['sid_and_birth_date', { first_name: 'Other', last_name: 'nunez' }],
  ['sid_and_birth_date', { last_name: 'Other' }],
  [null, { first_name: 'Other', last_name: 'Other' }],
  [null, { dob: '2003-05-04' }],
  [null, { dob: '2003-05-04', first_name: 'Other' }],
  ['name_and_birth_date', { sid: null, first_name: 'SIOBHAN', last_name: "O'Brien" }],
  ['name_and_birth_date', { sid: null, last_name: 'O´Brien' }],
  ['name_and_birth_date', { sid: null, last_name: 'O`Brien' }],
  ['name_and_birth_date', { sid: 'unknown' }],
  [null, { sid: null, first_name: 'Other' }],
  [null, { sid: null, dob: '2003-05-04' }],
])('%s: %o', (method, more) => {
  expect(matchOf({ ...sender, ...more }, [student])?.method ?? null).toBe(method)
})

test('a name and birth date of two students, and a student ID of two spellings, match no one', () => {
  const twin = { ...student, student_id: 3, student_period_id: 4, sid: 'T-200' }
  expect(matchOf({ ...sender, sid: null }, [student, twin])).toBeNull()
  expect(
    matchOf({ ...sender, sid: 'x-1' }, [
      { ...student, sid: 'X-1' },
      { ...twin, sid: 'x-1 ' },
    ]),
  ).toBeNull()
  expect(
    matchOf({ ...sender, sid: 'X-1' }, [
      { ...student, sid: 'x-1' },
      { ...twin, sid: 'X-1' },
    ]),
  ).toMatchObject({
    student: { student_id: 3 },
  })
})

test.each([
  ['00451200', '451200'],
  ['451200', '00451200'],
  ['00451200', '451200.0'],
  ['R77001', '="r77001"'],
  ['R77001', 'R77\u00A0001'],
  ['R77001', 'R77001\u200B'],
  ['\uFEFFR77001', "'r77001"],
  ['R770–01', 'r770-01'],
])('the student ID %j is the same as %j', (sid, typed) => {
  const found = matchOf({ ...sender, sid: typed, last_name: 'Typo' }, [{ ...student, sid }])
  expect(found?.method).toBe('sid_and_birth_date')
})

test('no form with another birth date matches anyone', () => {
  const text = fc.constantFrom('S-100', 'Siobhán', 'O’Brien', 'Núñez', 'Other')
  fc.assert(
    fc.property(fc.record({ sid: fc.option(text), first_name: text, last_name: text }), (more) => {
      expect(matchOf({ ...more, dob: '2003-04-06' }, [student])).toBeNull()
    }),
  )
})
