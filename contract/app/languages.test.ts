import * as z from 'zod/mini'
import { expect, it } from 'vitest'
import { templateContent } from '#contract/mail/email-templates/shapes.ts'
import { pageTexts } from '#contract/setup/website/custom-pages.ts'
import { periodDocuments } from '#contract/setup/period-documents/documents.ts'
import { siteLanguages } from '#contract/setup/period-documents/waiver-choices.ts'

/** Texts that are the same in each language or that no student reads, by the end of their path. */
const withoutPlace: Readonly<Record<string, string>> = {
  'plan.name': 'the plan’s own name',
  'plan.underwriter': 'a company’s name',
  'plan.administrator': 'a company’s name',
  'plan.group_number': 'a number',
  programs: 'values of records',
  campuses: 'values of records',
  'exemptions.name': 'staff only',
  'coverage_terms.name': 'staff only',
  'carrier-file': 'codes of an insurance company',
}

const partsOf = (schema: unknown): Readonly<Record<string, unknown>> =>
  schema instanceof z.ZodMiniObject ? schema.def.shape : {}

const inner = (schema: unknown): unknown =>
  schema instanceof z.ZodMiniOptional || schema instanceof z.ZodMiniNullable
    ? inner(schema.def.innerType)
    : schema

const isFreeText = (schema: unknown): boolean =>
  schema instanceof z.ZodMiniString && schema.safeParse('Two words').success

/** Lists the texts of a schema that have no place for a language, as dot paths. */
const missingIn = (schema: unknown, language: string, path: string): string[] => {
  const one = inner(schema)
  if (one instanceof z.ZodMiniArray) return missingIn(one.def.element, language, path)
  const parts = partsOf(one)
  const inLanguage = inner(parts[language])
  // languages next to each other, or an object of the same texts
  if ('en' in parts && isFreeText(inLanguage)) return []
  const found = Object.entries(parts).flatMap(([name, part]) =>
    name in partsOf(inLanguage) || name === language ? [] : missingIn(part, language, `${path}.${name}`),
  )
  return isFreeText(one) ? [path] : found
}

const isExpected = (path: string): boolean =>
  Object.keys(withoutPlace).some((known) => `.${path.replace('-plan', '.plan')}`.includes(`.${known}`))

const others = siteLanguages.filter((language) => language !== 'en')
const schemas = [
  ...periodDocuments.map(({ kind, content }) => [kind, content] as const),
  ['custom-pages', pageTexts] as const,
]

it.each(others)('every text that students read has a place for its %s', (language) => {
  const missing = schemas.flatMap(([kind, schema]) => missingIn(schema, language, kind))
  expect(missing.filter((path) => !isExpected(path))).toEqual([])
  // the others are still there, so that the search found them
  expect(missing.filter(isExpected).length).toBeGreaterThan(20)
  expect(partsOf(partsOf(templateContent)['translations'])).toHaveProperty(language)
})

it('a text without a place is named', () => {
  const page = z.strictObject({ ...pageTexts.shape, note: z.nullable(z.string()) })
  expect(missingIn(page, 'es', 'page')).toEqual(['page.note'])
  expect(missingIn(pageTexts, 'fr', 'page')).toEqual(expect.arrayContaining(['page.title', 'page.body']))
})
