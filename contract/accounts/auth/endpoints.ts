import * as z from 'zod/mini'
import { bare, empty, endpoint, one } from '#contract/platform/endpoint.ts'
import { emailAddress, text } from '#contract/platform/fields.ts'
import { texts } from '#contract/platform/problem.ts'
import { me } from './shapes.ts'

const password = z.string().check(z.minLength(1, texts.required), z.maxLength(1024))
const code = z.nullish(z.string().check(z.maxLength(100)))
/** The reply of calls without content: the JSON text `""`. */
const nothing = bare(z.literal(''))
const leniently = z.nullish(z.union([z.boolean(), z.string(), z.number()]))

export const login = endpoint({
  method: 'POST',
  path: '/login',
  access: 'anyone',
  limit: 'own',
  guestsOnly: true,
  summary: 'Signs in, or asks for a two-factor code.',
  body: z.strictObject({ email: text(254), password, remember: leniently }),
  literal: ['password'],
  reply: bare(
    z.union([
      z.object({
        two_factor: z.literal(true),
        /** Only if the user has a passkey: what completes the sign-in. Otherwise it’s a code. */
        methods: z.optional(z.array(z.enum(['passkey', 'code']))),
      }),
      z.object({ data: me, two_factor: z.literal(false) }),
    ]),
  ),
})

export const answerChallenge = endpoint({
  method: 'POST',
  path: '/two-factor-challenge',
  access: 'anyone',
  limit: 'own',
  guestsOnly: true,
  summary: 'Completes a two-factor sign-in with a code or a recovery code.',
  body: z.strictObject({ code, recovery_code: code }),
  reply: empty(),
})

export const logout = endpoint({
  method: 'POST',
  path: '/logout',
  access: 'signed-in',
  beforeFactor: true,
  summary:
    'Signs out of all sessions. Deletes the user’s drafts, unless the sign-out is because of inactivity.',
  query: z.strictObject({ reason: z.optional(z.literal('idle')) }),
  reply: empty(),
})

export const getMe = endpoint({
  method: 'GET',
  path: '/api/me',
  access: 'signed-in',
  beforeFactor: true,
  summary: 'Returns the signed-in user.',
  reply: one(me),
})

export const getCsrfCookie = endpoint({
  method: 'GET',
  path: '/sanctum/csrf-cookie',
  access: 'anyone',
  summary: 'Sets the anti-forgery cookie.',
  reply: empty(),
})

export const enableTwoFactor = endpoint({
  method: 'POST',
  path: '/user/two-factor-authentication',
  access: 'signed-in',
  beforeFactor: true,
  grantsAccess: true,
  summary: 'Starts two-factor setup. It stays off until confirmed.',
  body: z.nullish(z.strictObject({ force: leniently })),
  reply: nothing,
})

export const disableTwoFactor = endpoint({
  method: 'DELETE',
  path: '/user/two-factor-authentication',
  access: 'signed-in',
  beforeFactor: true,
  grantsAccess: true,
  summary: 'Turns off two-factor authentication.',
  reply: nothing,
})

export const getTwoFactorQrCode = endpoint({
  method: 'GET',
  path: '/user/two-factor-qr-code',
  access: 'signed-in',
  beforeFactor: true,
  grantsAccess: true,
  summary: 'Returns the QR code, or an empty list before setup starts.',
  reply: bare(z.union([z.object({ svg: z.string(), url: z.string() }), z.array(z.never())])),
})

export const getTwoFactorSecretKey = endpoint({
  method: 'GET',
  path: '/user/two-factor-secret-key',
  access: 'signed-in',
  beforeFactor: true,
  grantsAccess: true,
  summary: 'Returns the setup key for apps that can’t scan a QR code.',
  reply: bare(z.object({ secretKey: z.string() })),
})

export const confirmTwoFactor = endpoint({
  method: 'POST',
  path: '/user/confirmed-two-factor-authentication',
  access: 'signed-in',
  limit: 'own',
  beforeFactor: true,
  grantsAccess: true,
  summary: 'Confirms two-factor authentication with a first code.',
  body: z.strictObject({ code }),
  reply: nothing,
})

export const listRecoveryCodes = endpoint({
  method: 'GET',
  path: '/user/two-factor-recovery-codes',
  access: 'signed-in',
  beforeFactor: true,
  grantsAccess: true,
  summary: 'Returns the 8 recovery codes, or an empty list before setup starts.',
  reply: bare(z.array(z.string())),
})

export const renewRecoveryCodes = endpoint({
  method: 'POST',
  path: '/user/two-factor-recovery-codes',
  access: 'signed-in',
  beforeFactor: true,
  grantsAccess: true,
  summary: 'Creates 8 new recovery codes.',
  reply: nothing,
})

export const confirmPassword = endpoint({
  method: 'POST',
  path: '/user/confirm-password',
  access: 'signed-in',
  renewsSession: true,
  limit: 'own',
  beforeFactor: true,
  summary: 'Confirms the password for the next 3 hours.',
  body: z.strictObject({ password }),
  literal: ['password'],
  reply: nothing,
  status: 201,
})

export const getPasswordStatus = endpoint({
  method: 'GET',
  path: '/user/confirmed-password-status',
  access: 'signed-in',
  beforeFactor: true,
  summary: 'Returns whether the password was confirmed recently.',
  query: z.strictObject({ seconds: z.optional(z.string().check(z.regex(/^\d{1,6}$/))) }),
  reply: bare(z.object({ confirmed: z.boolean() })),
})

export const forgotPassword = endpoint({
  method: 'POST',
  path: '/forgot-password',
  access: 'anyone',
  limit: 'own',
  guestsOnly: true,
  evenTime: 250,
  summary: 'Sends a reset link. The response is the same for unknown addresses, after the same time.',
  body: z.strictObject({ email: emailAddress }),
  reply: bare(
    z.object({
      message: z.string(),
      /** Whether the server can send emails. Without that, an operator creates a link. */
      sends_emails: z.boolean(),
    }),
  ),
})

export const resetPassword = endpoint({
  method: 'POST',
  path: '/reset-password',
  access: 'anyone',
  limit: 'own',
  guestsOnly: true,
  summary: 'Sets a password with the token of a reset or invite link. Ends the user’s sessions.',
  body: z.strictObject({ token: text(200), email: text(254), password, password_confirmation: password }),
  literal: ['password', 'password_confirmation'],
  reply: bare(z.object({ message: z.string() })),
})

export const changePassword = endpoint({
  method: 'PUT',
  path: '/user/password',
  access: 'signed-in',
  renewsSession: true,
  limit: 'own',
  summary: 'Changes the user’s password and ends their other sessions.',
  body: z.strictObject({ current_password: password, password, password_confirmation: password }),
  literal: ['current_password', 'password', 'password_confirmation'],
  reply: nothing,
})

export const emergencySignIn = endpoint({
  method: 'POST',
  path: '/emergency-sign-in',
  access: 'anyone',
  limit: 'own',
  guestsOnly: true,
  summary:
    'Signs in a Shipmate Admin for 60 minutes with the emergency code kept in a safe. Needs a reason; alerts every other admin.',
  body: z.strictObject({ email: text(254), code: text(100), reason: text(500) }),
  reply: one(me),
})
