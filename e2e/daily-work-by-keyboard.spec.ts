import { expect, type World } from './fixtures.ts'
import { byKeyboard, type Keys } from './keyboard.ts'

const students = ['Abara', 'Brown', 'Chen'].map((last_name, at) => ({
  student: { sid: `A${at + 1}`, first_name: 'Ana', last_name, middle_initial: null },
  medical_status: 'not_started' as const,
  academic_status: 'continuing' as const,
}))

const openList = async (keys: Keys, world: World, person = world.admin): Promise<number[]> => {
  const ids = await world.addStudents(students)
  await keys.open(world, person, world.listPath)
  await keys.sees((screen) => screen.locator('[data-row]')).toHaveCount(3)
  return ids
}
const seesText = (keys: Keys, text: string | RegExp) =>
  keys.sees((screen) => screen.getByText(text).last()).toBeVisible()
const seesDialog = (keys: Keys, name: string | RegExp) =>
  keys.sees((screen) => screen.getByRole('dialog', { name })).toBeVisible()
const seesNoDialog = (keys: Keys) => keys.sees((screen) => screen.getByRole('dialog')).toHaveCount(0)
const seesMedical = (keys: Keys, texts: string[]) =>
  keys.sees((screen) => screen.locator('[data-row] [data-column=medical_status]')).toHaveText(texts)
const isAtLeave = (keys: Keys) =>
  keys.sees((screen) => screen.locator('[role=menuitem]:focus')).toHaveText(/^Start leave of absence/)
const isInRow = (keys: Keys, id: number | undefined) => keys.isInside('grid', 'Students', `row-${id}`)

byKeyboard('the rows take keys from the first moment, and a key lists them all', async ({ keys, world }) => {
  const ids = await openList(keys, world)
  await keys.press('j')
  await isInRow(keys, ids[0])
  await keys.press('ArrowDown')
  await isInRow(keys, ids[1])
  await keys.press('x')
  await seesText(keys, '1 selected')
  await keys.press('Escape')

  await keys.press('?')
  await seesDialog(keys, 'Keys on this screen')
  for (const words of [
    'Next row',
    'Write a note about the student',
    'Go to the search',
    'Undo your last change',
  ])
    await seesText(keys, words)
  await keys.press('Escape')
  await seesNoDialog(keys)
  await keys.isAt('grid', 'Students')

  await keys.press('f')
  await keys.isAt('searchbox', 'Find a field')
  // typed, not pressed
  await keys.type('s?n')
  await keys.sees((screen) => screen.getByRole('searchbox', { name: 'Find a field' })).toHaveValue('s?n')
  await keys.press('Escape', 2)
  await seesNoDialog(keys)

  await keys.press('/')
  await keys.isAt('searchbox', /^Search by name/)
  await keys.type('ana')
  await keys.press('Enter')
  await isInRow(keys, ids[0])
})

byKeyboard(
  'a known student is opened by 2 keys and their name, never another one',
  async ({ keys, world }) => {
    const ids = await openList(keys, world, world.registrar)
    // Enter comes before the rows of the typed name
    await keys.press('/')
    await keys.type('chen')
    await keys.press('Enter')
    await keys.sees((screen) => screen.getByRole('heading', { name: 'Ana Chen' })).toBeVisible()
    expect(keys.address()).toContain(`/student/${await world.studentOf(ids[2] ?? 0)}`)

    await keys.press('ControlOrMeta+k')
    await keys.isAt('combobox', 'Search or jump to')
    await keys.type('brown')
    await keys.press('Enter')
    await keys.sees((screen) => screen.getByRole('heading', { name: 'Ana Brown' })).toBeVisible()
    expect(keys.address()).toContain(`/student/${await world.studentOf(ids[1] ?? 0)}`)
  },
)

byKeyboard('a second filter takes 3 keys and its field’s name, then its value', async ({ keys, world }) => {
  await openList(keys, world)
  const filter = async (field: string) => {
    await keys.press('f')
    await keys.isAt('searchbox', 'Find a field')
    await keys.type(field)
    await keys.press('Enter')
  }
  await filter('academic')
  await keys.isAt('checkbox', /^All/)
  await keys.goTo('checkbox', /^Continuing/, 'ArrowDown')
  await keys.press('Space')
  await keys.press('Enter')
  await keys.sees((screen) => screen.getByRole('group', { name: 'Filters' })).toContainText('Academic status')
  await filter('program')
  await keys.sees((screen) => screen.locator('[data-filter-values] input').first()).toBeFocused()
  await keys.press('Escape')
  await seesNoDialog(keys)
  await filter('class year')
  await keys.sees((screen) => screen.locator('[data-filter-values] input').first()).toBeFocused()
})

byKeyboard(
  'a note is written and added in the list, and undone on another screen',
  async ({ keys, world }) => {
    await openList(keys, world)
    await keys.press('j')
    await keys.takes(2, async () => {
      await keys.press('n')
      await seesDialog(keys, 'Note about Abara, Ana')
      await keys.isAt('textbox', 'Note')
      await keys.type('Called about the card.')
      await keys.press('ControlOrMeta+Enter')
      await seesText(keys, 'Note about Abara, Ana added')
    })
    await keys.isAt('grid', 'Students')
    await keys.press('Enter')
    await seesText(keys, 'Called about the card.')
    await keys.takes(1, async () => {
      await keys.press('ControlOrMeta+z')
      await seesText(keys, 'Undone')
    })
    await keys.press('ControlOrMeta+z')
    await seesText(keys, 'Nothing to undo')
  },
)

