import type { Page } from '@playwright/test'
import { sql } from 'kysely'
import { enrollFormDropdowns } from '#contract/setup/period-documents/dropdowns.ts'
import { medicalPlan } from '#contract/setup/period-documents/plans.ts'
import { chooseOption, expect, signIn, test, type World } from './fixtures.ts'

const people = [
  {
    student: { sid: 'A1', first_name: 'Ana', last_name: 'Abara' },
    campus: 'Main',
    medical_status: 'waiver_submitted',
  },
  {
    student: { sid: 'A2', first_name: 'José', last_name: 'Brown' },
    campus: 'North',
    medical_status: 'enrollment_submitted',
  },
  { student: { sid: 'A3', first_name: 'Zoë', last_name: 'Chen' }, campus: 'Main' },
]

const selectAll = async (page: Page, world: World, person = world.admin) => {
  await world.addStudents(people)
  await signIn(page, world, person)
  await page.goto(world.listPath)
  await page.getByLabel('Select all rows').check()
  await expect(page.getByText('3 selected')).toBeVisible()
}
const more = (page: Page) => page.getByRole('button', { name: 'More actions for the selection' }).click()
const cells = (page: Page, column: string) => page.locator(`[data-row] [data-column=${column}]`)

test('school admins preview and make a bulk change of a field, add a bulk note, and undo both', async ({
  page,
  world,
}) => {
  await selectAll(page, world, world.registrar)
  await page.getByRole('button', { name: 'Change field' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Field').fill('admin fee')
  await expect(page.getByText('No matching fields')).toBeVisible()
  await dialog.getByLabel('Field').fill('campus')
  await page.getByRole('option', { name: /^Campus/ }).click()
  await dialog.getByRole('combobox', { name: 'Campus' }).fill('North')
  await expect(dialog.getByText('2 records will change.')).toBeVisible()
  await expect(dialog.getByText('1 already has this value.')).toBeVisible()
  await expect(dialog.getByRole('listitem').first()).toContainText('Abara, Ana')
  await expect(dialog.getByRole('listitem').first()).toContainText('Main')
  await dialog.getByRole('button', { name: 'Change 2 records' }).click()
  await expect(cells(page, 'campus')).toHaveText(['North', 'North', 'North'])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(cells(page, 'campus')).toHaveText(['Main', 'North', 'Main'])

  await page.getByLabel('Select all rows').check()
  await more(page)
  await expect(page.getByRole('menuitem', { name: /Remove/ })).toHaveCount(0)
  await page.getByRole('menuitem', { name: 'Add note' }).click()
  await dialog.getByLabel('Note').fill('Called about the card.\nWill call <again>.')
  await expect(dialog.getByText('3 students will get this note.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Add 3 notes' }).click()
  await expect(page.getByText('3 notes added')).toBeVisible()
  const notes = () =>
    world.db
      .selectFrom('student_notes')
      .select('body')
      .where('school_id', '=', world.schoolId)
      .where('deleted_at', 'is', null)
      .execute()
  const body = '<p>Called about the card.</p><p>Will call &lt;again&gt;.</p>'
  expect(await notes()).toEqual([{ body }, { body }, { body }])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Undone for 3 students')).toBeVisible()
  expect(await notes()).toEqual([])
})

test('a rotation location is any text for a selection; a program is one of the list', async ({
  page,
  world,
}) => {
  const listed = (value: string) => [{ key: 'a', value, is_retired: false }]
  const { options } = enrollFormDropdowns.empty
  await world.db
    .insertInto('period_documents')
    .values({
      school_id: world.schoolId,
      period_id: world.periodId,
      kind: enrollFormDropdowns.kind,
      content: JSON.stringify({
        ...enrollFormDropdowns.empty,
        options: { ...options, program: listed('Pharmacy'), rotation_location: listed('Riverside Hospital') },
      }),
      version: 1,
      updated_at: new Date().toISOString(),
      updated_by: world.admin.id,
    })
    .execute()
  await selectAll(page, world)
  await page.getByRole('button', { name: 'Change field' }).click()
  const dialog = page.getByRole('dialog')
  await chooseOption(dialog.getByLabel('Field'), 'Program')
  await dialog.getByRole('combobox', { name: 'Program' }).fill('Archery')
  await page.keyboard.press('Tab')
  await expect(dialog.getByText('“Archery” isn’t in the list and won’t be saved.')).toBeVisible()
  await expect(dialog.getByText('Enter the new program.')).toBeVisible()
  await chooseOption(dialog.getByLabel('Field'), 'Rotation location')
  await dialog.getByRole('combobox', { name: 'Rotation location' }).fill('Mercy Hospital')
  await expect(dialog.getByText('3 records will change.')).toBeVisible()
  await expect(dialog.getByText(/isn’t in/)).toHaveCount(0)
})

test('the view of premiums that aren’t the plan’s finds them, and an admin sets them, with undo', async ({
  page,
  world,
}) => {
  const premiums = { ...medicalPlan.empty.premiums, enrolled: '4678.00', enrolled_esp: '9356.00' }
  await world.db
    .insertInto('period_documents')
    .values({
      school_id: world.schoolId,
      period_id: world.periodId,
      kind: 'medical-plan',
      content: JSON.stringify({ ...medicalPlan.empty, premiums, proration: 'none' }),
      updated_at: '2026-08-01T12:00:00Z',
    })
    .execute()
  const [right, spouse] = people
  await world.addStudents([
    { ...right, medical_status: 'enrolled', medical_enroll_premium: '4678.00' },
    { ...spouse, medical_status: 'enrolled_esp', medical_enroll_premium: '4678.00' },
  ])
  await signIn(page, world, world.admin)
  await page.goto(`${world.listPath}?view=premium_differs`)
  await expect(cells(page, 'student_name')).toHaveText([/Brown, José/])
  await page.getByLabel('Select all rows').check()
  await more(page)
  await page.getByRole('menuitem', { name: 'Set premiums to the plan’s' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Their premiums are $4,678.00 now and will be $9,356.00.')
  await dialog.getByRole('button', { name: 'Change 1 record' }).click()
  await expect(page.getByText('1 record changed')).toBeVisible()
  await expect(cells(page, 'student_name')).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(cells(page, 'student_name')).toHaveText([/Brown, José/])
})

test('many students are removed only after typing their number, with undo; only the override changes skipped records', async ({
  page,
  world,
}) => {
  await selectAll(page, world)
  const dialog = page.getByRole('dialog')
  await more(page)
  await page.getByRole('menuitem', { name: 'Remove from this policy year' }).click()
  const remove = dialog.getByRole('button', { name: 'Remove 3 students' })
  await expect(remove).toBeDisabled()
  await dialog.getByLabel('Type 3 to confirm').fill('2')
  await expect(dialog.getByText('Type the number of students: 3.')).toBeVisible()
  await expect(remove).toBeDisabled()
  await dialog.getByLabel('Type 3 to confirm').fill('3')
  await remove.click()
  await expect(page.getByText('No students yet')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(cells(page, 'campus')).toHaveText(['Main', 'North', 'Main'])

  // one that can be changed, and one only by an override: then a reason is required, and the button counts it
  await page.getByLabel('Select Abara, Ana').check()
  await page.getByLabel('Select Brown, José').check()
  await page.getByRole('button', { name: 'Coverage status' }).click()
  await dialog.getByRole('combobox', { name: 'Medical', exact: true }).fill('wa')
  await expect(page.getByRole('option', { name: 'Waived 1 of 2' })).toBeVisible()
  await expect(
    page
      .getByRole('group', { name: 'Only by override' })
      .getByRole('option', { name: 'Waiver – Inactive Coverage' }),
  ).toBeVisible()
  await chooseOption(dialog.getByRole('combobox', { name: 'Medical', exact: true }), 'Waived')
  await expect(dialog.getByRole('button', { name: 'Change 1 record', exact: true })).toBeEnabled()
  await expect(dialog.getByLabel('Override reason')).toBeHidden()
  await dialog.getByText('1 record won’t change: see why').click()
  await expect(dialog.getByText(/can’t change from Enrollment/)).toBeVisible()

  await dialog.getByRole('switch', { name: 'Override these 1' }).press('Space')
  await expect(dialog.getByRole('switch')).toBeFocused()
  const act = dialog.getByRole('button', { name: 'Change 2 records, 1 override' })
  await expect(act).toBeDisabled()
  await dialog.getByText('1 override', { exact: true }).click()
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Brown, José' })).toContainText('Override')
  // another status: users should override only records they've seen
  await chooseOption(dialog.getByRole('combobox', { name: 'Medical', exact: true }), 'Exempt')
  await expect(dialog.getByRole('switch', { name: 'Override these 2' })).not.toBeChecked()
  await chooseOption(dialog.getByRole('combobox', { name: 'Medical', exact: true }), 'Waived')
  await dialog.getByRole('switch', { name: 'Override these 1' }).check()
  await dialog.getByLabel('Override reason').fill('Called in')
  await act.click()
  await expect(page.getByRole('row', { name: /Brown, José/ })).toContainText('Waived')
})

/** Adds enough students to make a change of all of them run in the background. */
const addThousands = ({ db, schoolId, periodId }: World) =>
  sql`
    with made as (
      insert into students (school_id, first_name, last_name, dob, sid)
      select ${schoolId}, 'N', 'Many', '2000-01-01', 'many-' || n from generate_series(1, 9999) n
      returning id, sort_name)
    insert into student_periods (school_id, period_id, student_id, sort_name)
    select ${schoolId}, ${periodId}, id, sort_name from made`.execute(db)

/** Returns how many of the registrar's background jobs haven't started. */
const jobsNot =
  (far: 'over' | 'told', { db, registrar }: World) =>
  async (): Promise<number> => {
    const jobs = db
      .selectFrom('jobs')
      .innerJoin('users', 'users.id', 'jobs.author_id')
      .where('users.email', '=', registrar.email)
      .where(
        far === 'told'
          ? sql<boolean>`jobs.told_at is null`
          : sql<boolean>`jobs.state in ('queued', 'running')`,
      )
    const { many } = await jobs.select(({ fn }) => fn.countAll().as('many')).executeTakeFirstOrThrow()
    return Number(many)
  }

test('a change of more than 10,000 records continues when the page is closed, is found again, and is undone', async ({
  page,
  world,
}) => {
  // saves 5 times 10,000 records
  test.slow()
  await addThousands(world)
  await world.addStudents(people)
  await signIn(page, world, world.registrar)
  await page.goto(world.listPath)
  await page.getByLabel('Select all rows').check()
  await page.getByRole('button', { name: 'Change field' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Field').fill('campus')
  await page.getByRole('option', { name: /^Campus/ }).click()
  await dialog.getByRole('combobox', { name: 'Campus' }).fill('North')
  await expect(dialog.getByText('10,001 records will change.')).toBeVisible()
  // a lock on one record keeps the job waiting until the page was closed and opened again
  await world.db.transaction().execute(async (held) => {
    await sql`select from student_periods where period_id = ${world.periodId} limit 1 for update`.execute(
      held,
    )
    await dialog.getByRole('button', { name: 'Change 10,001 records' }).click()
    await expect(page.getByText('Making the change')).toBeVisible()
    await page.reload()
    await expect(page.getByText('Changing a field')).toBeVisible()
    await expect(page.getByRole('progressbar', { name: 'Progress' })).toBeVisible()
    await expect(page.getByText('0 of 10,002', { exact: true })).toBeVisible()
  })
  await expect(page.getByText('Field changed in 10,001 records')).toBeVisible({ timeout: 20_000 })
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Undoing the change')).toBeVisible()
  await page.goto('about:blank')
  await expect.poll(jobsNot('over', world), { timeout: 20_000 }).toBe(0)
  await page.goto(world.listPath)
  await expect(page.getByText('Undone for 10,001 students')).toBeVisible()
  await expect.poll(jobsNot('told', world)).toBe(0)
  const asked = page.waitForResponse((response) => response.url().endsWith('/api/jobs'))
  await page.reload()
  await asked
  await expect(page.getByText('10,002 students')).toBeVisible()
  await expect(page.getByText('Undone for 10,001 students')).toHaveCount(0)
})

test('on a phone there are cards: a long press starts a selection, and taps extend it', async ({
  browser,
  world,
}) => {
  await world.addStudents(people)
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true })
  const page = await context.newPage()
  await signIn(page, world, world.registrar)
  await page.goto(world.listPath)
  const card = (name: string) => page.getByRole('link', { name: new RegExp(name) })
  await expect(page.getByRole('listitem').filter({ hasText: 'Abara, Ana' })).toContainText('Waiver-S')
  await expect(page.getByRole('grid')).toHaveCount(0)
  // at most 160 px before the first card, the actions at the bottom, nothing cut off at the side
  const first = await page.getByRole('listitem').filter({ hasText: 'Abara, Ana' }).boundingBox()
  expect(first?.y).toBeLessThanOrEqual(160)
  const add = await page.getByRole('button', { name: 'Add student' }).boundingBox()
  expect(add?.y).toBeGreaterThan(700)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(844)
  await page.getByLabel('Select Abara, Ana').check()
  await expect(page.getByText('1 selected')).toBeVisible()
  await page.getByLabel('Select Abara, Ana').uncheck()
  const finger = { pointerType: 'touch', isPrimary: true, clientX: 200, clientY: 300 }
  await card('Abara').dispatchEvent('pointerdown', finger)
  await expect(page.getByText('1 selected')).toBeVisible()
  await card('Abara').dispatchEvent('pointerup', finger)
  await card('Chen').tap()
  await expect(page.getByText('2 selected')).toBeVisible()
  await page.getByRole('button', { name: 'More actions for the selection' }).tap()
  await page.getByRole('menuitem', { name: 'Add note' }).tap()
  await page.getByRole('dialog').getByLabel('Note').fill('Called.')
  await page.getByRole('button', { name: 'Add 2 notes' }).tap()
  await expect(page.getByText('2 notes added')).toBeVisible()
  // a tap would change what is selected
  await expect(page.getByText('2 selected')).toBeHidden()
  await card('Chen').tap()
  await expect(page).toHaveURL(/\/student\/\d+/)
  await context.close()
})
