import type { Content } from '#contract/platform/document.ts'
import type { faqs } from '#contract/setup/period-documents/faqs.ts'
import { OfficeText, SiteText } from './text.tsx'
import { useWords } from './words/words.ts'

/** Renders the FAQs; each question opens its answer. */
export const FaqsSite = ({ content }: { content: Content<(typeof faqs)['content']['shape']> }) => (
  <>
    <div className="site-stack">
      <h1>{useWords().faqs}</h1>
      <SiteText html={content.intro} />
    </div>
    <div>
      {content.items.map(({ key, question, answer }) => (
        <details key={key}>
          <summary>
            <OfficeText text={question} />
          </summary>
          <SiteText html={answer} />
        </details>
      ))}
    </div>
  </>
)
