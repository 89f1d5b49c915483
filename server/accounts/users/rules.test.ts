import { describe, expect, it } from 'vitest'
import { accessAfter, deviceOf, needsAdmin, savedEmail } from './rules.ts'

describe('the device of a session', () => {
  it.each([
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36',
      'Chrome on Windows',
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36 Edg/130.0.0.0',
      'Microsoft Edge on Windows',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
      'Safari on iOS',
    ],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0', 'Firefox on Linux'],
    [
      'Mozilla/5.0 (Linux; Android 14; SM-S921B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/25.0 Chrome/121.0.0.0 Mobile Safari/537.36',
      'Samsung Internet on Android',
    ],
    ['lightMyRequest', 'Unknown device'],
    ['', 'Unknown device'],
    [null, 'Unknown device'],
  ])('%s is %s', (agent, device) => expect(deviceOf(agent)).toBe(device))
})

describe('an address', () => {
  it.each([
    ['Noor.Haddad@Staff.Example', 'noor.haddad@staff.example'],
    ['  noor@staff.example ', 'noor@staff.example'],
    ['ｎoor@staff.example', 'noor@staff.example'],
    // becomes two addresses by normalization
    ['noor＠eve@staff.example', null],
    ['noor', null],
  ])('%s is saved as %s', (typed, saved) => expect(savedEmail(typed)).toBe(saved))
})

describe('a change of access', () => {
  const before = { permission: 'school_admin', school_ids: [3] } as const

  it('keeps the schools of a school admin, and drops those of a product admin', () => {
    expect(accessAfter(before, {})).toEqual({ ...before, error: null })
    expect(accessAfter(before, { school_ids: [5, 5, 3] }).school_ids).toEqual([5, 3])
    expect(accessAfter(before, { permission: 'shipmate_admin', school_ids: [3] })).toEqual({
      permission: 'shipmate_admin',
      school_ids: [],
      error: null,
    })
    expect(accessAfter(before, { school_ids: [] }).error).toBe('Choose at least one school.')
  })

  it('is for product admins, whatever the value', () => {
    expect(
      [{ permission: 'school_admin' }, { school_ids: [] }, { is_disabled: false }].map((change) =>
        // each is part of a change
        needsAdmin(change as Parameters<typeof needsAdmin>[0]),
      ),
    ).toEqual([true, true, true])
    expect(needsAdmin({ first_name: 'Noor', email: 'noor@staff.example', version: 1 })).toBe(false)
  })
})
