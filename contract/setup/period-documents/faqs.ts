import * as z from 'zod/mini'
import { translated } from '#contract/platform/translation.ts'
import { text } from '#contract/platform/fields.ts'
import { distinctKeys, itemKey, richText } from '#contract/platform/document.ts'
import { periodDocument } from './document.ts'

/** A question and its answer. */
const faq = z.strictObject({
  key: itemKey,
  ...translated({ question: text(300), answer: richText }),
})

/** Frequently asked questions, in page order. */
export const faqs = periodDocument({
  kind: 'faqs',
  label: 'FAQs',
  isPublished: true,
  isWebsite: true,
  shape: { ...translated({ intro: richText }), items: z.array(faq).check(z.maxLength(100)) },
  labels: { intro: 'Introduction', es: 'Spanish', items: 'Questions' },
  empty: { intro: '', items: [] },
  issues: ({ items }) => distinctKeys('items', items),
})
