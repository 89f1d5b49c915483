import * as z from 'zod/mini'
import { text } from '../fields.ts'
import { distinctKeys, itemKey, richText } from '../document.ts'
import { periodDocument } from '../periods/document.ts'

/** A question with its answer. */
export const faq = z.strictObject({ key: itemKey, question: text(300), answer: richText })

/** Questions that students ask, in the order in which the page shows them. */
export const faqs = periodDocument({
  kind: 'faqs',
  label: 'FAQs',
  isPublished: true,
  isWebsite: true,
  shape: { intro: richText, items: z.array(faq).check(z.maxLength(100)) },
  labels: { intro: 'Introduction', items: 'Questions' },
  empty: { intro: '', items: [] },
  misfits: ({ items }) => distinctKeys('items', items),
})
