import { decrypt, ssnPlace, type Keys } from '../lib/crypt.ts'

/** The digits of a stored SSN, for those to whom it is revealed; null for none. Whoever calls records it. */
export const openSsn = (keys: Keys, cipher: unknown): string | null =>
  Buffer.isBuffer(cipher) ? decrypt(keys, ssnPlace, cipher).toString() : null
