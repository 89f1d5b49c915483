import type * as endpoints from '#contract/accounts/users/endpoints.ts'
import type { User } from '#contract/accounts/users/shapes.ts'
import { checkEmailLink, checkOwnPassword, resetTwoFactorOf } from '#server/accounts/auth/index.ts'
import { requireConfirmation } from '#server/platform/http/confirmation.ts'
import type { Context } from '#server/platform/context.ts'
import { listSetUpHistory } from '#server/platform/history/index.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import { pageMetaOf } from '#server/platform/lib/table.ts'
import { problem } from '#server/platform/problem.ts'
import { asksForPassword, confirmEmail } from './commands/change-email.ts'
import { checkFirstAdmin, createFirstAdmin } from './commands/first-admin.ts'
import { endAllSessions, endSession, removeUser } from './commands/remove-user.ts'
import { inviteUser, inviteAgain } from './commands/invite-user.ts'
import { assertMayChange, updateUser } from './commands/update-user.ts'
import { presentSession, presentUser } from './present.ts'
import { findUser, listSessions, listUsers } from './queries.ts'

const get = async (context: Context, id: number): Promise<User> => {
  const user = await findUser(context, id)
  if (!user) throw problem.notFound()
  return presentUser(user)
}

export const handlers: Handlers<typeof endpoints> = {
  listUsers: async (context, { query }) => {
    const { rows, total } = await listUsers(context, query)
    return { data: rows.map(presentUser), meta: pageMetaOf(query, total, rows.length) }
  },

  createUser: (context, { body }) => inviteUser(context, body),

  getUser: (context, { params }) => get(context, params.id),

  updateUser: {
    prove: async (context, { params, body }) => {
      assertMayChange(context, body)
      if (params.id === context.caller.id && body.is_disabled === true) requireConfirmation(context)
      if (asksForPassword(context.caller, params.id, body.email))
        await checkOwnPassword(context, body.current_password ?? '', 'current_password')
      return async (inside) => {
        await updateUser(inside, params.id, body)
        return get(inside, params.id)
      }
    },
  },

  removeUser: (context, { params }) => {
    if (params.id === context.caller.id) requireConfirmation(context)
    return removeUser(context, params.id)
  },

  listUserHistory: async (context, { params, query }) => {
    const user = await get(context, params.id)
    return listSetUpHistory(context, { type: 'user', id: user.id }, query)
  },

  inviteAgain: (context, { params, body }) => inviteAgain(context, params.id, body?.send_email ?? true),

  resetTwoFactor: (context, { params }) => resetTwoFactorOf(context, params.id),

  listSessions: async (context, { params }) => {
    const user = await get(context, params.id)
    const rows = await listSessions(context, user.id)
    return rows.map((row) => presentSession(row, context.caller.session_id))
  },

  endSession: (context, { params }) => endSession(context, params.id, params.session),

  endSessions: (context, { params }) => endAllSessions(context, params.id),

  confirmEmail: {
    prove: async (context, { body }) => {
      const link = await checkEmailLink(context, body.token)
      return async (inside) => ({ email: await confirmEmail(inside, link) })
    },
  },

  createFirstAdmin: {
    prove: async (context, { body }, http) => {
      const proof = await checkFirstAdmin(context, body)
      return (inside) => createFirstAdmin(inside, proof, body, http)
    },
  },
}
