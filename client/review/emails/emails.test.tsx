import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import type { StudentEmail } from '#contract/review/emails/shapes.ts'
import { chooseOption } from '#client/testing/choose-option.ts'
import type { ReceivedRequest } from '#client/testing/fake-server.ts'
import { broken, onePage, openApp, pending, queriesOf, refused, sentTo } from '#client/testing/open-app.tsx'
import { aStudent, aStudentOverview, aStudentPeriod } from '#client/testing/records.ts'
import { admin, schoolAdmin } from '#client/testing/users.ts'

const anEmail: StudentEmail = {
  id: 40,
  kind: 'waiver_approved_confirmation',
  cause: 77,
  subject: 'Your insurance waiver was approved',
  html: null,
  text: 'Hello Ana,\n\nYour waiver for medical coverage was approved.',
  to: 'ana@campus.example',
  state: 'queued',
  via: null,
  error: null,
  queued_at: new Date(Date.now() - 60_000).toISOString(),
  send_at: new Date(Date.now() + 240_000).toISOString(),
  attempts: 0,
  sent_at: null,
  sender: { id: 4, name: 'Dana Whitlock' },
  resend_of: null,
  student_id: 900,
  student_period_id: 500,
  form_submission_id: null,
}
const canceled: StudentEmail = { ...anEmail, state: 'canceled' }
const list = 'GET /api/student-emails'
const cancelCall = 'POST /api/student-emails/40/cancel'
const resendCall = 'POST /api/student-emails/40/resend'
const mailbox = 'GET /api/emails'
const overview = {
  ...aStudentOverview,
  student: { ...aStudent, university_email: 'ana.new@campus.example' },
}

const open = (answers: Parameters<typeof openApp>[2]) =>
  openApp('/student/900/emails', schoolAdmin, {
    'GET /api/students/900/overview': { body: { data: overview } },
    'GET /api/student-periods/500': { body: { data: aStudentPeriod } },
    ...answers,
  })
const stale = (email: StudentEmail, message: string) => ({
  status: 409,
  body: { code: 'stale', message, data: email },
})
/** Answers with one list at first, and with another after that. */
const first = (before: StudentEmail, after: StudentEmail) => {
  let calls = 0
  return () => onePage([calls++ === 0 ? before : after])
}
const theList = async () => within(await screen.findByRole('list', { name: 'Emails' }))

/** A composed email that nothing keeps from one student. */
const counted = {
  matched: 1,
  changed: 1,
  no_address: { total: 0, students: [] },
  suppressed: { total: 0, students: [] },
  empty_fields: [],
  empty_total: 0,
  previews: [],
  batch_id: null,
}

