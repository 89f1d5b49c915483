import * as z from 'zod/mini'
import { text } from '../fields.ts'
import { texts } from '../problem.ts'
import { isMediaPath } from '../rich-text.ts'
import { itemKey, richText } from '../document.ts'

/** A part of a page under a title of its own. */
export const section = z.strictObject({ key: itemKey, title: text(160), body: richText })
export type Section = z.output<typeof section>

/** An upload of the school's own, `/media/{name}.{ext}`. */
export const mediaPath = z.string().check(z.refine(isMediaPath, texts.invalid))

/** A few words on a button or in a menu; null for the page's own. */
export const shortLabel = z.nullable(text(60))

/** How loud a notice is. */
export const tones = ['info', 'warning', 'danger'] as const
export type Tone = (typeof tones)[number]
export const toneLabels: Record<Tone, string> = {
  info: 'Information',
  warning: 'Warning',
  danger: 'Urgent',
}
