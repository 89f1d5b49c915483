import { renderToString } from 'react-dom/server'
import { livePages, contentAt, NoSuchPage, NotOpen, type LivePage } from '#client/app/site-content.tsx'
import { LiveSitePage } from '#client/app/live-site-page.tsx'
import { SitePage } from '#client/setup/site/frame.tsx'
import { renderSavedText } from '#client/setup/site/saved-text.tsx'
import { EnglishTextsContext, SiteTextContext } from '#client/setup/site/text.tsx'
import { siteVariables } from '#client/setup/site/theme-variables.ts'
import { dayInWords, SiteLanguageContext, wordsIn } from '#client/setup/site/words/words.ts'
import {
  languagesOf,
  type RenderedPage,
  type SiteAsk,
  type SiteLanguage,
} from '#contract/setup/site/rendering.ts'
import type { OpenSite } from '#contract/setup/site/shapes.ts'
import type { ReactNode } from 'react'

interface Page {
  readonly status: 200 | 404
  readonly key: string
  readonly title: string
  readonly body: ReactNode
  readonly live: LivePage | null
}

/** Returns a site with the paths of its other policy years as this page links to them. */
const withYearPaths = ({ site, base }: SiteAsk): SiteAsk['site'] => ({
  ...site,
  other_years: site.other_years.map((one) => ({ ...one, path: `${base}${one.path}` })),
})

/** Renders a page of a school’s site as a whole HTML document. */
export const renderSite = (given: SiteAsk): RenderedPage => {
  const ask = { ...given, site: withYearPaths(given) }
  const { site, base, language, demoDate } = ask
  const pathOf = (path: string): string => `${site.is_open ? site.year_path : ''}${path}`
  const hrefOf = (path: string): string => `${base}${pathOf(path)}` || '/'
  const page = pageOf(ask, hrefOf)
  const words = wordsIn(language)
  const other = languagesOf(site).filter((one) => one !== language)
  const body = renderToString(
    <SiteLanguageContext value={language}>
      <SiteTextContext value={renderSavedText}>
        <EnglishTextsContext value={new Set(site.is_open ? site.texts_in_english : [])}>
          <a className="site-skip" href="#content">
            {words.skip}
          </a>
          <SitePage
            school={site.school.name}
            logo={site.school.logo_url}
            homeHref={hrefOf('')}
            menu={site.is_open ? menuOf(site, hrefOf, language) : []}
            current={page.key}
            body="main"
            notice={demoDate === null ? null : words.demo_date(dayInWords(demoDate, language))}
            announcement={site.is_open ? site.announcement : null}
            languages={other.map((one) => ({ language: one, href: `${hrefOf(ask.path)}?lang=${one}` }))}
          >
            {page.body}
          </SitePage>
        </EnglishTextsContext>
      </SiteTextContext>
    </SiteLanguageContext>,
  )
  const style = `.site{${Object.entries(siteVariables(site.school.colors))
    .map(([name, value]) => `${name}:${value}`)
    .join(';')}}`
  return {
    status: page.status,
    key: page.key,
    style,
    html: documentOf(ask, page, { body, style, address: ask.address + pathOf(ask.path) }),
  }
}

const menuOf = (site: OpenSite, hrefOf: (path: string) => string, language: SiteLanguage) => {
  const labels = new Map(Object.entries(wordsIn(language).pages))
  return site.menu.map(({ key, label, path }) => ({
    key,
    label: label ?? labels.get(key) ?? key,
    href: hrefOf(path),
  }))
}

const pageOf = ({ site, path, language }: SiteAsk, hrefOf: (path: string) => string): Page => {
  const words = wordsIn(language)
  if (!site.is_open) {
    const body = <NotOpen site={site} language={language} />
    return { status: 200, key: 'home', title: words.not_open, body, live: null }
  }
  const live = livePages.find((one) => path === `/${one}`)
  if (live) {
    const body = (
      <>
        <noscript>
          <p className="site-callout">{words.needs_script}</p>
        </noscript>
        <div id="live" className="site-live">
          <LiveSitePage site={dataFor(site)} page={live} language={language} />
        </div>
      </>
    )
    return { status: 200, key: live, title: words.pages[live], body, live }
  }
  const content = contentAt(site, path, hrefOf, language)
  if (content)
    return { status: 200, key: content.key, title: content.title, body: content.render(), live: null }
  return {
    status: 404,
    key: '',
    title: words.not_found,
    body: <NoSuchPage homeHref={hrefOf('')} />,
    live: null,
  }
}

/** Leaves out the content of the other pages, which a form doesn’t need. */
const dataFor = (site: OpenSite): OpenSite => ({
  ...site,
  texts_in_english: [],
  home: { ...site.home, intro: '', sections: [] },
  plan_details: { ...site.plan_details, intro: '', sections: [] },
  plans: site.plans.map((one) => ({ ...one, plan: { ...one.plan, body: '', documents: [] } })),
  resources: { intro: '', groups: [] },
  faqs: { intro: '', items: [] },
  pages: [],
})

const escapeText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** Returns data for a script element: nothing in it ends the element. */
const jsonIn = (data: unknown): string => JSON.stringify(data).replaceAll('<', '\\u003c')

/** Returns the scripts of a page: those of a form or the status with their data, that of the contact form, or none. */
const scriptsOf = (
  site: SiteAsk['site'],
  page: Page,
  { language, assets }: Pick<SiteAsk, 'language' | 'assets'>,
): string => {
  if (!site.is_open) return ''
  if (page.live !== null)
    return `<script type="application/json" id="site-data">${jsonIn({ site: dataFor(site), page: page.live, language })}</script><script type="module" src="${assets.script}"></script>`
  const hasContactForm = page.key === 'contact' && site.contact.is_on
  return hasContactForm ? `<script type="module" src="${assets.contactScript}"></script>` : ''
}

/** Returns the links by which search engines know the page’s address and its other languages. */
const linksOf = (site: SiteAsk['site'], language: SiteLanguage, address: string): string => {
  const addressIn = (one: SiteLanguage): string =>
    escapeText(one === 'en' ? address : `${address}?lang=${one}`)
  const offered = languagesOf(site)
  const others = offered.map((one) => `<link rel="alternate" hreflang="${one}" href="${addressIn(one)}">`)
  return [`<link rel="canonical" href="${addressIn(language)}">`, ...(offered.length > 1 ? others : [])].join(
    '',
  )
}

const documentOf = (
  { site, language, assets }: SiteAsk,
  page: Page,
  { body, style, address }: { readonly body: string; readonly style: string; readonly address: string },
): string => {
  const title = page.key === 'home' ? page.title : `${page.title} · ${site.school.name}`
  const logo = site.school.logo_url
  return `<!doctype html>
<html lang="${language}" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeText(title)}</title>
<meta name="description" content="${escapeText(wordsIn(language).welcome(site.school.name))}">
<meta name="referrer" content="no-referrer">
${page.status === 404 || !site.is_open ? '<meta name="robots" content="noindex">' : linksOf(site, language, address)}
${logo === null ? '' : `<link rel="icon" href="${escapeText(logo)}">`}
${assets.styles.map((file) => `<link rel="stylesheet" href="${file}">`).join('')}
<style>${style}</style>
</head>
<body class="site">
${body}
${scriptsOf(site, page, { language, assets })}
</body>
</html>
`
}
