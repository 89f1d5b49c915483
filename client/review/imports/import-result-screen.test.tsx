import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { ImportRun, RejectedCells, YearCopy } from '#contract/review/imports/shapes.ts'
import {
  absent,
  broken,
  onePage,
  openApp,
  pending,
  queriesOf,
  refused,
  sentTo,
} from '#client/testing/open-app.tsx'
import { aboutPeriod, anImport } from '#client/testing/records.ts'
import { admin } from '#client/testing/users.ts'

const row = {
  row: 5,
  sid: 'M100003',
  name: 'de la Cruz, Dmitri',
  changes: [],
  errors: [{ row: 5, column: 'Date of Birth', message: 'Enter a date as mm/dd/yyyy.', value: '13/45/2001' }],
  finding: null,
  left_out_for: null,
  decision: null,
}
const changedRow = {
  ...row,
  errors: [],
  changes: [
    { field: 'academic_status', before: 'incoming', after: 'returning' },
    { field: 'medical_prior_status', before: 'enrolled', after: null },
  ],
}
const answer = (run: Partial<ImportRun>) => ({ body: { data: { ...anImport, ...run } } })
const open = (run: Parameters<typeof openApp>[2][string], more: Parameters<typeof openApp>[2] = {}) =>
  openApp('/schools/7/period/70/import/5', admin, {
    'GET /api/periods/70/about': { body: { data: aboutPeriod } },
    'GET /api/imports/5': run,
    'GET /api/imports/5/rows': onePage([row]),
    'GET /api/imports/5/rejected-cells': { body: { data: [] } },
    ...more,
  })

test('while the import loads, a placeholder is shown', async () => {
  await open(pending)
  expect(await screen.findByText('Loading import')).toBeTruthy()
})

test.each([
  ['a refusal', refused, /admins and Shipmate Admins have access/],
  ['a failure', broken, 'The import couldn’t be loaded'],
  ['an import that is not there', absent, 'Not found'],
] as const)('%s is said', async (_, failure, words) => {
  await open(failure)
  expect(await screen.findByText(words)).toBeTruthy()
})

test('an import of another policy year isn’t found below this one', async () => {
  await open(answer({ period_id: 71 }))
  expect(await screen.findByText('Page not found')).toBeTruthy()
})

test('a running import is polled in the background until it’s done', async () => {
  let asked = 0
  const { received } = await open(() =>
    ++asked < 2
      ? answer({ state: 'running', progress: { done: 30, total: 60 }, counts: none })
      : answer({ counts: { ...none, added: 60 } }),
  )
  expect(await screen.findByText('30 of 60 rows')).toBeTruthy()
  expect(await screen.findByRole('button', { name: 'Import 60 students' })).toBeTruthy()
  const polls = received.filter(({ path }) => path.endsWith('/api/imports/5'))
  expect(polls.at(-1)?.headers.get('X-Background')).toBe('1')
})

const none = { added: 0, changed: 0, unchanged: 0, refused: 0 }

test('rejected rows are listed with their reasons, and skipped only by choice', async () => {
  let isApplied = false
  const { received } = await open(
    () => answer(isApplied ? { applied: true, may_apply: false, change_id: 44 } : {}),
    {
      'POST /api/imports/5/apply': () => {
        isApplied = true
        return { status: 202, body: { data: { import_id: 5 } } }
      },
    },
  )
  const rows = within(await screen.findByRole('list', { name: 'Rows' }))
  expect(rows.getByText('Enter a date as mm/dd/yyyy.')).toBeTruthy()
  expect(queriesOf(received, 'GET /api/imports/5/rows').at(-1)?.get('outcome')).toBe('refused')

  expect(rows.getByText('“13/45/2001”')).toBeTruthy()
  expect(screen.getByText('Fix or skip the 12 rejected rows first.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Import 48 students' })).toHaveProperty('disabled', true)

  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  expect(sentTo(received, 'POST /api/imports/5/apply')).toEqual([])

  await userEvent.click(screen.getByLabelText('Skip the 12 rejected rows'))
  // the button is behind the keys of all rows
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  expect(await screen.findByText('48 students imported')).toBeTruthy()
  expect(sentTo(received, 'POST /api/imports/5/apply')).toEqual([{ accept_valid_rows: true }])
  expect(screen.getByRole('link', { name: 'Open student list' }).getAttribute('href')).toBe(
    '/schools/7/period/70',
  )
})

const cells = {
  column: 'Gender',
  field: 'gender',
  value: 'Femal',
  message: 'Enter F, M or X.',
  rows: 7,
  row: 3,
  name: 'Lee, Ann',
  nearest: 'Female',
} satisfies RejectedCells

