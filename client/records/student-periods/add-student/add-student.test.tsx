import { screen, waitFor, render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useEffect } from 'react'
import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { expect, test, vi } from 'vitest'
import type { StudentHit } from '#contract/records/students/shapes.ts'
import { DraftsProvider } from '#client/platform/ui/form/draft-store.tsx'
import { createQueryClient } from '#client/platform/lib/query.ts'
import { fakeServer, type Reply } from '#client/testing/fake-server.ts'
import { broken, queriesOf, sentTo } from '#client/testing/open-app.tsx'
import { aPeriod, aStudent, aStudentPeriod } from '#client/testing/records.ts'
import {
  DialogHostProvider,
  HostedDialogs,
  useDialogHost,
} from '#client/platform/ui/overlays/dialog-host.tsx'
import { ToastProvider } from '#client/platform/ui/overlays/toast.tsx'
import { createToaster } from '#client/platform/ui/overlays/toaster.ts'
import { AddStudentSteps as AddStudentDialog } from './add-student-steps.tsx'
import { createDraftStore } from '#client/accounts/drafts/draft-store.ts'
import { namesIn } from './add-student-form.tsx'

const hit: StudentHit = {
  id: 900,
  school_id: 7,
  school_name: 'Harborview University',
  first_name: 'Ana',
  last_name: 'Lopez',
  prior_last_name: 'Ruiz',
  sid: 'S1001',
  dob: '2001-02-03',
  university_email: 'ana@harborview.example',
  matched: 'former_name',
  latest_period_id: 70,
}
const search = 'GET /api/students/search-by-name'
const add = 'POST /api/add-student-to-period'
const added = (ignored: readonly string[] = []): Reply => ({
  status: 201,
  headers: { 'X-Change-Id': '55' },
  body: { data: { ...aStudentPeriod, student: aStudent, ignored } },
})

const Opener = ({ told }: { told: (result: unknown) => void }) => {
  const openDialog = useDialogHost()
  useEffect(() => {
    openDialog(AddStudentDialog, { props: { periodId: 70, schoolId: 7 }, onClose: told })
  }, [openDialog, told])
  return null
}

const open = (routes: Parameters<typeof fakeServer>[0]) => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  document.cookie = 'XSRF-TOKEN=t; path=/'
  const received = fakeServer({
    'GET /api/schools/7/periods': { body: { data: [aPeriod] } },
    [search]: { body: { data: [hit] } },
    ...routes,
  })
  const told = vi.fn<(result: unknown) => void>()
  const rootRoute = createRootRoute({
    component: () => (
      <ToastProvider toaster={createToaster()}>
        <QueryClientProvider client={createQueryClient()}>
          <DialogHostProvider>
            <DraftsProvider store={createDraftStore(1, () => 'signed-in')}>
              <Opener told={told} />
              <HostedDialogs />
            </DraftsProvider>
          </DialogHostProvider>
        </QueryClientProvider>
      </ToastProvider>
    ),
  })
  const router = createRouter({ routeTree: rootRoute, history: createMemoryHistory() })
  // The app's own router is the registered one; this one only provides navigation for the dialog.
  render(<RouterProvider router={router as never} />)
  return { received, told }
}

const find = async (text: string) =>
  userEvent.type(await screen.findByRole('searchbox', { name: 'Find a student at this school' }), text)

test('a known student is found in this school, selected, and added by student ID with the year’s fields', async () => {
  const { received, told } = open({ [add]: added() })
  await find('lopz')
  await userEvent.click(await screen.findByRole('button', { name: /Lopez, Ana/ }))
  await userEvent.type(await screen.findByLabelText('Program'), 'Nursing')
  await userEvent.click(screen.getByRole('button', { name: 'Add to 2026–27' }))
  expect(await screen.findByText('Ana Lopez added to 2026–27')).toBeTruthy()
  expect(queriesOf(received, search).at(-1)?.get('school_id')).toBe('7')
  expect(sentTo(received, add)).toEqual([
    {
      period_id: 70,
      sid: 'S1001',
      program: 'Nursing',
      campus: null,
      academic_status: null,
      graduation_year: null,
    },
  ])
  expect(told).toHaveBeenCalledWith({ type: 'config-close', data: 500 })
})

test('Enter before the search is done picks the only student it finds', async () => {
  open({ [add]: added() })
  await find('lopz{Enter}')
  expect(await screen.findByLabelText('Program')).toBeTruthy()
})

