import type { CookieSerializeOptions } from '@fastify/cookie'
import type { Settings } from '#server/platform/lib/env.ts'

const isSecure = (settings: Settings): boolean => settings.publicUrl.startsWith('https:')

/**
 * Returns the name of the session cookie. Over HTTPS, `__Host-` binds a cookie to this host. Browsers refuse
 * the prefix without HTTPS.
 */
export const sessionCookie = (settings: Settings): string =>
  isSecure(settings) ? '__Host-shipmate_session' : 'shipmate_session'
export const challengeCookie = (settings: Settings): string =>
  isSecure(settings) ? '__Host-shipmate_challenge' : 'shipmate_challenge'

/** The cookie of a sign-in at a school’s identity provider. */
export const signOnCookie = (settings: Settings): string =>
  isSecure(settings) ? '__Host-shipmate_sign_on' : 'shipmate_sign_on'

/** The cookie of a student’s session on the student site. It opens nothing that a user’s session does, and the reverse. */
export const statusCookie = (settings: Settings): string =>
  isSecure(settings) ? '__Host-shipmate_status' : 'shipmate_status'

/** Returns the options of that cookie. It ends with the browser, and no page of another site can make browsers send it. */
export const statusOptions = (settings: Settings): CookieSerializeOptions => ({
  ...closedOptions(settings),
  sameSite: 'strict',
})

export const deviceCookie = (settings: Settings): string =>
  isSecure(settings) ? '__Host-shipmate_device' : 'shipmate_device'

/**
 * The anti-forgery cookie. It has the usual name and is readable by scripts, so that HTTP clients work without
 * configuration.
 */
export const tokenCookie = 'XSRF-TOKEN'

/**
 * Returns the options of a cookie that only the server reads. `maxAge` is in seconds; without it, the cookie
 * ends with the browser session.
 */
export const closedOptions = (settings: Settings, maxAge?: number): CookieSerializeOptions => ({
  httpOnly: true,
  sameSite: 'lax',
  path: '/',
  secure: isSecure(settings),
  ...(maxAge === undefined ? {} : { maxAge }),
})

export const tokenOptions = (settings: Settings): CookieSerializeOptions => ({
  httpOnly: false,
  sameSite: 'lax',
  path: '/',
  secure: isSecure(settings),
  ...(settings.cookieDomain ? { domain: settings.cookieDomain } : {}),
})
