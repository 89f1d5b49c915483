import { readSheet } from 'read-excel-file/node'
import { buildCompany } from '#server/records/insurance-companies/factory.ts'
import { expect, signIn, test } from './fixtures.ts'

const dayAfter = (days: number): Date => new Date(Date.now() + days * 86_400_000)
const textOf = (day: Date): string => day.toISOString().slice(0, 10)

/** Returns the date of birth of someone who turns 26 in so many days. */
const turns26In = (days: number): string => {
  const day = dayAfter(days)
  day.setUTCFullYear(day.getUTCFullYear() - 26)
  return textOf(day)
}

const monthNames = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })

test('a figure opens the age-out report of a month, and each filter has as many rows as it says, in the file too', async ({
  page,
  world,
}) => {
  await world.db
    .updateTable('periods')
    .set({ ends_on: textOf(dayAfter(365)) })
    .where('id', '=', world.periodId)
    .execute()
  const waived = {
    medical_status: 'waived',
    medical_waive_source_of_coverage: 'parent_employer_group',
    medical_waive_insurance_company_id: await buildCompany(world.db, {
      name: `Family Health ${world.schoolId}`,
      age_out_rule: 'day_before_birthday',
    }),
  }
  const person = (last_name: string, days: number) => ({
    ...waived,
    student: { last_name, first_name: 'Ana', dob: turns26In(days) },
  })
  await world.addStudents([
    person('Abara', -20),
    person('Brown', 20),
    person('Chen', 80),
    person('Diaz', 200),
  ])
  await signIn(page, world, world.admin)
  await page.goto(`${world.listPath}/reports/figures`)
  const month = monthNames.format(dayAfter(79))
  await page.getByRole('link', { name: `1: ${month}, Coverage types` }).click()
  await expect(page.getByText(`Coverage that ends in ${month}.`)).toBeVisible()
  const names = page.getByRole('table', { name: 'Students who age out' }).locator('tbody tr td:first-child a')
  await expect(names).toHaveText(['Chen, Ana'])
  await page.getByRole('button', { name: 'Show all months' }).click()
  await expect(names).toHaveText(['Abara, Ana', 'Brown, Ana', 'Chen, Ana', 'Diaz, Ana'])

  for (const [filter, ...shown] of [
    ['Ended (1)', 'Abara, Ana'],
    ['30 days (1)', 'Brown, Ana'],
    ['All (4)', 'Abara, Ana', 'Brown, Ana', 'Chen, Ana', 'Diaz, Ana'],
    ['90 days (2)', 'Brown, Ana', 'Chen, Ana'],
  ] as const) {
    await page.getByText(filter, { exact: true }).click()
    await expect(names).toHaveText(shown)
  }
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Excel' }).click()
  const [labels = [], ...rows] = await readSheet(await (await download).path())
  const cells = (label: string) => rows.map((row) => row[labels.indexOf(label)])
  expect(cells('Student')).toEqual(['Brown, Ana', 'Chen, Ana'])
  expect(cells('Expected end of coverage')).toEqual(
    [19, 79].map((days) => new Date(`${textOf(dayAfter(days))}T00:00:00Z`)),
  )
})
