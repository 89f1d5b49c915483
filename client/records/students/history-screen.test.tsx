import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { statusCatalogue } from '#contract/platform/coverage/choices.ts'
import { broken, onePage, openApp, pending, queriesOf, refused } from '#client/testing/open-app.tsx'
import { aStudent, aStudentOverview, aStudentPeriod } from '#client/testing/records.ts'
import { admin, schoolAdmin } from '#client/testing/users.ts'

const entry = {
  id: 1,
  change_id: 30,
  at: '2026-11-20T10:00:00.000Z',
  actor: { id: 4, name: 'Dana Whitlock' },
  cause: 'person',
  subject: { type: 'student', id: 900 },
  student_id: 900,
  student_period_id: null,
  kind: 'student_changed',
  reason: null,
  changes: [{ field: 'city', before: 'Bend', after: 'Salem' }],
}
const access = {
  id: 9,
  at: '2026-11-20T10:00:00.000Z',
  actor: { id: 4, name: 'Dana Whitlock' },
  action: 'reveal',
  outcome: 'allowed',
  subject: { type: 'student', id: 900 },
  detail: 'Carrier asks',
  address: '10.0.0.7',
}
const child = {
  id: 31,
  type: 'child',
  gender: null,
  first_name: 'Mia',
  last_name: 'Lopez',
  dob: null,
  ssn: null,
  covers: ['medical'],
}
const { id, school_id, version: _version, ...ofStudent } = aStudent
const past = {
  at: '2026-10-01T03:59:59.999Z',
  student: { id, school_id, ...ofStudent, city: 'Bend' },
  student_periods: [{ ...aStudentPeriod, medical_status: 'enrolled', dependents: [child] }],
}
const entries = 'GET /api/student-history-entries'
const accesses = 'GET /api/students/900/accesses'
const asOf = 'GET /api/students/900/as-of'

const open = (search = '', more: Parameters<typeof openApp>[2] = {}, user = admin) =>
  openApp(`/student/900/history${search}`, user, {
    'GET /api/students/900/overview': { body: { data: aStudentOverview } },
    'GET /api/student-periods/500': { body: { data: aStudentPeriod } },
    'GET /api/students/900/history-people': { body: { data: [{ id: 4, name: 'Dana Whitlock' }] } },
    [entries]: onePage([entry]),
    [accesses]: onePage([access]),
    [asOf]: { body: { data: past } },
    ...more,
  })

/** Opens the controls, which are collapsed until a filter is in the URL. */
const openFilters = async () => {
  const line = await screen.findByText('Filters and past versions')
  expect(line.closest('details')?.open).toBe(false)
  await userEvent.click(line)
}

test('the history filters are in the URL, and can be cleared', async () => {
  const { received, at } = await open()
  await openFilters()
  await userEvent.click(await screen.findByLabelText('Changed by'))
  await userEvent.click(await screen.findByRole('option', { name: 'Dana Whitlock' }))
  await userEvent.click(screen.getByLabelText('Source'))
  await userEvent.click(await screen.findByRole('option', { name: 'Bulk change' }))
  await userEvent.type(screen.getByLabelText('From'), '11/01/2026')
  await waitFor(() => expect(at()).toContain('from=2026-11-01'))
  const asked = queriesOf(received, entries).at(-1)
  expect(Object.fromEntries(asked ?? [])).toMatchObject({
    student_id: '900',
    actor_id: '4',
    cause: 'bulk',
    from: '2026-11-01',
  })
  await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }))
  await waitFor(() => expect(at()).toBe('/student/900/history'))
})

test('the history filters of a URL are read; invalid ones are dropped', async () => {
  const { received } = await open('?field=city&kind=nonsense&to=2026-02-30&cause=import')
  expect(await screen.findByText('Dana Whitlock')).toBeTruthy()
  expect((await screen.findByText('Filters and past versions (2)')).closest('details')?.open).toBe(true)
  const asked = Object.fromEntries(queriesOf(received, entries).at(-1) ?? [])
  expect(asked).toEqual({ student_id: '900', page: '1', per_page: '20', field: 'city', cause: 'import' })
})

