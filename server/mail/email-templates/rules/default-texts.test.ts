import { describe, expect, it } from 'vitest'
import { checkTemplate } from '#contract/mail/email-templates/check.ts'
import { tokensIn } from '#contract/mail/email-templates/merge.ts'
import type { EmailText } from '#contract/mail/email-templates/shapes.ts'
import { schoolKindNames, templateKindNames } from '#contract/setup/schools/email-kinds.ts'
import { englishWordsIn } from '#server/testing/english-words.ts'
import { defaultContent } from './default-texts.ts'
import { valueText } from './merge.ts'
import { coverageWords, dayWords, timeWords } from './words.ts'

const fieldsOf = ({ subject, html }: EmailText): string[] => [
  ...new Set([...tokensIn(subject), ...tokensIn(html)].map(({ name }) => name)),
]
const proseOf = ({ subject, html }: EmailText): string =>
  `${subject} ${html}`.replaceAll(/\{\{[\w.]+\|?|\}\}/g, ' ').replaceAll(/<[^>]+>/g, ' ')

describe('the texts that Shipmate comes with', () => {
  it.each(templateKindNames)('%s has nothing to fix', (kind) => {
    expect(
      checkTemplate(kind, defaultContent(kind)).map(({ language, message }) => [language, message]),
    ).toEqual([])
  })

  it.each(schoolKindNames)('%s is in Spanish too, with the same merge fields and no English', (kind) => {
    const { translations, ...english } = defaultContent(kind)
    const { es } = translations
    expect(es && fieldsOf(es).toSorted()).toEqual(fieldsOf(english).toSorted())
    expect(es && englishWordsIn(proseOf(es))).toEqual([])
    expect(englishWordsIn(proseOf(english)).length).toBeGreaterThan(3)
  })
})

describe('values in the language of an email', () => {
  it.each([
    [{ kind: 'date' }, '2026-12-09', 'December 9, 2026', '9 de diciembre de 2026'],
    [{ kind: 'money' }, '1234.5', '$1,234.50', '$1,234.50'],
    [{ kind: 'boolean' }, 'true', 'Yes', 'Sí'],
    [
      { kind: 'choice', choiceLabels: { part_time: 'Part time' } },
      'part_time',
      'Part time',
      'Tiempo parcial',
    ],
    [{ kind: 'choice', choiceLabels: { MX: 'Mexico' } }, 'MX', 'Mexico', 'México'],
    [{ kind: 'choice' }, 'CA', 'CA', 'CA'],
    [{ kind: 'text' }, 'Nursing', 'Nursing', 'Nursing'],
  ] as const)('of %j: %s', (field, value, english, spanish) => {
    expect([valueText(field, value, 'en'), valueText(field, value, 'es')]).toEqual([english, spanish])
    expect(valueText(field, value, 'fr')).toBe(english)
  })

  it('name days, coverage and times', () => {
    expect([dayWords('2026-08-01', 'en'), dayWords('2026-08-01', 'es')]).toEqual([
      'August 1, 2026',
      '1 de agosto de 2026',
    ])
    expect(coverageWords(['medical', 'dental', 'vision'], 'en')).toBe('medical, dental and vision')
    expect(coverageWords(['medical', 'dental', 'vision'], 'es')).toBe('médica, dental y de la vista')
    expect([timeWords(30, 'days', 'es'), timeWords(10, 'minutes', 'en')]).toEqual(['30 días', '10 minutes'])
  })
})
