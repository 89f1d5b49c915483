import { createContext, use, type ReactNode } from 'react'
import type { Section } from '#contract/setup/period-documents/parts.ts'

/**
 * Renders rich text that isn’t empty: an editor’s preview cleans what is typed, and the site renders what the server cleaned
 * when it was saved.
 */
export const SiteTextContext = createContext<((html: string) => ReactNode) | null>(null)

/** Renders rich text of the website; nothing if it's empty. */
export const SiteText = ({ html }: { html: string }) => {
  const render = use(SiteTextContext)
  if (html === '') return null
  if (!render) throw new Error('The website’s text needs a SiteTextContext.')
  return render(html)
}

/** Renders the titled sections of a page. */
export const SiteSections = ({ sections }: { sections: readonly Section[] }) =>
  sections.map(({ key, title, body }) => (
    <section key={key} className="site-stack">
      <h2>{title}</h2>
      <SiteText html={body} />
    </section>
  ))
