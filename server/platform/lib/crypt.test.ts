import { expect, it } from 'vitest'
import { decryptSsn, encrypt, encryptSsn, ssnPlace, type Keys } from './crypt.ts'

const keys: Keys = {
  encryption: [{ id: 1, key: Buffer.alloc(32, 1) }],
  index: Buffer.alloc(32, 2),
  token: Buffer.alloc(32, 3),
}

it('an SSN moved to another student’s row can’t be decrypted', () => {
  const [one, other] = [ssnPlace('students', 1), ssnPlace('students', 2)]
  const cipher = encryptSsn(keys, one, '219091111')
  expect(decryptSsn(keys, one, cipher)).toBe('219091111')
  expect(() => decryptSsn(keys, other, cipher)).toThrow(/authenticate/)
  expect(() => decryptSsn(keys, ssnPlace('dependents', 1), cipher)).toThrow(/authenticate/)
  const unbound = encrypt(keys, 'students.ssn', '219091111')
  expect(() => decryptSsn(keys, one, unbound)).toThrow('doesn’t belong to')
})
