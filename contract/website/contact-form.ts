import * as z from 'zod/mini'
import { emailAddress, phone, text } from '../fields.ts'
import { distinctKeys, itemKey, richText } from '../document.ts'
import { periodDocument } from '../periods/document.ts'

/** How students reach the office: the form's topics, who gets what is sent, and the ways besides. */
export const contactForm = periodDocument({
  kind: 'contact-form',
  label: 'Contact form',
  isPublished: true,
  isWebsite: true,
  shape: {
    is_on: z.boolean(),
    intro: richText,
    /** Never shown to students. */
    recipients: z.array(z.strictObject({ key: itemKey, email: emailAddress })).check(z.maxLength(10)),
    phone: z.nullable(phone),
    hours: z.nullable(text(300)),
    topics: z.array(z.strictObject({ key: itemKey, label: text(120) })).check(z.maxLength(30)),
  },
  labels: {
    is_on: 'Contact form is shown',
    intro: 'Introduction',
    recipients: 'Recipients',
    phone: 'Phone',
    hours: 'Hours',
    topics: 'Topics',
  },
  empty: { is_on: false, intro: '', recipients: [], phone: null, hours: null, topics: [] },
  misfits: ({ is_on, recipients, topics }) => [
    ...(is_on && recipients.length === 0
      ? [['recipients', 'Say who gets what students send, or switch the form off.'] as const]
      : []),
    ...distinctKeys('recipients', recipients),
    ...distinctKeys('topics', topics),
  ],
})