test('an email whose students changed after the preview isn’t sent, and they’re counted again', async () => {
  const composeCall = 'POST /api/student-emails'
  const emptied = { ...counted, empty_total: 1 }
  let dryRuns = 0
  const { received } = await open({
    [list]: onePage([]),
    'GET /api/student-emails/templates': {
      body: { data: [{ id: 3, name: 'Reminder', when: 'By hand', subject: 'Reminder' }] },
    },
    [composeCall]: ({ body }: ReceivedRequest) => {
      const isPreview = String(body).includes('"dry_run":true')
      if (isPreview) return { status: 202, body: { data: dryRuns++ === 0 ? counted : emptied } }
      return String(body).includes('"empty_total":1')
        ? { status: 202, body: { data: { ...emptied, batch_id: 9 } } }
        : { status: 409, body: { code: 'stale', message: 'Check the new counts.', data: emptied } }
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Write email' }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(await dialog.findByRole('combobox', { name: 'Email' }))
  await userEvent.click(await screen.findByRole('option', { name: 'Template: Reminder' }))
  const send = async () => userEvent.click(await dialog.findByRole('button', { name: 'Send to 1 student' }))
  await send()
  expect(await dialog.findByText('Check the new counts.')).toBeTruthy()
  await waitFor(() => expect(dryRuns).toBe(2))
  await waitFor(send)
  expect(await screen.findByText('1 email queued')).toBeTruthy()
  expect(sentTo(received, composeCall).at(-1)).toMatchObject({
    expected: { matched: 1, changed: 1, empty_total: 1 },
  })
})

describe('a student’s emails', () => {
  test.each([
    ['loading', { [list]: pending }, 'Loading emails'],
    ['empty', { [list]: onePage([]) }, /Emails to this student appear here/],
    ['refused', { [list]: refused }, /Only this school’s admins/],
    ['broken', { [list]: broken }, 'The emails couldn’t be loaded'],
  ])('say so if they’re %s', async (_, answers, words) => {
    await open(answers)
    expect(await screen.findByText(words)).toBeTruthy()
  })

  test('show the exact text, the address, the kind and the sender', async () => {
    await open({ [list]: onePage([anEmail]) })
    const item = await theList()
    expect(item.getByRole('heading', { name: anEmail.subject })).toBeTruthy()
    expect(item.getByText('To ana@campus.example')).toBeTruthy()
    expect(item.getByText('Waiver approved')).toBeTruthy()
    expect(item.getByText('By Dana Whitlock')).toBeTruthy()
    await userEvent.click(item.getByText('Email text'))
    expect(item.getByText(/Your waiver for medical coverage was approved\./)).toBeTruthy()
  })

  test('show the email as it’s sent, or its plain text, once they’re opened', async () => {
    const html = '<!doctype html><html><body><p>Hello <b>Ana</b></p></body></html>'
    await open({ [list]: onePage([{ ...anEmail, html }]) })
    const item = await theList()
    expect(item.queryByTitle(anEmail.subject)).toBeNull()
    await userEvent.click(item.getByText('Email text'))
    const frame = await item.findByTitle(anEmail.subject)
    expect(frame.getAttribute('src')).toMatch(/\/api\/email-frame$/)
    expect(frame.getAttribute('sandbox')).not.toContain('allow-same-origin')
    await userEvent.click(item.getByLabelText('Plain text'))
    expect(item.getByText(/Your waiver for medical coverage was approved\./)).toBeTruthy()
    expect(item.queryByTitle(anEmail.subject)).toBeNull()
  })

  test('with a one-time link say that the text isn’t shown', async () => {
    await open({ [list]: onePage([{ ...anEmail, kind: 'reset_link', text: null }]) })
    expect(
      await screen.findByText('This email has a one-time link or a code, so its text isn’t shown.'),
    ).toBeTruthy()
    expect(screen.queryByText('Email text')).toBeNull()
  })

  test('are canceled while they’re queued', async () => {
    const { received } = await open({
      [list]: first(anEmail, canceled),
      [cancelCall]: { body: { data: canceled } },
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel email' }))
    expect(await screen.findByText('Email canceled')).toBeTruthy()
    expect(await screen.findByText('Canceled')).toBeTruthy()
    expect(sentTo(received, cancelCall)).toHaveLength(1)
  })

  test('that were sent before the cancel show why, and their current state', async () => {
    const sent: StudentEmail = { ...anEmail, state: 'sent', via: 'smtp', sent_at: anEmail.send_at }
    const reason = 'This email isn’t queued any more.'
    await open({ [list]: first(anEmail, sent), [cancelCall]: stale(sent, reason) })
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel email' }))
    expect(await screen.findByText('Couldn’t cancel the email')).toBeTruthy()
    expect(await screen.findByText(reason)).toBeTruthy()
    expect(await screen.findAllByText('Sent')).not.toEqual([])
    expect(screen.queryByRole('button', { name: 'Cancel email' })).toBeNull()
  })

  test('are sent again by keyboard to the current address, after a confirmation', async () => {
    const { received } = await open({
      [list]: onePage([canceled]),
      [resendCall]: { status: 201, body: { data: { ...anEmail, id: 41, resend_of: 40 } } },
    })
    const again = await screen.findByRole('button', { name: 'Send again' })
    again.focus()
    await userEvent.keyboard('{Enter}')
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Send this email again?' }))
    expect(dialog.getByText(/to ana\.new@campus\.example right away/)).toBeTruthy()
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(sentTo(received, resendCall)).toEqual([])
    again.focus()
    await userEvent.keyboard('{Enter}')
    const asked = within(await screen.findByRole('alertdialog'))
    // the button that opened the dialog has the same text
    const accept = asked.getByRole('button', { name: 'Send again' })
    await waitFor(() => expect(document.activeElement).toBe(accept))
    await userEvent.keyboard('{Enter}')
    expect(await screen.findByText('Email queued')).toBeTruthy()
    expect(sentTo(received, resendCall)).toHaveLength(1)
  })

  test.each([
    [
      { status: 422, body: { message: 'Check to.', errors: { to: ['This student has no email address.'] } } },
      'This student has no email address.',
    ],
    [stale(anEmail, 'This email is still on its way.'), 'This email is still on its way.'],
  ])('that can’t be sent again say why', async (answer, reason) => {
    await open({ [list]: onePage([canceled]), [resendCall]: answer })
    await userEvent.click(await screen.findByRole('button', { name: 'Send again' }))
    const dialog = within(await screen.findByRole('alertdialog'))
    await userEvent.click(dialog.getByRole('button', { name: 'Send again' }))
    expect(await screen.findByText('Couldn’t send the email')).toBeTruthy()
    expect(await screen.findByText(reason)).toBeTruthy()
  })

  test('load more on demand', async () => {
    const page = ({ path }: ReceivedRequest) => {
      const at = Number(new URL(path).searchParams.get('page'))
      const meta = { total: 2, current_page: at, per_page: 1, last_page: 2, from: at, to: at }
      return { body: { data: [{ ...canceled, id: at, subject: `Email ${at}` }], meta } }
    }
    await open({ [list]: page })
    expect(await screen.findByRole('heading', { name: 'Email 1' })).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Show more' }))
    expect(await screen.findByRole('heading', { name: 'Email 2' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
  })

  test('that are being sent reload in the background, until they’re sent', async () => {
    const sent: StudentEmail = { ...anEmail, state: 'sent', via: 'smtp', sent_at: anEmail.send_at }
    const { received } = await open({ [list]: first({ ...anEmail, state: 'sending' }, sent) })
    expect(await screen.findByText('Sending')).toBeTruthy()
    expect(await screen.findAllByText('Sent', {}, { timeout: 9000 })).not.toEqual([])
    const calls = received.filter(({ path }) => path.includes('/api/student-emails'))
    expect(calls.map(({ headers }) => headers.get('X-Background'))).toEqual([null, '1'])
  }, 20_000)
})

describe('the mailbox', () => {
  const chooseStatus = async (name: string) => {
    await userEvent.click(screen.getByLabelText('Status'))
    await userEvent.click(await screen.findByRole('option', { name }))
  }
  const openMailbox = (answers: Parameters<typeof openApp>[2]) =>
    openApp('/settings/mailbox', admin, { 'GET /api/schools': onePage([]), ...answers })

  test.each([
    ['loading', { [mailbox]: pending }, 'Loading emails'],
    ['empty', { [mailbox]: onePage([]) }, /Emails to students and users appear here/],
    ['refused', { [mailbox]: refused }, /Only Shipmate Admins/],
    ['broken', { [mailbox]: broken }, 'The emails couldn’t be loaded'],
  ])('says so if it’s %s', async (_, answers, words) => {
    await openMailbox(answers)
    expect(await screen.findByText(words)).toBeTruthy()
  })

  test('links to the student, cancels nothing, and says if emails stayed in Shipmate', async () => {
    const inside: StudentEmail = {
      ...anEmail,
      id: 41,
      state: 'sent',
      via: 'mailbox',
      sent_at: anEmail.send_at,
    }
    const { received } = await openMailbox({ [mailbox]: onePage([anEmail, inside]) })
    expect(await screen.findByText('Some emails didn’t leave Shipmate')).toBeTruthy()
    const [link] = await screen.findAllByRole('link', { name: 'ana@campus.example' })
    expect(link?.getAttribute('href')).toBe('/student/900/emails')
    expect(screen.queryByRole('button', { name: 'Cancel email' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Send again' })).toBeNull()
    expect(queriesOf(received, mailbox)[0]?.get('page')).toBe('1')
  })

  test('is searched and filtered by the server; the address has the filters, and one press removes them', async () => {
    const { received, at } = await openMailbox({
      [mailbox]: ({ path }) => onePage(path.includes('search=') ? [] : [anEmail]),
      'GET /api/schools-for-users': { body: { data: [{ id: 7, name: 'Harborview University' }] } },
    })
    await theList()
    await chooseStatus('Needs attention')
    await chooseOption(screen.getByLabelText('School'), 'Harborview')
    await userEvent.type(screen.getByRole('searchbox'), 'nobody')
    expect(await screen.findByText('No emails match')).toBeTruthy()
    const last = queriesOf(received, mailbox).at(-1)
    expect([last?.get('search'), last?.get('state'), last?.get('school_id')]).toEqual(['nobody', 'open', '7'])
    expect(at()).toContain('status=open')
    await userEvent.click(screen.getByRole('button', { name: 'Show all emails' }))
    expect((await theList()).getByText(anEmail.subject)).toBeTruthy()
    expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('')
    expect(at()).toBe('/settings/mailbox')
  })

  test('shows emails that never left Shipmate apart from those that were sent', async () => {
    const { received } = await openMailbox({ [mailbox]: onePage([anEmail]) })
    await theList()
    await chooseStatus('Saved, not sent')
    await waitFor(() => expect(queriesOf(received, mailbox).at(-1)?.get('via')).toBe('mailbox'))
    await chooseStatus('Sent')
    await waitFor(() => expect(queriesOf(received, mailbox).at(-1)?.get('via')).toBe('smtp'))
  })
})