test('text that isn’t a date shows an error and sends nothing', async () => {
  const { received } = await open()
  await openFilters()
  await userEvent.type(await screen.findByLabelText('To'), '13/45')
  await userEvent.tab()
  expect(await screen.findByText('Enter a date as mm/dd/yyyy.')).toBeTruthy()
  expect(queriesOf(received, entries).every((query) => !query.has('to'))).toBe(true)
})

test.each([
  ['loading', { [entries]: pending }, 'Loading history'],
  ['empty', { [entries]: onePage([]) }, /No changes yet/],
  ['refused', { [entries]: refused }, /Only this school’s admins/],
  ['broken', { [entries]: broken }, 'The history couldn’t be loaded'],
])('a history that is %s says so', async (_, answers, words) => {
  await open('', answers)
  expect(await screen.findByText(words)).toBeTruthy()
})

test('if no change matches the filters, a message says so', async () => {
  await open('?field=city', { [entries]: onePage([]) })
  expect(await screen.findByText(/No changes match these filters/)).toBeTruthy()
})

test('a past version of the record is compared with today’s, with a link back', async () => {
  const { received, at } = await open()
  await openFilters()
  await userEvent.type(await screen.findByLabelText('Show record as of'), '09/30/2026')
  await userEvent.click(screen.getByRole('button', { name: 'Show' }))
  expect(await screen.findByText('Record as of the end of 09/30/2026')).toBeTruthy()
  expect(at()).toBe('/student/900/history?at=2026-09-30')
  expect(queriesOf(received, asOf).at(-1)?.get('at')).toBe('2026-09-30')
  expect(await screen.findByText('Bend')).toBeTruthy()
  const coverage = within(
    (await screen.findByRole('heading', { name: 'Coverage: 1 field changed since then' })).parentElement!,
  )
  expect(coverage.getByText('Enrolled')).toBeTruthy()
  expect(coverage.getByText('Now:')).toBeTruthy()
  expect(coverage.getByText(statusCatalogue.waiver_submitted.short)).toBeTruthy()
  expect(screen.getByRole('heading', { name: /^Dependent Mia Lopez \(removed since then\)/ })).toBeTruthy()
  expect(screen.getByText('Nursing')).toBeTruthy()
  await userEvent.click(screen.getByLabelText('Show only differences'))
  expect(screen.queryByText('Nursing')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Back to current record' }))
  await waitFor(() => expect(at()).toBe('/student/900/history'))
})

test('a day before a merge shows both records of the policy year under one tab', async () => {
  const [year] = past.student_periods
  const both = { ...past, student_periods: [year, { ...year, id: 501, program: 'Law' }] }
  await open('?at=2026-09-30', { [asOf]: { body: { data: both } } })
  expect(await screen.findByText(/^This record of .* was removed when two students were merged/)).toBeTruthy()
  expect(await screen.findByText('Nursing')).toBeTruthy()
  expect(screen.getByText('Law')).toBeTruthy()
  const tabs = within(screen.getByRole('group', { name: 'Policy years on that date' }))
  expect(tabs.getAllByRole('button')).toHaveLength(1)
})

test('a future day is no past version', async () => {
  await open()
  await openFilters()
  await userEvent.type(await screen.findByLabelText('Show record as of'), '01/01/2099')
  await userEvent.click(screen.getByRole('button', { name: 'Show' }))
  expect(await screen.findByText('Choose today or an earlier date.')).toBeTruthy()
})

test.each([
  ['loading', { [asOf]: pending }, 'Loading policy year'],
  ['empty', { [asOf]: { body: { data: { ...past, student: null } } } }, /wasn’t in Shipmate yet/],
  ['refused', { [asOf]: refused }, /Only this school’s admins/],
  ['broken', { [asOf]: broken }, 'The past version couldn’t be loaded'],
])('a past that is %s says so', async (_, answers, words) => {
  await open('?at=2026-09-30', answers)
  expect(await screen.findByText(words)).toBeTruthy()
})

test('Shipmate Admins see who viewed the student, from where and why', async () => {
  await open()
  await userEvent.click(await screen.findByRole('button', { name: 'Access log' }))
  const list = within(await screen.findByRole('region', { name: /^Access log/ }))
  expect(await list.findByText('revealed the SSN')).toBeTruthy()
  expect(list.getByText('“Carrier asks”')).toBeTruthy()
  expect(list.getByText(/from 10\.0\.0\.7/)).toBeTruthy()
})

test.each([
  ['loading', { [accesses]: pending }, 'Loading access log'],
  ['empty', { [accesses]: onePage([]) }, /No one has viewed this student yet/],
  ['refused', { [accesses]: refused }, /Only Shipmate Admins/],
  ['broken', { [accesses]: broken }, /couldn’t be loaded/],
])('who saw the student, %s', async (_, answers, words) => {
  await open('?view=accesses', answers)
  expect(await screen.findByText(words)).toBeTruthy()
})

test('a School Admin can’t open the access log, not even by URL', async () => {
  const { received } = await open('?view=accesses', {}, schoolAdmin)
  expect(await screen.findByText('Dana Whitlock')).toBeTruthy()
  expect(screen.queryByText('Access log')).toBeNull()
  expect(queriesOf(received, accesses)).toEqual([])
})

test('a decision is undone at what it changed, not at its email, and an email alone has no undo', async () => {
  const mine = { ...entry, at: new Date().toISOString() }
  const email = {
    kind: 'email_queued',
    subject: { type: 'student_email', id: 70 },
    changes: [{ field: 'subject', before: null, after: 'Your waiver' }],
  }
  await open('', {
    [entries]: onePage([
      { ...mine, ...email, id: 5, change_id: 41 },
      { ...mine, ...email, id: 4, change_id: 40 },
      { ...mine, id: 3, change_id: 40 },
    ]),
  })
  const undo = await screen.findAllByRole('button', { name: 'Undo this change' })
  expect(undo.map((one) => one.closest('li')?.textContent)).toEqual([expect.stringContaining('Salem')])
})

test('a user’s own change within a day can be undone from the history, once per change', async () => {
  const now = new Date().toISOString()
  const mine = { ...entry, at: now, actor: { id: schoolAdmin.id, name: 'Robin Reyes' } }
  const { received } = await open(
    '',
    {
      [entries]: onePage([
        { ...mine, id: 5, change_id: 40 },
        { ...mine, id: 4, change_id: 40 },
        { ...mine, id: 3, change_id: 39, cause: 'bulk' },
        { ...mine, id: 2, change_id: 38, actor: { id: 999, name: 'Dana Whitlock' } },
        { ...mine, id: 1, change_id: 37, at: new Date(Date.now() - 25 * 3_600_000).toISOString() },
      ]),
      'POST /api/changes/40/undo': {
        body: { data: { reverted: 1, left: [], left_total: 0, emails_canceled: 0, emails_sent: 0 } },
      },
    },
    schoolAdmin,
  )
  const undo = await screen.findAllByRole('button', { name: 'Undo this change' })
  expect(undo).toHaveLength(1)
  await userEvent.click(undo[0] ?? document.body)
  await waitFor(() => expect(received.some(({ path }) => path.endsWith('/api/changes/40/undo'))).toBe(true))
  expect(await screen.findByText('Undone')).toBeTruthy()
  // the button keeps the focus, and says that it's done
  expect(screen.getByRole('button', { name: 'Undone' }).getAttribute('aria-disabled')).toBe('true')
})
