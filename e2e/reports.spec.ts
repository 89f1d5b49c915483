import { readSheet } from 'read-excel-file/node'
import { expect, signIn, test } from './fixtures.ts'

test('a figure’s number opens exactly its students, and the figure is made on a schedule', async ({
  page,
  world,
}) => {
  const nursing = { program: 'Nursing', medical_status: 'not_started' }
  await world.addStudents([
    { ...nursing, student: { last_name: 'Abara', first_name: 'Ana' } },
    { ...nursing, student: { last_name: 'Brown', first_name: 'José' } },
    { program: 'Nursing', medical_status: 'waived', student: { last_name: 'Chen', first_name: 'Zoë' } },
  ])
  await signIn(page, world, world.admin)
  await page.goto(`${world.listPath}/reports`)
  await page.getByRole('link', { name: 'Figures' }).click()
  await page.getByRole('link', { name: '2: Nursing, Not started' }).click()
  await expect(page.locator('[data-row] [data-column=student_name]')).toHaveText([/Abara/, /Brown/])

  await page.goto(`${world.listPath}/reports/scheduled`)
  await page.getByRole('button', { name: 'Schedule a report' }).click()
  await page.getByRole('combobox', { name: 'Report' }).click()
  await page.getByRole('option', { name: 'No response by program' }).click()
  await page.getByRole('button', { name: 'Schedule report' }).click()
  await page.getByRole('button', { name: 'Run now' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: /^Download the file of/ }).click()
  expect(await readSheet(await (await download).path())).toEqual([
    ['Coverage type', 'Program', 'Not started', 'Not fixed'],
    ['Medical', 'Nursing', 2, 0],
    expect.arrayContaining(['Dental', 'Nursing']),
    expect.arrayContaining(['Vision', 'Nursing']),
  ])
})
