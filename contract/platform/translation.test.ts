import { expect, it } from 'vitest'
import { faqs } from '#contract/setup/period-documents/faqs.ts'
import { waiverConfiguration } from '#contract/setup/period-documents/waiver-configuration.ts'
import {
  hasOfficeTexts,
  hashOf,
  missingText,
  officeTextsIn,
  translatorTo,
  withOriginals,
} from './translation.ts'

const content = {
  intro: '<p>Ask us.</p>',
  es: { intro: '<p>Pregúntenos.</p>' },
  items: [
    { key: 'a', question: 'Who pays?', answer: '<p>You.</p>', es: { question: '¿Quién paga?', answer: '' } },
    { key: 'b', question: 'When?', answer: '<p></p>' },
    { key: 'c', question: '2026', answer: '<p><strong>25</strong></p>' },
  ],
}

it('content without another language is valid, and an unknown text or one over its limit isn’t', () => {
  const parse = (es: object) => faqs.content.safeParse({ ...content, es }).success
  expect(faqs.content.safeParse({ intro: '', items: [] }).success).toBe(true)
  expect([parse({}), parse({ intro: null }), parse({ outro: '' })]).toEqual([true, true, false])
  const long = { ...content, items: [{ ...content.items[0], es: { question: 'x'.repeat(301) } }] }
  expect(faqs.content.safeParse(long).success).toBe(false)
})

it('lists what an office wrote, with what is missing, and nothing that is empty or a number', () => {
  const [rich, plain] = [
    { isRich: true, isOutdated: false },
    { isRich: false, isOutdated: false },
  ]
  expect(officeTextsIn(faqs.content, content, 'es')).toEqual([
    { at: '', name: 'intro', english: '<p>Ask us.</p>', text: '<p>Pregúntenos.</p>', ...rich },
    { at: 'items.0', name: 'question', english: 'Who pays?', text: '¿Quién paga?', ...plain },
    { at: 'items.0', name: 'answer', english: '<p>You.</p>', text: null, ...rich },
    { at: 'items.1', name: 'question', english: 'When?', text: null, ...plain },
  ])
  expect([hasOfficeTexts(faqs.content), hasOfficeTexts(waiverConfiguration.content)]).toEqual([true, false])
})

it('translates what it can and names what stays in English', () => {
  const spanish = translatorTo('es')
  expect(spanish.translate(faqs.content, content)).toEqual({
    intro: '<p>Pregúntenos.</p>',
    items: [
      { key: 'a', question: '¿Quién paga?', answer: '<p>You.</p>' },
      { key: 'b', question: 'When?', answer: '<p></p>' },
      { key: 'c', question: '2026', answer: '<p><strong>25</strong></p>' },
    ],
  })
  expect([...spanish.inEnglish]).toEqual(['<p>You.</p>', 'When?'])
  const english = translatorTo('en')
  expect(english.translate(faqs.content, content)).toMatchObject({ intro: '<p>Ask us.</p>' })
  expect([...english.inEnglish]).toEqual([])
})

const item = (question: string, es: object) => ({
  intro: '',
  items: [{ key: 'a', question, answer: '', es }],
})
const [old, present] = ['Who pays?', 'Who pays the bill?']

it.each([
  ['new Spanish is written for the present English', {}, old, { question: 'x' }, old],
  [
    'saved before hashes, it was written for the former English',
    { question: 'x' },
    present,
    { question: 'x' },
    old,
  ],
  [
    'kept while the English changes',
    { question: 'x', of: { question: hashOf(old) } },
    present,
    { question: 'x', of: { question: hashOf(old) } },
    old,
  ],
  [
    'still right',
    { question: 'x', of: { question: 1 } },
    present,
    { question: 'x', of: { question: null } },
    present,
  ],
  [
    'written again by a program that repeats the hash',
    { question: 'x', of: { question: 1 } },
    present,
    { question: 'y', of: { question: 1 } },
    present,
  ],
  [
    'restored with its hash',
    { question: 'x', of: { question: hashOf(present) } },
    old,
    { question: 'y', of: { question: hashOf(old) } },
    old,
  ],
])('a Spanish text notes its English: %s', (_what, was, english, now, expected) => {
  const saved = withOriginals(faqs.content, item(english, now), item(old, was))
  expect(saved.items[0]?.es).toMatchObject({ of: { question: hashOf(expected) } })
  const [text] = officeTextsIn(faqs.content, saved, 'es')
  expect(text?.isOutdated).toBe(expected !== english)
})

it('spaces don’t change a text, and one word does', () => {
  expect(hashOf(' Who  pays?\n')).toBe(hashOf(old))
  expect(hashOf(present)).not.toBe(hashOf(old))
})

it('the count names missing and outdated texts', () => {
  const text = (one: string | null, isOutdated = false) => ({ text: one, isOutdated })
  expect([
    missingText([]),
    missingText([text('a')]),
    missingText([text('a', true), text(null), text('b')]),
    missingText([text('a', true), text('b', true)]),
  ]).toEqual([
    '',
    'Every text is in Spanish.',
    '1 of 3 texts has no Spanish. 1 of 3 texts changed in English since it was translated.',
    '2 of 2 texts changed in English since they were translated.',
  ])
})
