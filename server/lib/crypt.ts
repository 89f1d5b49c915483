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

/** The keys of the product. `encryption` holds every key that records were written with; the first one writes. */
export interface Keys {
  readonly encryption: readonly { readonly id: number; readonly key: Buffer }[]
  /** For looking up what is encrypted (blind index); never the key it is encrypted with. */
  readonly index: Buffer
  /** For signing tokens. */
  readonly token: Buffer
}

const nonceLength = 12
const tagLength = 16

/**
 * AES-256-GCM with a random nonce. The record is key id (1 byte), nonce (12), tag (16), text.
 * `place` names table and column and is authenticated with it, so that a value moved elsewhere does not open.
 */
export const encrypt = (keys: Keys, place: string, text: string | Buffer): Buffer => {
  const current = keys.encryption[0]
  if (!current) throw new Error('There is no encryption key.')
  const nonce = randomBytes(nonceLength)
  const cipher = createCipheriv('aes-256-gcm', ready(current.key), nonce)
  cipher.setAAD(Buffer.from(place))
  const body = Buffer.concat([cipher.update(text), cipher.final()])
  return Buffer.concat([Buffer.from([current.id]), nonce, cipher.getAuthTag(), body])
}

/** Opens what `encrypt` closed; throws when it was changed, moved, or its key is gone. */
export const decrypt = (keys: Keys, place: string, record: Buffer): Buffer => {
  const entry = keys.encryption.find(({ id }) => id === record[0])
  if (!entry) throw new Error(`The encryption key ${record[0]} is not known.`)
  const nonce = record.subarray(1, 1 + nonceLength)
  const decipher = createDecipheriv('aes-256-gcm', ready(entry.key), nonce)
  decipher.setAAD(Buffer.from(place))
  decipher.setAuthTag(record.subarray(1 + nonceLength, 1 + nonceLength + tagLength))
  return Buffer.concat([decipher.update(record.subarray(1 + nonceLength + tagLength)), decipher.final()])
}

/** Keys made ready once: making one ready for every value costs more than the encrypting. */
const readyKeys = new WeakMap<Buffer, KeyObject>()

const ready = (key: Buffer): KeyObject => {
  const known = readyKeys.get(key)
  if (known) return known
  const made = createSecretKey(key)
  readyKeys.set(key, made)
  return made
}

/** A keyed hash by which an encrypted value is found again, per school: equal values at two schools differ. */
export const blindIndex = (keys: Keys, schoolId: number, value: string): Buffer =>
  createHmac('sha256', ready(keys.index)).update(`${schoolId}:${value}`).digest()

/** Where an SSN stands and whose it is: authenticated with it, so that it opens for no other student (security 50). */
export type SsnPlace = `${'students' | 'dependents'}.ssn:${number}`
export const ssnPlace = (table: 'students' | 'dependents', studentId: number): SsnPlace =>
  `${table}.ssn:${studentId}`

/** The first byte of an SSN that is bound to its student: the ids of keys, where older ones begin, begin at 1. */
const bound = Buffer.from([0])

/** An SSN (nine digits), encrypted for one student. */
export const closeSsn = (keys: Keys, place: SsnPlace, digits: string): Buffer =>
  Buffer.concat([bound, encrypt(keys, place, digits)])

/** The nine digits; throws where they were changed, moved to another student, or their key is gone. */
export const openSsn = (keys: Keys, place: SsnPlace, cipher: Buffer): string => {
  if (cipher[0] !== bound[0]) throw new Error('This SSN is not bound to its student.')
  return decrypt(keys, place, cipher.subarray(1)).toString()
}

/** A student's SSN (nine digits) as the three columns it is stored in. */
export const sealSsn = (
  keys: Keys,
  student: { readonly id: number; readonly school_id: number },
  digits: string,
): { ssn_cipher: Buffer; ssn_index: Buffer; ssn_last_four: string } => ({
  ssn_cipher: closeSsn(keys, ssnPlace('students', student.id), digits),
  ssn_index: blindIndex(keys, student.school_id, digits),
  ssn_last_four: digits.slice(-4),
})

/** 256 random bits, as text for cookies and links. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** How a token is stored. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()

export const sign = (keys: Keys, text: string): string =>
  createHmac('sha256', ready(keys.token)).update(text).digest('base64url')

/** Compares without telling by its time where two texts part. */
export const isSame = (one: string, other: string): boolean => {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
