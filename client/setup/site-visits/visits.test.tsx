import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import type { SiteVisits } from '#contract/setup/site-visits/shapes.ts'
import { broken, openApp, pending, queriesOf, refused } from '#client/testing/open-app.tsx'
import { aPeriod } from '#client/testing/records.ts'
import { admin, schoolAdmin } from '#client/testing/users.ts'

const visits = 'GET /api/periods/70/site-visits'
const path = '/schools/7/period/70/website/visits'
const none = { visits: 0, begun: 0, sent: 0 }
const empty: SiteVisits = {
  from: '2026-10-22',
  to: '2026-11-20',
  pages: [],
  forms: [{ form: 'waive', begun: 0, saved: 0, sent: 0, steps: [] }],
  languages: [
    { language: 'en', ...none },
    { language: 'es', ...none },
  ],
  devices: [
    { device: 'phone', ...none },
    { device: 'tablet', ...none },
    { device: 'computer', ...none },
  ],
}
const used: SiteVisits = {
  ...empty,
  pages: [
    { key: 'home', title: null, visits: 30 },
    { key: 'k1', title: 'Clinic', visits: 9 },
    { key: 'gone', title: null, visits: 1 },
  ],
  forms: [
    {
      form: 'waive',
      begun: 10,
      saved: 8,
      sent: 5,
      steps: [
        { key: 'step-a', title: 'About you', reached: 10, went_on: 7 },
        { key: 'sign', title: null, reached: 0, went_on: 0 },
      ],
    },
  ],
  devices: [{ device: 'phone', visits: 40, begun: 10, sent: 5 }],
}
const open = (reply: Parameters<typeof openApp>[2][string], user = schoolAdmin, at = path) =>
  openApp(at, user, { 'GET /api/schools/7/periods': { body: { data: [aPeriod] } }, [visits]: reply })
const cellsOf = async (table: string, row: string) => {
  const found = within(await screen.findByRole('table', { name: table })).getByRole('rowheader', {
    name: row,
  })
  return within(found.closest('tr') ?? found)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent)
}

describe('the visits of a site', () => {
  test.each([
    ['loading', pending, 'Loading visits'],
    ['empty', { body: { data: empty } }, 'No visits in these days'],
    ['refused', refused, /Only this school’s admins/],
    ['broken', broken, 'The visits couldn’t be loaded'],
  ])('say so if they’re %s', async (_, reply, words) => {
    await open(reply)
    expect(await screen.findByText(words)).toBeTruthy()
  })

  test('show who went on from each step and who left, each page, and what was used', async () => {
    await open({ body: { data: used } })
    expect(await cellsOf('Steps of the waiver form', 'About you')).toEqual(['10', '7', '70%', '3'])
    expect(await cellsOf('Steps of the waiver form', 'Check and sign')).toEqual(['0', '0', '–', '0'])
    expect(
      screen.getByText('Begun 10 times, saved 8 times and sent 5 times: 50% of those begun.'),
    ).toBeTruthy()
    expect(await cellsOf('Pages', 'Clinic')).toEqual(['9', '23%'])
    expect(await cellsOf('Pages', 'Deleted page')).toEqual(['1', '3%'])
    expect(await cellsOf('Devices', 'Phone')).toEqual(['40', '100%', '10', '5'])
  })

  test('are those of the days, the language and the device in the address', async () => {
    const { received, at } = await open({ body: { data: used } })
    await userEvent.click(await screen.findByRole('radio', { name: '90' }))
    await userEvent.click(await screen.findByRole('radio', { name: 'Spanish' }))
    await userEvent.click(await screen.findByRole('radio', { name: 'Phone' }))
    expect(at()).toBe(`${path}?days=90&language=es&device=phone`)
    await userEvent.click(within(screen.getByRole('group', { name: 'Language' })).getByLabelText('All'))
    expect(at()).toBe(`${path}?days=90&device=phone`)
    expect(queriesOf(received, visits).map((query) => new URLSearchParams(query).toString())).toEqual([
      'days=30',
      'days=90',
      'days=90&language=es',
      'days=90&language=es&device=phone',
      'days=90&device=phone',
    ])
  })

  test('are found with the pages of the site by Shipmate Admins', async () => {
    await open({ body: { data: used } }, admin)
    expect(await screen.findByRole('link', { name: 'Visits' })).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'Site visits' })).toBeNull()
  })

  test('are in the sidebar of school admins', async () => {
    await open({ body: { data: used } })
    expect(await screen.findByRole('link', { name: 'Site visits' })).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'Home page' })).toBeNull()
  })
})
