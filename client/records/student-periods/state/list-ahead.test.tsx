import { expect, test } from 'vitest'
import { beginStart } from '#client/platform/lib/ahead.ts'
import { fakeServer, waitForPromises, type ReceivedRequest } from '#client/testing/fake-server.ts'
import { admin } from '#client/testing/users.ts'
import { sendListAhead } from './list-ahead.ts'

const place = { schoolId: 7, periodId: 70, isPlain: true, isPhone: false }
const rowsPath = '/api/student-periods-by-period/70'

/** Returns the columns of the requested pages of rows. */
const columnsOf = (received: readonly ReceivedRequest[]): (string | null)[] =>
  received
    .map(({ path }) => new URL(path))
    .filter(({ pathname }) => pathname === rowsPath)
    .map(({ searchParams }) => searchParams.get('columns'))

/** Opens the page, and resolves when the list can show its rows. */
const openPage = async (at: typeof place): Promise<void> => {
  const opened = Promise.withResolvers<void>()
  beginStart(() => sendListAhead(admin, at).finally(opened.resolve))
  await opened.promise
}

const visit = async (value: unknown): Promise<(string | null)[]> => {
  const layout = { body: { data: { value } } }
  const received = fakeServer({
    'GET /api/preferences/student-list%3A70': layout,
    'GET /api/preferences/student-list': layout,
  })
  await openPage(place)
  return columnsOf(received)
}

test('the rows are asked for with the usual columns before the layout has arrived', async () => {
  const received = fakeServer({
    'GET /api/preferences/student-list': () => new Promise(() => undefined),
    'GET /api/preferences/student-list%3A70': () => new Promise(() => undefined),
  })
  void openPage(place)
  await waitForPromises()
  expect(columnsOf(received)).toEqual([expect.stringContaining('academic_status')])
})

test('a phone, which asks for its rows itself, doesn’t wait for the layout', async () => {
  fakeServer({
    'GET /api/preferences/student-list': () => new Promise(() => undefined),
    'GET /api/preferences/student-list%3A70': () => new Promise(() => undefined),
  })
  await expect(openPage({ ...place, isPhone: true })).resolves.toBeUndefined()
})

test('a changed layout is asked for once more, and first at the next visit', async () => {
  const narrow = 'campus,sid,student_name'
  const [usual] = await visit(null)
  expect(await visit({ shown: ['student_name', 'campus'] })).toEqual([usual, narrow])
  expect(await visit({ shown: ['student_name', 'campus'] })).toEqual([narrow])
  expect(await visit(null)).toEqual([narrow, usual])
  expect(await visit(null)).toEqual([usual])
})

test.each([{ isPlain: false }, { isPhone: true }])('no rows are asked for ahead: %j', async (other) => {
  const received = fakeServer({})
  await openPage({ ...place, ...other })
  expect(columnsOf(received)).toEqual([])
})
