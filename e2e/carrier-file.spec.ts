import { readFileSync } from 'node:fs'
import { X12Parser, type X12Interchange } from 'node-x12'
import { enrolledStudent } from '#server/outputs/carrier-files/factory.ts'
import { expect, signIn, test } from './fixtures.ts'

test('a carrier file needs settings and a missing SSN, and is then released and downloaded with SSNs', async ({
  page,
  world,
}) => {
  const enrolled = (student: object) => ({
    ...enrolledStudent.record,
    student: { ...enrolledStudent.student, first_name: 'Ana', ...student },
  })
  await world.addStudents([enrolled({ last_name: 'Abara', sid: 'C-1' })])
  const path = `${world.listPath}/reports/carrier-file`
  await signIn(page, world, world.admin)
  await page.goto(path)
  await page.getByRole('link', { name: 'Complete settings' }).click()
  for (const [label, value] of [
    ['Sender ID', 'JOURNEY'],
    ['Receiver ID', `R${world.schoolId}`],
    ['Policy number', '805015'],
    ['School’s EIN', '31-1234567'],
    ['Carrier name', 'Northstar Student Health'],
    ['Carrier ID', '36-7654321'],
    ['Medical plan code, Enrolled', 'SHIP-1'],
  ] as const)
    await page.getByLabel(label, { exact: true }).fill(value)
  await page.getByLabel('Required: students without an SSN are left out').check()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Carrier file settings saved')).toBeVisible()

  // the student whom the carrier would reject: the link leads to the field
  await page.getByRole('link', { name: 'Carrier files' }).click()
  await page.getByRole('button', { name: 'Prepare file' }).click()
  await expect(page.getByText('1 student left out')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Release…' })).toBeDisabled()
  await page.getByRole('link', { name: 'Open field' }).click()
  await expect(page).toHaveURL(/\/student\/\d+\/overview#field-ssn$/)
  await page.getByRole('button', { name: 'Edit details' }).click()
  await page.getByLabel('SSN', { exact: true }).fill('912-34-5678')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Ana Abara saved')).toBeVisible()

  await page.goto(path)
  await page.getByRole('button', { name: 'Prepare again' }).click()
  await expect(page.getByText('1 student left out')).toBeHidden()
  await expect(page.getByText('Added medical, student only, from 08/15/2026')).toBeVisible()
  await page.getByRole('button', { name: 'Release…' }).click()
  const asked = page.getByRole('alertdialog', { name: 'Release this file?' })
  await expect(asked).toContainText('It’s recorded as a disclosure to Northstar Student Health')
  await asked.getByRole('button', { name: 'Release' }).click()
  const password = page.getByRole('dialog', { name: 'Confirm your password' })
  await password.getByLabel('Password', { exact: true }).fill(world.admin.password)
  await password.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('File released')).toBeVisible()
  await expect(page.getByText(/with SSNs · not downloaded yet$/)).toBeVisible()

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download' }).click()
  const text = readFileSync(await (await download).path(), 'utf8')
  const [group] = (new X12Parser(true).parse(text) as X12Interchange).functionalGroups
  const [transaction] = group?.transactions ?? []
  const names = transaction?.segments
    .filter(({ tag }) => tag === 'NM1')
    .map(({ elements }) => elements.map(({ value }) => value).join('*'))
  expect(names).toContainEqual(expect.stringMatching(/^IL\*1\*Abara\*Ana\*.*\*34\*912345678$/))
  await expect(page.getByText(/with SSNs · 1 download$/)).toBeVisible()
})
