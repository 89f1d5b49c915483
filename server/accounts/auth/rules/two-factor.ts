import { randomInt } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { encryptedColumn } from '#server/platform/lib/encrypted-column.ts'
import { decrypt, encrypt, isSame, type Keys } from '#server/platform/lib/crypt.ts'

const period = 30
const issuer = 'Shipmate'
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const codeCount = 8
/** Time steps before and after the current one whose codes are accepted, because clocks differ. */
const window = 1

/** Returns a new secret in base32: 160 bits, as long as its hash. */
export const newSecret = (): string => new Secret({ size: 20 }).base32

const letters = (count: number): string =>
  Array.from({ length: count }, () => alphabet[randomInt(alphabet.length)]).join('')

/** Returns a recovery code: 10 letters and digits, a hyphen, 10 more (119 random bits). */
export const newRecoveryCode = (): string => `${letters(10)}-${letters(10)}`
export const newRecoveryCodes = (): string[] => Array.from({ length: codeCount }, newRecoveryCode)

const secretPlace = (userId: number): string => `users.two_factor_secret:${userId}`
const codesPlace = (userId: number): string => `users.two_factor_recovery_codes:${userId}`

export const twoFactorColumns = [
  encryptedColumn('users', 'two_factor_secret', ['id'], ({ id }) => secretPlace(id)),
  encryptedColumn('users', 'two_factor_recovery_codes', ['id'], ({ id }) => codesPlace(id)),
]

export const sealSecret = (keys: Keys, userId: number, secret: string): Buffer =>
  encrypt(keys, secretPlace(userId), secret)
export const openSecret = (keys: Keys, userId: number, sealed: Buffer): string =>
  decrypt(keys, secretPlace(userId), sealed).toString()
export const sealCodes = (keys: Keys, userId: number, codes: readonly string[]): Buffer =>
  encrypt(keys, codesPlace(userId), codes.join(' '))
export const openCodes = (keys: Keys, userId: number, sealed: Buffer): string[] =>
  decrypt(keys, codesPlace(userId), sealed).toString().split(' ')

/** Returns a code without what notes and text programs add or change: blanks, dashes and invisible characters. */
const bareCode = (code: string): string => code.normalize('NFKC').replaceAll(/[\s\p{Pd}\p{Cf}\u2212]/gu, '')

/** Returns the 30-second time step of a code, the latest if several match; null if none does. */
export const matchStep = (secret: string, code: string, now: Date): number | null => {
  const totp = new TOTP({ secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period })
  const current = TOTP.counter({ period, timestamp: now.getTime() })
  const typed = bareCode(code)
  let found: number | null = null
  for (let step = current - window; step <= current + window; step += 1)
    if (isSame(totp.generate({ timestamp: step * period * 1000 }), typed)) found = step
  return found
}

/** Returns the index of a recovery code in the list, or -1. Compares every one to take constant time. */
export const matchRecoveryCode = (codes: readonly string[], typed: string): number => {
  let found = -1
  const bare = bareCode(typed)
  for (const [index, code] of codes.entries()) if (isSame(bareCode(code), bare)) found = index
  return found
}

/** Percent-encodes by RFC 3986, which is stricter than encodeURIComponent. */
const encodeUri = (text: string): string =>
  encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  )

/** Returns the otpauth URL that authenticator apps read. */
export const otpauthUrl = (email: string, secret: string): string => {
  const name = encodeUri(issuer)
  return `otpauth://totp/${name}:${encodeUri(email)}?secret=${secret}&issuer=${name}&algorithm=SHA1&digits=6&period=${period}`
}

/** Returns the URL as an SVG QR code of 192 pixels, without margin or prolog. */
export const qrCodeOf = async (url: string): Promise<string> => {
  const { toString: draw } = await import('qrcode')
  return draw(url, { type: 'svg', width: 192, margin: 0, color: { dark: '#2D3748', light: '#ffffff' } })
}
