import type { FieldChange } from '#contract/platform/history/shapes.ts'
import type { Services } from '#server/platform/context.ts'
import { encryptedColumn } from '#server/platform/lib/encrypted-column.ts'
import { decryptBound, encryptBound, type Keys } from '#server/platform/lib/crypt.ts'
import { slugFrom } from '#server/platform/lib/slug.ts'

/** Returns the slug for a school’s name; 'school' for a name without Latin letters. */
export const slugOf = (name: string): string => slugFrom(name) || 'school'

export const isTimeZone = (name: string): boolean => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name }).format(0)
    return true
  } catch {
    return false
  }
}

/** Returns whether text starts like an SVG: the drawing itself, or what can precede it. */
export const isDrawing = (head: string): boolean =>
  /^\uFEFF?\s*(<\?xml|<!--|<!DOCTYPE svg|<svg)/i.test(head) && head.includes('<svg')

/** A secret of a school’s settings as it’s sent: missing keeps it, null removes it. */
type SentSecret = string | null | undefined

const originOf = (address: string | null): string =>
  address !== null && URL.canParse(address) ? new URL(address).origin : (address ?? '')

/** The address that a secret belongs to: a clearinghouse’s origin; all of an issuer, which is a client’s registration. */
const secretTarget = {
  eligibility_settings: originOf,
  sign_in_settings: (issuer: string | null): string => issuer ?? '',
} as const
type SecretTable = keyof typeof secretTarget

/** Which secret it is: its settings, school and address. All are the ciphertext’s authenticated data. */
interface SecretPlace {
  readonly table: SecretTable
  readonly schoolId: number
  readonly target: string
}

/** Returns the place of a secret that’s sent to an address. */
export const placeOfSecret = (table: SecretTable, schoolId: number, address: string | null): SecretPlace => ({
  table,
  schoolId,
  target: secretTarget[table](address),
})

const authenticated = ({ table, schoolId, target }: SecretPlace): string =>
  `${table}.secret_cipher:${schoolId}:${target}`

export const providerSecrets = [
  encryptedColumn(
    'eligibility_settings',
    'secret_cipher',
    ['school_id', 'address'],
    ({ school_id, address }) => authenticated(placeOfSecret('eligibility_settings', school_id, address)),
  ),
  encryptedColumn('sign_in_settings', 'secret_cipher', ['school_id', 'issuer'], ({ school_id, issuer }) =>
    authenticated(placeOfSecret('sign_in_settings', school_id, issuer)),
  ),
]

/** Encrypts a secret for one school and address. */
export const sealSecret = (keys: Keys, place: SecretPlace, secret: string): Buffer =>
  encryptBound(keys, authenticated(place), secret)

/** Decrypts a secret. Throws if it belongs to another school or address. */
export const openSecret = (keys: Keys, place: SecretPlace, cipher: Buffer): string =>
  decryptBound(keys, authenticated(place), cipher).toString()

/** A change of settings with a secret: what is saved, and where the secret would be sent. */
interface SecretChange {
  readonly saved: { readonly cipher: Buffer | null; readonly place: SecretPlace } | null
  readonly place: SecretPlace
  readonly secret: SentSecret
}

/** Returns the secret as it’s saved then. A new address drops the saved one: it must not be sent there. */
const settled = ({ saved, place, secret }: SecretChange): SentSecret =>
  secret === undefined && saved?.cipher && saved.place.target !== place.target ? null : secret

/** Returns the column of a changed secret; none if it stays. */
export const secretColumn = (
  { keys }: Pick<Services, 'keys'>,
  change: SecretChange,
): { readonly secret_cipher?: Buffer | null } => {
  const secret = settled(change)
  if (secret === undefined) return {}
  return { secret_cipher: secret === null ? null : sealSecret(keys, change.place, secret) }
}

/** Returns the error of settings that need a secret and won’t have one: `missing`, or that a new address needs it again. */
export const secretIssue = (change: SecretChange, missing: string): string | null => {
  const secret = settled(change)
  if (secret === undefined) return change.saved?.cipher ? null : missing
  if (secret !== null) return null
  return change.secret === undefined
    ? 'Enter it again. The saved one belongs to the former address.'
    : missing
}

/** Returns what the history says about a changed secret: that it was changed, never what it is. */
export const secretChanges = (field: string, change: SecretChange): FieldChange[] => {
  const had = Boolean(change.saved?.cipher)
  const secret = settled(change)
  return secret === undefined || (secret === null && !had)
    ? []
    : [{ field, before: had ? 'Saved' : null, after: secret === null ? null : 'Replaced' }]
}
