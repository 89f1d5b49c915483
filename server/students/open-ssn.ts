import { openSsn as open, ssnPlace, type Keys } from '../lib/crypt.ts'

/** The digits of a student's stored SSN, for those to whom it is revealed; null for none. Whoever calls records it. */
export const openSsn = (keys: Keys, studentId: number, cipher: unknown): string | null =>
  Buffer.isBuffer(cipher) ? open(keys, ssnPlace('students', studentId), cipher) : null
