import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { openApp, pending } from '#client/testing/open-app.tsx'
import { admin } from '#client/testing/users.ts'
import { guidePages, searchGuide } from './guide-pages.ts'
import { guideKeys, guidePageOf } from './guide-screens.ts'

test('the index lists every page of the guide, with its summary', async () => {
  await openApp('/help', admin, {})
  for (const { title, summary } of guidePages) {
    expect(await screen.findByText(title)).toBeDefined()
    expect(await screen.findByText(summary)).toBeDefined()
  }
})

test('a search opens the section that has the words', async () => {
  const { at } = await openApp('/help', admin, {})
  await userEvent.type(await screen.findByRole('searchbox', { name: 'Search the guide' }), 'void bursar')
  await userEvent.click(await screen.findByRole('link', { name: /^If the batch is wrong/ }))
  expect(await screen.findByRole('heading', { level: 1, name: 'A bursar run' })).toBeDefined()
  expect(at() + window.location.hash).toBe('/help/bursar-run#if-the-batch-is-wrong')
})

test('a page shows its picture in both themes, with a text for those who don’t see it, and leaves room for it', async () => {
  await openApp('/help/bursar-run', admin, {})
  const [light, dark] = await screen.findAllByRole('img', { name: /^Bursar file: charges/ })
  expect(light?.getAttribute('src')).toContain('bursar-run-light')
  expect(dark?.getAttribute('src')).toContain('bursar-run-dark')
  for (const picture of [light, dark]) {
    expect(picture?.getAttribute('loading')).toBe('lazy')
    expect([picture?.getAttribute('width'), picture?.getAttribute('height')]).toEqual(['1048', '720'])
  }
})

test('a search without results says so', async () => {
  await openApp('/help', admin, {})
  await userEvent.type(await screen.findByRole('searchbox', { name: 'Search the guide' }), 'zebra')
  expect(await screen.findByText('No results for “zebra”')).toBeDefined()
})

test('a page that isn’t in the guide leads back to the index', async () => {
  await openApp('/help/no-such-page', admin, {})
  const back = await screen.findByRole('link', { name: 'All pages' })
  expect(back.getAttribute('href')).toBe('/help')
})

test('? on a screen leads to its page', async () => {
  await openApp('/settings/activity', admin, { 'GET /api/activity': pending })
  await screen.findByRole('heading', { level: 1, name: 'Activity log' })
  await userEvent.keyboard('?')
  const dialog = within(await screen.findByRole('dialog', { name: 'Keys on this screen' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Help with this screen' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Audits' })).toBeDefined()
})

test('a screen that no page is about leads to the first day', () => {
  expect(guidePageOf('/schools/$school/period/$period')).toBe('first-day')
  expect(guidePageOf('/schools/$school/period/$period/reports/bursar/$batch')).toBe('bursar-run')
})

test('pages have a title, a summary and sections, and no Markdown is left in them', () => {
  expect(guidePages.map(({ key }) => key)).toEqual(guideKeys)
  for (const { title, summary, sections } of guidePages) {
    expect(title).toMatch(/^[A-Z]/)
    expect(summary).toMatch(/\.$/)
    expect(sections.length).toBeGreaterThan(1)
  }
  expect(searchGuide('###')).toEqual([])
})
