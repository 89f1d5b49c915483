import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { faqs } from '#contract/setup/period-documents/faqs.ts'
import { wordsOf } from '#client/platform/history/document-text.ts'
import { onePage, openApp, sentTo } from '#client/testing/open-app.tsx'
import { aboutPeriod, aPeriod, aSchool } from '#client/testing/records.ts'
import { admin } from '#client/testing/users.ts'

const questions = {
  intro: '',
  items: [
    { key: 'a', question: 'Who pays?', answer: '<p>You do.</p>', es: { question: '¿Quién paga?' } },
    { key: 'b', question: 'Who is covered?', answer: '' },
  ],
  version: 3,
}
const states = [
  {
    kind: 'faqs',
    label: 'FAQs',
    version: 3,
    updated_at: null,
    updated_by: null,
    is_published: true,
    published: { number: 1, version: 3, at: '2026-09-01T00:00:00Z', by: null },
  },
]
const saved = { body: { data: { ...questions, version: 4 } } }
const open = (faqs: object = questions, answer: Parameters<typeof openApp>[2][string] = saved) =>
  openApp('/schools/7/period/70/website/faqs', admin, {
    'GET /api/schools/7': { body: { data: aSchool } },
    'GET /api/schools/7/periods': { body: { data: [aPeriod] } },
    'GET /api/periods/70/about': { body: { data: aboutPeriod } },
    'GET /api/periods/70/documents': { body: { data: states } },
    'GET /api/periods/70/history': onePage([]),
    'GET /api/drafts': { body: { data: null } },
    'GET /api/periods/70/faqs': { body: { data: faqs } },
    'PUT /api/periods/70/faqs': answer,
  })
const toSpanish = async () => userEvent.click(await screen.findByRole('radio', { name: 'Spanish' }))

test('the editor counts what has no Spanish, and asks for each text next to its English', async () => {
  await open()
  expect(await screen.findByText('2 of 3 texts have no Spanish.')).toBeTruthy()
  await toSpanish()
  const fields = await screen.findAllByRole('textbox', { name: 'Question' })
  expect(fields.map((field) => field.getAttribute('value'))).toEqual(['¿Quién paga?', ''])
  expect(fields[1]?.getAttribute('aria-describedby')).toBeTruthy()
  expect(await screen.findByText('Who pays? › Answer')).toBeTruthy()
})

test('a Spanish text is saved in its item, and nothing is unsaved before it’s typed', async () => {
  const { received } = await open()
  await toSpanish()
  const [, second] = await screen.findAllByRole('textbox', { name: /^Question/ })
  expect(screen.queryByText('Unsaved changes')).toBeNull()
  await userEvent.type(second as Element, '¿A quién cubre?')
  expect(await screen.findByText('1 of 3 texts has no Spanish.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sentTo(received, 'PUT /api/periods/70/faqs')).toHaveLength(1))
  expect(sentTo(received, 'PUT /api/periods/70/faqs')[0]).toMatchObject({
    items: [{ es: { question: '¿Quién paga?' } }, { es: { question: '¿A quién cubre?' } }],
  })
})

test('the preview shows the language that is edited, and what is missing in English', async () => {
  await open()
  await toSpanish()
  const preview = await screen.findByRole('region', { name: 'Page preview' })
  await waitFor(() => expect(preview.textContent).toContain('¿Quién paga?'))
  expect(preview.textContent).toContain('Preguntas frecuentes')
  expect(preview.textContent).toContain('Who is covered? (en inglés)')
})

test('an error in an English text shows the English fields', async () => {
  const message = 'The question may not end with a comma.'
  const refusal = {
    status: 422,
    body: { code: 'invalid', message, errors: { 'items.1.question': [message] } },
  }
  await open(questions, refusal)
  await toSpanish()
  const [field] = await screen.findAllByRole('textbox', { name: 'Question' })
  await userEvent.type(field as Element, '?')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.getByRole('radio', { name: 'English' })).toHaveProperty('checked', true))
  expect(screen.getAllByText(message).length).toBeGreaterThan(0)
})

test('the history names a Spanish text by its item and language', () => {
  expect(wordsOf(faqs).path('items[Who pays?].es.answer')).toBe('Questions › Who pays? › Spanish › Answer')
  expect(wordsOf(faqs).path('es.intro')).toBe('Spanish › Intro')
})

test('an option is asked for by its list', async () => {
  const option = (value: string) => [{ key: 'a', value, is_retired: false }]
  const empty = { rotation_location: [], graduation_year: option('2028'), loa_reason: [] }
  const options = { program: option('Nursing'), campus: option('North'), ...empty }
  await openApp('/schools/7/period/70/website/enroll-form/dropdowns-and-notices', admin, {
    'GET /api/schools/7': { body: { data: aSchool } },
    'GET /api/schools/7/periods': { body: { data: [aPeriod] } },
    'GET /api/periods/70/about': { body: { data: aboutPeriod } },
    'GET /api/periods/70/documents': { body: { data: [] } },
    'GET /api/periods/70/history': onePage([]),
    'GET /api/periods/70/option-uses': { body: { data: [] } },
    'GET /api/drafts': { body: { data: null } },
    'GET /api/periods/70/enroll-form/dropdowns-and-notices': {
      body: { data: { options, notices: [], version: 1 } },
    },
  })
  await toSpanish()
  expect(await screen.findByRole('textbox', { name: 'Program › Value' })).toBeTruthy()
  expect(screen.getByRole('textbox', { name: 'Campus › Value' })).toBeTruthy()
  // a year is the same in every language
  expect(screen.getByText('2 of 2 texts have no Spanish.')).toBeTruthy()
})

test('Spanish that was written for another English says so, and one click says that it’s still right', async () => {
  const [first, second] = questions.items
  const outdated = { ...first, es: { question: '¿Quién paga?', of: { question: 1 } } }
  const { received } = await open({ ...questions, items: [outdated, second] })
  expect(
    await screen.findByText(
      '2 of 3 texts have no Spanish. 1 of 3 texts changed in English since it was translated.',
    ),
  ).toBeTruthy()
  await toSpanish()
  expect(await screen.findByText('English changed since translation')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Still right: Question' }))
  expect(screen.queryByText('English changed since translation')).toBeNull()
  expect(document.activeElement).toHaveProperty('value', '¿Quién paga?')
  expect(screen.getByText('2 of 3 texts have no Spanish.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sentTo(received, 'PUT /api/periods/70/faqs')).toHaveLength(1))
  expect(sentTo(received, 'PUT /api/periods/70/faqs')[0]).toMatchObject({
    items: [{ es: { question: '¿Quién paga?', of: { question: null } } }, {}],
  })
})
