import * as z from 'zod/mini'
import { translated } from '#contract/platform/translation.ts'
import { day, text } from '#contract/platform/fields.ts'
import { distinctKeys, richText } from '#contract/platform/document.ts'
import { periodDocument } from './document.ts'
import { mediaPath, section, shortLabel, toneLabels, tones } from './parts.ts'

/**
 * The home page of the student website. The announcement appears on every page between `from` and `to`, both
 * inclusive.
 */
export const homePage = periodDocument({
  kind: 'home-page',
  label: 'Home page',
  isPublished: true,
  isWebsite: true,
  shape: {
    ...translated({
      headline: z.nullable(text(160)),
      intro: richText,
      enroll_label: shortLabel,
      waive_label: shortLabel,
    }),
    announcement: z.strictObject({
      ...translated({ text: z.nullable(text(500)) }),
      tone: z.enum(tones),
      from: z.nullable(day),
      to: z.nullable(day),
    }),
    image: z.strictObject({ src: z.nullable(mediaPath), ...translated({ alt: z.nullable(text(200)) }) }),
    sections: z.array(section).check(z.maxLength(30)),
  },
  labels: {
    headline: 'Headline',
    intro: 'Introduction',
    announcement: 'Announcement',
    image: 'Image',
    enroll_label: 'Enroll button label',
    waive_label: 'Waiver button label',
    sections: 'Sections',
    es: 'Spanish',
  },
  choices: toneLabels,
  empty: {
    headline: null,
    intro: '',
    announcement: { text: null, tone: 'info', from: null, to: null },
    image: { src: null, alt: null },
    enroll_label: null,
    waive_label: null,
    sections: [],
  },
  issues: ({ announcement: { from, to }, image, sections }) => [
    ...(from !== null && to !== null && to < from
      ? [['announcement.to', 'Enter a last day on or after the first day.'] as const]
      : []),
    ...(image.src !== null && image.alt === null
      ? [['image.alt', 'Add alt text that describes the image.'] as const]
      : []),
    ...distinctKeys('sections', sections),
  ],
})
