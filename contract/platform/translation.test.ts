import { expect, it } from 'vitest'
import { faqs } from '#contract/setup/period-documents/faqs.ts'
import { waiverConfiguration } from '#contract/setup/period-documents/waiver-configuration.ts'
import { hasOfficeTexts, officeTextsIn, translatorTo } from './translation.ts'

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
  expect(officeTextsIn(faqs.content, content, 'es')).toEqual([
    { at: '', name: 'intro', isRich: true, english: '<p>Ask us.</p>', text: '<p>Pregúntenos.</p>' },
    { at: 'items.0', name: 'question', isRich: false, english: 'Who pays?', text: '¿Quién paga?' },
    { at: 'items.0', name: 'answer', isRich: true, english: '<p>You.</p>', text: null },
    { at: 'items.1', name: 'question', isRich: false, english: 'When?', text: null },
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
