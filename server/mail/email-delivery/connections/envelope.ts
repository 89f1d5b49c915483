import type { Services } from '#server/platform/context.ts'
import type { Keys } from '#server/platform/lib/crypt.ts'
import { saveLayout } from '../record.ts'
import type { SavedLayout } from '../queries/layouts.ts'
import { openLinkText } from '../commands/link-text.ts'
import { addFormToken, hasFormLink } from '../rules/form-links.ts'
import { fillLayout, type Layout } from '../rules/layout-source.ts'
import { schoolSiteAddress } from '#server/setup/site/index.ts'
import { SendError, type Envelope } from './smtp.ts'

type Writing = Pick<Services, 'db' | 'clock' | 'keys' | 'settings' | 'log'>

/** An email that’s being sent. */
export interface SendingEmail {
  readonly id: number
  readonly kind: string
  readonly to_address: string
  readonly to_name: string
  readonly subject: string
  readonly body: string | null
  readonly body_cipher: Buffer | null
  readonly html: string | null
  readonly language: string
  readonly message_id: string
  readonly school_id: number | null
  readonly form_submission_id: number | null
  readonly sender_name: string | null
  readonly reply_to: string | null
}

/** The saved layouts of emails by the ID of the email. */
export type Layouts = ReadonlyMap<number, SavedLayout>

/**
 * Returns the layouts of the emails that have HTML. Those that can’t be made are left out: their emails are tried
 * again later (`envelopeOf`).
 */
export const prepareLayouts = async (
  services: Writing,
  emails: readonly SendingEmail[],
): Promise<Layouts> => {
  const made = new Map<number, SavedLayout>()
  const alike = Map.groupBy(
    emails.filter(({ html, body_cipher: cipher }) => html !== null || cipher !== null),
    ({ school_id, language }) => `${school_id} ${language}`,
  )
  for (const [first, ...others] of alike.values()) {
    if (!first) continue
    try {
      const layout = await saveLayout(services, first)
      for (const { id } of [first, ...others]) made.set(id, layout)
    } catch (error) {
      services.log.warn({ err: error, school: first.school_id }, 'Couldn’t lay out emails. Retrying.')
    }
  }
  return made
}

/**
 * Returns an email for the wire; null if its one-time link isn’t valid any more.
 * @throws SendError without a reply code if its layout is missing, so that it’s tried again
 */
export const envelopeOf = (
  { clock, keys, settings }: Writing,
  email: SendingEmail,
  layouts: Layouts,
): Envelope | null => {
  const content = contentOf(keys, email)
  if (content === null) return null
  return {
    messageId: email.message_id,
    from: { name: email.sender_name ?? 'Shipmate', address: settings.emailFrom ?? '' },
    to: { name: email.to_name, address: email.to_address },
    replyTo: email.reply_to,
    subject: email.subject,
    text: content.text,
    html: content.html === null ? null : htmlOf(email, content.html, layouts.get(email.id)),
    date: clock.now(),
    dkim: settings.dkim,
  }
}

/** Returns the text of an email, decrypted if it has a one-time link; null if the link isn’t valid any more. */
const contentOf = (keys: Keys, email: SendingEmail): { text: string; html: string | null } | null => {
  if (email.body !== null) return { text: email.body, html: email.html }
  return email.body_cipher && openLinkText(keys, email)
}

const htmlOf = ({ subject }: SendingEmail, html: string, layout: Layout | undefined): string => {
  if (layout) return fillLayout(layout, { html, subject })
  throw new SendError({
    message: 'Shipmate couldn’t lay out this email.',
    code: undefined,
    isHandedOver: false,
  })
}

/** Makes a token that opens a form of a school; null if its policy year has ended. */
export type IssueFormToken = (form: {
  readonly school_id: number
  readonly id: number
}) => Promise<string | null>

/**
 * Returns an email for the wire with a new token in the links that open its form. It’s only made now, so that neither the
 * database nor its copies have it.
 * @throws SendError without a reply code if the token can’t be saved, so that it’s tried again
 */
export const withFormToken = async (
  { db, settings, log }: Writing,
  { id: emailId, school_id, form_submission_id: id }: SendingEmail,
  envelope: Envelope,
  issue: IssueFormToken,
): Promise<Envelope> => {
  const { text, html } = envelope
  if (school_id === null || id === null) return envelope
  if (![text, html ?? ''].some(hasFormLink)) return envelope
  try {
    const token = await issue({ school_id, id })
    if (token === null) return envelope
    const site = await schoolSiteAddress({ db, settings }, school_id)
    return {
      ...envelope,
      text: addFormToken(text, site, token),
      html: html && addFormToken(html, site, token),
    }
  } catch (error) {
    log.warn({ err: error, email: emailId }, 'Couldn’t make the link of an email. Retrying.')
    throw new SendError({ message: 'The database wasn’t available.', code: undefined, isHandedOver: false })
  }
}
