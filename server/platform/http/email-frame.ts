import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Settings } from '#server/platform/lib/env.ts'

/**
 * The script of the frame: shows the email that the page around it sends, and tells that page its height. Parsed
 * this way, scripts of an email never run; the policy below refuses them too.
 */
const script = `
addEventListener('message', (event) => {
  if (event.source !== parent || typeof event.data !== 'string') return
  const shown = new DOMParser().parseFromString(event.data, 'text/html')
  document.replaceChild(document.adoptNode(shown.documentElement), document.documentElement)
  const tell = () => parent.postMessage({ emailHeight: document.body.offsetHeight }, '*')
  new ResizeObserver(tell).observe(document.body)
})
parent.postMessage('email-frame-ready', '*')
`

const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>Email</title>
  </head>
  <body>
    <script>${script}</script>
  </body>
</html>
`

const scriptHash = createHash('sha256').update(script).digest('base64')

/**
 * Returns the policy of the frame. Emails need the inline styles that our own pages forbid, so they’re shown in a
 * document with a separate origin, where only our script runs and only pictures of the public address load.
 */
const policyOf = (settings: Settings): string =>
  [
    "default-src 'none'",
    `script-src 'sha256-${scriptHash}'`,
    "style-src 'unsafe-inline'",
    `img-src 'self' ${settings.publicUrl}`,
    `frame-ancestors ${["'self'", ...settings.adminOrigins].join(' ')}`,
    "base-uri 'none'",
    "form-action 'none'",
    'sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox',
  ].join('; ')

/**
 * Serves `GET /api/email-frame`, the empty document in which staff see an email (`client/mail/compose/email-frame.tsx`).
 * Anyone can load it, because it has no data.
 */
export const serveEmailFrame = (app: FastifyInstance, settings: Settings): void => {
  const policy = policyOf(settings)
  app.get('/api/email-frame', (_request, reply) => {
    // the policy says who can frame it; the older header can't list origins
    void reply.removeHeader('X-Frame-Options')
    return reply.header('Content-Security-Policy', policy).type('text/html; charset=utf-8').send(page)
  })
}
