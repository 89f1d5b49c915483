import * as z from 'zod/mini'
import { translated } from '#contract/platform/translation.ts'
import { emailAddress, phone, text } from '#contract/platform/fields.ts'
import { distinctKeys, itemKey, richText } from '#contract/platform/document.ts'
import { periodDocument } from './document.ts'

/** How students contact the office: the form’s topics and recipients, and other ways. */
export const contactForm = periodDocument({
  kind: 'contact-form',
  label: 'Contact form',
  isPublished: true,
  isWebsite: true,
  shape: {
    is_on: z.boolean(),
    ...translated({ intro: richText, hours: z.nullable(text(300)) }),
    /** Never shown to students. */
    recipients: z.array(z.strictObject({ key: itemKey, email: emailAddress })).check(z.maxLength(10)),
    phone: z.nullable(phone),
    topics: z
      .array(z.strictObject({ key: itemKey, ...translated({ label: text(120) }) }))
      .check(z.maxLength(30)),
  },
  labels: {
    is_on: 'Show contact form',
    intro: 'Introduction',
    recipients: 'Recipients',
    phone: 'Phone',
    hours: 'Hours',
    topics: 'Topics',
    es: 'Spanish',
  },
  empty: { is_on: false, intro: '', recipients: [], phone: null, hours: null, topics: [] },
  issues: ({ is_on, recipients, topics }) => [
    ...(is_on && recipients.length === 0
      ? [['recipients', 'Add a recipient or turn off the form.'] as const]
      : []),
    ...distinctKeys('recipients', recipients),
    ...distinctKeys('topics', topics),
  ],
})
