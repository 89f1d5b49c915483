import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'

/** The keys of Shipmate. `encryption` has every key that records were written with; the first one writes. */
export interface Keys {
  readonly encryption: readonly { readonly id: number; readonly key: Buffer }[]
  /** The key of blind indexes, for finding encrypted values. Never the encryption key. */
  readonly index: Buffer
  /** The key that signs tokens. */
  readonly token: Buffer
}

const nonceLength = 12
const tagLength = 16

/**
 * Encrypts with AES-256-GCM and a random nonce. The result is key ID (1 byte), nonce (12), tag (16), text.
 * `place` names table and column and is authenticated, so that a value moved elsewhere can’t be decrypted.
 */
export const encrypt = (keys: Keys, place: string, text: string | Buffer): Buffer => {
  const current = keys.encryption[0]
  if (!current) throw new Error('No encryption key is set.')
  const nonce = randomBytes(nonceLength)
  const cipher = createCipheriv('aes-256-gcm', ready(current.key), nonce)
  cipher.setAAD(Buffer.from(place))
  const body = Buffer.concat([cipher.update(text), cipher.final()])
  return Buffer.concat([Buffer.from([current.id]), nonce, cipher.getAuthTag(), body])
}

/** Decrypts the result of `encrypt`. Throws if it was changed or moved, or if its key is missing. */
export const decrypt = (keys: Keys, place: string, record: Buffer): Buffer => {
  const entry = keys.encryption.find(({ id }) => id === record[0])
  if (!entry) throw new Error(`Unknown encryption key ${record[0]}.`)
  const nonce = record.subarray(1, 1 + nonceLength)
  const decipher = createDecipheriv('aes-256-gcm', ready(entry.key), nonce)
  decipher.setAAD(Buffer.from(place))
  decipher.setAuthTag(record.subarray(1 + nonceLength, 1 + nonceLength + tagLength))
  return Buffer.concat([decipher.update(record.subarray(1 + nonceLength + tagLength)), decipher.final()])
}

/** Cached key objects, because creating one costs more than encrypting a value. */
const readyKeys = new WeakMap<Buffer, KeyObject>()

const ready = (key: Buffer): KeyObject => {
  const known = readyKeys.get(key)
  if (known) return known
  const made = createSecretKey(key)
  readyKeys.set(key, made)
  return made
}

/** Returns a keyed hash to find an encrypted value, per school: equal values at two schools differ. */
export const blindIndex = (keys: Keys, schoolId: number, value: string): Buffer =>
  createHmac('sha256', ready(keys.index)).update(`${schoolId}:${value}`).digest()

/**
 * Authenticated data of an SSN: its column and its owner, so that it can’t be decrypted for another student
 * (security 50).
 */
export type SsnPlace = `${'students' | 'dependents'}.ssn:${number}`
export const ssnPlace = (table: 'students' | 'dependents', studentId: number): SsnPlace =>
  `${table}.ssn:${studentId}`

/** Authenticated data of a form’s SSNs, so that they can’t be decrypted for another form. */
export const formSsnsPlace = (submissionId: number): string =>
  `form_submission_snapshots.ssns:${submissionId}`

/** The first byte of a value bound to its owner. Others start with a key ID, and key IDs start at 1. */
const bound = Buffer.from([0])

/** Encrypts a value for one owner, which `place` names. */
export const encryptBound = (keys: Keys, place: string, text: string | Buffer): Buffer =>
  Buffer.concat([bound, encrypt(keys, place, text)])

/** Decrypts the result of `encryptBound`. Throws if it isn’t one, or was changed or moved to another owner. */
export const decryptBound = (keys: Keys, place: string, cipher: Buffer): Buffer => {
  if (cipher[0] !== bound[0]) throw new Error('This value doesn’t belong to its owner.')
  return decrypt(keys, place, cipher.subarray(1))
}

/** Returns the number of the key that encrypted a value, bound to its owner or not. Its first 2 bytes are enough. */
export const keyOf = (record: Buffer): number | undefined => (record[0] === bound[0] ? record[1] : record[0])

/** Encrypts a value again, with the key that writes. */
export const encryptAgain = (keys: Keys, place: string, record: Buffer): Buffer =>
  record[0] === bound[0]
    ? encryptBound(keys, place, decryptBound(keys, place, record))
    : encrypt(keys, place, decrypt(keys, place, record))

/** Encrypts an SSN (9 digits) for one student. */
export const encryptSsn = (keys: Keys, place: SsnPlace, digits: string): Buffer =>
  encryptBound(keys, place, digits)

/** Decrypts the 9 digits. Throws if they were changed or moved to another student, or if the key is missing. */
export const decryptSsn = (keys: Keys, place: SsnPlace, cipher: Buffer): string =>
  decryptBound(keys, place, cipher).toString()

/** Returns a student’s SSN (9 digits) as its 3 columns. */
export const ssnColumns = (
  keys: Keys,
  student: { readonly id: number; readonly school_id: number },
  digits: string,
): { ssn_cipher: Buffer; ssn_index: Buffer; ssn_last_four: string } => ({
  ssn_cipher: encryptSsn(keys, ssnPlace('students', student.id), digits),
  ssn_index: blindIndex(keys, student.school_id, digits),
  ssn_last_four: digits.slice(-4),
})

/** Returns 256 random bits as text for cookies and links. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** Returns the SHA-256 hash under which a token is stored. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()

export const sign = (keys: Keys, text: string): string =>
  createHmac('sha256', ready(keys.token)).update(text).digest('base64url')

/** Compares two texts in constant time. */
export const isSame = (one: string, other: string): boolean => {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
