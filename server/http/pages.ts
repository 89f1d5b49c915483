import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import compress from '@fastify/compress'
import files from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { Settings } from '../lib/env.ts'

/** Where the client's build lies. */
export const clientFolder = join(import.meta.dirname, '..', '..', 'dist', 'client')

const escapeAttribute = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

/** The one page of the application, with the host map that its client reads. */
const readPage = (settings: Settings): string =>
  readFileSync(join(clientFolder, 'index.html'), 'utf8').replace(
    /<meta name="host-map" content="[^"]*"\s*\/?>/,
    `<meta name="host-map" content="${escapeAttribute(settings.hostMap)}" />`,
  )

/** While somebody works on the client its files come and go: they are looked for anew each time. */
const isChanging = process.env['NODE_ENV'] === 'development'

/** Serves the built client: hashed files for ever, the page fresh. Null where there is no build (API tests). */
export const servePages = async (
  app: FastifyInstance,
  settings: Settings,
): Promise<(() => { type: string; body: string }) | null> => {
  if (!existsSync(join(clientFolder, 'index.html'))) return null
  await app.register(compress, {
    globalCompression: true,
    threshold: 1024,
    encodings: ['gzip', 'identity'],
  } as object)
  await app.register(files, {
    root: clientFolder,
    index: false,
    wildcard: isChanging,
    // The root is a page, not a folder of files.
    allowedPath: (path) => path !== '/',
    setHeaders: (reply, path) => {
      const isHashed = path.includes('/assets/')
      void reply.header('Cache-Control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  const body = readPage(settings)
  return () => ({ type: 'text/html; charset=utf-8', body: isChanging ? readPage(settings) : body })
}
