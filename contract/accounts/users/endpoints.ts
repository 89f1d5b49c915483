import * as z from 'zod/mini'
import { empty, endpoint, list, one, page } from '#contract/platform/endpoint.ts'
import { idParams, idText, text } from '#contract/platform/fields.ts'
import { historyColumns, historyEntry } from '#contract/platform/history/shapes.ts'
import { tableQuery } from '#contract/platform/table-query.ts'
import {
  firstAdmin,
  invitation,
  invitedUser,
  newUser,
  user,
  userChange,
  userColumns,
  userSession,
} from './shapes.ts'

export const listUsers = endpoint({
  method: 'GET',
  path: '/api/users',
  access: 'admin',
  limit: 'searches',
  summary: 'Lists users, including those who haven’t accepted their invitation.',
  query: z.strictObject(tableQuery(userColumns)),
  reply: page(user),
})

export const createUser = endpoint({
  method: 'POST',
  path: '/api/users/create',
  access: 'admin',
  grantsAccess: true,
  summary: 'Invites someone by email. Returns the user and their one-time link, valid for 7 days.',
  idempotent: true,
  body: newUser,
  reply: one(invitedUser),
  status: 201,
})

export const getUser = endpoint({
  method: 'GET',
  path: '/api/users/:id',
  access: 'self',
  summary: 'Returns a user.',
  params: idParams,
  reply: one(user),
})

export const updateUser = endpoint({
  method: 'PUT',
  path: '/api/users/:id',
  access: 'self',
  summary:
    'Updates a user. Fields you leave out don’t change. Your own new email address applies once you confirm it. Another’s address, permission, schools and enabling ask for your password.',
  grantsAccess: 'for some requests',
  params: idParams,
  body: userChange,
  literal: ['current_password'],
  reply: one(user),
})

export const removeUser = endpoint({
  method: 'DELETE',
  path: '/api/users/:id',
  access: 'admin',
  asksPassword: 'for some requests',
  summary:
    'Removes a user and ends their sessions. Their name stays in the history. Removing yourself asks for your password.',
  params: idParams,
  reply: empty(),
})

/** The history of a user. */
export const listUserHistory = endpoint({
  method: 'GET',
  path: '/api/users/:id/history',
  access: 'admin',
  limit: 'searches',
  summary: 'Lists changes to a user, newest first.',
  params: idParams,
  query: z.strictObject(tableQuery(historyColumns)),
  reply: page(historyEntry),
})

/** Another link for someone who hasn’t set a password yet. */
export const inviteAgain = endpoint({
  method: 'POST',
  path: '/api/users/:id/invite',
  access: 'admin',
  grantsAccess: true,
  summary:
    'Creates a new one-time link for an invited user, by default also by email. The old link stops working.',
  params: idParams,
  body: z.nullish(z.strictObject({ send_email: z.optional(z.boolean()) })),
  reply: one(invitation),
  status: 201,
})

/** An admin helps someone who lost their phone. */
export const resetTwoFactor = endpoint({
  method: 'DELETE',
  path: '/api/users/:id/two-factor',
  access: 'admin',
  grantsAccess: true,
  summary: 'Turns off a user’s two-factor authentication, ends their sessions and tells them by email.',
  params: idParams,
  reply: empty(),
})

export const listSessions = endpoint({
  method: 'GET',
  path: '/api/users/:id/sessions',
  access: 'self',
  summary: 'Lists a user’s open sessions, the latest activity first.',
  params: idParams,
  reply: list(userSession),
})

export const endSession = endpoint({
  method: 'DELETE',
  path: '/api/users/:id/sessions/:session',
  access: 'self',
  summary: 'Ends a session of a user.',
  params: z.strictObject({ id: idText, session: idText }),
  reply: empty(),
})

/** Ends all sessions at once. */
export const endSessions = endpoint({
  method: 'DELETE',
  path: '/api/users/:id/sessions',
  access: 'self',
  summary: 'Ends all sessions of a user, except the one that makes the call.',
  params: idParams,
  reply: empty(),
})

/** The link in the email about a new address. Signed-in users can open it, too. */
export const confirmEmail = endpoint({
  method: 'POST',
  path: '/confirm-email',
  access: 'anyone',
  limit: 'own',
  summary: 'Confirms a user’s new email address with the token of a link.',
  body: z.strictObject({ token: text(200) }),
  reply: one(z.object({ email: z.string() })),
})

/** The link that the server’s start printed. It signs in, so that no one types the password twice. */
export const createFirstAdmin = endpoint({
  method: 'POST',
  path: '/first-admin',
  access: 'anyone',
  limit: 'own',
  guestsOnly: true,
  summary: 'Saves the name and password of the first admin with the token of their link, and signs them in.',
  body: firstAdmin,
  literal: ['password'],
  reply: empty(),
})
