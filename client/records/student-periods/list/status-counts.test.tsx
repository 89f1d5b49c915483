import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
  useSearch,
} from '@tanstack/react-router'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { readListSearch } from '../state/list-search.ts'
import type { Filters } from '#contract/platform/table-filters.ts'
import { countsOf, inStatuses, StatusCounts } from './status-counts.tsx'

const counts = countsOf([
  { status: 'enrolled', quantity: 527 },
  { status: 'enrolled_waiver_submitted', quantity: 57 },
  { status: 'enrollment_submitted', quantity: 22 },
  { status: 'waived', quantity: 100 },
])

const root = createRootRoute()
const List = () => (
  <StatusCounts
    coverage="medical"
    onCoverage={() => undefined}
    counts={counts}
    filters={readListSearch(useSearch({ strict: false })).filters ?? {}}
    searchWith={(field, filter) =>
      ({ filters: _former, ...others }) => ({ ...others, ...(filter && { filters: { [field]: filter } }) })}
  />
)
const list = createRoute({
  getParentRoute: () => root,
  path: '/schools/$school/period/$period',
  validateSearch: readListSearch,
  component: List,
})
const routeTree = root.addChildren([list])

/** Renders the counts in a list with these filters. Returns a function that reads its URL. */
const show = async (filters: Filters) => {
  const at = `/schools/7/period/70?q=lop&filters=${encodeURIComponent(JSON.stringify(filters))}`
  const router = createRouter({ routeTree, history: createMemoryHistory({ initialEntries: [at] }) })
  render(<RouterProvider router={router} />)
  await screen.findByRole('combobox', { name: 'Coverage type' })
  return () => router.state.location.search
}

test('a family counts all of its statuses, and its link opens exactly those, with the rest of the query', async () => {
  const search = await show({})
  const enrolled = screen.getByRole('link', { name: 'Enrollments 606' })
  expect(enrolled.getAttribute('aria-current')).toBeNull()
  const { searchParams } = new URL(enrolled.getAttribute('href') ?? '', window.location.origin)
  expect([searchParams.get('q'), searchParams.get('filters')]).toEqual([
    'lop',
    expect.stringContaining('enrolled_waiver_submitted'),
  ])
  await userEvent.click(enrolled)
  await waitFor(() => expect(search()).toMatchObject({ q: 'lop', filters: { medical_status: {} } }))
})

test('Space follows the link of a count, like Enter', async () => {
  const search = await show({})
  screen.getByRole('link', { name: 'Waivers 100' }).focus()
  await userEvent.keyboard(' ')
  await waitFor(() => expect(search()).toMatchObject({ filters: { medical_status: { operator: 'and' } } }))
})

test('each status of a family is a link too', async () => {
  await show({})
  await userEvent.click(screen.getByRole('button', { name: 'Enrollments by status' }))
  const one = await screen.findByRole('link', { name: /22$/ })
  expect(one.getAttribute('href')).toContain('enrollment_submitted')
})

test('with one status selected the current link counts that status, like the rows, and clears the filter', async () => {
  await show({ medical_status: inStatuses(['enrollment_submitted']) })
  expect(screen.queryByRole('link', { name: 'Enrollments 606' })).toBeNull()
  const one = screen.getByRole('link', { name: 'Enroll-S 22' })
  expect([one.getAttribute('aria-current'), one.getAttribute('href')]).toEqual([
    'true',
    '/schools/7/period/70?q=lop',
  ])
})
