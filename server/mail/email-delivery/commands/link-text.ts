import { sql, type RawBuilder } from 'kysely'
import * as z from 'zod/mini'
import type { Context } from '#server/platform/context.ts'
import { encryptedColumn } from '#server/platform/lib/encrypted-column.ts'
import { decrypt, encrypt, type Keys } from '#server/platform/lib/crypt.ts'

/** The address of an encrypted email text, so that it can’t be decrypted for another. */
interface Place {
  readonly kind: string
  readonly to_address: string
}

const placeOf = (email: Place): string => `outbox.body:${email.kind}:${email.to_address}`

export const linkTexts = encryptedColumn('emails', 'body_cipher', ['kind', 'to_address'], placeOf)

/** The content of an email with a one-time link or a code. It’s only ever stored encrypted. */
const linkText = z.object({ html: z.string(), text: z.string() })
type LinkText = z.output<typeof linkText>

/** Encrypts the text of an email with a one-time link. */
export const sealLinkText = (keys: Keys, email: Place, text: LinkText): Buffer =>
  encrypt(keys, placeOf(email), JSON.stringify(text))

/** Decrypts the text of an email with a one-time link. Throws if it was changed, moved or cleared. */
export const openLinkText = (
  keys: Keys,
  email: Place & { readonly body_cipher: Buffer | null },
): LinkText => {
  if (email.body_cipher === null) throw new Error('The link in this email was deleted.')
  return linkText.parse(JSON.parse(decrypt(keys, placeOf(email), email.body_cipher).toString()))
}

/** Why an email with a one-time link isn’t sent any more. */
export const linkIsGone = 'Its link or code was used, replaced or expired.'

/** Deletes the texts of emails with one-time links, and cancels those that are queued. */
export const clearLinkTexts = async (
  { db }: Pick<Context, 'db'>,
  condition: RawBuilder<boolean>,
): Promise<void> => {
  // scope: emails with links are about accounts, of no school; the condition names the student of a code
  await sql`update emails set body_cipher = null,
      error = case state when 'queued' then ${linkIsGone} else error end,
      state = case state when 'queued' then 'canceled' else state end
    where body_cipher is not null and ${condition}`.execute(db)
}

/** Deletes the texts of emails whose one-time link has expired, 500 at once. Skips rows that are locked. */
export const clearExpiredLinks = (context: Pick<Context, 'db' | 'clock'>): Promise<void> => {
  const now = context.clock.now().toISOString()
  // scope: what has expired, of every school
  const expired = sql<boolean>`id in (select id from emails
    where body_cipher is not null and link_expires_at <= ${now}::timestamptz limit 500 for update skip locked)`
  return clearLinkTexts(context, expired)
}
