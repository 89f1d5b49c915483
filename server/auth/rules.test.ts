import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isCommonPassword } from './common-passwords.ts'
import { contextWords, isLenientlyTrue, loginName, passwordFault } from './rules.ts'
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
const fault = (password: string, hasTwoFactor = false) =>
  passwordFault(password, { hasTwoFactor, words: contextWords(person), isCommon: isCommonPassword })

describe('a new password', () => {
  it.each([
    ['fifteen letters', false],
    ['eight 8s', true],
    ['ｆｕｌｌ　ｗｉｄｔｈ　ｌｅｔｔｅｒｓ', false],
    ['x'.repeat(1024), false],
    ['my university college', false],
  ])('%j (second factor: %s) is good', (password, hasTwoFactor) => {
    expect(fault(password, hasTwoFactor)).toBeNull()
  })

  it.each([
    ['fourteen chars', false, 'at least 15 characters'],
    ['seven 7', true, 'at least 8 characters'],
    ['👩🏽‍🚀🚀🚀', false, 'at least 15 characters'],
    ['password', true, 'tried first'],
    ['PassWord', true, 'tried first'],
    ['iloveyou', true, 'tried first'],
    ['my ShipMate is good', false, 'must not contain'],
    ['call imani tomorrow', false, 'must not contain'],
    ['O’Kafor-Reyes rules!', false, 'must not contain'],
    ['okaforreyes is here', false, 'must not contain'],
    ['login as okafor2 now', false, 'must not contain'],
    ['go to Harborview soon', false, 'must not contain'],
    ['go to harbor-view soon', false, 'must not contain'],
    ['alder trees in winter', false, 'must not contain'],
  ])('%j (second factor: %s) is not: %s', (password, hasTwoFactor, text) => {
    expect(fault(password, hasTwoFactor)).toContain(text)
  })

  it('is never judged by its kinds of characters', () => {
    expect(fault('q'.repeat(20))).toBeNull()
    fc.assert(
      fc.property(fc.stringMatching(/^[q-z]{20}$/), (password) => fault(password) === null),
      { numRuns: 50 },
    )
  })
})

describe('a login name', () => {
  it('has one spelling', () => {
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

describe('a lenient yes', () => {
  it.each([1, '1', true, 'true', 'TRUE', 'on', 'yes'])('%j is one', (value) => {
    expect(isLenientlyTrue(value)).toBe(true)
  })
  it.each([0, '0', false, 'no', '', null, undefined, 'y', 2])('%j is none', (value) => {
    expect(isLenientlyTrue(value)).toBe(false)
  })
})

describe('the second factor', () => {
  it('follows the published example', () => {
    // RFC 6238, appendix B, SHA-1: 94287082 at 59 seconds, of which six digits are used
    const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
    expect(matchStep(secret, '287082', new Date(59_000))).toBe(1)
    expect(matchStep(secret, ' 287 082', new Date(89_999))).toBe(1)
    expect(matchStep(secret, '287082', new Date(90_000))).toBeNull()
    expect(matchStep(secret, '', new Date(59_000))).toBeNull()
  })

  it('makes secrets and codes nobody has seen', () => {
    expect(new Set(Array.from({ length: 50 }, newSecret)).size).toBe(50)
    const codes = newRecoveryCodes()
    expect(new Set(codes).size).toBe(8)
    expect(matchRecoveryCode(codes, codes[5]!)).toBe(5)
    expect(matchRecoveryCode(codes, '')).toBe(-1)
  })

  it('seals codes to their owner', () => {
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

  it('spells its address as authenticators read it', () => {
    expect(otpauthUrl("o'neil+x@a.example", 'ABC')).toBe(
      'otpauth://totp/Shipmate:o%27neil%2Bx%40a.example?secret=ABC&issuer=Shipmate&algorithm=SHA1&digits=6&period=30',
    )
  })
})
