import { buildCompany } from '#server/records/insurance-companies/factory.ts'
import { chooseSimulator } from '#server/review/verifications/factory.ts'
import { expect, type World } from './fixtures.ts'
import { byKeyboard } from './keyboard.ts'

/** Adds students who waived with a parent’s plan; the simulator answers by the end of the member ID. */
const addWaivers = async (world: World, members: Readonly<Record<string, string>>): Promise<number[]> => {
  const company = await buildCompany(world.db, {
    name: `Mutual of ${world.schoolName}`,
    is_electronic: true,
    medical_payer_ids: ['62308'],
  })
  return world.addStudents(
    Object.entries(members).map(([last_name, memberId]) => ({
      student: { first_name: 'Ana', last_name },
      medical_status: 'waived',
      reverify_on: '2026-01-05',
      medical_waive_insurance_company_id: company,
      medical_waive_member_subscriber_number: memberId,
      medical_waive_subscriber_relation: 'parent',
      medical_waive_subscriber_first_name: 'Carla',
      medical_waive_subscriber_last_name: last_name,
      medical_waive_subscriber_dob: '1970-01-02',
    })),
  )
}

byKeyboard(
  'a student’s plan is checked, and a reverification finds who lost theirs',
  async ({ keys, world }) => {
    await chooseSimulator(world.db, world.schoolId)
    const [first = 0, second = 0] = await addWaivers(world, { Abara: 'HH1ACT', Brown: 'HH2INA' })

    await keys.open(world, world.admin, `/student/${await world.studentOf(first)}/inovalon-verifications`)
    await keys.goTo('button', 'Check now')
    await keys.press('Enter')
    await keys.isAt('menuitem', 'Medical')
    await keys.press('Enter')
    const result = (text: string) =>
      keys
        .sees((screen) => screen.getByRole('article').getByText(text, { exact: true }).first())
        .toBeVisible()
    await result('Active')
    await result('Simulated result')

    await keys.open(world, world.admin, `${world.listPath}/reverifications`)
    // the other one was verified just now
    await keys.goTo('button', 'Reverify 1 student')
    await keys.press('Enter')
    const outcome = (name: string, status: string) =>
      keys
        .sees((screen) => screen.getByRole('table', { name: 'Outcomes' }).getByRole('row', { name }))
        .toContainText(status)
    await outcome('Brown, Ana', 'Waiver-Inactive')
    await keys.goTo('link', 'Brown, Ana')
    await keys.press('Enter')
    await result('Inactive')

    const { medical_status } = await world.db
      .selectFrom('student_periods')
      .select('medical_status')
      .where('id', '=', second)
      .executeTakeFirstOrThrow()
    expect(medical_status).toBe('waiver_inactive')
  },
)

byKeyboard('a reverification asks about one company’s waivers by a date', async ({ keys, world }) => {
  await chooseSimulator(world.db, world.schoolId)
  const [first = 0] = await addWaivers(world, { Abara: 'HH1ACT', Brown: 'HH2ACT' })
  const other = await buildCompany(world.db, { name: `Harbor Health of ${world.schoolName}` })
  await world.db
    .updateTable('student_periods')
    .set({ reverify_on: '2096-12-01', medical_waive_insurance_company_id: other })
    .where('id', '=', first)
    .execute()

  await keys.open(world, world.admin, `${world.listPath}/reverifications`)
  await keys.sees((screen) => screen.getByRole('button', { name: 'Reverify 1 student' })).toBeVisible()
  await keys.goTo('textbox', 'Due by')
  await keys.press('ControlOrMeta+a')
  await keys.type('12/1/2096')
  await keys.goTo('combobox', 'Coverage types')
  await keys.press('Enter')
  await keys.isAt('option', 'Medical')
  await keys.press('Enter')
  await keys.press('Escape')
  await keys.isAt('combobox', 'Coverage types')
  await keys.sees((screen) => screen.getByRole('button', { name: 'Reverify 2 students' })).toBeVisible()
  await keys.goTo('combobox', 'Insurance company')
  await keys.type('Harbor Health of')
  await keys.sees((screen) => screen.getByRole('option')).toHaveCount(1)
  await keys.press('Enter')
  await keys.sees((screen) => screen.getByRole('button', { name: 'Reverify 1 student' })).toBeVisible()
  await keys.goTo('button', 'Reverify 1 student')
  await keys.press('Enter')
  await keys
    .sees((screen) => screen.getByText(`Medical, Harbor Health of ${world.schoolName}, due by 12/01/2096`))
    .toBeVisible()
  await keys.sees((screen) => screen.getByRole('row', { name: 'Abara, Ana' })).toBeVisible()
})
