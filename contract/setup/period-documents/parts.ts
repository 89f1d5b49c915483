import * as z from 'zod/mini'
import { translated } from '#contract/platform/translation.ts'
import { text } from '#contract/platform/fields.ts'
import { texts } from '#contract/platform/problem.ts'
import { isMediaPath } from '#contract/platform/rich-text.ts'
import { itemKey, richText } from '#contract/platform/document.ts'

/** A section of a page with its own title. */
export const section = z.strictObject({ key: itemKey, ...translated({ title: text(160), body: richText }) })
export type Section = z.output<typeof section>

/** An upload of the school, `/media/{name}.{ext}`. */
export const mediaPath = z.string().check(z.refine(isMediaPath, texts.invalid))

/** A short label of a button or menu item; null for the default. */
export const shortLabel = z.nullable(text(60))

/** The emphasis of a notice. */
export const tones = ['info', 'warning', 'danger'] as const
export type Tone = (typeof tones)[number]
export const toneLabels: Record<Tone, string> = {
  info: 'Information',
  warning: 'Warning',
  danger: 'Urgent',
}
