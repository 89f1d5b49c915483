import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { openApp, pending } from '#client/testing/open-app.tsx'
import { aPeriod } from '#client/testing/records.ts'
import { admin, schoolAdmin } from '#client/testing/users.ts'
import { placesFor } from './palette-places.ts'

const year = '/schools/7/period/70'
const place = { school: 7, period: 70 }
const choices = {
  schools: [{ id: 8, name: 'Lakeshore Institute' }],
  periods: [{ id: 71, name: '2025–26' }],
  views: [{ id: 5, name: 'My nurses' }],
}

const search = async (text: string) => {
  await openApp(`${year}/import`, admin, {
    'GET /api/schools-for-users': { body: { data: choices.schools.concat({ id: 7, name: 'Harborview' }) } },
    'GET /api/schools/7/periods': { body: { data: [aPeriod] } },
    'GET /api/views': { body: { data: [] } },
    'GET /api/students/search': { body: { data: [] } },
    'GET /api/periods/70/imports': pending,
  })
  await userEvent.keyboard('{Control>}k{/Control}')
  await userEvent.type(await screen.findByRole('combobox', { name: 'Search or jump to' }), text)
  return within(await screen.findByRole('listbox', { name: 'Results' }))
}

test.each([
  ['overdue', /^Overdue/, '/student-form-submissions?queue=overdue'],
  ['response', /^Response overdue/, '?view=response_overdue'],
  ['webhooks', /^Webhooks/, '/schools/7/settings/webhooks'],
  ['start rev', /^Start review/, '/student-form-submissions/review'],
] as const)('%s opens %s', async (text, name, address) => {
  const results = await search(text)
  await userEvent.click(await results.findByRole('option', { name }))
  await waitFor(() =>
    expect(window.location.pathname + window.location.search).toBe(
      address.startsWith('/schools') ? address : year + address,
    ),
  )
})

test('schools, policy years and saved views are places too', () => {
  const hrefs = new Map(placesFor(admin, place, choices).map(({ label, href }) => [label, href]))
  expect(hrefs.get('Lakeshore Institute')).toBe('/schools/8/period')
  expect(hrefs.get('Policy year 2025–26')).toBe('/schools/7/period/71/home')
  expect(hrefs.get('My nurses')).toBe(`${year}?view=5`)
})

test('a school admin isn’t led to what only Shipmate Admins open', () => {
  const groups = new Set(placesFor(schoolAdmin, place, choices).map(({ group }) => group))
  expect([...groups]).toEqual(['Views', 'Policy years', 'Schools'])
})
