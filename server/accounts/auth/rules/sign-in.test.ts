import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { measureStrength } from '#server/platform/lib/password-strength.ts'
import { contextWords, isLenientlyTrue, passwordError, strengthError } from './sign-in.ts'
import { loginName } from '#server/platform/http/throttle.ts'
import {
  matchRecoveryCode,
  matchStep,
  newRecoveryCodes,
  newSecret,
  openCodes,
  otpauthUrl,
  sealCodes,
} from './two-factor.ts'

const person = {
  first_name: 'Imani',
  last_name: 'O’Kafor-Reyes',
  email: 'i.okafor2@harborview.example',
  schools: ['Harborview University College', 'Alder Institute of Medicine'],
}
const fault = (password: string, hasTwoFactor = false) => {
  const words = contextWords(person)
  return (
    passwordError(password, { hasTwoFactor, words }) ??
    strengthError(measureStrength(password, words), hasTwoFactor)
  )
}

describe('a new password', () => {
  it.each([
    ['fifteen letters', false],
    ['kq8 vzn3', true],
    ['ｆｕｌｌ　ｗｉｄｔｈ　ｌｅｔｔｅｒｓ', false],
    ['nine brass kettles hum '.repeat(50), false],
    ['correct horse battery staple', false],
    ['my university college', false],
  ])('%j (second factor: %s) is accepted', (password, hasTwoFactor) => {
    expect(fault(password, hasTwoFactor)).toBeNull()
  })

  it.each([
    ['fourteen chars', false, 'at least 15 characters'],
    ['seven 7', true, 'at least 8 characters'],
    ['👩🏽‍🚀🚀🚀', false, 'at least 15 characters'],
    ['password', true, 'too easy to guess. This is a heavily used password.'],
    ['PassWord', true, 'too easy to guess. This is a heavily used password.'],
    ['iloveyou', true, 'too easy to guess. This is a'],
    ['eight 8s', true, 'Add more words that are less common.'],
    ['aaaaaaaaaaaaaaa', false, 'Repeated characters like “aaa” are easy to guess.'],
    ['x'.repeat(1024), false, 'Repeated characters like “aaa” are easy to guess.'],
    ['123456789012345', false, 'too easy to guess.'],
    [' '.repeat(15), false, 'Repeated characters'],
    ['password1234567', false, 'too easy to guess. This is similar to a commonly used password.'],
    ['letmeinletmeinletmein', false, 'Repeated patterns like “abcabcabc” are easy to guess.'],
    ['qwertyuiopasdfgh', false, 'too easy to guess.'],
    ['my ShipMate is good', false, 'doesn’t include your name'],
    ['call imani tomorrow', false, 'doesn’t include your name'],
    ['O’Kafor-Reyes rules!', false, 'doesn’t include your name'],
    ['okaforreyes is here', false, 'doesn’t include your name'],
    ['login as okafor2 now', false, 'doesn’t include your name'],
    ['go to Harborview soon', false, 'doesn’t include your name'],
    ['go to harbor-view soon', false, 'doesn’t include your name'],
    ['alder trees in winter', false, 'doesn’t include your name'],
  ])('%j (second factor: %s) is rejected: %s', (password, hasTwoFactor, text) => {
    expect(fault(password, hasTwoFactor)).toContain(text)
  })

  it('needs no particular kinds of characters', () => {
    for (const one of ['vqzwkxjmtrypbdfg', 'VQZWKXJMTRYPBDFG', '8301 7246 5938 0617'])
      expect(fault(one)).toBeNull()
  })
})

describe('an email address', () => {
  it('has one stored form', () => {
    expect(loginName(' Ｄana@Staff.Example\u00a0')).toBe('dana@staff.example')
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const name = loginName(text)
        return loginName(` ${name} `) === name
      }),
      { numRuns: 200 },
    )
  })
})

describe('a lenient boolean', () => {
  it.each([1, '1', true, 'true', 'TRUE', 'on', 'yes'])('%j is true', (value) => {
    expect(isLenientlyTrue(value)).toBe(true)
  })
  it.each([0, '0', false, 'no', '', null, undefined, 'y', 2])('%j is false', (value) => {
    expect(isLenientlyTrue(value)).toBe(false)
  })
})

describe('the second factor', () => {
  it('matches the published example', () => {
    // RFC 6238, appendix B, SHA-1: 94287082 at 59 seconds, of which six digits are used
    const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
    expect(matchStep(secret, '287082', new Date(59_000))).toBe(1)
    expect(matchStep(secret, ' 287 082', new Date(89_999))).toBe(1)
    expect(matchStep(secret, '287082', new Date(90_000))).toBeNull()
    expect(matchStep(secret, '', new Date(59_000))).toBeNull()
  })

  it('creates new secrets and codes', () => {
    expect(new Set(Array.from({ length: 50 }, newSecret)).size).toBe(50)
    const codes = newRecoveryCodes()
    expect(new Set(codes).size).toBe(8)
    expect(matchRecoveryCode(codes, codes[5]!)).toBe(5)
    expect(matchRecoveryCode(codes, '')).toBe(-1)
  })

  it.each([
    ['as shown', 'abcdefghij-klmnopqrst'],
    ['blanks around the hyphen', 'abcdefghij - klmnopqrst'],
    ['no hyphen', 'abcdefghijklmnopqrst'],
    ['a blank for the hyphen', ' abcdefghij klmnopqrst\u00A0'],
    ['an en dash', 'abcdefghij–klmnopqrst'],
    ['a minus sign', 'abcdefghij−klmnopqrst'],
    ['a soft and a non-breaking hyphen', 'abcde\u00ADfghij\u2011klmnopqrst'],
    ['a line break after the hyphen', 'abcdefghij-\r\nklmnopqrst'],
    ['an invisible blank', '\uFEFFabcdefghij-klmnopqrst\u200B'],
    ['full-width letters', 'ａｂｃｄｅｆｇｈｉｊ－ｋｌｍｎｏｐｑｒｓｔ'],
  ])('takes a recovery code with %s', (_what, typed) => {
    expect(matchRecoveryCode(['0123456789-ABCDEFGHIJ', 'abcdefghij-klmnopqrst'], typed)).toBe(1)
  })

  it.each(['ABCDEFGHIJ-KLMNOPQRST', 'abcdefghij-klmnopqrs', 'abcdefghij_klmnopqrst', '-', '– '])(
    'doesn’t take %j',
    (typed) => {
      expect(matchRecoveryCode(['abcdefghij-klmnopqrst'], typed)).toBe(-1)
    },
  )

  it('binds encrypted codes to their owner', () => {
    const keys = {
      encryption: [{ id: 1, key: Buffer.alloc(32, 1) }],
      index: Buffer.alloc(32, 2),
      token: Buffer.alloc(32, 3),
    }
    const codes = newRecoveryCodes()
    const sealed = sealCodes(keys, 7, codes)
    expect(openCodes(keys, 7, sealed)).toEqual(codes)
    expect(() => openCodes(keys, 8, sealed)).toThrow(/authenticate/)
  })

  it('creates an address that authenticator apps can read', () => {
    expect(otpauthUrl("o'neil+x@a.example", 'ABC')).toBe(
      'otpauth://totp/Shipmate:o%27neil%2Bx%40a.example?secret=ABC&issuer=Shipmate&algorithm=SHA1&digits=6&period=30',
    )
  })
})
