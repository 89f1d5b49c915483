import { describe, expect, test } from 'vitest'
import { admin, owingAdmin, schoolAdmin } from '#client/testing/users.ts'
import {
  adminOnly,
  factorOwed,
  guestOnly,
  numberedOnly,
  ownSchoolOnly,
  ownUserOnly,
  safeRedirect,
  schoolList,
  signedInOnly,
  toLogin,
} from './guards.ts'

const refused = { to: '/not-permitted' }

describe('a second factor that is owed', () => {
  test('comes before every screen, with the way on', () => {
    expect(signedInOnly(owingAdmin, '/schools/3/settings?tab=2')).toEqual({
      to: '/two-factor-setup',
      search: { redirect: '/schools/3/settings?tab=2' },
    })
    expect(signedInOnly(owingAdmin, '/')).toEqual({ to: '/two-factor-setup', search: {} })
  })
  test('its set-up is for those who owe it', () => {
    expect(factorOwed(owingAdmin, '/student/4')).toBeNull()
    expect(factorOwed(admin, '/student/4')).toEqual({ to: '/' })
    expect(factorOwed(null, '/student/4')).toEqual({ to: '/login', search: { redirect: '/student/4' } })
  })
})

describe('R19: who goes where', () => {
  test('a guest goes to the login, with the way back', () => {
    expect(signedInOnly(null, '/schools/3/settings?tab=2')).toEqual({
      to: '/login',
      search: { redirect: '/schools/3/settings?tab=2' },
    })
  })
  test('from the root there is no way back to keep', () => {
    expect(signedInOnly(null, '/')).toEqual({ to: '/login', search: {} })
  })
  test('a signed-in user passes, and has no business at the login', () => {
    expect(signedInOnly(admin, '/')).toBeNull()
    expect(guestOnly(admin)).toEqual({ to: '/' })
    expect(guestOnly(null)).toBeNull()
  })
  test('the school list leads a school admin to their first school', () => {
    expect(schoolList(admin)).toBeNull()
    expect(schoolList(schoolAdmin)).toEqual({ to: '/schools/$school/period', params: { school: '7' } })
  })
  test('a school admin without a school is refused', () => {
    expect(schoolList({ ...schoolAdmin, schools: [] })).toEqual(refused)
  })
  test("a product admin's screens refuse a school admin", () => {
    expect(adminOnly(admin)).toBeNull()
    expect(adminOnly(schoolAdmin)).toEqual(refused)
  })
})

describe('R21: ids are compared as numbers', () => {
  test.each(['7', '9', '07'])('school %s is their own', (school) => {
    expect(ownSchoolOnly(schoolAdmin, school)).toBeNull()
  })
  test.each(['8', '77', 'NaN', 'abc', '', '7.5', '-7', '0'])('school %j is not', (school) => {
    expect(ownSchoolOnly(schoolAdmin, school)).toEqual(refused)
  })
  test('a product admin enters every school, but no school that is none', () => {
    expect(ownSchoolOnly(admin, '3')).toBeNull()
    expect(ownSchoolOnly(admin, 'abc')).toBe('not-found')
  })
  test('a school admin edits only themselves', () => {
    expect(ownUserOnly(schoolAdmin, '5')).toBeNull()
    expect(ownUserOnly(schoolAdmin, '6')).toEqual(refused)
    expect(ownUserOnly(schoolAdmin, 'x')).toEqual(refused)
    expect(ownUserOnly(admin, '6')).toBeNull()
  })
  test('a path that is no number is no page', () => {
    expect(numberedOnly('12')).toBeNull()
    expect(numberedOnly('12a')).toBe('not-found')
  })
})

test.each([
  ['/schools/3', '/schools/3'],
  ['/schools/3?page=2', '/schools/3?page=2'],
  ['//evil.test', '/'],
  ['/\\evil.test', '/'],
  ['https://evil.test', '/'],
  ['', '/'],
  [undefined, '/'],
])('R8: after login %s leads to %s', (value, target) => {
  expect(safeRedirect(value)).toBe(target)
})

test('R8: the way back is path and query', () => {
  expect(toLogin('/student/4?tab=notes')).toEqual({
    to: '/login',
    search: { redirect: '/student/4?tab=notes' },
  })
})
