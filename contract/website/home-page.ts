import * as z from 'zod/mini'
import { day, text } from '../fields.ts'
import { distinctKeys, richText } from '../document.ts'
import { periodDocument } from '../periods/document.ts'
import { mediaPath, section, shortLabel, tones } from './parts.ts'

/** The first page of the student site. The announcement stands on every page from `from` to `to`, both included. */
export const homePage = periodDocument({
  kind: 'home-page',
  label: 'Home page',
  isPublished: true,
  isWebsite: true,
  shape: {
    headline: z.nullable(text(160)),
    intro: richText,
    announcement: z.strictObject({
      text: z.nullable(text(500)),
      tone: z.enum(tones),
      from: z.nullable(day),
      to: z.nullable(day),
    }),
    image: z.strictObject({ src: z.nullable(mediaPath), alt: z.nullable(text(200)) }),
    enroll_label: shortLabel,
    waive_label: shortLabel,
    sections: z.array(section).check(z.maxLength(30)),
  },
  labels: {
    headline: 'Headline',
    intro: 'Introduction',
    announcement: 'Announcement',
    image: 'Picture',
    enroll_label: 'Words on the way to the enroll form',
    waive_label: 'Words on the way to the waiver form',
    sections: 'Sections',
  },
  empty: {
    headline: null,
    intro: '',
    announcement: { text: null, tone: 'info', from: null, to: null },
    image: { src: null, alt: null },
    enroll_label: null,
    waive_label: null,
    sections: [],
  },
  misfits: ({ announcement: { from, to }, image, sections }) => [
    ...(from !== null && to !== null && to < from
      ? [['announcement.to', 'The last day is before the first.'] as const]
      : []),
    ...(image.src !== null && image.alt === null
      ? [['image.alt', 'Say what the picture shows, for those who cannot see it.'] as const]
      : []),
    ...distinctKeys('sections', sections),
  ],
})
