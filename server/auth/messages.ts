import type { Context } from '../context.ts'
import type { Account } from './queries.ts'
import { decrypt, encrypt, type Keys } from '../lib/crypt.ts'
import { linkSeconds, type LinkPurpose } from './rules.ts'

type Person = Pick<Account, 'email' | 'first_name' | 'last_name'>

/** A mail as it rests in the outbox. */
export interface Message {
  readonly kind: string
  readonly subject: string
  readonly body: string
}

const letter = (person: Person, ...paragraphs: string[]): string =>
  [`Hello ${person.first_name},`, ...paragraphs, 'Shipmate'].join('\n\n')

const unlessYou = 'If this was not you, reset your password at once and tell your administrator.'

/** The mail that carries a link. */
const linkMessage = (purpose: LinkPurpose, person: Person, link: string): Message =>
  purpose === 'invite'
    ? {
        kind: 'invite',
        subject: 'Your Shipmate account',
        body: letter(
          person,
          'An account was made for you. Choose your password here within 7 days:',
          link,
          'The link works once.',
        ),
      }
    : {
        kind: 'reset_link',
        subject: 'Reset your Shipmate password',
        body: letter(
          person,
          'You, or somebody else, asked to reset your password. Choose a new one here within 60 minutes:',
          link,
          'The link works once. If you did not ask for it, you need not do anything.',
        ),
      }

export const passwordNotice = (person: Person): Message => ({
  kind: 'password_changed',
  subject: 'Your Shipmate password was changed',
  body: letter(person, 'The password of your account was just changed.', unlessYou),
})

/** `what` goes on after 'Two-factor authentication of your account'. */
export const twoFactorNotice = (person: Person, what: string): Message => ({
  kind: 'two_factor_changed',
  subject: 'Your Shipmate sign-in was changed',
  body: letter(person, `Two-factor authentication of your account ${what}.`, unlessYou),
})

type Sending = Pick<Context, 'db' | 'clock'>

const rowOf = ({ clock }: Pick<Context, 'clock'>, to: Person) => ({
  to_address: to.email,
  to_name: `${to.first_name} ${to.last_name}`,
  created_at: clock.now().toISOString(),
})

/** Puts a mail into the outbox, in the transaction of its reason. */
export const sendLater = async (context: Sending, to: Person, message: Message): Promise<void> => {
  await context.db
    .insertInto('outbox')
    .values({ ...message, ...rowOf(context, to) })
    .execute()
}

/** Where the text of a mail stands: authenticated with it, so that it opens for no other address. */
const placeOf = (mail: { readonly kind: string; readonly to_address: string }): string =>
  `outbox.body:${mail.kind}:${mail.to_address}`

/** Puts a mail with a one-time link into the outbox, its text encrypted. The one before it says nothing any more. */
export const sendLinkLater = async (
  context: Sending & Pick<Context, 'house'>,
  to: Person & Pick<Account, 'id'>,
  purpose: LinkPurpose,
  link: string,
): Promise<void> => {
  const { kind, subject, body } = linkMessage(purpose, to, link)
  const row = { kind, subject, ...rowOf(context, to) }
  const ends = context.clock.now().getTime() + linkSeconds[purpose] * 1000
  await wipeLinks(context.db, to.id, kind)
  await context.db
    .insertInto('outbox')
    .values({
      ...row,
      body_cipher: encrypt(context.house.keys, placeOf(row), body),
      link_of: to.id,
      link_expires_at: new Date(ends).toISOString(),
    })
    .execute()
}

/** The text of a mail with a link; throws where it was changed, moved or wiped. Whoever delivers it wipes it then. */
export const openLinkMail = (
  keys: Keys,
  mail: { readonly kind: string; readonly to_address: string; readonly body_cipher: Buffer | null },
): string => {
  if (mail.body_cipher === null) throw new Error('The link of this mail is gone.')
  return decrypt(keys, placeOf(mail), mail.body_cipher).toString()
}

/** Wipes the texts of a person's mails with links that are no longer good; `kind` only those of one sort. */
export const wipeLinks = async (db: Context['db'], userId: number, kind?: string): Promise<void> => {
  const links = db.updateTable('outbox').set({ body_cipher: null }).where('link_of', '=', userId)
  await (kind === undefined ? links : links.where('kind', '=', kind))
    .where('body_cipher', 'is not', null)
    .execute()
}
