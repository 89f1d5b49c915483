import { expect, test } from 'vitest'
import { studentFields } from '#contract/platform/record/student-fields.ts'
import { splitHref, wholeSearch } from '#client/platform/lib/private-search.ts'

const filters = (field: string) =>
  encodeURIComponent(
    JSON.stringify({ [field]: { operator: 'and', constraints: [{ match_mode: 'equals', value: 'x' }] } }),
  )
const where = (field: string) =>
  encodeURIComponent(
    JSON.stringify({
      operator: 'or',
      rules: [{ operator: 'and', rules: [{ field, match_mode: 'equals', value: 'x' }] }],
    }),
  )

/** Fields that don’t say who a student is. */
const shared = new Set([
  'gender',
  'address_1',
  'address_2',
  'city',
  'state',
  'country',
  'zip',
  'include_dependents',
])

test('every field that says who a student is is private, as a filter and as a rule', () => {
  for (const field of ['student_name', ...Object.keys(studentFields)])
    for (const part of [`filters=${filters(field)}`, `where=${where(field)}`])
      expect([field, splitHref(`/list?view=3&${part}`)]).toEqual([
        field,
        shared.has(field)
          ? { address: `/list?view=3&${part}`, hidden: '' }
          : { address: '/list?view=3', hidden: part },
      ])
})

test('search text, and a path to return to with one, aren’t in the address; views, sorts and pages are', () => {
  expect(splitHref('/schools/1/period/2?page=2&q=Ana+Silva&sort=-dob#top')).toEqual({
    address: '/schools/1/period/2?page=2&sort=-dob#top',
    hidden: 'q=Ana+Silva',
  })
  expect(splitHref(`/login?redirect=${encodeURIComponent('/schools/1?q=Ana')}`)).toEqual({
    address: '/login',
    hidden: `redirect=${encodeURIComponent('/schools/1?q=Ana')}`,
  })
  expect(splitHref('/login?redirect=%2Fschools%2F1%3Fview%3D3').hidden).toBe('')
  expect(splitHref('/schools/1/period/2?view=3&q=').hidden).toBe('')
  const layout = `layout=${encodeURIComponent('{"shown":["dob"],"widths":{"dob":90}}')}`
  expect(splitHref(`/schools/1/period/2?${layout}`).hidden).toBe('')
})

test('an entry’s private parameters follow those of the address', () => {
  expect(wholeSearch('?page=2', { privateSearch: 'q=Ana' })).toBe('?page=2&q=Ana')
  expect(wholeSearch('', { privateSearch: 'q=Ana' })).toBe('?q=Ana')
  expect(wholeSearch('?page=2', null)).toBe('?page=2')
  expect(wholeSearch('', {})).toBe('')
})
