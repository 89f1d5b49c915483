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

test('Enter waits for the students of the typed text, and opens the only one', async () => {
  const hit = (id: number, last_name: string) => ({
    id,
    first_name: 'Ana',
    last_name,
    sid: `S${id}`,
    school_id: 7,
    school_name: 'Harborview',
    dob: '2003-04-05',
    prior_last_name: null,
    university_email: null,
    matched: 'name',
    latest_period_id: 70,
  })
  let release: () => void = () => undefined
  const late = new Promise<void>((resolve) => (release = resolve))
  await openApp(`${year}/import`, schoolAdmin, {
    'GET /api/schools/7/periods': { body: { data: [aPeriod] } },
    'GET /api/views': { body: { data: [] } },
    'GET /api/periods/70/imports': pending,
    'GET /api/students/900/overview': pending,
    'GET /api/students/search-by-name': async ({ path }) => {
      if (new URL(path).searchParams.get('q') === 'zz') return { body: { data: [hit(901, 'Zzyx')] } }
      await late
      return { body: { data: [hit(900, 'Zzander')] } }
    },
  })
  await userEvent.keyboard('{Control>}k{/Control}')
  const input = await screen.findByRole('combobox', { name: 'Search or jump to' })
  await userEvent.type(input, 'zz')
  await screen.findByRole('option', { name: /Zzyx/ })
  await userEvent.type(input, 'a{Enter}')
  // those found before are still shown
  expect(screen.getByRole('option', { name: /Zzyx/ })).toBeTruthy()
  expect(window.location.pathname).toBe(`${year}/import`)
  release()
  await waitFor(() => expect(window.location.pathname).toMatch(/^\/student\/900/))
})
