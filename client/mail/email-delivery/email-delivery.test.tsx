import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import type { DeliveryReport, SuppressedAddress } from '#contract/mail/email-delivery/shapes.ts'
import { broken, onePage, openApp, pending, refused, sentTo } from '#client/testing/open-app.tsx'
import { admin } from '#client/testing/users.ts'

const report: DeliveryReport = {
  mail_server: { host: 'mail.example', port: 587, is_tls: false, has_login: true },
  sender: 'insurance@mail.example',
  signature: null,
  rate: 150,
  receives_events: true,
  waiting: { due: 2, later: 1, oldest_due_at: new Date(Date.now() - 3_600_000).toISOString(), uncertain: 1 },
  suppressed_addresses: 3,
  totals: { sent: 1200, kept_inside: 0, failed: 4, bounced: 2 },
  days: [{ day: '2026-11-20', sent: 1200, kept_inside: 0, failed: 4, bounced: 2 }],
  schools: [
    { id: 1, name: 'Lakeside', sent: 1199, kept_inside: 0, failed: 4, bounced: 2 },
    { id: null, name: null, sent: 1, kept_inside: 0, failed: 0, bounced: 0 },
  ],
}
const domain = {
  domain: 'mail.example',
  checks: [
    {
      name: 'spf',
      outcome: 'ok',
      host: 'mail.example',
      record: 'v=spf1 -all',
      words: 'Only the listed mail servers.',
    },
    { name: 'dkim', outcome: 'unknown', host: null, record: null, words: 'Enter the selector.' },
    {
      name: 'dmarc',
      outcome: 'missing',
      host: '_dmarc.mail.example',
      record: null,
      words: 'Add a TXT record.',
    },
  ],
}
const reportCall = 'GET /api/email-delivery'
const listCall = 'GET /api/suppressed-addresses'
const testCall = 'POST /api/email-delivery/test-connection'
const schools = { 'GET /api/schools': onePage([]) }

describe('the delivery screen', () => {
  const open = (answers: Parameters<typeof openApp>[2]) =>
    openApp('/settings/email-delivery', admin, {
      ...schools,
      'GET /api/email-delivery/sender-domain': { body: { data: domain } },
      ...answers,
    })

  test.each([
    ['loading', pending, 'Loading the delivery report'],
    ['refused', refused, /Only Shipmate Admins/],
    ['broken', broken, 'The delivery report couldn’t be loaded'],
  ])('says so if it’s %s', async (_, answer, words) => {
    await open({ [reportCall]: answer })
    expect(await screen.findByText(words)).toBeTruthy()
  })

  test('shows the figures, the domain’s records, and that emails are late', async () => {
    await open({ [reportCall]: { body: { data: report } } })
    expect(await screen.findByText('Emails aren’t going out')).toBeTruthy()
    const bySchool = within(screen.getByRole('table', { name: 'Emails by school' }))
    expect(bySchool.getByRole('row', { name: 'Lakeside 1,199 4 2' })).toBeTruthy()
    expect(bySchool.getByRole('row', { name: 'User accounts 1 0 0' })).toBeTruthy()
    expect(screen.getByRole('row', { name: '11/20/2026 1,200 4 2' })).toBeTruthy()
    const records = within(await screen.findByRole('list', { name: 'Records' }))
    expect(records.getAllByText(/^(Good|Not checked|Missing)$/).map((pill) => pill.textContent)).toEqual([
      'Good',
      'Not checked',
      'Missing',
    ])
  })

  test('without a mail server says that emails stay in the mailbox', async () => {
    await open({ [reportCall]: { body: { data: { ...report, mail_server: null, sender: null } } } })
    expect(await screen.findByText('No mail server is set up')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Test connection' })).toBeNull()
  })

  test('tests the connection and shows the mail server’s words', async () => {
    const result = {
      is_ok: false,
      milliseconds: 80,
      steps: [
        { step: 'connect', outcome: 'ok', words: null },
        { step: 'tls', outcome: 'ok', words: null },
        { step: 'login', outcome: 'failed', words: '535 Wrong password' },
      ],
    }
    await open({ [reportCall]: { body: { data: report } }, [testCall]: { body: { data: result } } })
    await userEvent.click(await screen.findByRole('button', { name: 'Test connection' }))
    expect(await screen.findByText('The mail server can’t be used')).toBeTruthy()
    expect(screen.getByText('535 Wrong password')).toBeTruthy()
  })
})

describe('the blocked addresses', () => {
  const blocked: SuppressedAddress = {
    id: 5,
    address: 'ana@campus.example',
    source: 'bounced',
    reason: '550 No such user',
    since: '2026-11-20T15:00:00.000Z',
    added_by: null,
  }
  const open = (answers: Parameters<typeof openApp>[2]) =>
    openApp('/settings/email-delivery/blocked-addresses', admin, { ...schools, ...answers })

  test.each([
    ['loading', pending, 'Loading blocked addresses'],
    ['empty', onePage([]), /Addresses that bounced or reported spam appear here/],
    ['refused', refused, /Only Shipmate Admins/],
    ['broken', broken, 'The blocked addresses couldn’t be loaded'],
  ])('say so if they’re %s', async (_, answer, words) => {
    await open({ [listCall]: answer })
    expect(await screen.findByText(words)).toBeTruthy()
  })

  test('are unblocked, and blocked again by undo with the same reason', async () => {
    const removeCall = 'DELETE /api/suppressed-addresses/5'
    const addCall = 'POST /api/suppressed-addresses'
    const { received } = await open({
      [listCall]: onePage([blocked]),
      [removeCall]: { status: 204 },
      [addCall]: { status: 201, body: { data: blocked } },
    })
    expect(await screen.findByText('Bounced: 550 No such user')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Unblock ana@campus.example' }))
    expect(await screen.findByText('ana@campus.example unblocked')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
    expect(sentTo(received, removeCall)).toHaveLength(1)
    expect(sentTo(received, addCall)).toEqual([{ address: 'ana@campus.example', reason: '550 No such user' }])
  })
})
