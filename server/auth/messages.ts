import type { Context } from '../context.ts'
import type { Account } from './queries.ts'
import type { LinkPurpose } from './rules.ts'

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
export const linkMessage = (purpose: LinkPurpose, person: Person, link: string): Message =>
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

/** Puts a mail into the outbox, in the transaction of its reason. */
export const sendLater = async (
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  to: Person,
  message: Message,
): Promise<void> => {
  await db
    .insertInto('outbox')
    .values({
      ...message,
      to_address: to.email,
      to_name: `${to.first_name} ${to.last_name}`,
      created_at: clock.now().toISOString(),
    })
    .execute()
}
