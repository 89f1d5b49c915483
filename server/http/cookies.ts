import type { CookieSerializeOptions } from '@fastify/cookie'
import type { Settings } from '../lib/env.ts'

const isSecure = (settings: Settings): boolean => settings.publicUrl.startsWith('https:')

/** `__Host-` binds a cookie to this host under https; browsers refuse the prefix without it. */
export const sessionCookie = (settings: Settings): string =>
  isSecure(settings) ? '__Host-shipmate_session' : 'shipmate_session'
export const challengeCookie = (settings: Settings): string =>
  isSecure(settings) ? '__Host-shipmate_challenge' : 'shipmate_challenge'

export const deviceCookie = (settings: Settings): string =>
  isSecure(settings) ? '__Host-shipmate_device' : 'shipmate_device'

/** The anti-forgery cookie keeps the usual name and is readable by script, so that any client works unconfigured. */
export const tokenCookie = 'XSRF-TOKEN'

/** Options of a cookie that only the server reads; `maxAge` in seconds, without it the browser's window is its life. */
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
