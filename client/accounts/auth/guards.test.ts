import { describe, expect, test } from 'vitest'
import { admin, adminWithoutTwoFactor, schoolAdmin } from '#client/testing/users.ts'
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

describe('two-factor authentication that still has to be set up', () => {
  test('comes before every screen, with a return path', () => {
    expect(signedInOnly(adminWithoutTwoFactor, '/schools/3/settings?tab=2')).toEqual({
      to: '/two-factor-setup',
      search: { redirect: '/schools/3/settings?tab=2' },
    })
    expect(signedInOnly(adminWithoutTwoFactor, '/')).toEqual({ to: '/two-factor-setup', search: {} })
  })
  test('its setup is only for those who need it', () => {
    expect(factorOwed(adminWithoutTwoFactor, '/student/4')).toBeNull()
    expect(factorOwed(admin, '/student/4')).toEqual({ to: '/' })
    expect(factorOwed(null, '/student/4')).toEqual({ to: '/login', search: { redirect: '/student/4' } })
  })
})

describe('which screens users can open', () => {
  test('a guest is sent to the sign-in page, with a return path', () => {
    expect(signedInOnly(null, '/schools/3/settings?tab=2')).toEqual({
      to: '/login',
      search: { redirect: '/schools/3/settings?tab=2' },
    })
  })
  test('the root has no return path', () => {
    expect(signedInOnly(null, '/')).toEqual({ to: '/login', search: {} })
  })
  test('a signed-in user may pass, except to the sign-in page', () => {
    expect(signedInOnly(admin, '/')).toBeNull()
    expect(guestOnly(admin)).toEqual({ to: '/' })
    expect(guestOnly(null)).toBeNull()
  })
  test('the school list sends a school admin to their first school', () => {
    expect(schoolList(admin)).toBeNull()
    expect(schoolList(schoolAdmin)).toEqual({ to: '/schools/$school/period', params: { school: '7' } })
  })
  test('a school admin without a school has no access', () => {
    expect(schoolList({ ...schoolAdmin, schools: [] })).toEqual(refused)
  })
  test('a school admin has no access to a Shipmate Admin’s screens', () => {
    expect(adminOnly(admin)).toBeNull()
    expect(adminOnly(schoolAdmin)).toEqual(refused)
  })
})

describe('IDs are compared as numbers', () => {
  test.each(['7', '9', '07'])('school %s is their own', (school) => {
    expect(ownSchoolOnly(schoolAdmin, school)).toBeNull()
  })
  test.each(['8', '77', 'NaN', 'abc', '', '7.5', '-7', '0'])('school %j is not', (school) => {
    expect(ownSchoolOnly(schoolAdmin, school)).toEqual(refused)
  })
  test('a Shipmate Admin can open every school, but not an invalid ID', () => {
    expect(ownSchoolOnly(admin, '3')).toBeNull()
    expect(ownSchoolOnly(admin, 'abc')).toBe('not-found')
  })
  test('a school admin can edit only their own account', () => {
    expect(ownUserOnly(schoolAdmin, '5')).toBeNull()
    expect(ownUserOnly(schoolAdmin, '6')).toEqual(refused)
    expect(ownUserOnly(schoolAdmin, 'x')).toEqual(refused)
    expect(ownUserOnly(admin, '6')).toBeNull()
  })
  test('a path that isn’t a number isn’t found', () => {
    expect(numberedOnly('12')).toBeNull()
    expect(numberedOnly('12a')).toBe('not-found')
  })
})

test.each([
  ['/schools/3', '/schools/3'],
  ['/schools/3?page=2', '/schools/3?page=2'],
  ['//evil.test', '/start'],
  ['/\\evil.test', '/start'],
  ['https://evil.test', '/start'],
  ['', '/start'],
  [undefined, '/start'],
])('after login %s leads to %s', (value, target) => {
  expect(safeRedirect(value)).toBe(target)
})

test('the return path is path and query', () => {
  expect(toLogin('/student/4?tab=notes')).toEqual({
    to: '/login',
    search: { redirect: '/student/4?tab=notes' },
  })
})
