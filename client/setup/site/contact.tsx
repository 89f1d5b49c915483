import type { ReactNode } from 'react'
import type { OpenSite } from '#contract/setup/site/shapes.ts'
import { phoneText } from '#contract/platform/phone.ts'
import { OfficeText, SiteText } from './text.tsx'
import { UnseenField } from './unseen-field.tsx'
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
              <dd>
                <OfficeText text={content.hours} />
              </dd>
            </div>
          )}
        </dl>
      )}
      {children}
    </>
  )
}

interface ContactFormProps {
  topics: Contact['topics']
  /** The path of the call that takes a message; null in a preview, which sends nothing. */
  action: string | null
}

/** Renders the form for a message. A small script sends it, and reads from the form’s data what to say then. */
export const ContactForm = ({ topics, action }: ContactFormProps) => {
  const words = useWords()
  return (
    <form
      id="contact-form"
      className="site-stack site-form"
      {...(action === null ? {} : { action, method: 'post' })}
      data-sent={words.message_reference('{reference}')}
      data-invalid={words.message_invalid}
      data-too-many={words.too_many}
      data-failed={words.try_again}
    >
      <h2>{words.send_message}</h2>
      {action !== null && (
        <noscript>
          <p className="site-quiet">{words.needs_script}</p>
        </noscript>
      )}
      <fieldset disabled={action === null} className="site-stack">
        <legend className="sr-only">{words.send_message}</legend>
        <MessageFields topics={topics} />
        <UnseenField />
        <div>
          <button type={action === null ? 'button' : 'submit'} className="site-act">
            {words.send}
          </button>
        </div>
      </fieldset>
      <output tabIndex={-1} />
    </form>
  )
}

const MessageFields = ({ topics }: Pick<Contact, 'topics'>) => {
  const words = useWords()
  return (
    <>
      {topics.length > 0 && (
        <label className="site-field">
          <span>{words.topic}</span>
          <select name="topic">
            {topics.map(({ key, label }) => (
              <option key={key} value={key}>
                {label}
              </option>
            ))}
          </select>
        </label>
      )}
      <label className="site-field">
        <span>
          {words.your_name} <span className="site-quiet">{words.is_optional}</span>
        </span>
        <input name="name" autoComplete="name" maxLength={200} />
      </label>
      <label className="site-field">
        <span>{words.your_email}</span>
        <input name="email" type="email" autoComplete="email" required />
      </label>
      <label className="site-field">
        <span>{words.message}</span>
        <textarea name="message" rows={5} required maxLength={5000} />
      </label>
    </>
  )
}
