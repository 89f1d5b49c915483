import { expect } from './fixtures.ts'
import { byKeyboard } from './keyboard.ts'

const students = ['Abara', 'Brown', 'Chen'].map((last_name, at) => ({
  student: { sid: `A${at + 1}`, first_name: 'Ana', last_name, middle_initial: null, city: 'Bend' },
}))

byKeyboard(
  'a student is opened from a filtered list and edited, and the list and focus are restored',
  async ({ keys, world }) => {
    const ids = await world.addStudents(students)
    await keys.open(world, world.registrar, `${world.listPath}?q=Ana`)
    await keys.goTo('grid', 'Students')
    await keys.press('ArrowDown', 2)
    await keys.press('Enter')
    await keys.goTo('button', 'Edit details')
    await keys.press('Enter')
    await keys.isAt('textbox', 'First name')
    await keys.goTo('textbox', 'City')
    await keys.type('Salem')
    await keys.takes(1, async () => {
      await keys.press('ControlOrMeta+s')
      await keys.sees((screen) => screen.getByText('Ana Brown saved')).toBeVisible()
    })
    await keys.isAt('button', 'Edit details')

    await keys.goTo('link', /^Journey College/, 'Shift+Tab')
    await keys.press('Enter')
    await keys.isAt('grid', 'Students')
    expect(keys.address()).not.toContain('Ana')
    await keys.sees((screen) => screen.getByRole('searchbox', { name: /Search by name/ })).toHaveValue('Ana')
    await keys.isInside('grid', 'Students', `row-${ids[1]}`)
    await keys.press('ArrowDown')
    await keys.isInside('grid', 'Students', `row-${ids[2]}`)

    // discard the typed text
    await keys.press('Enter')
    await keys.sees((screen) => screen.getByRole('heading', { name: 'Ana Chen' })).toBeVisible()
    await keys.goTo('button', 'Edit details')
    await keys.press('Enter')
    await keys.isAt('textbox', 'First name')
    await keys.type('Anna')
    await keys.goTo('button', 'Discard', 'Shift+Tab')
    await keys.press('Enter')
    await keys.goTo('button', 'Close')
    await keys.press('Enter')
    await keys.isAt('button', 'Edit details')
  },
)

byKeyboard('a misspelled name heard on the phone is found', async ({ keys, world }) => {
  await world.addStudents([
    { student: { sid: 'A1', first_name: 'Liam', last_name: 'Abernathy', middle_initial: null } },
  ])
  await keys.open(world, world.registrar, world.listPath)
  await keys.goTo('searchbox', /^Search by name/)
  await keys.type('Abernethy')
  await keys.sees((screen) => screen.getByText('Similar names at this school:')).toBeVisible()
  await keys.goTo('link', /^Abernathy, Liam A1/)
  await keys.press('Enter')
  await keys.sees((screen) => screen.getByRole('heading', { name: 'Liam Abernathy' })).toBeVisible()
  await keys.press('ControlOrMeta+k')
  await keys.isAt('combobox', 'Search or jump to')
  await keys.type('Abernethy Lim')
  await keys.sees((screen) => screen.getByRole('option', { name: /^Abernathy, Liam/ })).toBeVisible()
})

byKeyboard(
  'another insurance company is typed over the saved one and chosen at once',
  async ({ keys, world }) => {
    const { id: saved } = await world.db
      .selectFrom('insurance_companies')
      .select('id')
      .where('name', '=', 'Regence')
      .executeTakeFirstOrThrow()
    const [id = 0] = await world.addStudents([
      { ...students[0], medical_status: 'waived', medical_waive_insurance_company_id: saved },
    ])
    const path = `/student/${await world.studentOf(id)}/policy-years/${world.periodId}/insurance-details`
    await keys.open(world, world.registrar, path)
    await keys.goTo('button', /^Edit/)
    await keys.press('Enter')
    const company = { name: 'Insurance company', exact: true } as const
    await keys.goTo('combobox', 'Insurance company')
    await keys.sees((screen) => screen.getByRole('combobox', company)).toHaveValue('Regence')
    await keys.type('cigna')
    await keys.press('Enter')
    await keys.sees((screen) => screen.getByRole('combobox', company)).toHaveValue('Cigna')
    await keys.press('ControlOrMeta+s')
    await keys.goTo('link', 'History', 'Shift+Tab')
    await keys.press('Enter')
    await keys.sees((screen) => screen.getByText(/^Medical insurance company.*Regence.*Cigna$/)).toBeVisible()
  },
)
