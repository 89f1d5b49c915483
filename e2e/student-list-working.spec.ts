import { enrollFormDropdowns } from '#contract/setup/period-documents/dropdowns.ts'
import type { Page } from '@playwright/test'
import { expect, signIn, test, type World } from './fixtures.ts'

const openList = async (page: Page, world: World) => {
  await world.addStudents([
    {
      student: { sid: 'A1', first_name: 'Ana', last_name: 'Abara', middle_initial: null },
      program: 'Nursing',
      medical_status: 'waiver_submitted',
    },
    {
      student: { sid: 'A2', first_name: 'José', last_name: 'Brown', middle_initial: null },
      program: 'Law',
      medical_status: 'enrolled',
    },
    {
      student: { sid: 'A3', first_name: 'Zoë', last_name: 'Chen', middle_initial: null },
      program: 'Law',
      medical_status: 'enrolled',
    },
  ])
  await signIn(page, world, world.admin)
  await page.goto(world.listPath)
  const grid = page.getByRole('grid', { name: 'Students' })
  await expect(grid.getByRole('row')).toHaveCount(4)
  return grid
}
const cell = (page: Page, name: string, column: string) =>
  page.getByRole('row', { name: new RegExp(name) }).locator(`[data-column=${column}]`)

test('a student is previewed, changed, and the next one shown; a double press edits a cell', async ({
  page,
  world,
}) => {
  const grid = await openList(page, world)
  const formReads: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/student-form-submissions-by-student-period/')) formReads.push(request.url())
  })
  await cell(page, 'Abara', 'sid').click()
  const panel = page.getByRole('complementary', { name: 'Student' })
  await expect(panel.getByText('1 of 3')).toBeVisible()
  await panel.getByRole('button', { name: 'Change Medical' }).click()
  await page
    .getByRole('menuitem', { name: /Approve waiver/ })
    .first()
    .click()
  await expect(cell(page, 'Abara', 'medical_status')).toContainText('Waived')
  await panel.getByRole('button', { name: 'Next student' }).click()
  await expect(panel.getByRole('heading', { name: 'Brown, José' })).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(panel.getByRole('heading', { name: 'Chen, Zoë' })).toBeVisible()
  // reading forms is recorded: they load only when someone opens them
  expect(formReads).toEqual([])
  await panel.getByText('Forms and decisions').click()
  await expect(panel.getByText('No form submissions for this policy year.')).toBeVisible()
  expect(formReads).toHaveLength(1)
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()

  await grid.focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('p')
  await expect(panel.getByText('1 of 3')).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(panel.getByText('2 of 3')).toBeVisible()
  await page.keyboard.press('p')
  await expect(panel).toBeHidden()

  // although one press opens the preview
  await cell(page, 'Abara', 'program').dblclick()
  const program = grid.getByRole('combobox', { name: 'Program' })
  await expect(program).toBeFocused()
  await program.fill('Pharmacy')
  await page.keyboard.press('Enter')
  await expect(cell(page, 'Abara', 'program')).toHaveText('Pharmacy')
  await expect(panel).toBeHidden()

  await cell(page, 'Abara', 'program').click()
  await expect(panel.getByText('1 of 3')).toBeVisible()
  await cell(page, 'Chen', 'program').dblclick()
  await expect(program).toHaveValue('Law')
  await page.keyboard.press('Escape')
  await expect(panel.getByText('3 of 3')).toBeVisible()
})

test('Enter in a cell selects the first match, new values need a confirmation; errors and conflicts keep the typed text', async ({
  page,
  world,
}) => {
  const options = { ...enrollFormDropdowns.empty.options }
  await world.db
    .insertInto('period_documents')
    .values({
      school_id: world.schoolId,
      period_id: world.periodId,
      kind: enrollFormDropdowns.kind,
      content: JSON.stringify({
        ...enrollFormDropdowns.empty,
        options: { ...options, program: [{ key: 'a', value: 'Pharmacy', is_retired: false }] },
      }),
      version: 1,
      updated_at: new Date().toISOString(),
      updated_by: world.admin.id,
    })
    .execute()
  const grid = await openList(page, world)
  const program = grid.getByRole('combobox', { name: 'Program' })
  // until the list of values is known, typed text can't be checked against it
  const held = Promise.withResolvers<void>()
  await page.route(`**/${enrollFormDropdowns.kind}`, async (route) => {
    await held.promise
    await route.continue()
  })
  await cell(page, 'Abara', 'program').dblclick()
  await expect(program).toBeFocused()
  await expect(program).not.toBeEditable()
  held.resolve()
  await program.fill('Pharm')
  await expect(page.getByRole('option', { name: 'Use “Pharm” anyway' })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(cell(page, 'Abara', 'program')).toHaveText('Pharmacy')

  await cell(page, 'Chen', 'program').dblclick()
  await program.fill('Archery')
  await page.keyboard.press('Enter')
  await expect(grid.getByRole('alert')).toContainText('“Archery” isn’t in the list')
  await grid.getByRole('button', { name: 'Use “Archery” anyway' }).click()
  await expect(cell(page, 'Chen', 'program')).toHaveText('Archery')

  await cell(page, 'Abara', 'graduation_year').click({ button: 'right' })
  await page.getByRole('menuitem', { name: /Edit class year/ }).click()
  const field = grid.getByRole('combobox', { name: 'Class year' })
  await field.fill('1066')
  await page.keyboard.press('Enter')
  await expect(grid.getByRole('alert')).toBeVisible()
  await expect(field).toHaveValue('1066')
  await page.keyboard.press('Escape')
  await expect(field).toBeHidden()

  await cell(page, 'Brown', 'program').click({ button: 'right' })
  await page.getByRole('menuitem', { name: /Edit program/ }).click()
  await program.fill('Pharmacy')
  await world.db
    .updateTable('student_periods')
    .set({ program: 'Medicine', version: 99 })
    .where('period_id', '=', world.periodId)
    .where('sort_name', 'like', '%rown%')
    .execute()
  await page.keyboard.press('Enter')
  await expect(grid.getByRole('alert')).toContainText('Someone else changed this student')
  await expect(program).toHaveValue('Pharmacy')
  await page.keyboard.press('Escape')
  await expect(cell(page, 'Brown', 'program')).toHaveText('Medicine')

  await cell(page, 'Brown', 'program').click({ button: 'right' })
  await page.getByRole('menuitem', { name: /Filter: “Medicine”/ }).click()
  await expect(grid.getByRole('row')).toHaveCount(2)
  await expect(page.getByRole('group', { name: 'Filters' })).toContainText('Medicine')
})
