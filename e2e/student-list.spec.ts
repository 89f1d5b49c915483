import { expect, signIn, test } from './fixtures.ts'

const people = [
  {
    student: { sid: 'A1', first_name: 'Ana', last_name: 'Abara' },
    program: 'Nursing (BSN)',
    campus: 'Main',
    graduation_year: 2028,
    medical_status: 'waiver_submitted',
  },
  {
    student: { sid: 'A2', first_name: 'José', last_name: 'Brown' },
    program: 'Nursing (MSN)',
    campus: 'Main',
    graduation_year: 2029,
    medical_status: 'waiver_submitted',
  },
  {
    student: { sid: 'A3', first_name: 'Zoë', last_name: 'Chen' },
    program: 'Nursing (MSN)',
    campus: 'North',
    graduation_year: 2028,
    medical_status: 'enrolled',
  },
  {
    student: { sid: 'A4', first_name: 'Liam', last_name: 'Dubois' },
    program: 'Pharmacy',
    campus: 'Main',
    graduation_year: 2028,
    medical_status: 'waiver_submitted',
  },
]

test('three filters and two sorts are in the URL; the search ignores accents and says when no one matches', async ({
  page,
  world,
}) => {
  await world.addStudents(people)
  await signIn(page, world, world.registrar)
  await page.goto(world.listPath)
  // on a tablet the three statuses are within the window
  await page.setViewportSize({ width: 768, height: 1024 })
  for (const coverage of ['medical', 'dental', 'vision']) {
    const cell = page.locator(`[role=gridcell][data-column=${coverage}_status]`).first()
    await expect(cell).toBeInViewport({ ratio: 1 })
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  const grid = page.getByRole('grid', { name: 'Students' })
  await expect(grid.getByRole('row')).toHaveCount(5)

  await page.getByRole('button', { name: 'Program: sort and filter' }).click()
  await page.getByText('Rules', { exact: true }).click()
  await page.getByLabel('Value', { exact: true }).fill('nurs')
  await page.keyboard.press('Enter')
  await expect(grid.getByRole('row')).toHaveCount(4)

  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByPlaceholder('Find a field').fill('campus')
  await page.keyboard.press('Enter')
  await page.getByRole('group', { name: 'Campus' }).getByLabel(/^Main/).check()
  await page.keyboard.press('Enter')
  await expect(grid.getByRole('row')).toHaveCount(3)

  await page.getByRole('link', { name: /^Waivers \d/ }).click()
  await expect(grid.getByRole('row')).toHaveCount(3)

  await grid
    .getByRole('columnheader', { name: /Class year/ })
    .getByRole('button')
    .first()
    .click()
  await grid
    .getByRole('columnheader', { name: /^Student(?! ID)/ })
    .getByRole('button')
    .first()
    .click({ modifiers: ['ControlOrMeta'] })
  await expect(grid.getByRole('columnheader', { name: /Class year/ })).toHaveAttribute(
    'aria-sort',
    'ascending',
  )
  await expect(grid.getByRole('row').nth(1)).toContainText('Abara, Ana')

  const address = page.url()
  await page.goto('about:blank')
  await page.goto(address)
  await expect(grid.getByRole('row')).toHaveCount(3)
  await expect(page.getByRole('group', { name: 'Filters' })).toContainText('Program contains nurs')
  await page.getByRole('button', { name: 'Clear all' }).click()
  await expect(grid.getByRole('row')).toHaveCount(5)

  const search = page.getByRole('searchbox', { name: /Search by name/ })
  await search.fill('jose')
  await expect(grid.getByRole('row').nth(1)).toContainText('Brown, José')
  await expect(grid.getByRole('row')).toHaveCount(2)
  await expect(page.getByRole('group', { name: 'Filters' })).toHaveCount(0)
  await search.fill('nobody at all')
  await expect(page.getByRole('heading', { name: 'No matching students' })).toBeVisible()
  await expect(grid).toContainText('No students in this policy year match the search “nobody at all”')
  await grid.getByRole('button', { name: 'Clear search' }).click()
  await expect(grid.getByRole('row')).toHaveCount(5)
  await expect(search).toHaveValue('')
})
