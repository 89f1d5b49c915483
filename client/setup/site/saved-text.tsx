import { use } from 'react'
import { SiteLanguageContext } from './words/words.ts'

/** Renders rich text that the server sent: it cleans every text when it’s saved. The office writes in English. */
const SavedText = ({ html }: { html: string }) => (
  <div
    className="rich-text"
    {...(use(SiteLanguageContext) === 'en' ? {} : { lang: 'en' })}
    // oxlint-disable-next-line react/no-danger -- cleaned by the server
    dangerouslySetInnerHTML={{ __html: html }}
  />
)

export const renderSavedText = (html: string) => <SavedText html={html} />
