import type { ReactNode } from 'react'
import type { OpenSite } from '#contract/setup/site/shapes.ts'
import { phoneText } from '#contract/platform/phone.ts'
import { SiteText } from './text.tsx'
import { useWords } from './words/words.ts'

type Contact = OpenSite['contact']

interface ContactSiteProps {
  content: Contact
  /** The form with which students send a message. */
  children?: ReactNode
}

/** Renders how students can reach the office. */
export const ContactSite = ({ content, children }: ContactSiteProps) => {
  const words = useWords()
  return (
    <>
      <div className="site-stack">
        <h1>{words.contact}</h1>
        <SiteText html={content.intro} />
      </div>
      {(content.phone || content.hours) && (
        <dl className="site-facts">
          {content.phone && (
            <div>
              <dt>{words.phone}</dt>
              <dd>
                <a href={`tel:${content.phone}`}>{phoneText(content.phone)}</a>
              </dd>
            </div>
          )}
          {content.hours && (
            <div>
              <dt>{words.hours}</dt>
              <dd>{content.hours}</dd>
            </div>
          )}
        </dl>
      )}
      {children}
    </>
  )
}

/** Renders the form for a message as its editor shows it. */
export const ContactPreview = ({ topics }: Pick<Contact, 'topics'>) => {
  const words = useWords()
  return (
    <fieldset disabled className="site-stack">
      <legend className="sr-only">{words.send_message}</legend>
      {topics.length > 0 && (
        <label className="site-field">
          <span>{words.topic}</span>
          <select>
            {topics.map(({ key, label }) => (
              <option key={key}>{label}</option>
            ))}
          </select>
        </label>
      )}
      <label className="site-field">
        <span>{words.your_email}</span>
        <input type="email" autoComplete="off" />
      </label>
      <label className="site-field">
        <span>{words.message}</span>
        <textarea rows={5} />
      </label>
      <div>
        <button type="button" className="site-act">
          {words.send}
        </button>
      </div>
    </fieldset>
  )
}
