import type { FieldChange } from '#contract/history/shapes.ts'
import type { Services } from '../context.ts'
import { encrypt } from '../lib/crypt.ts'

/** A secret of a school’s settings as it’s sent: missing keeps it, null removes it. */
type SentSecret = string | null | undefined

/** Returns the column of a sent secret; none if it stays. `place` is the ciphertext’s authenticated data. */
export const secretColumn = (
  { keys }: Pick<Services, 'keys'>,
  place: string,
  secret: SentSecret,
): { readonly secret_cipher?: Buffer | null } => {
  if (secret === undefined) return {}
  return { secret_cipher: secret === null ? null : encrypt(keys, place, secret) }
}

/** Returns what the history says about a sent secret: that it was changed, never what it is. */
export const secretChanges = (field: string, had: boolean, secret: SentSecret): FieldChange[] =>
  secret === undefined || (secret === null && !had)
    ? []
    : [{ field, before: had ? 'Saved' : null, after: secret === null ? null : 'Replaced' }]
