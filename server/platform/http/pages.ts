import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import compress from '@fastify/compress'
import files from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import type { Settings } from '#server/platform/lib/env.ts'

const escapeAttribute = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

/** Returns the script that sends the first calls of a signed-in user (`client/start.ts`). */
const startFile = (folder: string): string | undefined => {
  const path = join(folder, '.vite', 'manifest.json')
  if (!existsSync(path)) return undefined
  const chunks = z.parse(
    z.record(z.string(), z.object({ file: z.string() })),
    JSON.parse(readFileSync(path, 'utf8')),
  )
  return chunks['start.ts']?.file
}

/**
 * Returns the application’s HTML page with the host map for its client. For signed-in users it starts the first
 * calls.
 */
const readPages = (folder: string, settings: Settings) => {
  const hostMap = `<meta name="host-map" content="${escapeAttribute(settings.hostMap)}" />`
  const guest = readFileSync(join(folder, 'index.html'), 'utf8').replace(
    /<meta name="host-map" content="[^"]*"\s*\/?>/,
    () => hostMap,
  )
  const start = startFile(folder)
  const script =
    start === undefined ? '' : `<script type="module" async crossorigin src="/${start}"></script>`
  // the start reads the host map: it stands after it, because it can run before the rest of the page has arrived
  const signedIn = guest.replace(hostMap, () => `${hostMap}${script}`)
  return { guest, signedIn, screens: readScreens(folder) }
}

/**
 * Returns the page of the latest build. A page of an older build names files that no longer exist and stays
 * blank. While a build is being written, the previous page is served.
 */
const currentPages = (folder: string, settings: Settings): (() => ReturnType<typeof readPages>) => {
  const timeOf = () => statSync(join(folder, 'index.html'), { throwIfNoEntry: false })?.mtimeMs
  let time = timeOf()
  let pages = readPages(folder, settings)
  return () => {
    const present = timeOf()
    if (present !== undefined && present !== time) {
      pages = readPages(folder, settings)
      time = present
    }
    return pages
  }
}

/** Headers that browsers use only for documents. */
const documentHeaders = [
  'Content-Security-Policy',
  'Cross-Origin-Opener-Policy',
  'Origin-Agent-Cluster',
  'X-DNS-Prefetch-Control',
  'X-Download-Options',
  'X-Frame-Options',
  'X-Permitted-Cross-Domain-Policies',
  'X-XSS-Protection',
]

/** What is served where a URL is neither a call’s nor a file’s. */
export interface Page {
  /** Returns the page for signed-in users (with the first calls) or for others. */
  readonly html: (isSignedIn: boolean) => string
  /** Returns whether a path is a screen’s: other paths get the page with 404, and it says so. */
  readonly isScreen: (path: string) => boolean
}

/** Returns whether a path ends with the name of a file: `/package.json`, `/x.map`. */
export const looksLikeFile = (path: string): boolean => /\.\w{1,8}$/.test(path)

/** Returns the screens that the build lists (`vite.config.ts`); none for a build that has no list. */
const readScreens = (folder: string): RegExp[] => {
  const path = join(folder, '.vite', 'screens.json')
  if (!existsSync(path)) return []
  return z
    .parse(z.array(z.string()), JSON.parse(readFileSync(path, 'utf8')))
    .map((screen) => new RegExp(`^${screen.replaceAll(/\$\w+/g, '[^/]+')}/?$`))
}

/**
 * Serves the built client of a folder, which is empty until `npm run build` or the start creates it: hashed files with long caching, the page without. A new build is served without a
 * restart. Returns null if there’s no build (API tests).
 */
export const servePages = async (
  app: FastifyInstance,
  settings: Settings,
  folder: string,
): Promise<Page | null> => {
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
    // compressed once, by the build
    preCompressed: true,
    // a folder gets the page, not a file listing
    allowedPath: (path) => !path.endsWith('/'),
    setHeaders: (reply, path) => {
      const isHashed = path.includes('/assets/')
      void reply.header('Cache-Control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      // the document's policy headers don't apply to its files
      if (isHashed) for (const name of documentHeaders) void reply.removeHeader(name)
    },
  })
  const pages = currentPages(folder, settings)
  return {
    html: (isSignedIn) => (isSignedIn ? pages().signedIn : pages().guest),
    isScreen: (path) => {
      const { screens } = pages()
      return screens.length === 0 ? !looksLikeFile(path) : screens.some((screen) => screen.test(path))
    },
  }
}
