import type { Content } from '#contract/platform/document.ts'
import { isMediaPath, isWebAddress } from '#contract/platform/rich-text.ts'
import type { resourcesAndLinks } from '#contract/setup/period-documents/resources-and-links.ts'
import { OfficeText, SiteText } from './text.tsx'
import { useWords } from './words/words.ts'

type Resources = Content<(typeof resourcesAndLinks)['content']['shape']>

/** Returns the `href` of a link; none while the URL is being typed and isn't valid yet. */
const hrefOf = (url: string) => (isWebAddress(url) || isMediaPath(url) ? { href: url } : {})

/** Renders links to more information for students. */
export const ResourcesSite = ({ content }: { content: Resources }) => (
  <>
    <div className="site-stack">
      <h1>{useWords().resources}</h1>
      <SiteText html={content.intro} />
    </div>
    {content.groups.map(({ key, title, links }) => (
      <section key={key} className="site-stack">
        <h2>
          <OfficeText text={title} />
        </h2>
        <ul className="site-links">
          {links.map((link) => (
            <li key={link.key}>
              <a {...hrefOf(link.url)} target="_blank" rel="noopener noreferrer">
                <OfficeText text={link.label} />
              </a>
              {link.description && (
                <div className="site-quiet">
                  <OfficeText text={link.description} />
                </div>
              )}
            </li>
          ))}
        </ul>
      </section>
    ))}
  </>
)
