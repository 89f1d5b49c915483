import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { figureKeys, figures, type FigureReply } from '#contract/outputs/reports/figures.ts'
import { broken, openApp, pending, refused } from '#client/testing/open-app.tsx'
import { aPeriod } from '#client/testing/records.ts'
import { admin } from '#client/testing/users.ts'
import { fakeLiveEvents } from '#client/testing/live-events.ts'

const path = '/schools/7/period/70/reports/figures'
const figureCall = 'GET /api/reports/figures'
type Answer = Parameters<typeof openApp>[2][string]

beforeEach(() => {
  fakeLiveEvents()
  // every chart is 600 px wide
  vi.stubGlobal(
    'ResizeObserver',
    class {
      readonly tell: ResizeObserverCallback
      constructor(tell: ResizeObserverCallback) {
        this.tell = tell
      }
      observe(): void {
        // the charts read only the width of the first entry
        this.tell([{ contentRect: { width: 600 } } as ResizeObserverEntry], this)
      }
      unobserve = (): void => undefined
      disconnect = (): void => undefined
    },
  )
})

const none: FigureReply = { series: [{ key: 'a', label: 'Students' }], rows: [], days: null, has_more: false }
const inStatus = (field: string, value: string) => ({
  list: 'students' as const,
  filters: { [field]: { operator: 'and' as const, constraints: [{ match_mode: 'equals' as const, value }] } },
})
const replies: Partial<Record<string, FigureReply>> = {
  status_over_time: {
    ...none,
    series: [
      { key: 'enrolled', label: 'Enrolled' },
      { key: 'waived', label: 'Waived' },
    ],
    rows: [
      {
        key: '2026-11-13',
        label: '11/13/2026',
        numbers: [
          { quantity: 4, link: null },
          { quantity: 1, link: null },
        ],
      },
      {
        key: '2026-11-20',
        label: '11/20/2026 (now)',
        numbers: [
          { quantity: 5, link: inStatus('medical_status', 'enrolled') },
          { quantity: 0, link: inStatus('medical_status', 'waived') },
        ],
      },
    ],
  },
  waivers_by_company: {
    ...none,
    rows: [
      {
        key: 'Harbor Health',
        label: 'Harbor Health',
        numbers: [{ quantity: 1200, link: inStatus('medical_waive_insurance_company', 'Harbor Health') }],
      },
    ],
  },
  time_to_decision: {
    ...none,
    series: [{ key: 'forms', label: 'Forms' }],
    rows: [0, 1, 2, 3].map((days) => ({
      key: String(days),
      label: days === 0 ? 'Same day' : String(days),
      numbers: [{ quantity: 1, link: { list: 'forms' as const, filters: {} } }],
    })),
    days: { median: 1, target: 2 },
  },
  aging_out_by_month: {
    ...none,
    rows: [
      {
        key: '2026-12',
        label: 'December 2026',
        numbers: [{ quantity: 3, link: { list: 'age_out', month: '2026-12' } }],
      },
    ],
  },
}

const around = {
  'GET /api/schools-for-users': { body: { data: [] } },
  'GET /api/schools/7/periods': { body: { data: [aPeriod] } },
  'GET /api/student-form-submissions/queues': { body: { data: { to_review: 0 } } },
}
const told: Answer = ({ path: at }) => ({
  body: { data: replies[new URL(at).searchParams.get('figure') ?? ''] ?? none },
})
const open = (answer: Answer = told, query = '') =>
  openApp(`${path}${query}`, admin, { ...around, [figureCall]: answer })

const hrefOf = (name: string): URL =>
  new URL(screen.getByRole<HTMLAnchorElement>('link', { name }).href, 'http://localhost')

test('shows each figure with its meaning, a chart and a table', async () => {
  await open()
  await screen.findByRole('table', { name: 'Aging out by month' })
  for (const key of figureKeys) {
    const region = screen.getByRole('region', { name: new RegExp(`^${figures[key].title}( ?· Medical)?$`) })
    expect(within(region).getByText(figures[key].meaning)).toBeTruthy()
    expect(region.querySelectorAll('[aria-hidden] svg :is(rect, path)').length > 0).toBe(key in replies)
  }
  const over = screen.getByRole('table', { name: 'Status over time' })
  expect(
    within(over)
      .getAllByRole('row')
      .map(({ textContent }) => textContent),
  ).toEqual(['End of dayEnrolledWaived', '11/20/2026 (now)50', '11/13/202641'])
})

