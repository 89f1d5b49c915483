import type { FieldChange } from '#contract/history/shapes.ts'
import type { Context } from '../../context.ts'
import { recordHistory } from '../../history/index.ts'
import { endSessions } from '../../http/session.ts'
import { sendLater, type Message } from '../messages.ts'
import type { Account } from '../queries.ts'

/** Whoever changes a proof: the signed-in person, or the one that a link was made for. */
export type Changing = Omit<Context, 'caller'> & { readonly caller: { readonly id: number } }

/** Writes down that a proof of somebody's changed. Secrets stand in no history. */
export const recordProofChange = async (
  context: Changing,
  account: Account,
  kind: 'password_changed' | 'two_factor_changed',
  change: FieldChange,
): Promise<void> => {
  await recordHistory(context, { kind }, [
    { kind, subject: { type: 'user', id: account.id }, changes: [change] },
  ])
}

/** What follows wherever a proof changes: other sessions and waiting logins end, and their owner is told. */
export const announceProofChange = async (
  context: Changing,
  account: Account,
  message: Message,
  ownSession?: number,
): Promise<void> => {
  await endSessions(context.db, account.id, ownSession)
  await context.db.deleteFrom('pending_logins').where('user_id', '=', account.id).execute()
  await sendLater(context, account, message)
}
