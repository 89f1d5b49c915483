import type { Section } from '#contract/website/parts.ts'
import { RichText } from '#client/ui/rich-text/rich-text.tsx'

/** Rich text of the site; nothing where there is none. */
export const SiteText = ({ html }: { html: string }) =>
  html === '' ? null : <RichText html={html} profile="website" />

/** Parts of a page under titles of their own. */
export const SiteSections = ({ sections }: { sections: readonly Section[] }) =>
  sections.map(({ key, title, body }) => (
    <section key={key} className="site-stack">
      <h2>{title}</h2>
      <SiteText html={body} />
    </section>
  ))
