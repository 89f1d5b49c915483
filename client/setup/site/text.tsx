import type { Section } from '#contract/setup/period-documents/parts.ts'
import { RichText } from '#client/platform/ui/rich-text/rich-text.tsx'

/** Renders rich text of the website; nothing if it's empty. */
export const SiteText = ({ html }: { html: string }) =>
  html === '' ? null : <RichText html={html} profile="website" />

/** Renders the titled sections of a page. */
export const SiteSections = ({ sections }: { sections: readonly Section[] }) =>
  sections.map(({ key, title, body }) => (
    <section key={key} className="site-stack">
      <h2>{title}</h2>
      <SiteText html={body} />
    </section>
  ))
