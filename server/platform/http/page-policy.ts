import type { FastifyHelmetOptions } from '@fastify/helmet'
import type { Settings } from '#server/platform/lib/env.ts'

/** Returns the app origins that a mapped admin host calls and shows files from. */
const mappedOrigins = (settings: Settings): string[] => {
  const scheme = settings.publicUrl.startsWith('https:') ? 'https:' : 'http:'
  return settings.hostMap
    .split(',')
    .filter((pair) => pair !== '')
    .map((pair) => `${scheme}//${pair.split('=')[1]}`)
}

const yearOfSeconds = 31_536_000

/**
 * Returns the content policy of every response. Scripts and styles load only from our own files; nothing is
 * inline.
 */
export const contentSecurityPolicy = (settings: Settings): FastifyHelmetOptions => ({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      'default-src': ["'self'"],
      'img-src': ["'self'", 'data:', 'blob:', ...mappedOrigins(settings)],
      'connect-src': ["'self'", ...mappedOrigins(settings)],
      'frame-src': ["'self'", ...mappedOrigins(settings)],
      'object-src': ["'none'"],
      'base-uri': ["'none'"],
      'frame-ancestors': ["'none'"],
      'form-action': ["'self'"],
    },
  },
  strictTransportSecurity: settings.publicUrl.startsWith('https:')
    ? { maxAge: yearOfSeconds, includeSubDomains: true }
    : false,
  referrerPolicy: { policy: 'no-referrer' },
  crossOriginOpenerPolicy: { policy: 'same-origin' },
  crossOriginResourcePolicy: { policy: 'same-site' },
  frameguard: { action: 'deny' },
})
