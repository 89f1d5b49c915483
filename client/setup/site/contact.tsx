import type { Content } from '#contract/platform/document.ts'
import { phoneText } from '#contract/platform/phone.ts'
import type { contactForm } from '#contract/setup/period-documents/contact-form.ts'
import { SiteText } from './text.tsx'

type Contact = Content<(typeof contactForm)['content']['shape']>

interface ContactSiteProps {
  content: Contact
  /** A preview shows the form without sending it. */
  isPreview?: boolean
}

/** Renders how students can reach the office. */
export const ContactSite = ({ content, isPreview = false }: ContactSiteProps) => (
  <>
    <div className="site-stack">
      <h1>Contact</h1>
      <SiteText html={content.intro} />
    </div>
    {(content.phone || content.hours) && (
      <dl className="site-facts">
        {content.phone && <dt>Phone</dt>}
        {content.phone && <dd>{phoneText(content.phone)}</dd>}
        {content.hours && <dt>Hours</dt>}
        {content.hours && <dd>{content.hours}</dd>}
      </dl>
    )}
    {content.is_on && <ContactFields topics={content.topics} isPreview={isPreview} />}
  </>
)

const ContactFields = ({ topics, isPreview }: { topics: Contact['topics']; isPreview: boolean }) => (
  <fieldset disabled={isPreview} className="site-stack">
    <legend className="sr-only">Send us a message</legend>
    {topics.length > 0 && (
      <label className="site-field">
        <span>Topic</span>
        <select>
          {topics.map(({ key, label }) => (
            <option key={key}>{label}</option>
          ))}
        </select>
      </label>
    )}
    <label className="site-field">
      <span>Your email</span>
      <input type="email" autoComplete="off" />
    </label>
    <label className="site-field">
      <span>Message</span>
      <textarea rows={5} />
    </label>
    <div>
      <button type="button" className="site-act">
        Send
      </button>
    </div>
  </fieldset>
)
