import type { FieldPath } from 'react-hook-form'
import * as z from 'zod/mini'
import { checkTemplate } from '#contract/mail/email-templates/check.ts'
import type { TemplateKindName } from '#contract/setup/schools/email-kinds.ts'
import { outdatedLanguages } from '#contract/mail/email-templates/original.ts'
import {
  contentLabels,
  globalTemplate,
  globalTemplateChange,
  schoolTemplate,
  schoolTemplateChange,
  templateContent,
  translationLanguages,
  type EmailText,
  type GlobalTemplate,
  type SchoolTemplate,
  type TemplateContent,
  type TranslatedText,
  type TranslationLanguage,
} from '#contract/mail/email-templates/shapes.ts'
import { languages } from '#contract/setup/period-documents/waiver-choices.ts'
import { valueInWords } from '#client/platform/history/document-text.ts'
import type { EditPart } from '#client/platform/edit/use-part-edit.tsx'
import type { MergeFields } from '#client/platform/lib/merge.ts'
import { withFieldLabels } from './merge-choices.ts'
import { isRecord } from '#client/platform/lib/plain-record.ts'
import { bodyFrom, problemsOf } from '#client/platform/ui/form/form-values.ts'

export type Language = 'en' | TranslationLanguage

/** The form's values for a language: '' for empty text; `text` is null if it's made from the HTML. */
type TextValues = EmailText

/** The form's values: every language, also those without a text. */
export interface TemplateValues extends TextValues {
  translations: Record<TranslationLanguage, TranslatedText>
  /** A school's: whether the email is sent. */
  is_enabled?: boolean
}

interface TemplateFacts extends TemplateContent {
  is_enabled?: boolean | undefined
}

const noText: TextValues = { subject: '', html: '', text: null }

/** Returns the form's values of a language. */
export const textIn = (values: TemplateValues, language: Language): TextValues =>
  language === 'en' ? values : values.translations[language]

/** Returns the name of a field of a language in the form. */
export const nameIn = (language: Language, part: keyof TextValues): FieldPath<TemplateValues> =>
  language === 'en' ? part : `translations.${language}.${part}`

/** Whether a language has neither a subject nor a text. */
export const isEmptyText = ({ subject, html }: Pick<TextValues, 'subject' | 'html'>): boolean =>
  subject.trim() === '' && html.trim() === ''

const withoutBlank = ({ subject, html, text }: TextValues): TextValues => ({
  subject,
  html,
  text: text?.trim() === '' ? null : text,
})

/** Returns the content of the form, without the languages that have no text. It may not be valid. */
export const contentIn = (values: TemplateValues): TemplateContent => ({
  ...withoutBlank(values),
  translations: Object.fromEntries(
    translationLanguages
      .filter((language) => !isEmptyText(values.translations[language]))
      .map((language) => {
        const { of, ...text } = values.translations[language]
        return [language, { ...withoutBlank(text), of }]
      }),
  ),
})

/** Returns the languages whose text was written for another English text, and isn’t written again now. */
export const outdatedIn = (
  values: TemplateValues,
  saved: Pick<TemplateContent, 'translations'>,
): readonly TranslationLanguage[] =>
  outdatedLanguages(contentIn(values)).filter((language) => {
    const [now, was] = [values.translations[language], saved.translations[language]]
    return now.subject === was?.subject && now.html === was.html && now.text === was.text
  })

const isEmptyBody = (text: unknown): boolean =>
  isRecord(text) && text['subject'] === null && typeof text['html'] === 'string' && text['html'].trim() === ''

const withoutBlankText = (body: unknown): unknown =>
  isRecord(body) && typeof body['text'] === 'string' && body['text'].trim() === ''
    ? { ...body, text: null }
    : body

/** Leaves out languages without a text, and plain text that is blank, before a body is validated. */
const compact = (body: unknown): unknown => {
  const own = withoutBlankText(body)
  if (!isRecord(own) || !isRecord(own['translations'])) return own
  const written = Object.entries(own['translations'])
    .filter(([, text]) => !isEmptyBody(text))
    .map(([language, text]) => [language, withoutBlankText(text)] as const)
  return { ...own, translations: Object.fromEntries(written) }
}

const valuesOf = ({ subject, html, text, translations }: TemplateContent): TemplateValues => {
  const written = (language: TranslationLanguage): TranslatedText => translations[language] ?? noText
  return {
    subject,
    html,
    text,
    translations: {
      es: written('es'),
      zh: written('zh'),
      fr: written('fr'),
      ko: written('ko'),
      vi: written('vi'),
    },
  }
}

const factsOf = ({ subject, html, text, translations }: TemplateContent): TemplateContent =>
  z.parse(templateContent, { subject, html, text, translations })

const mergeFields: MergeFields<TemplateFacts> = {
  subject: { label: contentLabels.subject, words: ({ subject }) => withFieldLabels(subject) },
  html: { label: contentLabels.html, words: ({ html }) => withFieldLabels(valueInWords(html)) },
  text: {
    label: contentLabels.text,
    words: ({ text }) => withFieldLabels(text ?? 'Created from the email text'),
  },
  translations: {
    label: contentLabels.translations,
    words: ({ translations }) => valueInWords(translations),
    innerWords: (value) => withFieldLabels(valueInWords(value)),
  },
  is_enabled: { label: 'Send this email', words: ({ is_enabled: isOn }) => valueInWords(isOn) },
}

const shared = {
  what: 'this email template',
  literal: ['html', 'text'],
  fields: mergeFields,
} as const

type Part<R> = Omit<EditPart<R, TemplateValues, TemplateFacts>, 'readSavedBy'>

const globalChange = z.pipe(z.transform(compact), globalTemplateChange)
const schoolChange = z.pipe(z.transform(compact), schoolTemplateChange)

/** The editable part of a global template. */
export const globalPart: Part<GlobalTemplate> = {
  ...shared,
  schema: globalChange,
  valuesOf,
  factsOf,
  factsIn: (body) => {
    const { version: _version, ...facts } = z.parse(globalChange, body)
    return facts
  },
  versionOf: ({ version }) => version,
  readStale: (data) => z.safeParse(globalTemplate, data).data ?? null,
}

/** The editable part of a school's template. */
export const schoolPart: Part<SchoolTemplate> = {
  ...shared,
  schema: schoolChange,
  valuesOf: (template) => ({ ...valuesOf(template), is_enabled: template.is_enabled }),
  factsOf: (template) => ({ ...factsOf(template), is_enabled: template.is_enabled }),
  factsIn: (body) => {
    const { version: _version, ...facts } = z.parse(schoolChange, body)
    return facts
  },
  versionOf: ({ version }) => version,
  readStale: (data) => z.safeParse(schoolTemplate, data).data ?? null,
}

/** Returns the languages whose texts can’t be saved, in the usual order. */
export const languagesWithErrors = (kind: TemplateKindName, values: TemplateValues): readonly Language[] => {
  const { is_enabled: _isOn, ...content } = values
  const paths = problemsOf(globalChange, bodyFrom(content, shared.literal)).keys()
  const wrong = new Set([
    ...[...paths].map((path) => /^translations\.(\w+)/.exec(path)?.[1] ?? 'en'),
    ...checkTemplate(kind, contentIn(values))
      .filter(({ level }) => level === 'error')
      .map(({ language }) => language),
  ])
  return languages.filter((language) => wrong.has(language))
}