test('rejected values are fixed in place: similar choices are proposed, others are entered', async () => {
  let isSent = false
  const { received } = await open(() => answer(isSent ? { counts: { ...none, added: 60 } } : {}), {
    'GET /api/imports/5/rejected-cells': {
      body: {
        data: [
          cells,
          { ...cells, column: 'Last Name', field: 'last_name', value: '', rows: 1, row: 9, nearest: null },
          { ...cells, column: 'SSN', field: 'ssn', value: null, rows: 1, row: 11, nearest: null },
          { ...cells, value: 'Blue', rows: 3, nearest: null },
        ],
      },
    },
    'POST /api/imports/5/fix-cells': () => {
      isSent = true
      return { status: 202, body: { data: { import_id: 5 } } }
    },
  })
  const gender = await screen.findByRole('combobox', { name: 'New Gender for the 7 rows with “Femal”' })
  expect(gender).toHaveProperty('value', 'Female')
  await userEvent.type(screen.getByRole('textbox', { name: 'New Last name for row 9' }), 'Coe')
  await userEvent.click(screen.getByRole('combobox', { name: 'New Gender for the 3 rows with “Blue”' }))
  await userEvent.keyboard('lea{Enter}')
  expect(screen.getByText('(not shown)')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Fix 11 values' }))
  await waitFor(() =>
    expect(sentTo(received, 'POST /api/imports/5/fix-cells')).toEqual([
      {
        cells: [
          { column: 'Gender', at: { value: 'Femal' }, to: 'Female' },
          { column: 'Last Name', at: { row: 9 }, to: 'Coe' },
          { column: 'Gender', at: { value: 'Blue' }, to: null },
        ],
      },
    ]),
  )
  expect(await screen.findByRole('button', { name: 'Import 60 students' })).toHaveProperty('disabled', false)
})

test('a proposal that someone clears isn’t sent', async () => {
  await open(answer({}), { 'GET /api/imports/5/rejected-cells': { body: { data: [cells] } } })
  await userEvent.click(await screen.findByRole('button', { name: 'Clear' }))
  expect(screen.getByRole('button', { name: 'Fix values' })).toHaveProperty('disabled', true)
})

test('changes are listed field by field, with old and new values', async () => {
  await open(answer({ counts: { ...none, changed: 1 } }), {
    'GET /api/imports/5/rows': onePage([changedRow]),
  })
  const rows = within(await screen.findByRole('list', { name: 'Rows' }))
  expect(rows.getByText('Academic status')).toBeTruthy()
  expect(rows.getByText('Incoming')).toBeTruthy()
  expect(rows.getByText('Returning')).toBeTruthy()
  expect(rows.queryByText(/prior status/i)).toBeNull()
})

test('a tile shows the rows of its outcome', async () => {
  const { received } = await open(answer({ counts: { ...none, added: 3, refused: 1 } }))
  await userEvent.click(await screen.findByRole('button', { name: /^Added/ }))
  await waitFor(() =>
    expect(queriesOf(received, 'GET /api/imports/5/rows').at(-1)?.get('outcome')).toBe('added'),
  )
  await userEvent.click(screen.getByRole('button', { name: /^Changed/ }))
  expect(await screen.findByText('No existing students change.')).toBeTruthy()
})

test('an expired preview offers only a new one', async () => {
  await open(answer({ counts: { ...none, added: 3 } }), {
    'POST /api/imports/5/apply': {
      status: 409,
      body: { code: 'stale', message: 'Some records changed after the preview.', data: anImport },
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Import 3 students' }))
  expect(await screen.findByText('Some records changed after the preview.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Preview again' }).getAttribute('href')).toBe(
    '/schools/7/period/70/import',
  )
  expect(screen.queryByRole('button', { name: 'Import 3 students' })).toBeNull()
})

test('while another import runs, this one waits and says so', async () => {
  await open(answer({ counts: { ...none, added: 3 } }), {
    'POST /api/imports/5/apply': {
      status: 409,
      body: {
        code: 'busy',
        message: 'Another import into this policy year is running. Wait until it finishes.',
      },
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Import 3 students' }))
  expect(
    await screen.findByText('Another import into this policy year is running. Wait until it finishes.'),
  ).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Import 3 students' })).toBeTruthy()
})

test.each([
  [
    'stopped',
    { state: 'failed', message: 'Something went wrong. Nothing was imported. Start the import again.' },
    'Import failed',
  ],
  [
    'unreadable',
    { state: 'refused', counts: none, message: 'A quote is not closed.' },
    'Couldn’t read this file',
  ],
  ['over an hour old', { may_apply: false }, 'Nothing imported'],
] as const)('an import that is %s says so and how to go on', async (_, run, words) => {
  await open(answer(run))
  expect(await screen.findByText(words)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Preview again' })).toBeTruthy()
})

test('an import is undone after a confirmation, and the message gives the counts', async () => {
  const applied = { applied: true, may_apply: false, change_id: 44, undo_change_id: 44 }
  const undone = { undo_change_id: null, undone: { at: '2026-11-20T15:00:00.000Z', by: 'Dana Whitlock' } }
  let isUndone = false
  const run = () => answer(isUndone ? { ...applied, ...undone } : applied)
  const { received } = await open(run, {
    'POST /api/changes/44/undo': () => {
      isUndone = true
      return {
        body: {
          data: {
            reverted: 47,
            left: [
              { id: 1, subject_type: 'student', name: 'Haddad, Leila', reason: 'It changed after that.' },
            ],
            left_total: 1,
            emails_canceled: 0,
            emails_sent: 0,
          },
        },
      }
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Undo import' }))
  const question = within(await screen.findByRole('alertdialog'))
  await userEvent.click(question.getByRole('button', { name: 'Undo import' }))
  expect(await screen.findByText('Import undone')).toBeTruthy()
  expect(await screen.findByText('Undone for 47 students. 1 didn’t change.')).toBeTruthy()
  expect(screen.getByText('Haddad, Leila: It changed after that.')).toBeTruthy()
  expect(sentTo(received, 'POST /api/changes/44/undo')).toHaveLength(1)
  expect(screen.queryByRole('button', { name: 'Undo import' })).toBeNull()
})

test('the undo of a large import is tracked as a job until it reports its counts', async () => {
  const applied = { applied: true, may_apply: false, change_id: 44, undo_change_id: 44 }
  const undone = { undo_change_id: null, undone: { at: '2026-11-20T15:00:00.000Z', by: 'Dana Whitlock' } }
  const job = { id: 6, kind: 'undo-change', message: null, change_id: null, result: null }
  const running = { ...job, state: 'running', progress: { done: 5000, total: 20_000 } }
  const result = { reverted: 20_000, left: [], left_total: 0, emails_canceled: 0, emails_sent: 0 }
  let looks = 0
  await open(() => answer(looks > 1 ? { ...applied, ...undone } : applied), {
    'POST /api/changes/44/undo': { status: 202, body: { data: { job_id: 6 } } },
    'GET /api/jobs/6': () => ({
      body: { data: (looks += 1) === 1 ? running : { ...running, state: 'done', result } },
    }),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Undo import' }))
  const question = within(await screen.findByRole('alertdialog'))
  await userEvent.click(question.getByRole('button', { name: 'Undo import' }))
  expect(await screen.findByText('Undoing the change')).toBeTruthy()
  expect(await screen.findByText('5,000 of 20,000')).toBeTruthy()
  expect(screen.getByRole('button', { name: /Undo import/ }).getAttribute('aria-busy')).toBe('true')
  expect(await screen.findByText('Undone for 20,000 students')).toBeTruthy()
  expect(await screen.findByText('Import undone')).toBeTruthy()
  expect(screen.queryByText('Undoing the change')).toBeNull()
})

test('an import that was already undone shows who did it and when, without Undo', async () => {
  await open(
    answer({
      applied: true,
      may_apply: false,
      change_id: 44,
      undone: { at: '2026-11-20T15:00:00.000Z', by: 'Dana Whitlock' },
    }),
  )
  expect(await screen.findByText('Import undone')).toBeTruthy()
  expect(screen.getByText(/^By Dana Whitlock, /)).toBeTruthy()
  expect(screen.getByText('Undone')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Undo import' })).toBeNull()
})

test('values that aren’t options of the policy year show a warning, and can still be imported', async () => {
  const unlisted = (value: string, rows: number, nearest: string | null = null) =>
    ({ column: 'Program', field: 'program', value, rows, nearest }) as const
  await open(
    answer({
      counts: { ...none, added: 48 },
      unlisted: [unlisted('Nursng', 40, 'Nursing'), unlisted('Archery', 1)],
    }),
  )
  expect(await screen.findByText('2 values aren’t in this policy year’s dropdowns')).toBeTruthy()
  const lines = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(lines).toContain('Program “Nursng” in 40 rows. Did you mean “Nursing”?')
  expect(lines).toContain('Program “Archery” in 1 row')
  expect(screen.getByRole('link', { name: 'dropdowns' }).getAttribute('href')).toBe(
    '/schools/7/period/70/website/enroll-form/dropdowns-and-notices',
  )
  expect(screen.getByRole('button', { name: 'Import 48 students' })).toBeTruthy()
})

test('the preview says which cells count as empty', async () => {
  const unknown = [
    { column: 'Sex', field: 'gender', value: 'U', rows: 12 },
    { column: 'First Name', field: 'first_name', value: 'FNU', rows: 1 },
  ]
  await open({ body: { data: { ...anImport, dry_run: true, may_apply: true, unknown } } })
  const note = (await screen.findByText('Some cells count as empty')).closest('[role=status]')
  expect(note?.textContent).toContain('Gender “U” in 12 rows')
  expect(note?.textContent).toContain('First name “FNU” in 1 row')
})

const copy: YearCopy = {
  from_period_id: 69,
  from_period_name: '2025–26',
  enrolled_becomes: 'renewed',
  waived_becomes: 'renewed',
  statuses: [
    { coverage: 'medical', before: 'not_started', after: 'not_started', students: 4 },
    { coverage: 'medical', before: 'enrolled_esp', after: 'enrolled_esp', students: 1312 },
    { coverage: 'medical', before: 'waived', after: 'waived_needs_reverified', students: 20 },
    { coverage: 'vision', before: 'not_applicable', after: 'not_applicable', students: 1336 },
  ],
  due: { medical: '2011188.10', dental: '0.00', vision: '0.00', fees: '320.05', total: '2011508.15' },
  left_out: [
    { reason: 'inactive', students: 7 },
    { reason: 'graduates_before', students: 5 },
  ],
  become_returning: 3,
  same_premiums: [],
}
const aCopy = {
  kind: 'from_period',
  file_name: null,
  counts: { ...none, added: 1336, unchanged: 12 },
  year_copy: copy,
} as const

test('the preview of a copied year has statuses before and after, and the dollars that will be due', async () => {
  await open(answer(aCopy))
  expect(await screen.findByRole('heading', { name: 'Copy from 2025–26' })).toBeTruthy()
  await screen.findByRole('table', { name: 'Medical statuses' })
  const rowsOf = (name: string) =>
    within(screen.getByRole('table', { name }))
      .getAllByRole('row')
      .map((line) => [...line.children].map(({ textContent }) => textContent))
  expect(rowsOf('Medical statuses')).toEqual([
    ['In 2025–26New year', 'Students'],
    ['Not Startedbecomes Not Started', '4'],
    ['Enrolled – Spousebecomes Enrolled – Spouse', '1,312'],
    ['Waivedbecomes Waived – Needs Reverification', '20'],
  ])
  expect(screen.getByText('1,312 Enrollments, 20 Waivers, and 4 Not Started')).toBeTruthy()
  expect(screen.queryByRole('table', { name: 'Vision statuses' })).toBeNull()
  expect(rowsOf('Due for the new year')).toEqual([
    ['Charge', 'Amount'],
    ['Medical premiums', '$2,011,188.10'],
    ['Dental premiums', '$0.00'],
    ['Vision premiums', '$0.00'],
    ['Fees', '$320.05'],
    ['Total', '$2,011,508.15'],
  ])
  expect(screen.getByText('3 incoming students become returning.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Copy 1,336 students' })).toBeTruthy()
})

test('students who are left out are listed with the reason, all or by reason', async () => {
  const leftOut = { ...row, errors: [], left_out_for: 'inactive' }
  const { received } = await open(answer(aCopy), { 'GET /api/imports/5/rows': onePage([leftOut]) })
  const lastOutcome = () => queriesOf(received, 'GET /api/imports/5/rows').at(-1)?.get('outcome')
  await userEvent.click(await screen.findByRole('button', { name: /^Left out/ }))
  await waitFor(() => expect(lastOutcome()).toBe('unchanged'))
  const rows = within(await screen.findByRole('list', { name: 'Rows' }))
  expect(await rows.findByText('Inactive')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'All 12' })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Graduates before the new policy year starts 5' }))
  await waitFor(() => expect(lastOutcome()).toBe('graduates_before'))
  expect(screen.queryByRole('button', { name: /^Withdrawn/ })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: '7 students: Inactive' }))
  await waitFor(() => expect(lastOutcome()).toBe('inactive'))
})

test('premiums as in the earlier year are copied only once they’re accepted', async () => {
  const same = { coverage: 'medical', tier: 'enrolled_esp', premium: '4822.66' } as const
  const { received } = await open(answer({ ...aCopy, year_copy: { ...copy, same_premiums: [same] } }), {
    'POST /api/imports/5/apply': { status: 202, body: { data: { import_id: 5 } } },
  })
  expect(await screen.findByText('The premiums are the same as in 2025–26')).toBeTruthy()
  expect(screen.getByText('Medical: Enrolled – Spouse $4,822.66')).toBeTruthy()
  const button = screen.getByRole('button', { name: 'Copy 1,336 students' })
  expect(screen.getByText('Confirm or change the premiums first.')).toBeTruthy()
  expect(button).toHaveProperty('disabled', true)
  await userEvent.click(screen.getByLabelText('These premiums are right for the new year'))
  await userEvent.click(button)
  await waitFor(() =>
    expect(sentTo(received, 'POST /api/imports/5/apply')).toEqual([{ accept_same_premiums: true }]),
  )
})
