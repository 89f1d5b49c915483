import * as z from 'zod/mini'
import { instant, person, text } from '#contract/platform/fields.ts'
import { languages } from '#contract/setup/period-documents/waiver-choices.ts'
import { texts } from '#contract/platform/problem.ts'
import { original } from '#contract/platform/translation.ts'
import { isWebAddress } from '#contract/platform/rich-text.ts'
import { templateKindNames } from '#contract/setup/schools/email-kinds.ts'

/** The languages besides English, in which a template can have its own text. */
export const translationLanguages = ['es', 'zh', 'fr', 'ko', 'vi'] as const satisfies readonly Exclude<
  (typeof languages)[number],
  'en'
>[]
export type TranslationLanguage = (typeof translationLanguages)[number]

/** The most characters of a template’s text in a language, including tags. */
export const emailTextLimit = 50_000

const subject = text(200)
const html = z.string().check(z.minLength(1, texts.required), z.maxLength(emailTextLimit))

/** The text of an email in one language. */
export const emailText = z.strictObject({
  subject,
  /** Rich text with merge fields (`contract/mail/email-templates/merge.ts`). */
  html,
  /** The plain-text part; null to make it from the HTML. */
  text: z.nullable(z.string().check(z.maxLength(emailTextLimit))),
})
export type EmailText = z.output<typeof emailText>

/** A text in another language, with the hash of the English text that it was written for. */
const translatedText = z.strictObject({ ...emailText.shape, of: original })
export type TranslatedText = z.output<typeof translatedText>

/** The content of a template: English, and the languages that have their own text. */
export const templateContent = z.strictObject({
  ...emailText.shape,
  translations: z.strictObject({
    es: z.optional(translatedText),
    zh: z.optional(translatedText),
    fr: z.optional(translatedText),
    ko: z.optional(translatedText),
    vi: z.optional(translatedText),
  }),
})
export type TemplateContent = z.output<typeof templateContent>

export const contentLabels = {
  subject: 'Subject',
  html: 'Text',
  text: 'Plain text',
  translations: 'Translations',
} as const satisfies Record<keyof TemplateContent, string>

const saved = {
  id: z.int(),
  kind: z.enum(templateKindNames),
  /** The label of the kind. */
  name: z.string(),
  ...templateContent.shape,
  version: z.int(),
  /** Null if it has never been changed. */
  updated_at: z.nullable(instant),
  updated_by: z.nullable(person),
}

/** The template that applies to every school without its own text. */
export const globalTemplate = z.object({
  ...saved,
  /** The schools that have their own text. */
  overridden_by: z.array(person),
})
export type GlobalTemplate = z.output<typeof globalTemplate>

/** A school’s template: its own text, or the global text. */
export const schoolTemplate = z.object({
  ...saved,
  school_id: z.int(),
  /** Whether the school has its own text. */
  is_overridden: z.boolean(),
  /** Whether the school sends this kind of email. */
  is_enabled: z.boolean(),
  /** The languages of the school’s current policy year, for which texts are needed. */
  languages: z.array(z.enum(languages)),
})
export type SchoolTemplate = z.output<typeof schoolTemplate>

export const globalTemplateChange = z.strictObject({
  ...templateContent.shape,
  version: z.optional(z.int()),
})

export const schoolTemplateChange = z.strictObject({
  ...templateContent.shape,
  is_enabled: z.optional(z.boolean()),
  version: z.optional(z.int()),
})

/** A text to preview, with whose values. */
export const previewRequest = z.strictObject({
  /** The kind that the text belongs to; null for an email that staff write themselves. */
  kind: z.nullable(z.enum(templateKindNames)),
  /** The school whose colors and logo apply; null for Shipmate’s. */
  school_id: z.nullable(z.int()),
  /** The student-period whose values are used; null for an invented person. */
  student_period_id: z.nullable(z.int()),
  /** The language of the text; English if it’s missing. */
  language: z.optional(z.enum(languages)),
  ...emailText.shape,
})

/** The most links that are checked at once. */
export const mostLinks = 20

/** Links to check. */
export const linksToCheck = z.strictObject({
  urls: z
    .array(z.string().check(z.refine(isWebAddress, texts.address)))
    .check(z.minLength(1), z.maxLength(mostLinks)),
})

/** What became of a checked link: the end of a sentence about it, or null if it works. */
export const checkedLink = z.object({ url: z.string(), problem: z.nullable(z.string()) })
export type CheckedLink = z.output<typeof checkedLink>

/** An email as it would be sent. */
export const emailPreview = z.object({
  subject: z.string(),
  /** The whole HTML document. */
  html: z.string(),
  text: z.string(),
  /** The names of merge fields without a value and without a fallback. */
  empty_fields: z.array(z.string()),
})
export type EmailPreview = z.output<typeof emailPreview>
