import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { call } from '#client/platform/lib/call.ts'
import { lines, type Reply } from '#client/testing/fake-server.ts'
import { openApp } from '#client/testing/open-app.tsx'
import { admin, adminWithoutTwoFactor } from '#client/testing/users.ts'
import { getSchool } from '#contract/setup/schools/endpoints.ts'

const codes = ['aaaa-1', 'bbbb-2']
const owed: Reply = {
  status: 403,
  body: { code: 'two_factor_required', message: 'Set up …', request_id: 'r' },
}

const setUpAnswers = (state: { isOn: boolean }) => ({
  'GET /api/me': () => ({
    body: { data: state.isOn ? { ...admin, two_factor_enabled: true } : adminWithoutTwoFactor },
  }),
  'POST /user/two-factor-authentication': { body: '""' },
  'GET /user/two-factor-qr-code': { body: { svg: '<svg/>', url: 'otpauth://totp/x' } },
  'GET /user/two-factor-secret-key': { body: { secretKey: 'ABC234' } },
  'GET /user/two-factor-recovery-codes': { body: codes },
  'POST /user/confirmed-two-factor-authentication': () => {
    state.isOn = true
    return { body: '""' }
  },
})

test('an admin without two-factor authentication sets it up, saves the codes, and continues to the page they wanted', async () => {
  const { at, received } = await openApp(
    '/student/900/overview?period=1',
    adminWithoutTwoFactor,
    setUpAnswers({ isOn: false }),
  )
  expect(at()).toBe('/two-factor-setup?redirect=%2Fstudent%2F900%2Foverview%3Fperiod%3D1')
  expect(lines(received)).toEqual(['GET /api/me'])
  await userEvent.click(screen.getByRole('button', { name: 'Start' }))
  expect(await screen.findByText('ABC2 34')).toBeTruthy()
  await userEvent.type(screen.getByLabelText('Code'), '123456')
  await userEvent.click(screen.getByRole('button', { name: 'Turn on' }))
  expect(await screen.findByText('aaaa-1')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'I’ve saved my codes' }))
  await waitFor(() => expect(at()).toBe('/student/900/overview?period=1'))
})

test('a user who saves the codes before the server has reported the setup continues too', async () => {
  const answers = setUpAnswers({ isOn: false })
  const arrived = Promise.withResolvers<void>()
  const late = vi.fn<() => Promise<Reply>>(async () => answers['GET /api/me']())
  const { at } = await openApp(
    '/two-factor-setup?redirect=%2Fstudent%2F900%2Foverview',
    adminWithoutTwoFactor,
    {
      ...answers,
      'GET /api/me': () => late(),
    },
  )
  late.mockImplementation(async () => {
    await arrived.promise
    return answers['GET /api/me']()
  })
  await userEvent.click(screen.getByRole('button', { name: 'Start' }))
  await userEvent.type(await screen.findByLabelText('Code'), '123456')
  await userEvent.click(screen.getByRole('button', { name: 'Turn on' }))
  await userEvent.click(await screen.findByRole('button', { name: 'I’ve saved my codes' }))
  arrived.resolve()
  await waitFor(() => expect(at()).toBe('/student/900/overview'))
})

test('signing out is the only way to leave it', async () => {
  const { at } = await openApp('/two-factor-setup', adminWithoutTwoFactor, {
    'POST /logout': { status: 204 },
  })
  expect(screen.queryByRole('navigation')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Sign out' }))
  await waitFor(() => expect(at()).toBe('/login'))
})

test('users who don’t need it are sent to the home page', async () => {
  const { at } = await openApp('/two-factor-setup?redirect=%2Fstudent%2F4', admin, {})
  expect(at()).toBe('/')
})

test('when it becomes required, the user’s next call opens it', async () => {
  const who = vi.fn<() => Reply>(() => ({ body: { data: admin } }))
  const { at } = await openApp('/student/900/overview', admin, {
    'GET /api/me': who,
    'GET /api/schools/3': owed,
  })
  who.mockReturnValue({ body: { data: adminWithoutTwoFactor } })
  await act(async () => {
    await Promise.allSettled([call(getSchool, { params: { id: 3 } })])
  })
  await waitFor(() => expect(at()).toBe('/two-factor-setup?redirect=%2Fstudent%2F900%2Foverview'))
})
