import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { faqs } from '#contract/setup/period-documents/faqs.ts'
import { homePage } from '#contract/setup/period-documents/home-page.ts'
import { broken, onePage, openApp, sentTo } from '#client/testing/open-app.tsx'
import { setUpAnswers } from '#client/testing/set-up-server.ts'
import { admin } from '#client/testing/users.ts'

type Answers = Parameters<typeof openApp>[2]

const file = (id: number, name: string, more: object = {}) => ({
  id,
  kind: 'image',
  url: `/media/${String(id).padStart(32, '0')}.png`,
  name,
  alt: '',
  media_type: 'image/png',
  size: 2048,
  width: 640,
  height: 480,
  created_at: '2026-09-01T12:00:00Z',
  ...more,
})
const harbor = file(1, 'harbor.png', { alt: 'The harbor at dusk' })
const clinic = file(2, 'clinic.png')
const brochure = file(3, 'brochure.pdf', { kind: 'file', media_type: 'application/pdf' })

const open = (document: typeof faqs | typeof homePage, more: Answers = {}) =>
  openApp(`/schools/7/period/70/website/${document.kind}`, admin, {
    ...setUpAnswers,
    'GET /api/periods/70/history': onePage([]),
    'GET /api/periods/70/website-configuration': { status: 404, body: {} },
    'GET /api/periods/70/custom-pages': { body: { data: [] } },
    [`GET /api/periods/70/${document.kind}`]: { body: { data: { ...document.empty, version: 1 } } },
    'GET /api/schools/7/files': { body: { data: [harbor, clinic, brochure] } },
    ...more,
  })

const dialog = async () => within(await screen.findByRole('dialog', { name: 'Choose image' }))

test('a school image with alt text is inserted by keyboard', async () => {
  const { received } = await open(faqs, {
    'PUT /api/periods/70/faqs': { body: { data: { ...faqs.empty, version: 2 } } },
  })
  const press = await screen.findByRole('button', { name: 'Image' })
  press.focus()
  await userEvent.keyboard('{Enter}')
  const { findByRole, getByLabelText, queryByRole } = await dialog()
  const first = await findByRole('radio', { name: /harbor\.png/ })
  expect(queryByRole('radio', { name: /brochure/ })).toBeNull()
  first.focus()
  await userEvent.keyboard(' ')
  expect(getByLabelText<HTMLInputElement>(/Alt text/).value).toBe('The harbor at dusk')
  await userEvent.type(getByLabelText(/Alt text/), ', in fall{Enter}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sentTo(received, 'PUT /api/periods/70/faqs')).toHaveLength(1))
  expect(sentTo(received, 'PUT /api/periods/70/faqs')[0]).toMatchObject({
    intro: `<p><img src="${harbor.url}" alt="The harbor at dusk, in fall"></p>`,
  })
})

test('without an image or its alt text, nothing is inserted', async () => {
  await open(faqs)
  await userEvent.click(await screen.findByRole('button', { name: 'Image' }))
  const { findByRole, getByRole, findAllByText } = await dialog()
  await userEvent.click(await findByRole('radio', { name: /clinic\.png/ }))
  await userEvent.click(getByRole('button', { name: 'Use image' }))
  expect(await findAllByText('Enter alt text.')).toBeTruthy()
  expect(screen.getByRole('dialog')).toBeTruthy()
})

test('if images fail to load, the user can try again', async () => {
  let fails = true
  await open(faqs, {
    'GET /api/schools/7/files': () => (fails ? broken : { body: { data: [] } }),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Image' }))
  const { findByText, getByRole } = await dialog()
  expect(await findByText('The images couldn’t be loaded')).toBeTruthy()
  fails = false
  await userEvent.click(getByRole('button', { name: 'Try again' }))
  expect(await findByText('No images yet.')).toBeTruthy()
})

test('the home page image is chosen in the same dialog, and removed', async () => {
  const saved = { ...homePage.empty, version: 2 }
  const { received } = await open(homePage, { 'PUT /api/periods/70/home-page': { body: { data: saved } } })
  await userEvent.click(await screen.findByRole('button', { name: 'Choose image…' }))
  const { findByRole, getByRole } = await dialog()
  await userEvent.click(await findByRole('radio', { name: /harbor\.png/ }))
  await userEvent.click(getByRole('button', { name: 'Use image' }))
  expect(await screen.findByDisplayValue('The harbor at dusk')).toBeTruthy()
  expect(screen.getByRole('img', { name: 'The harbor at dusk' }).getAttribute('src')).toBe(harbor.url)
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sentTo(received, 'PUT /api/periods/70/home-page')).toHaveLength(1))
  expect(sentTo(received, 'PUT /api/periods/70/home-page')[0]).toMatchObject({
    image: { src: harbor.url, alt: 'The harbor at dusk' },
  })
})

test('removing an image also removes its alt text', async () => {
  const image = { src: harbor.url, alt: 'The harbor' }
  const { received } = await open(homePage, {
    'GET /api/periods/70/home-page': { body: { data: { ...homePage.empty, image, version: 1 } } },
    'PUT /api/periods/70/home-page': { body: { data: { ...homePage.empty, version: 2 } } },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Remove image' }))
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sentTo(received, 'PUT /api/periods/70/home-page')).toHaveLength(1))
  expect(sentTo(received, 'PUT /api/periods/70/home-page')[0]).toMatchObject({
    image: { src: null, alt: null },
  })
})
