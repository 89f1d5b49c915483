/** Sign-in messages that the HTTP contract fixes, by cause. `:n` is a number of seconds. */
export const authTexts = {
  credentials: 'These credentials do not match our records.',
  logins: 'Too many login attempts. Please try again in :n seconds.',
  code: 'The provided two factor authentication code was invalid.',
  recovery_code: 'The provided two factor recovery code was invalid.',
  password: 'The provided password was incorrect.',
  current_password: 'The provided password does not match your current password.',
  link: 'This password reset token is invalid.',
} as const

/** Minutes after which a session of emergency access ends, whatever happens in it. */
export const emergencyMinutes = 60

/** The one answer to any wrong input of emergency access. */
export const emergencyTexts = {
  wrong: 'This email address and code don’t match, or the code was already used.',
} as const
