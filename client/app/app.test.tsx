import { RouterProvider } from '@tanstack/react-router'
import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { call } from '#client/platform/lib/call.ts'
import { fakeServer, lines, type Reply } from '#client/testing/fake-server.ts'
import { aStudentOverview } from '#client/testing/records.ts'
import { admin, schoolAdmin } from '#client/testing/users.ts'
import { getSchool } from '#contract/setup/schools/endpoints.ts'
import type { Me } from '#contract/accounts/auth/shapes.ts'
import { createApp } from './create-app.tsx'

const unauthenticated: Reply = { status: 401, body: { code: 'unauthenticated', message: 'Unauthenticated.' } }

beforeEach(() => {
  document.cookie = 'XSRF-TOKEN=t; path=/'
  // The other modules' screens call endpoints that this server doesn't have.
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})

/** Opens the app at a URL, as a user or a guest, and waits until a screen is shown. */
const open = async (address: string, user: Me | null, routes: Parameters<typeof fakeServer>[0] = {}) => {
  window.history.replaceState(null, '', address)
  const received = fakeServer({
    'GET /api/me': user ? { body: { data: user } } : unauthenticated,
    ...routes,
  })
  const app = createApp()
  render(<RouterProvider router={app.router} />)
  await waitFor(() => {
    expect(app.router.state.status).toBe('idle')
    expect(app.router.state.resolvedLocation?.href).toBe(app.router.state.location.href)
  })
  return { ...app, received, at: () => window.location.pathname + window.location.search }
}

test('the signed-in user is loaded first, once, before any screen', async () => {
  const { received } = await open('/not-permitted', null)
  expect(lines(received)).toEqual(['GET /api/me'])
})

test('a guest is sent to the sign-in page with a return path', async () => {
  const { at } = await open('/schools/7/period/70?page=2', null)
  expect(at()).toBe('/login?redirect=%2Fschools%2F7%2Fperiod%2F70%3Fpage%3D2')
})

test('a guest at the root is sent to the sign-in page, without a return path', async () => {
  const { at } = await open('/', null)
  expect(at()).toBe('/login')
})

test('a signed-in user at the sign-in page is sent to the home page', async () => {
  const { at } = await open('/login', admin)
  expect(at()).toBe('/')
})

test('a school admin at the home page is sent to their own school', async () => {
  const { at } = await open('/', schoolAdmin)
  expect(at()).toContain('/schools/7/period')
})

test.each(['/schools/8/period/80', '/schools/7/settings/periods'])(
  '%s refuses a school admin',
  async (path) => {
    const { at } = await open(path, schoolAdmin)
    expect(at()).toBe('/not-permitted')
  },
)

test.each(['/not-permitted', '/general-error', '/nowhere/at/all'])('a guest may see %s', async (path) => {
  const { at } = await open(path, null)
  expect(at()).toBe(path)
})

test('an unknown path shows the not-found page', async () => {
  await open('/nowhere', admin)
  expect(screen.getByRole('heading', { level: 1, name: 'Page not found' })).toBeTruthy()
})

test.each(['/settings/nowhere', '/schools/7/period/70/nowhere', '/student/4/nowhere', '/student/none/notes'])(
  'an unknown path within the app says so in its one main part: %s',
  async (path) => {
    await open(path, admin, {
      'GET /api/schools/7/periods': yearsOf(70),
      'GET /api/students/4/overview': { body: { data: aStudentOverview } },
    })
    expect(
      await screen.findByText('The address may be wrong, or the page may have been removed.'),
    ).toBeTruthy()
    expect(screen.getAllByRole('main')).toHaveLength(1)
    expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1)
  },
)

test('an address above a screen opens it', async () => {
  const { at } = await open('/student/4/policy-years/2', admin)
  expect(at()).toBe('/student/4/policy-years/2/insurance-details')
})

test('two 401s at the same time open the sign-in page once', async () => {
  const { router, session, at } = await open('/student/4/overview', admin, {
    'GET /api/schools/3': unauthenticated,
  })
  const navigations = vi.spyOn(router, 'navigate')
  await act(async () => {
    const asked = [call(getSchool, { params: { id: 3 } }), call(getSchool, { params: { id: 3 } })]
    await Promise.allSettled(asked)
  })
  await waitFor(() => expect(at()).toBe('/login?redirect=%2Fstudent%2F4%2Foverview'))
  expect(navigations.mock.calls.filter(([to]) => to.to === '/login')).toHaveLength(1)
  expect(session.getState().isLoggedIn).toBe(false)
})

test('after sign-in the return path opens', async () => {
  const { at } = await open('/login?redirect=%2Fnot-permitted', null, {
    'POST /login': { body: { data: admin, two_factor: false } },
  })
  await userEvent.type(screen.getByLabelText('Email'), 'a@b.example')
  await userEvent.type(screen.getByLabelText('Password'), 'demo')
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }))
  await waitFor(() => expect(at()).toBe('/not-permitted'))
})

