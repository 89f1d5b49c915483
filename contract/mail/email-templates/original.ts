import { hashOf, originalOf } from '#contract/platform/translation.ts'
import {
  translationLanguages,
  type EmailText,
  type TemplateContent,
  type TranslationLanguage,
} from './shapes.ts'

const allOf = ({ subject, html, text }: EmailText): string => [subject, html, text ?? ''].join('\n')

/** Returns the languages whose text was written for another English text than the present one. */
export const outdatedLanguages = ({ translations, ...english }: TemplateContent): TranslationLanguage[] => {
  const hash = hashOf(allOf(english))
  return translationLanguages.filter((language) => {
    const of = translations[language]?.of
    return typeof of === 'number' && of !== hash
  })
}

/**
 * Returns a template with the hash of the English text that each other text was written for. `before` is the template that
 * it replaces: a text that is the same as there keeps its hash, unless it’s said to be still right.
 */
export const withOriginals = (content: TemplateContent, before: TemplateContent): TemplateContent => {
  const translations = translationLanguages.flatMap((language) => {
    const [text, former] = [content.translations[language], before.translations[language]]
    if (!text) return []
    const was = { english: allOf(before), text: former ? allOf(former) : null, of: former?.of ?? null }
    // a program that doesn’t send the hash says nothing about it
    const of = text.of === undefined ? was.of : text.of
    return [[language, { ...text, of: originalOf({ english: allOf(content), text: allOf(text), of }, was) }]]
  })
  return { ...content, translations: Object.fromEntries(translations) }
}
