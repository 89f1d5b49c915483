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
import { countPage } from '#server/setup/site-visits/index.ts'
import { pick } from '#server/platform/lib/pick.ts'
import { slugFrom } from '#server/platform/lib/slug.ts'
import { Problem } from '#server/platform/problem.ts'
import {
  readServedSite,
  siteRobots,
  sitemapOf,
  staffRobots,
  type ServedSite,
} from '#server/setup/site/index.ts'

/** The folder with the builds of both; empty until `npm run build` or the start creates it. */
export const buildFolder = join(import.meta.dirname, '..', '..', 'dist')

/**
 * Answers a request for a page of a school’s site, whose slug is given at the school’s host. Returns whether it did: false
 * if the address is no site’s.
 */
export type AnswerSite = (
  request: FastifyRequest,
  reply: FastifyReply,
  slugOfHost?: string,
) => Promise<boolean>

/** Milliseconds that a site is shown as it was read: so soon after a publication its pages are new, in every process. */
const freshFor = 2000

/** The most sites that are kept rendered. */
const mostSites = 200

/** A rendered page with what its headers say. */
interface KeptPage extends RenderedPage {
  readonly tag: string
  readonly policy: string
}

interface KeptSite extends ServedSite {
  readonly until: number
  readonly pages: Map<string, KeptPage>
}

/** Serves the sites of all schools. Null without a build, as in tests of the API. */
export const createSites = (services: Services, folder = buildFolder): AnswerSite | null => {
  if (!existsSync(join(folder, 'site', 'site-server.js'))) return null
  const loadBuild = currentBuild(folder)
  const siteOf = createKeptSites(services)
  const answer = async (request: FastifyRequest, reply: FastifyReply, place: SitePlace): Promise<void> => {
    const file = fileAt(place)
    if (file) return sendFile(reply, file(await siteOf(place.slug, {})))
    const { year, path, site: inEnglish } = await pageOf(siteOf, place.slug, place.parts)
    const { renderer, assets } = await loadBuild()
    const language = languageFor(request, reply, inEnglish)
    const site = await siteOf(place.slug, { year, language })
    const page = renderedIn(site, `${place.base} ${path}`, () =>
      renderer.renderSite({
        ...pick(site, ['site', 'address']),
        ...pick(place, ['base']),
        path,
        language,
        demoDate: services.clock.demoDate?.day() ?? null,
        assets,
      }),
    )
    sendPage(request, reply, page, site.embeddedOn)
    if (page.status === 200 && site.site.is_open)
      countPage(services, request, {
        schoolId: site.schoolId,
        periodId: site.site.period.id,
        day: site.site.today,
        name: page.key,
        language,
      })
  }
  return async (request, reply, slugOfHost) => {
    const place = placeOf(request, slugOfHost)
    if (place === 'robots') sendFile(reply, plainText(staffRobots))
    if (place === null || place === 'robots') return place === 'robots'
    try {
      await answer(request, reply, place)
      return true
    } catch (error) {
      if (error instanceof Problem && error.code === 'not_found') return false
      throw error
    }
  }
}

interface SiteQuery {
  readonly year?: string | undefined
  readonly language?: SiteLanguage
}
type SiteOf = (slug: string, query: SiteQuery) => Promise<KeptSite>

/** Returns a function that reads sites in a language and keeps them for a while. */
const createKeptSites = (services: Services): SiteOf => {
  const kept = new Map<string, Promise<KeptSite>>()
  return async (slug, { year, language = 'en' }) => {
    const key = `${slug} ${year ?? ''} ${language}`
    const found = await kept.get(key)?.catch(() => null)
    if (found && found.until > Date.now()) return found
    const reading = readServedSite(services, slug, { year, language }).then((site) => ({
      ...site,
      until: Date.now() + freshFor,
      pages: new Map<string, KeptPage>(),
    }))
    if (kept.size >= mostSites) kept.clear()
    kept.set(key, reading)
    // a school without a site isn’t kept: its next visitor looks again
    reading.catch(() => kept.delete(key))
    return reading
  }
}

interface TextFile {
  readonly type: string
  readonly text: string
}