test('the error for wrong credentials appears at the email, typed text stays, the focus returns', async () => {
  await open('/login', null, {
    'POST /login': {
      status: 422,
      body: { errors: { email: ['These credentials do not match our records.'] } },
    },
  })
  const email = screen.getByLabelText<HTMLInputElement>('Email')
  await userEvent.type(email, 'a@b.example')
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }))
  await screen.findByText('The email or password isn’t right. Try again or reset your password.')
  expect(email.value).toBe('a@b.example')
  expect(email.getAttribute('aria-invalid')).toBe('true')
  await waitFor(() => expect(document.activeElement).toBe(email))
})

test('too many tries are reported at the email', async () => {
  const text = 'Too many login attempts. Please try again in 42 seconds.'
  await open('/login', null, {
    'POST /login': { status: 429, body: { message: text, errors: { email: [text] } } },
  })
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }))
  expect(await screen.findByText('Too many sign-in attempts. Try again in 42 seconds.')).toBeTruthy()
})

test('the challenge takes a code or a recovery code, errors appear below it, and it can start over', async () => {
  let asked = 0
  const { received, at } = await open('/login', null, {
    'POST /login': { body: { two_factor: true } },
    'POST /two-factor-challenge': ({ body }) =>
      String(body).includes('aaa-bbb')
        ? { status: 204 }
        : {
            status: 422,
            body: { errors: { code: ['The provided two factor authentication code was invalid.'] } },
          },
    'GET /api/me': () => (asked++ === 0 ? unauthenticated : { body: { data: admin } }),
  })
  const signIn = () => userEvent.click(screen.getByRole('button', { name: 'Sign in' }))
  await signIn()
  await userEvent.type(await screen.findByLabelText('Code'), '123456')
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }))
  await screen.findByText('That code isn’t right. Enter the current 6-digit code from your app.')

  await userEvent.click(screen.getByRole('button', { name: 'Start over' }))
  await signIn()
  expect((await screen.findByLabelText<HTMLInputElement>('Code')).value).toBe('')

  await userEvent.type(screen.getByLabelText('Code'), '999999')
  await userEvent.click(screen.getByRole('button', { name: 'Use a recovery code' }))
  const recovery = screen.getByLabelText<HTMLInputElement>('Recovery code')
  expect(recovery.value).toBe('')
  await userEvent.type(recovery, 'aaa-bbb')
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }))
  await waitFor(() => expect(at()).toBe('/'))
  const challenge = received.find(({ body }) => String(body).includes('aaa-bbb'))
  expect(challenge?.body).toBe('{"recovery_code":"aaa-bbb"}')
})

const yearsOf = (...ids: number[]): Reply => ({
  body: {
    data: ids.map((id) => ({
      id,
      school_id: 7,
      name: `Year ${id}`,
      starts_on: '2026-08-01',
      ends_on: '2027-07-31',
      state: 'open',
      waiver_deadline_on: null,
      medical_offered: true,
      dental_offered: true,
      vision_offered: true,
      medical_is_voluntary: false,
      students: 0,
      is_current: false,
      version: 1,
    })),
  },
})

test.each([
  ['a school admin', schoolAdmin, '/schools/7/period/5'],
  ['an admin', admin, '/schools/7/period/5/import'],
  ['an admin', admin, '/schools/7/period/5/website/faqs'],
])('%s finds no policy year below a school that is not its own: %s', async (_who, user, address) => {
  await open(address, user, { 'GET /api/schools/7/periods': yearsOf(70, 71) })
  expect(await screen.findByRole('heading', { level: 1, name: 'Page not found' })).toBeTruthy()
})

test.each([
  ['/schools/7/period/0070/import?step=2', '/schools/7/period/70/import?step=2'],
  ['/schools/07/period/70/import', '/schools/7/period/70/import'],
  ['/schools/007/settings/colors', '/schools/7/settings/colors'],
  ['/student/03/overview', '/student/3/overview'],
])('IDs are numbers: %s is %s', async (address, canonical) => {
  const { at } = await open(address, admin, { 'GET /api/schools/7/periods': yearsOf(70, 71) })
  expect(at()).toBe(canonical)
  expect(screen.queryByText('Page not found')).toBeNull()
})

test('a policy year created after the list was loaded is found', async () => {
  let years = yearsOf(70)
  const { router } = await open('/schools/7/period/70/import', admin, {
    'GET /api/schools/7/periods': () => years,
  })
  years = yearsOf(70, 71)
  await act(() =>
    router.navigate({ to: '/schools/$school/period/$period/import', params: { school: '7', period: '71' } }),
  )
  await waitFor(() => expect(screen.getAllByText('Year 71').length).toBeGreaterThan(0))
  expect(screen.queryByText('Page not found')).toBeNull()
})

test.each([
  [true, 'Check your email'],
  [false, 'No email was sent'],
])(
  'a forgotten password promises an email only if the server sends any (%s)',
  async (sends_emails, title) => {
    await open('/login/forgot', null, {
      'POST /forgot-password': { body: { message: 'x', sends_emails } },
    })
    await userEvent.type(await screen.findByLabelText('Email'), 'ana@school.edu')
    await userEvent.click(screen.getByRole('button', { name: 'Send link' }))
    expect(await screen.findByRole('heading', { name: title })).toBeTruthy()
  },
)
