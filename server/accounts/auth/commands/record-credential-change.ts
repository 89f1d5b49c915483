import type { FieldChange } from '#contract/platform/history/shapes.ts'
import type { Context } from '#server/platform/context.ts'
import { recordHistory } from '#server/platform/history/index.ts'
import { sendLater, type Message } from '../messages.ts'
import type { Account } from '../queries.ts'
import { voidAccess } from './void-access.ts'

/** The user who changes credentials: signed in, or the recipient of a link. */
export type CredentialChange = Omit<Context, 'caller'> & { readonly caller: { readonly id: number } }

/** Records in the history that a user’s credentials changed, without any secrets. */
export const recordCredentialChange = async (
  context: CredentialChange,
  account: Account,
  kind: 'password_changed' | 'two_factor_changed',
  change: FieldChange,
): Promise<void> => {
  await recordHistory(context, { kind }, [
    { kind, subject: { type: 'user', id: account.id }, changes: [change] },
  ])
}

/** Ends what is open in the user’s name except `ownSession`, and notifies them by email. */
export const emailCredentialChange = async (
  context: CredentialChange,
  account: Account,
  message: Message,
  ownSession?: number,
): Promise<void> => {
  await voidAccess(context.db, account.id, ownSession === undefined ? 'none' : { id: ownSession })
  await sendLater(context, account, message)
}
