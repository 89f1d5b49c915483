import * as z from 'zod/mini'
import { translated } from '#contract/platform/translation.ts'
import { coverages } from '#contract/platform/coverage/choices.ts'
import { distinctKeys, richText } from '#contract/platform/document.ts'
import { periodDocument } from './document.ts'
import { section } from './parts.ts'

/** The plan page: an introduction, the plans of the chosen coverage types and more sections. */
export const planDetails = periodDocument({
  kind: 'plan-details',
  label: 'Plan info and details',
  isPublished: true,
  isWebsite: true,
  shape: {
    ...translated({ intro: richText }),
    shown_coverages: z.array(z.enum(coverages)).check(z.maxLength(coverages.length)),
    sections: z.array(section).check(z.maxLength(30)),
  },
  labels: { intro: 'Introduction', shown_coverages: 'Plans to show', sections: 'Sections', es: 'Spanish' },
  empty: { intro: '', shown_coverages: [...coverages], sections: [] },
  issues: ({ sections }) => distinctKeys('sections', sections),
})
