import { createContext, use } from 'react'
import type { SiteLanguage } from '#contract/setup/site/rendering.ts'
import { en, type SiteWords } from './en.ts'
import { es } from './es.ts'

export type { SiteLanguage }

const all: Record<SiteLanguage, SiteWords> = { en, es }

/** Returns the fixed words in a language. */
export const wordsIn = (language: SiteLanguage): SiteWords => all[language]

/** The language of the page; its provider is the frame of the site. */
export const SiteLanguageContext = createContext<SiteLanguage>('en')

export const useWords = (): SiteWords => wordsIn(use(SiteLanguageContext))

const locales: Record<SiteLanguage, string> = { en: 'en-US', es: 'es-US' }

/** Returns '2026-12-09' in words: 'December 9, 2026', '9 de diciembre de 2026'. */
export const dayInWords = (day: string, language: SiteLanguage): string =>
  new Intl.DateTimeFormat(locales[language], { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(`${day}T12:00:00Z`),
  )

/** Returns an amount: '$4,678', '$4,678.50'. */
export const dollars = (amount: string, language: SiteLanguage): string =>
  new Intl.NumberFormat(locales[language], {
    style: 'currency',
    currency: 'USD',
    trailingZeroDisplay: 'stripIfInteger',
  }).format(Number(amount))
