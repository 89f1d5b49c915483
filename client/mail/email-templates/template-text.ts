import { contentLabels, type TemplateContent } from '#contract/mail/email-templates/shapes.ts'
import { languages as allLanguages, languageLabels } from '#contract/setup/period-documents/waiver-choices.ts'
import { pathInWords, valueInWords, type DocumentWords } from '#client/platform/history/document-text.ts'
import { formatList } from '#client/platform/lib/format.ts'
import { withFieldLabels } from './merge-choices.ts'
import type { Language } from './template-values.ts'

/** Returns the languages of a template that have a text, in the usual order. */
export const writtenLanguages = ({
  translations,
}: Pick<TemplateContent, 'translations'>): readonly Language[] =>
  allLanguages.filter((language) => language === 'en' || translations[language] !== undefined)

/** Returns the needed languages without a text. */
export const missingLanguages = (
  template: Pick<TemplateContent, 'translations'>,
  needed: readonly Language[],
): readonly Language[] => {
  const written = writtenLanguages(template)
  return allLanguages.filter((language) => needed.includes(language) && !written.includes(language))
}

/** 'English and Spanish' */
export const languagesText = (some: readonly Language[]): string =>
  formatList(some.map((language) => languageLabels[language]))

/**
 * Returns the languages that global templates need: those that any of them is written in. Schools' policy years can
 * have more, which their own screens count.
 */
export const languagesInUse = (
  templates: readonly Pick<TemplateContent, 'translations'>[],
): readonly Language[] => {
  const used = new Set(templates.flatMap(writtenLanguages))
  return allLanguages.filter((language) => used.has(language))
}

/** The texts of a template’s history: 'Spanish › Subject' for `translations.es.subject`. */
export const templateWords: DocumentWords = {
  path: (path) => {
    const parts = path.split('.').filter((part) => part !== 'translations')
    return parts.length === 0 ? contentLabels.translations : parts.map(partInWords).join(' › ')
  },
  value: (value) => withFieldLabels(valueInWords(value)),
}

const labels: Readonly<Record<string, string>> = { ...contentLabels, ...languageLabels }
const partInWords = (part: string): string => labels[part] ?? pathInWords(part)
