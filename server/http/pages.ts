import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import compress from '@fastify/compress'
import files from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import type { Settings } from '../lib/env.ts'

/** Where the client's build lies. */
export const clientFolder = join(import.meta.dirname, '..', '..', 'dist', 'client')

const escapeAttribute = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

const chunk = z.object({
  file: z.string(),
  name: z.optional(z.string()),
  imports: z.optional(z.array(z.string())),
})

/** The files of the student list in its frame, which whoever is signed in needs next (`scripts/client-chunks.ts`). */
const listFiles = (folder: string): string[] => {
  const path = join(folder, '.vite', 'manifest.json')
  if (!existsSync(path)) return []
  const chunks = z.parse(z.record(z.string(), chunk), JSON.parse(readFileSync(path, 'utf8')))
  const list = Object.values(chunks).find(({ name }) => name === 'list')
  const needed = list ? [list.file, ...(list.imports ?? []).map((key) => chunks[key]?.file)] : []
  return needed.filter((file) => file !== undefined)
}

/**
 * The one page of the application, with the host map that its client reads. For who is signed in it names the files
 * that come next, so that they are not asked for one after the other.
 */
const readPages = (folder: string, settings: Settings) => {
  const guest = readFileSync(join(folder, 'index.html'), 'utf8').replace(
    /<meta name="host-map" content="[^"]*"\s*\/?>/,
    `<meta name="host-map" content="${escapeAttribute(settings.hostMap)}" />`,
  )
  const links = listFiles(folder).map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`)
  return { guest, signedIn: guest.replace('</head>', `${links.join('')}</head>`) }
}

/**
 * Gives the page as it is built now: one of an older build names files that are no longer there, which is a blank page.
 * While a build is written, the page before it is given.
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

/** Headers that browsers read of documents alone. */
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

/** Gives the page to who is signed in, or not. */
export type Page = (isSignedIn: boolean) => string

/**
 * Serves the built client: hashed files for ever, the page fresh. What is built anew is served from then on, without a
 * restart. Null where there is no build (API tests).
 */
export const servePages = async (
  app: FastifyInstance,
  settings: Settings,
  folder = clientFolder,
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
    // A folder is a page, not a list of files.
    allowedPath: (path) => !path.endsWith('/'),
    setHeaders: (reply, path) => {
      const isHashed = path.includes('/assets/')
      void reply.header('Cache-Control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      // what a document may do is no matter of its parts
      if (isHashed) for (const name of documentHeaders) void reply.removeHeader(name)
    },
  })
  const pages = currentPages(folder, settings)
  return (isSignedIn) => (isSignedIn ? pages().signedIn : pages().guest)
}
