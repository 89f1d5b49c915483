import { queueEmails } from '#server/mail/email-delivery/index.ts'
import { expect, signIn, test, walled, type World } from './fixtures.ts'
import { byKeyboard } from './keyboard.ts'

const subject = 'Your insurance waiver was approved'
const ana = {
  student: { sid: 'E1', first_name: 'Ana', last_name: 'Lopez', university_email: 'ana@campus.example' },
  medical_status: 'waiver_submitted',
}

byKeyboard(
  'the email about an approved waiver is canceled by undo or by staff before it’s sent',
  async ({ keys, world }) => {
    const [id = 0] = await world.addStudents([ana])
    const student = await world.studentOf(id)
    const to = `ana.${student}@campus.example`
    await world.db.updateTable('students').set({ university_email: to }).where('id', '=', student).execute()
    const approve = async () => {
      await keys.goTo('button', 'Change Medical')
      await keys.press('Enter')
      await keys.goTo('menuitem', /email the student/, 'ArrowDown')
      await keys.press('Enter')
      await keys.sees((screen) => screen.getByRole('heading', { name: 'Medical: Waived' })).toBeVisible()
    }
    const openEmails = async () => {
      await keys.open(world, world.admin, `/student/${student}/emails`)
      await keys.sees((screen) => screen.getByRole('heading', { name: subject }).first()).toBeVisible()
    }

    await keys.open(world, world.admin, `/student/${student}`)
    await approve()
    await keys.goTo('button', 'Undo')
    await keys.press('Enter')
    await keys.sees((screen) => screen.getByText('1 email canceled.')).toBeVisible()
    await approve()
    await openEmails()
    const items = (screen: Parameters<Parameters<typeof keys.sees>[0]>[0]) =>
      screen.getByRole('list', { name: 'Emails' }).getByRole('listitem')
    await keys.sees(items).toHaveCount(2)
    await keys.sees((screen) => items(screen).first()).toContainText('Queued')
    await keys.sees((screen) => items(screen).last()).toContainText('The change that caused it was undone.')

    await keys.goTo('button', 'Cancel email')
    await keys.press('Enter')
    await keys.sees((screen) => screen.getByText('Email canceled', { exact: true })).toBeVisible()
    await keys.sees((screen) => items(screen).first()).toContainText('Canceled')
    const stored = () =>
      world.db.selectFrom('emails').select('state').where('student_id', '=', student).execute()
    expect(await stored()).toEqual([{ state: 'canceled' }, { state: 'canceled' }])

    await keys.open(world, world.admin, '/settings/mailbox')
    await keys.sees((screen) => screen.getByRole('link', { name: to })).toHaveCount(2)
  },
)

/** Queues an email to a new student. Returns the path of their emails. */
const queueHtml = async (world: World, html: string): Promise<string> => {
  const [id = 0] = await world.addStudents([ana])
  const student = await world.studentOf(id)
  await queueEmails({ db: world.db, clock: { now: () => new Date() } }, [
    {
      kind: 'waiver_approved_confirmation',
      to_address: 'ana@campus.example',
      to_name: 'Ana Lopez',
      subject,
      body: 'Hello Ana',
      html,
      school_id: world.schoolId,
      student_id: student,
    },
  ])
  return `/student/${student}/emails`
}

test('an email is shown as it’s sent, or as plain text', async ({ page, world }) => {
  const path = await queueHtml(world, '<h2>Hello Ana</h2><p><a href="https://plan.example/">Plan</a></p>')
  await signIn(page, world, world.registrar)
  await page.goto(path)
  await page.getByText('Email text').click()
  const frame = page.frameLocator(`iframe[title="${subject}"]`)
  await expect(frame.getByRole('heading', { name: 'Hello Ana' })).toHaveCSS('font-size', '20px')
  await expect(frame.getByText(world.schoolName).first()).toBeVisible()
  await expect(frame.getByRole('link', { name: 'Plan' })).toHaveAttribute('target', '_blank')
  // as high as the email
  await expect(page.locator('iframe')).not.toHaveCSS('height', '320px')
  await page.getByText('Plain text').click()
  await expect(page.getByText('Hello Ana', { exact: true })).toBeVisible()
  await expect(page.locator('iframe')).toHaveCount(0)
})

walled('nothing in an email runs, even if it wasn’t cleaned', async ({ page, world }) => {
  // a dialog couldn't open in the frame: what runs leaves a mark
  const run = `document.body.dataset.ran = 1`
  const path = await queueHtml(
    world,
    `<h2>Hello Ana</h2><script>${run}</script><img src="x" onerror="${run}"><svg onload="${run}"></svg>
    <a href="javascript:${run}" target="_self">run</a><p onclick="${run}">click</p>
    <form action="/logout" method="post"><button>Send</button></form>
    <a href="/login" target="_top">leave</a><script>top.location = '/login'</script>`,
  )
  await signIn(page, world, world.registrar)
  await page.goto(path)
  await page.getByText('Email text').click()
  const frame = page.frameLocator(`iframe[title="${subject}"]`)
  // the frame itself is a navigation
  await expect(frame.getByRole('heading', { name: 'Hello Ana' })).toBeVisible()
  const navigations: string[] = []
  page.on('request', (request) => request.isNavigationRequest() && navigations.push(request.url()))
  for (const name of ['click', 'run', 'leave']) await frame.getByText(name, { exact: true }).click()
  await frame.getByRole('button', { name: 'Send' }).click()
  // requests leave in order: a navigation would have left before this one is answered
  await page.evaluate(() => fetch('/api/me').then(({ status }) => status))
  expect(navigations).toEqual([])
  await expect(frame.getByRole('heading', { name: 'Hello Ana' })).toBeVisible()
  await expect(frame.locator('body[data-ran]')).toHaveCount(0)
  expect(new URL(page.url()).pathname).toBe(path)
})

byKeyboard(
  'an email that failed shows the mail server’s words and is sent again',
  async ({ keys, world }) => {
    const [id = 0] = await world.addStudents([ana])
    const student = await world.studentOf(id)
    const now = new Date().toISOString()
    await world.db
      .insertInto('emails')
      .values({
        kind: 'message',
        to_address: 'typo@campus.example',
        to_name: 'Ana Lopez',
        subject: 'Your card',
        body: 'It is in the mail.',
        school_id: world.schoolId,
        student_id: student,
        state: 'failed',
        error: '550 5.1.1 User unknown',
        attempts: 1,
        created_at: now,
        send_at: now,
      })
      .execute()
    await keys.open(world, world.registrar, `/student/${student}/emails`)
    await keys.sees((screen) => screen.getByText('Reason: 550 5.1.1 User unknown')).toBeVisible()
    await keys.goTo('button', 'Send again')
    await keys.press('Enter')
    await keys.sees((screen) => screen.getByText(/to ana@campus\.example right away/)).toBeVisible()
    await keys.goTo('button', 'Send again')
    await keys.press('Enter')
    await keys.sees((screen) => screen.getByText('Email queued')).toBeVisible()
    const stored = () =>
      world.db
        .selectFrom('emails')
        .select(['to_address', 'resend_of'])
        .where('student_id', '=', student)
        .orderBy('id', 'desc')
        .executeTakeFirst()
    expect(await stored()).toEqual({ to_address: 'ana@campus.example', resend_of: expect.any(Number) })
  },
)