byKeyboard('a status is changed in its cell and by a key, and undone', async ({ keys, world }) => {
  await openList(keys, world)
  const before = ['Not Started', 'Not Started', 'Not Started']
  await seesMedical(keys, before)
  await keys.press('j')
  await keys.takes(2, async () => {
    await keys.press('s')
    await isAtLeave(keys)
    await keys.press('Enter')
    await seesMedical(keys, ['LOA', 'Not Started', 'Not Started'])
  })
  await keys.isAt('grid', 'Students')
  await keys.takes(1, async () => {
    await keys.press('ControlOrMeta+z')
    await seesMedical(keys, before)
  })

  await keys.press('ArrowRight', 3)
  await keys.press('F2')
  await isAtLeave(keys)
  await keys.press('Escape')
  await keys.isAt('grid', 'Students')
  await keys.press('Enter')
  await isAtLeave(keys)
  await keys.press('Enter')
  await seesMedical(keys, ['LOA', 'Not Started', 'Not Started'])
})

byKeyboard(
  'students are turned in the order of the list, and the list is as it was left',
  async ({ keys, world }) => {
    const ids = await openList(keys, world)
    await keys.press('j', 2)
    await keys.press('x')
    await seesText(keys, '1 selected')
    await keys.press('Enter')
    await keys.sees((screen) => screen.getByRole('heading', { name: 'Ana Brown' })).toBeVisible()
    await seesText(keys, '2 of 3')
    await keys.press('j')
    await keys.sees((screen) => screen.getByRole('heading', { name: 'Ana Chen' })).toBeVisible()
    await seesText(keys, '3 of 3')
    await keys.press('k', 1)
    await keys.sees((screen) => screen.getByRole('heading', { name: 'Ana Brown' })).toBeVisible()
    await keys.press('s')
    await isAtLeave(keys)
    await keys.press('Escape')
    await keys.goTo('link', /^Journey College/, 'Shift+Tab')
    await keys.press('Enter')
    await keys.isAt('grid', 'Students')
    await isInRow(keys, ids[1])
    await seesText(keys, '1 selected')
  },
)

byKeyboard('keys turn the students of the panel, which keeps its open section', async ({ keys, world }) => {
  await openList(keys, world)
  const seesStudent = (name: string, place: string) =>
    Promise.all([
      keys.sees((screen) => screen.getByRole('complementary').getByRole('heading', { name })).toBeVisible(),
      seesText(keys, place),
    ])
  await keys.press('j')
  await keys.takes(1, async () => {
    await keys.press('p')
    await seesStudent('Abara, Ana', '1 of 3')
  })
  await keys.goToSummary('Forms and decisions')
  await keys.press('Enter')
  await seesText(keys, 'No form submissions for this policy year.')
  await keys.takes(2, async () => {
    await keys.press('j')
    await seesStudent('Brown, Ana', '2 of 3')
    await seesText(keys, 'No form submissions for this policy year.')
    await keys.press('j')
    await seesStudent('Chen, Ana', '3 of 3')
  })
  await keys.takes(1, async () => {
    await keys.press('k')
    await seesStudent('Brown, Ana', '2 of 3')
  })
  await keys.press('Escape')
  await keys.sees((screen) => screen.getByRole('complementary', { name: 'Student' })).toHaveCount(0)
  await keys.isAt('grid', 'Students')
})

byKeyboard('a School Admin is told who decides what they can’t change', async ({ keys, world }) => {
  await world.addStudents([
    {
      student: { sid: 'A1', first_name: 'Ana', last_name: 'Abara', middle_initial: null },
      medical_status: 'waiver_submitted',
    },
  ])
  await keys.open(world, world.registrar, world.listPath)
  await keys.sees((screen) => screen.locator('[data-row]')).toHaveCount(1)
  await keys.press('j')
  await keys.press('s')
  await seesText(
    keys,
    'A Shipmate Admin decides: approve waiver, mark waiver unable to process, decline waiver.',
  )
  expect(keys.address()).toContain('/schools/')
})

byKeyboard('what someone did today is listed with its undo', async ({ keys, world }) => {
  await openList(keys, world, world.registrar)
  await keys.press('j')
  await keys.press('s')
  await isAtLeave(keys)
  await keys.press('Enter')
  await seesMedical(keys, ['LOA', 'Not Started', 'Not Started'])
  await keys.open(world, world.registrar, `${world.listPath}/home`)
  await keys.goTo('button', 'Your changes today')
  await keys.press('Enter')
  await seesDialog(keys, 'Your changes today')
  await seesText(keys, 'Changed the coverage status')
  await keys.goTo('button', 'Undo for Abara, Ana')
  await keys.press('Enter')
  await keys.sees((screen) => screen.getByRole('button', { name: 'Undo for Abara, Ana' })).toHaveCount(0)
  await keys.goTo('link', 'Abara, Ana')
  await keys.press('Enter')
  await keys.sees((screen) => screen.getByRole('heading', { name: 'Ana Abara' })).toBeVisible()
  await keys
    .sees((screen) => screen.getByRole('list', { name: /^Coverage for/ }))
    .toContainText('Not Started')
})
