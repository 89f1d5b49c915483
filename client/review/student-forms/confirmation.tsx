import { useEffect, useRef } from 'react'
import type { FormReceipt } from '#contract/review/form-submissions/shapes.ts'
import type { FormPage } from '#contract/setup/site/form-page.ts'
import { SiteText } from '#client/setup/site/text.tsx'
import { useWords } from '#client/setup/site/words/words.ts'

/** Renders that a form is sent, with its number. */
export const Confirmation = ({ page, receipt }: { page: FormPage; receipt: FormReceipt }) => {
  const words = useWords()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="site-stack">
      <h1 ref={heading} tabIndex={-1}>
        {words.sent[page.kind]}
      </h1>
      <dl className="site-facts">
        <div>
          <dt>{words.confirmation_number}</dt>
          <dd>
            <b>{receipt.confirmation_number}</b>
          </dd>
        </div>
      </dl>
      <p>{words.sent_next}</p>
      <SiteText html={page.confirmation} />
      <div>
        <button type="button" className="site-act" data-quiet="" onClick={() => window.print()}>
          {words.print}
        </button>
      </div>
    </div>
  )
}
