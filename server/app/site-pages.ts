import { createHash } from 'node:crypto'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import {
  languagesOf,
  type RenderedPage,
  type SiteAsk,
  type SiteLanguage,
  type SiteRenderer,
} from '#contract/setup/site/rendering.ts'
import type { PublicSite } from '#contract/setup/site/shapes.ts'
import type { Services } from '#server/platform/context.ts'
import { slugFrom } from '#server/platform/lib/slug.ts'
import { Problem } from '#server/platform/problem.ts'
import { readSite } from '#server/setup/site/index.ts'

/** The folder with the builds of both; empty until `npm run build` or the start creates it. */
const buildFolder = join(import.meta.dirname, '..', '..', 'dist')

/** Answers a request for a page of a school’s site. Returns null if the address is no site’s. */
export type AnswerSite = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply | null>

/** Milliseconds that a site is shown as it was read: so soon after a publication its pages are new, in every process. */
const freshFor = 2000

/** The most sites that are kept rendered. */
const mostSites = 200

interface KeptSite {
  readonly site: PublicSite
  readonly until: number
  readonly pages: Map<string, RenderedPage>
}

/** Serves the sites of all schools. Null without a build, as in tests of the API. */
export const createSites = (services: Services, folder = buildFolder): AnswerSite | null => {
  if (!existsSync(join(folder, 'site', 'site-server.js'))) return null
  const loadBuild = currentBuild(folder)
  const kept = new Map<string, Promise<KeptSite>>()
  const siteOf = async (slug: string, year?: string): Promise<KeptSite> => {
    const key = `${slug} ${year ?? ''}`
    const found = await kept.get(key)?.catch(() => null)
    if (found && found.until > Date.now()) return found
    const reading = readSite(services, slug, year).then((site) => ({
      site,
      until: Date.now() + freshFor,
      pages: new Map<string, RenderedPage>(),
    }))
    if (kept.size >= mostSites) kept.clear()
    kept.set(key, reading)
    // a school without a site isn’t kept: its next visitor looks again
    reading.catch(() => kept.delete(key))
    return reading
  }
  return async (request, reply) => {
    const [, slug, ...parts] = pathOf(request)
      .split('/')
      .filter((part) => part !== '')
    if (!pathOf(request).startsWith('/s/') || slug === undefined) return null
    try {
      const { kept: site, path } = await pageOf(siteOf, slug, parts)
      const { renderer, assets } = await loadBuild()
      const language = languageFor(request, reply, site.site)
      const page = renderedIn(site, `${path} ${language}`, () =>
        renderer.renderSite({
          site: site.site,
          path,
          language,
          assets,
          base: `/s/${slug}`,
          origin: services.settings.publicUrl,
        }),
      )
      return sendPage(request, reply, page)
    } catch (error) {
      if (error instanceof Problem && error.code === 'not_found') return null
      throw error
    }
  }
}

const pathOf = ({ url }: FastifyRequest): string => url.split('?')[0] ?? ''

/** Returns the page that an address names. Its first part can be the name of a policy year. */
const pageOf = async (
  siteOf: (slug: string, year?: string) => Promise<KeptSite>,
  slug: string,
  [first, ...rest]: readonly string[],
): Promise<{ readonly kept: KeptSite; readonly path: string }> => {
  const current = await siteOf(slug)
  const { site } = current
  const years = [
    ...site.other_years.map(({ path }) => path.slice(1)),
    ...(site.is_open ? [slugFrom(site.period.name)] : []),
  ]
  const pathFrom = (parts: readonly (string | undefined)[]): string =>
    parts.flatMap((part) => (part === undefined ? [] : [`/${part}`])).join('')
  return first !== undefined && years.includes(first)
    ? { kept: await siteOf(slug, first), path: pathFrom(rest) }
    : { kept: current, path: pathFrom([first, ...rest]) }
}

/** The most pages of a site that are kept rendered: those that exist, in each language. */
const mostPages = 100

/** Returns a page, rendered once while its site is fresh. Addresses without a page aren’t kept. */
const renderedIn = ({ pages }: KeptSite, key: string, render: () => RenderedPage): RenderedPage => {
  const known = pages.get(key)
  if (known) return known
  const page = render()
  if (page.status === 200 && pages.size < mostPages) pages.set(key, page)
  return page
}

const languageCookie = 'site_language'
const yearOfSeconds = 31_536_000

/**
 * Returns the language of a page: the one that is asked for, which is kept, the one that was kept, or the browser’s first
 * that the site has.
 */
const languageFor = (request: FastifyRequest, reply: FastifyReply, site: PublicSite): SiteLanguage => {
  const offered = languagesOf(site)
  const known = (text: unknown) => offered.find((language) => language === text)
  const asked = known(new URL(request.url, 'http://site').searchParams.get('lang'))
  if (asked)
    void reply.setCookie(languageCookie, asked, { path: '/', sameSite: 'lax', maxAge: yearOfSeconds })
  const accepted = (request.headers['accept-language'] ?? '')
    .split(',')
    .flatMap((one) => known(one.trim().slice(0, 2).toLowerCase()) ?? [])
  return asked ?? known(request.cookies?.[languageCookie]) ?? accepted[0] ?? offered[0] ?? 'en'
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64')

/** Returns the content policy of a page. Its one inline style is known by its hash. */
const policyOf = ({ style }: RenderedPage): string =>
  [
    "default-src 'self'",
    "img-src 'self' data: blob:",
    `style-src 'self' 'sha256-${hashOf(style)}'`,
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
  ].join('; ')

const sendPage = (request: FastifyRequest, reply: FastifyReply, page: RenderedPage): FastifyReply => {
  const tag = `"${hashOf(page.html)}"`
  void reply.headers({
    'Cache-Control': 'no-cache',
    'Content-Security-Policy': policyOf(page),
    ETag: tag,
    Vary: 'Accept-Language, Cookie, Accept-Encoding',
  })
  if (request.headers['if-none-match'] === tag) return reply.code(304).send()
  return reply.code(page.status).type('text/html; charset=utf-8').send(page.html)
}

interface Build {
  readonly renderer: SiteRenderer
  readonly assets: SiteAsk['assets']
}

const manifest = z.object({
  'site.tsx': z.object({ file: z.string(), css: z.array(z.string()) }),
  'site-contact.ts': z.object({ file: z.string() }),
})

const isRenderer = (loaded: unknown): loaded is SiteRenderer =>
  typeof loaded === 'object' &&
  loaded !== null &&
  'renderSite' in loaded &&
  typeof loaded.renderSite === 'function'

/** Returns the latest build. One that is made while the server runs is used at once, like that of the staff application. */
const currentBuild = (folder: string): (() => Promise<Build>) => {
  const path = join(folder, 'site', 'site-server.js')
  let time = 0
  let build: Promise<Build> | null = null
  return () => {
    const present = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? time
    if (build && present === time) return build
    time = present
    build = loadBuild(folder, `${pathToFileURL(path).href}?built=${present}`)
    return build
  }
}

const loadBuild = async (folder: string, url: string): Promise<Build> => {
  const loaded: unknown = await import(url)
  if (!isRenderer(loaded)) throw new Error('The build of the student site has no renderer.')
  const listed = readFileSync(join(folder, 'client', '.vite', 'site-manifest.json'), 'utf8')
  const files = z.parse(manifest, JSON.parse(listed))
  return {
    renderer: loaded,
    assets: {
      script: `/${files['site.tsx'].file}`,
      contactScript: `/${files['site-contact.ts'].file}`,
      styles: files['site.tsx'].css.map((one) => `/${one}`),
    },
  }
}