const plainText = (text: string): TextFile => ({ type: 'text/plain; charset=utf-8', text })

/** Returns what writes the file of an address that search engines ask for; null for a page. Only the root of a host has `robots.txt`. */
const fileAt = ({ parts, base }: SitePlace): ((site: KeptSite) => TextFile) | null => {
  const path = parts.join('/')
  if (path === 'sitemap.xml')
    return (site) => ({ type: 'application/xml; charset=utf-8', text: sitemapOf(site) })
  return path === 'robots.txt' && base === '' ? (site) => plainText(siteRobots(site)) : null
}

const sendFile = (reply: FastifyReply, { type, text }: TextFile): void => {
  void reply.header('Cache-Control', 'no-cache').type(type).send(text)
}

interface SitePlace {
  readonly slug: string
  /** The path of the site: '' at the host of its school. */
  readonly base: string
  /** What follows it in the address. */
  readonly parts: readonly string[]
}

/** Returns which site an address belongs to, or that it’s what search engines can read at the hosts of staff; null for none. */
const placeOf = (request: FastifyRequest, slugOfHost: string | undefined): SitePlace | 'robots' | null => {
  const parts = pathOf(request)
    .split('/')
    .filter((part) => part !== '')
  if (slugOfHost !== undefined) return { slug: slugOfHost, base: '', parts }
  const [first, slug, ...rest] = parts
  if (first === 'robots.txt' && slug === undefined) return 'robots'
  return first === 's' && slug !== undefined ? { slug, base: `/s/${slug}`, parts: rest } : null
}

const pathOf = ({ url }: FastifyRequest): string => url.split('?')[0] ?? ''

/** Returns the page that an address names, with its site in English. Its first part can be the name of a policy year. */
const pageOf = async (
  siteOf: SiteOf,
  slug: string,
  [first, ...rest]: readonly string[],
): Promise<{ readonly year?: string; readonly path: string; readonly site: PublicSite }> => {
  const { site } = await siteOf(slug, {})
  const years = [
    ...site.other_years.map(({ path }) => path.slice(1)),
    ...(site.is_open ? [slugFrom(site.period.name)] : []),
  ]
  const pathFrom = (parts: readonly (string | undefined)[]): string =>
    parts.flatMap((part) => (part === undefined ? [] : [`/${part}`])).join('')
  return first !== undefined && years.includes(first)
    ? { year: first, path: pathFrom(rest), site: (await siteOf(slug, { year: first })).site }
    : { path: pathFrom([first, ...rest]), site }
}

/** The most pages of a site in a language that are kept rendered: those that exist. */
const mostPages = 100

/** Returns a page, rendered once while its site is fresh. Addresses without a page aren’t kept. */
const renderedIn = ({ pages, embeddedOn }: KeptSite, key: string, render: () => RenderedPage): KeptPage => {
  const known = pages.get(key)
  if (known) return known
  const rendered = render()
  const page = { ...rendered, tag: `"${hashOf(rendered.html)}"`, policy: policyOf(rendered, embeddedOn) }
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

/** Returns the content policy of a page, with who can frame it. Its one inline style is known by its hash. */
const policyOf = ({ style }: RenderedPage, framers: readonly string[]): string =>
  [
    "default-src 'self'",
    "img-src 'self' data: blob:",
    `style-src 'self' 'sha256-${hashOf(style)}'`,
    "object-src 'none'",
    "base-uri 'none'",
    `frame-ancestors ${framers.join(' ') || "'none'"}`,
    "form-action 'self'",
  ].join('; ')

const sendPage = (
  request: FastifyRequest,
  reply: FastifyReply,
  { tag, policy, status, html }: KeptPage,
  framers: readonly string[],
): void => {
  void reply.headers({
    'Cache-Control': 'no-cache',
    'Content-Security-Policy': policy,
    ETag: tag,
    Vary: 'Accept-Language, Cookie, Accept-Encoding',
  })
  // the older header can’t list origins and would refuse them
  if (framers.length > 0) void reply.removeHeader('X-Frame-Options')
  if (request.headers['if-none-match'] === tag) void reply.code(304).send()
  else void reply.code(status).type('text/html; charset=utf-8').send(html)
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
