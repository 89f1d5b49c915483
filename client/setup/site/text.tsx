import { createContext, use, type ReactNode } from 'react'
import type { Section } from '#contract/setup/period-documents/parts.ts'
import { SiteLanguageContext, useWords } from './words/words.ts'

/**
 * Renders rich text that isn’t empty: an editor’s preview cleans what is typed, and the site renders what the server cleaned
 * when it was saved.
 */
export const SiteTextContext = createContext<((html: string) => ReactNode) | null>(null)

/** The office’s texts that aren’t in the language of the page, so that they’re in English. */
export const EnglishTextsContext = createContext<ReadonlySet<string>>(new Set())

/** Renders rich text of the website; nothing if it's empty. */
export const SiteText = ({ html }: { html: string }) => {
  const render = use(SiteTextContext)
  const isEnglish = use(EnglishTextsContext).has(html)
  if (html === '') return null
  if (!render) throw new Error('The website’s text needs a SiteTextContext.')
  if (!isEnglish) return render(html)
  return (
    <div lang="en" dir="ltr">
      {render(html)}
      <InEnglish />
    </div>
  )
}

/** Renders a text of the office without formatting, and says so if it isn’t in the language of the page. */
export const OfficeText = ({ text }: { text: string }) =>
  use(EnglishTextsContext).has(text) ? (
    <span lang="en" dir="ltr">
      {text} <InEnglish />
    </span>
  ) : (
    text
  )

const InEnglish = () => (
  <small className="site-quiet" lang={use(SiteLanguageContext)}>
    {useWords().in_english}
  </small>
)

/** Renders the titled sections of a page. */
export const SiteSections = ({ sections }: { sections: readonly Section[] }) =>
  sections.map(({ key, title, body }) => (
    <section key={key} className="site-stack">
      <h2>
        <OfficeText text={title} />
      </h2>
      <SiteText html={body} />
    </section>
  ))