test('a new student starts with what was typed; a missing value is reported at its field', async () => {
  const { received } = open({ [search]: { body: { data: [] } }, [add]: added() })
  await find('Ana Lopez')
  await userEvent.click(await screen.findByRole('button', { name: 'Add “Ana Lopez” as a new student' }))
  expect((await screen.findByLabelText<HTMLInputElement>(/^Last name/)).value).toBe('Lopez')
  await userEvent.click(screen.getByRole('button', { name: 'Add to 2026–27' }))
  expect((await screen.findAllByText('Enter student ID.')).length).toBeGreaterThan(0)
  expect(screen.getAllByText(/Enter date of birth\./).length).toBeGreaterThan(0)
  expect(sentTo(received, add)).toEqual([])
  await userEvent.type(screen.getByLabelText(/^Student ID/), 'S1001')
  await userEvent.type(screen.getByLabelText(/^Date of birth/), '3/15/01')
  await userEvent.click(screen.getByRole('button', { name: 'Add to 2026–27' }))
  await waitFor(() => expect(sentTo(received, add)).toHaveLength(1))
  expect(sentTo(received, add)[0]).toMatchObject({ first_name: 'Ana', last_name: 'Lopez', dob: '2001-03-15' })
})

test('a student who is already in the policy year is named, and typed text stays', async () => {
  open({ [add]: { status: 409, body: { code: 'exists', message: 'It already exists.' } } })
  await find('lopez')
  await userEvent.click(await screen.findByRole('button', { name: /Lopez, Ana/ }))
  await userEvent.type(await screen.findByLabelText('Program'), 'Nursing')
  await userEvent.click(screen.getByRole('button', { name: 'Add to 2026–27' }))
  expect(await screen.findByText('Ana Lopez is already in 2026–27. Nothing changed.')).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('Program').value).toBe('Nursing')
})

test('the message says which values of an existing student were kept', async () => {
  open({ [add]: added(['first_name', 'ssn']) })
  await find('lopez')
  await userEvent.click(await screen.findByRole('button', { name: /Lopez, Ana/ }))
  await userEvent.click(await screen.findByRole('button', { name: 'Add to 2026–27' }))
  expect(
    await screen.findByText(
      'This student ID already exists. Shipmate didn’t change the saved first name and SSN.',
    ),
  ).toBeTruthy()
})

test('adding a student can be undone', async () => {
  const { received } = open({
    [add]: added(),
    'POST /api/changes/55/undo': {
      body: { data: { reverted: 1, left: [], left_total: 0, emails_canceled: 0, emails_sent: 0 } },
    },
  })
  await find('lopez')
  await userEvent.click(await screen.findByRole('button', { name: /Lopez, Ana/ }))
  await userEvent.click(await screen.findByRole('button', { name: 'Add to 2026–27' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(sentTo(received, 'POST /api/changes/55/undo')).toHaveLength(1))
})

const similar = {
  id: 901,
  sid: '00451200',
  name: 'Lopez, Ana',
  dob: '2001-03-15',
  same: 'name_and_birth_date',
}
const asked: Reply = {
  status: 409,
  body: { code: 'duplicate', message: 'This may be the same person.', data: { students: [similar] } },
}
const fillNew = async () => {
  await find('Ana Lopez')
  await userEvent.click(await screen.findByRole('button', { name: 'Add “Ana Lopez” as a new student' }))
  await userEvent.type(await screen.findByLabelText(/^Student ID/), 'S1001')
  await userEvent.type(screen.getByLabelText(/^Date of birth/), '3/15/01')
  await userEvent.click(screen.getByRole('button', { name: 'Add to 2026–27' }))
}

test('a new student who may exist is asked about once, and then added', async () => {
  let times = 0
  const { received } = open({
    [search]: { body: { data: [] } },
    [add]: () => (++times === 1 ? asked : added()),
  })
  await fillNew()
  expect(await screen.findByText('A student with this name and date of birth exists')).toBeTruthy()
  expect(screen.getByText(/Lopez, Ana · 03\/15\/2001/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Add anyway' }))
  await waitFor(() => expect(sentTo(received, add)).toHaveLength(2))
  expect(sentTo(received, add)[1]).toMatchObject({ sid: 'S1001', is_not_duplicate_of: [901] })
})

test('the student who exists is looked for instead', async () => {
  open({ [search]: { body: { data: [] } }, [add]: asked })
  await fillNew()
  await userEvent.click(await screen.findByRole('button', { name: 'Use this student: Lopez, Ana' }))
  const box = await screen.findByRole<HTMLInputElement>('searchbox')
  expect(box.value).toBe('00451200')
})

test('a failed search says so and can be tried again', async () => {
  open({ [search]: broken })
  await find('lopez')
  expect(await screen.findByText('Search isn’t working right now')).toBeTruthy()
})

test('the arrow keys move from the field into the list', async () => {
  open({})
  await find('lopez')
  const row = await screen.findByRole('button', { name: /Lopez, Ana/ })
  await userEvent.keyboard('{ArrowDown}')
  expect(document.activeElement).toBe(row)
  await userEvent.keyboard('{ArrowUp}')
  expect(document.activeElement).toBe(screen.getByRole('searchbox'))
})

test.each([
  ['Ana Lopez', { first_name: 'Ana', last_name: 'Lopez' }],
  ['Lopez, Ana Maria', { first_name: 'Ana Maria', last_name: 'Lopez' }],
  ['Lopez', { first_name: '', last_name: 'Lopez' }],
  [' S1001 ', { sid: 'S1001' }],
])('“%s” is read as %j', (typed, names) => {
  expect(namesIn(typed)).toEqual(names)
})
