import { existsSync, readFileSync, statSync } from 'node:fs'
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
const readPage = (folder: string, settings: Settings): string =>
  readFileSync(join(folder, 'index.html'), 'utf8').replace(
    /<meta name="host-map" content="[^"]*"\s*\/?>/,
    `<meta name="host-map" content="${escapeAttribute(settings.hostMap)}" />`,
  )

/**
 * Gives the page as it is built now: one of an older build names files that are no longer there, which is a blank page.
 * While a build is written, the page before it is given.
 */
const currentPage = (folder: string, settings: Settings): (() => string) => {
  const timeOf = () => statSync(join(folder, 'index.html'), { throwIfNoEntry: false })?.mtimeMs
  let time = timeOf()
  let body = readPage(folder, settings)
  return () => {
    const present = timeOf()
    if (present !== undefined && present !== time) {
      body = readPage(folder, settings)
      time = present
    }
    return body
  }
}

/**
 * Serves the built client: hashed files for ever, the page fresh. What is built anew is served from then on, without a
 * restart. Null where there is no build (API tests).
 */
export const servePages = async (
  app: FastifyInstance,
  settings: Settings,
  folder = clientFolder,
): Promise<(() => { type: string; body: string }) | null> => {
  if (!existsSync(join(folder, 'index.html'))) return null
  await app.register(compress, {
    globalCompression: true,
    threshold: 1024,
    encodings: ['gzip', 'identity'],
  } as object)
  await app.register(files, {
    root: folder,
    index: false,
    dotfiles: 'ignore',
    // A folder is a page, not a list of files.
    allowedPath: (path) => !path.endsWith('/'),
    setHeaders: (reply, path) => {
      const isHashed = path.includes('/assets/')
      void reply.header('Cache-Control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  const page = currentPage(folder, settings)
  return () => ({ type: 'text/html; charset=utf-8', body: page() })
}