test('links each number but those of past days to its rows, for screen readers by what it counts', async () => {
  await open()
  await screen.findByRole('table', { name: 'Aging out by month' })
  const company = hrefOf('1,200: Harbor Health, Students')
  expect(company.pathname).toBe('/schools/7/period/70')
  expect(JSON.parse(company.searchParams.get('filters') ?? '')).toEqual(
    inStatus('medical_waive_insurance_company', 'Harbor Health').filters,
  )
  expect(hrefOf('3: December 2026, Students').pathname).toBe('/schools/7/period/70/reports/age-out')
  expect(hrefOf('3: December 2026, Students').searchParams.get('month')).toContain('2026-12')
  expect(hrefOf('1: Same day, Forms').pathname).toBe('/schools/7/period/70/student-form-submissions')
  expect(screen.queryByRole('link', { name: '0: 11/20/2026 (now), Waived' })).toBeNull()
  expect(screen.queryByRole('link', { name: /11\/13\/2026/ })).toBeNull()
})

test('links the marks of a chart to the same rows, for a pointer only', async () => {
  await open()
  const table = await screen.findByRole('table', { name: 'Status over time' })
  const hrefs = (within: Element) =>
    [...within.querySelectorAll('a')].map((link) => link.getAttribute('href')).toSorted()
  for (const title of [
    'Status over time',
    'Waivers by insurance company',
    'Time to decision',
    'Aging out by month',
  ]) {
    const region = screen.getByRole('region', { name: new RegExp(`^${title}`) })
    const chart = region.querySelector('[aria-hidden]:has(svg a)') ?? table
    expect([title, hrefs(chart)]).toEqual([title, hrefs(screen.getByRole('table', { name: title }))])
    expect([...chart.querySelectorAll('a')].every((link) => link.tabIndex === -1)).toBe(true)
  }
})

test('names the median and how many forms met the target', async () => {
  await open()
  expect(
    await screen.findByText('Median: 1 business day. 3 of 4 forms (75%) met the target of 2 business days.'),
  ).toBeTruthy()
})

test('asks for another coverage type, where the figure is about one', async () => {
  const { received, at } = await open()
  await userEvent.click(await screen.findByRole('radio', { name: 'Dental' }))
  expect(at()).toBe(`${path}?coverage=dental`)
  expect(
    await screen.findByText('· Dental', { exact: false, selector: '#status_over_time span' }),
  ).toBeTruthy()
  const asked = received
    .map(({ path: to }) => new URL(to))
    .filter(
      ({ pathname, searchParams }) =>
        pathname.endsWith('/figures') && searchParams.get('coverage') === 'dental',
    )
    .map(({ searchParams }) => searchParams.get('figure'))
  expect(asked).toEqual(figureKeys.filter((key) => figures[key].isByCoverage))
})

test('downloads a figure', async () => {
  const saved = vi.fn<(blob: Blob) => string>(() => 'blob:figure')
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: saved, revokeObjectURL: () => undefined }))
  await open((ask) =>
    new URL(ask.path).searchParams.has('format')
      ? { body: 'Month\r\n', headers: { 'Content-Disposition': 'attachment; filename="figure.csv"' } }
      : told(ask),
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Download Aging out by month as CSV' }))
  expect(saved).toHaveBeenCalledOnce()
})

test('says so if a figure has nothing to count, or the policy year no students', async () => {
  await open()
  expect(await screen.findAllByText('Everyone has responded.')).toHaveLength(2)
})

test('a policy year without students offers to import them', async () => {
  await open({ body: { data: { ...none, series: [] } } })
  expect(await screen.findByText('No students yet')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Import students' })).toBeTruthy()
})

test('shows that it’s loading', async () => {
  await open(pending)
  expect(await screen.findByText('Loading Status over time')).toBeTruthy()
})

test('says who has access, once', async () => {
  await open(refused)
  expect(await screen.findAllByText('Only Shipmate Admins can see reports.')).toHaveLength(1)
})

test('says so in the figure that’s broken, and shows the others', async () => {
  await open((ask) => (ask.path.includes('figure=waivers_by_company') ? broken : told(ask)))
  expect(await screen.findByText('Waivers by insurance company couldn’t be loaded')).toBeTruthy()
  expect(await screen.findByRole('table', { name: 'Status over time' })).toBeTruthy()
})
