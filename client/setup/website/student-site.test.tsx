import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { faqs } from '#contract/setup/period-documents/faqs.ts'
import { homePage } from '#contract/setup/period-documents/home-page.ts'
import { websiteConfiguration } from '#contract/setup/period-documents/website-configuration.ts'
import type { PeriodSite } from '#contract/setup/site/shapes.ts'
import { broken, openApp, sentTo } from '#client/testing/open-app.tsx'
import { aPeriodSite, documentState, setUpAnswers } from '#client/testing/set-up-server.ts'
import { admin } from '#client/testing/users.ts'

const closed: PeriodSite = { ...aPeriodSite, is_open: false, closed_by: ['draft', 'settings'] }
const saved = (content: object) => ({ body: { data: { ...content, version: 0 } } })
const page = { id: 3, key: 'clinic', order: 1, title: 'Clinic', slug: 'clinic', published: false }

const open = (
  path: string,
  shown: PeriodSite | typeof broken = aPeriodSite,
  more: Parameters<typeof openApp>[2] = {},
) =>
  openApp(`/schools/7/period/70/${path}`, admin, {
    ...setUpAnswers,
    'GET /api/periods/70/custom-pages': { body: { data: [page] } },
    'GET /api/periods/70/custom-pages/3': { body: { data: { ...page, body: '' } } },
    'GET /api/periods/70/website-configuration': saved(websiteConfiguration.empty),
    'GET /api/periods/70/home-page': saved(homePage.empty),
    'GET /api/periods/70/faqs': saved(faqs.empty),
    'GET /api/periods/70/checks': { body: { data: [] } },
    'GET /api/periods/70/comparison': { body: { data: { other: null, differences: [], unreadable: [] } } },
    'GET /api/periods/70/link-checks/latest': { body: { data: null } },
    'GET /api/periods/70/site': 'address' in shown ? { body: { data: shown } } : shown,
    ...more,
  })

test.each([
  ['home-page', 'https://insurance.harborview.edu'],
  ['faqs', 'https://insurance.harborview.edu/faqs'],
])('the editor %s opens its page of the site in a new tab', async (path, address) => {
  await open(`website/${path}`)
  const link = await screen.findByRole('link', { name: 'View site' })
  expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual([address, '_blank'])
})

test('an editor says why there’s no site to view', async () => {
  await open('website/faqs', closed)
  await userEvent.click(await screen.findByRole('button', { name: 'View site' }))
  expect(
    await screen.findByText(
      'The site isn’t open to students. Open the policy year, which is a draft. Check “Open the site to students” in the site settings, save and publish.',
    ),
  ).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'View site' })).toBeNull()
})

test('a custom page that students don’t see isn’t linked', async () => {
  await open('website/custom-page/1')
  await userEvent.click(await screen.findByRole('button', { name: 'View site' }))
  expect(await screen.findByText(/^Students don’t see this page. Check/)).toBeTruthy()
})

test.each([
  [aPeriodSite, 'The site is open to students.'],
  [
    { ...closed, closed_by: ['closed' as const] },
    'The site isn’t open to students. The policy year is closed.',
  ],
])('Setup shows the address of the site, and whether it’s open', async (shown, words) => {
  await open('set-up', shown)
  const section = within(await screen.findByRole('region', { name: 'Student site' }))
  expect(await section.findByDisplayValue('https://insurance.harborview.edu')).toBeTruthy()
  expect(section.getByText(words)).toBeTruthy()
  expect(section.getByRole('button', { name: 'Copy' })).toBeTruthy()
  expect(section.getByRole('button', { name: 'Download QR code' })).toBeTruthy()
})

test('if the address can’t be read, the rest of Setup is there', async () => {
  await open('set-up', broken)
  expect(await screen.findByText('Setup complete')).toBeTruthy()
  expect(await screen.findByText('The site’s address couldn’t be loaded')).toBeTruthy()
})

test('the site settings show the address', async () => {
  await open('website/home-page')
  await userEvent.click(await screen.findByRole('button', { name: 'Site settings…' }))
  expect(await screen.findByDisplayValue('https://insurance.harborview.edu')).toBeTruthy()
})

test('saving a menu label changes that label only', async () => {
  const { menu } = websiteConfiguration.empty
  const removed = { key: 'removed-page', label: null, is_visible: true }
  const [home, ...others] = menu
  const { received } = await open('website/home-page', aPeriodSite, {
    'GET /api/periods/70/website-configuration': saved({
      ...websiteConfiguration.empty,
      menu: [home, removed, ...others],
    }),
    'PUT /api/periods/70/website-configuration': {
      body: { data: { ...websiteConfiguration.empty, version: 1 } },
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Site settings…' }))
  const settings = within(await screen.findByRole('dialog', { name: 'Site settings' }))
  await userEvent.type(await settings.findByRole('textbox', { name: 'Home' }), 'Start')
  await userEvent.click(settings.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(sentTo(received, 'PUT /api/periods/70/website-configuration')).toMatchObject([
      { menu: [{ ...home, label: 'Start' }, removed, ...others] },
    ]),
  )
  // a page that isn’t in the menu can still be added to it
  expect(await settings.findByRole('textbox', { name: 'Clinic' })).toBeTruthy()
})

test('the site settings say which version students see, and list the versions', async () => {
  const path = 'menu.faqs.is_visible'
  await open('website/home-page', aPeriodSite, {
    'GET /api/periods/70/documents': { body: { data: [documentState('website-configuration', 5, 4)] } },
    'GET /api/periods/70/unpublished-changes': { body: { data: [{ path, from: true, to: false }] } },
    'GET /api/periods/70/publications': { body: { data: [] } },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Site settings…' }))
  const settings = within(await screen.findByRole('dialog', { name: 'Site settings' }))
  const line = 'Students see version 3 of 09/01/2026; 1 change isn’t published.'
  expect(await settings.findByText(line)).toBeTruthy()
  await userEvent.click(settings.getByRole('button', { name: 'Versions' }))
  expect(await screen.findByRole('dialog', { name: 'Site settings: published versions' })).toBeTruthy()
})
