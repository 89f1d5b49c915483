import { openLinkText } from '#server/mail/email-delivery/index.ts'
import type { TestServices } from './test-services.ts'

/** Returns the emails to an address, in order: kind and text. The text of one with a link is opened. */
export const emailsTo = async (
  { owner, services }: TestServices,
  address: string,
): Promise<{ kind: string; text: string }[]> => {
  const rows = await owner
    .selectFrom('emails')
    .select(['kind', 'subject', 'body', 'to_name', 'to_address', 'body_cipher'])
    .where('to_address', '=', address)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    kind: row.kind,
    text: row.body_cipher === null ? (row.body ?? '') : openLinkText(services.keys, row).text,
  }))
}

/** Returns the link in a text. */
export const linkIn = (text: string | undefined): URL =>
  new URL(/http\S+/.exec(text ?? '')?.[0] ?? 'http://none')
