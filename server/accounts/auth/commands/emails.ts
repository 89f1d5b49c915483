import { sql } from 'kysely'
import type { Context } from '#server/platform/context.ts'
import {
  mergeText,
  prepareAccountEmail,
  type MergedText,
  type MergeValues,
} from '#server/mail/email-templates/index.ts'
import { clearLinkTexts, queueEmails, sealLinkText } from '#server/mail/email-delivery/index.ts'
import type { Account } from '../queries.ts'
import { linkSeconds, type LinkPurpose } from '../rules/sign-in.ts'

type Person = Pick<Account, 'email' | 'first_name' | 'last_name'>

/** An email about an account: its template, and the values of its merge fields besides the user’s. */
export interface Message {
  readonly kind:
    'invite' | 'reset_link' | 'email_change' | 'password_changed' | 'two_factor_changed' | 'emergency_access'
  readonly values: MergeValues
}

export const passwordNotice: Message = { kind: 'password_changed', values: {} }

/** Returns the email about a change of how someone signs in; `what` is a whole sentence or more. */
export const signInNotice = (what: string): Message => ({
  kind: 'two_factor_changed',
  values: { 'notice.text': what },
})

/** What a link that is emailed is for. The first admin’s is printed at the start. */
type EmailedPurpose = Exclude<LinkPurpose, 'first_admin'>

const linkKinds = {
  invite: { kind: 'invite', validFor: '7 days' },
  reset: { kind: 'reset_link', validFor: '60 minutes' },
  email: { kind: 'email_change', validFor: '24 hours' },
} as const satisfies Record<EmailedPurpose, { kind: Message['kind']; validFor: string }>

const linkMessage = (purpose: EmailedPurpose, link: string): Message => {
  const { kind, validFor } = linkKinds[purpose]
  return { kind, values: { 'link.address': link, 'link.valid_for': validFor } }
}

type Sending = Pick<Context, 'db' | 'clock'>

const addressOf = (to: Person) => ({
  to_address: to.email,
  to_name: `${to.first_name} ${to.last_name}`,
})

const written = async ({ db }: Sending, to: Person, { kind, values }: Message): Promise<MergedText> =>
  mergeText(await prepareAccountEmail(db, kind), {
    'user.first_name': to.first_name,
    'user.last_name': to.last_name,
    'user.email': to.email,
    ...values,
  })

/** Queues an email, in the transaction of its cause. */
export const sendLater = async (context: Sending, to: Person, message: Message): Promise<void> => {
  const { subject, html, text } = await written(context, to, message)
  await queueEmails(context, [{ kind: message.kind, subject, html, body: text, ...addressOf(to) }])
}

/** Queues an email with a one-time link, with its text encrypted. Clears the text of the previous one. */
export const sendLinkLater = async (
  context: Sending & Pick<Context, 'services'>,
  to: Person & Pick<Account, 'id'>,
  purpose: EmailedPurpose,
  link: string,
): Promise<void> => {
  const message = linkMessage(purpose, link)
  const { subject, html, text } = await written(context, to, message)
  const email = { kind: message.kind, subject, ...addressOf(to) }
  const ends = context.clock.now().getTime() + linkSeconds[purpose] * 1000
  await clearLinks(context.db, to.id, message.kind)
  await queueEmails(context, [
    {
      ...email,
      body_cipher: sealLinkText(context.services.keys, email, { html, text }),
      link_of: to.id,
      link_expires_at: new Date(ends).toISOString(),
    },
  ])
}

/** Clears the texts of a user’s emails with links that are no longer valid, or only those of one `kind`. */
export const clearLinks = (db: Context['db'], userId: number, kind?: string): Promise<void> =>
  clearLinkTexts(
    { db },
    kind === undefined
      ? sql<boolean>`link_of = ${userId}`
      : sql<boolean>`link_of = ${userId} and kind = ${kind}`,
  )
