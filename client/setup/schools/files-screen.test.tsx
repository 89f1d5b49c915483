import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { broken, openApp } from '#client/testing/open-app.tsx'
import { aPeriod, aSchool } from '#client/testing/records.ts'
import { admin } from '#client/testing/users.ts'

type Answers = Parameters<typeof openApp>[2]

const file = (id: number, name: string) => ({
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
})
const use = (period: number, name: string, document: string, label: string, more: object = {}) => ({
  file_id: 1,
  period_id: period,
  period_name: name,
  document,
  label,
  page_order: null,
  is_published: true,
  ...more,
})
const uses = [
  use(71, '2027–28', 'faqs', 'FAQs', { is_published: false }),
  use(70, '2026–27', 'home-page', 'Home page'),
  use(70, '2026–27', 'custom-pages', 'Clinic', { page_order: 2 }),
]
const open = (more: Answers = {}) =>
  openApp('/schools/7/settings/files', admin, {
    'GET /api/schools-for-users': { body: { data: [] } },
    'GET /api/schools/7': { body: { data: aSchool } },
    'GET /api/schools/7/periods': { body: { data: [aPeriod] } },
    'GET /api/schools/7/files': { body: { data: [file(1, 'shore.png'), file(2, 'unused.png')] } },
    'GET /api/schools/7/file-uses': { body: { data: uses } },
    'DELETE /api/schools/7/files/1': { status: 204, headers: { 'X-Change-Id': '9' } },
    'DELETE /api/schools/7/files/2': { status: 204, headers: { 'X-Change-Id': '9' } },
    ...more,
  })
const line = async (name: string) => {
  const list = within(await screen.findByRole('list', { name: 'Files' }))
  const item = (await list.findByRole('link', { name })).closest('li')
  return within(item ?? document.body)
}
const removed = (received: readonly { method: string }[]) =>
  received.filter(({ method }) => method === 'DELETE').length

test('each file lists the pages and years that use it, as links', async () => {
  await open()
  const shore = await line('shore.png')
  const faqs = await shore.findByRole('link', { name: 'FAQs' })
  expect(faqs.getAttribute('href')).toBe('/schools/7/period/71/website/faqs')
  expect(faqs.closest('li')?.textContent).toBe('2027–28: FAQs (unpublished)')
  const clinic = shore.getByRole('link', { name: 'Clinic' })
  expect(clinic.getAttribute('href')).toBe('/schools/7/period/70/website/custom-page/2')
  expect(clinic.closest('li')?.textContent).toBe('2026–27: Home page, Clinic')
  expect((await line('unused.png')).getByText('Not used')).toBeTruthy()
})

test('removing a file in use asks first, an unused one is removed at once', async () => {
  const { received } = await open()
  await userEvent.click(await screen.findByRole('button', { name: 'Remove shore.png' }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Remove shore.png?' }))
  expect(question.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'FAQs, 2027–28, unpublished',
    'Home page, 2026–27',
    'Clinic, 2026–27',
  ])
  await userEvent.click(question.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(removed(received)).toBe(0)
  await userEvent.click(screen.getByRole('button', { name: 'Remove unused.png' }))
  expect(await screen.findByText('unused.png removed')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Remove shore.png' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Remove file' }))
  expect(await screen.findByText('shore.png removed')).toBeTruthy()
  expect(removed(received)).toBe(2)
})

test('if the uses can’t be loaded, removing asks first', async () => {
  const { received } = await open({ 'GET /api/schools/7/file-uses': broken })
  await userEvent.click(await screen.findByRole('button', { name: 'Remove shore.png' }))
  expect(await screen.findByText(/couldn’t check which pages use this file/)).toBeTruthy()
  expect(removed(received)).toBe(0)
})
