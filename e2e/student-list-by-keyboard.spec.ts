import { parse } from 'csv-parse/sync'
import { expect, type World } from './fixtures.ts'
import { byKeyboard, type Keys } from './keyboard.ts'

const people = [
  {
    student: { sid: 'A1', first_name: 'Ana', last_name: 'Abara', middle_initial: null },
    program: 'Nursing',
    campus: 'Main',
    medical_status: 'waiver_submitted',
  },
  {
    student: { sid: 'A2', first_name: 'José', last_name: 'Brown', middle_initial: null },
    program: '=Law',
    campus: 'North',
    medical_status: 'enrolled',
    dental_status: 'waived',
  },
  {
    student: { sid: 'A3', first_name: 'Zoë', last_name: 'Chen', middle_initial: null },
    program: 'Law',
    campus: 'Main',
    medical_status: 'waived',
  },
]

/** Opens the list and moves the focus into its rows. */
const openList = async (keys: Keys, world: World, person = world.admin): Promise<number[]> => {
  const ids = await world.addStudents(people)
  await keys.open(world, person, world.listPath)
  await seesRows(keys, 3)
  return ids
}

const seesRows = (keys: Keys, count: number) =>
  keys.sees((screen) => screen.locator('[data-row]')).toHaveCount(count)
const seesCells = (keys: Keys, column: string, texts: string[]) =>
  keys.sees((screen) => screen.locator(`[data-row] [data-column=${column}]`)).toHaveText(texts)
const seesText = (keys: Keys, text: string | RegExp) =>
  keys.sees((screen) => screen.getByText(text).last()).toBeVisible()
const seesDialog = (keys: Keys, name: string | RegExp) =>
  keys.sees((screen) => screen.getByRole('dialog', { name })).toBeVisible()

const goToRows = (keys: Keys) => keys.goTo('grid', 'Students')
const offerPrograms = (world: World, programs: string[]) =>
  world.db
    .insertInto('period_documents')
    .values({
      school_id: world.schoolId,
      period_id: world.periodId,
      kind: 'enroll-form/dropdowns-and-notices',
      content: JSON.stringify({
        options: {
          program: programs.map((value, key) => ({ key: `o${key}`, value, is_retired: false })),
          campus: [],
          rotation_location: [],
          graduation_year: [],
          loa_reason: [],
        },
        notices: [],
      }),
      updated_at: new Date().toISOString(),
    })
    .execute()
/** F6 moves the focus to the toasts. */
const undo = async (keys: Keys, done: RegExp): Promise<void> => {
  await seesText(keys, done)
  await keys.press('F6')
  await keys.goTo('button', 'Undo')
  await keys.press('Enter')
}

byKeyboard(
  'views are opened, saved, shared, renamed and deleted, and a deletion is undone',
  async ({ keys, world }) => {
    await openList(keys, world, world.registrar)
    await keys.goTo('link', /^To decide 1$/)
    await keys.press('Enter')
    await seesCells(keys, 'sid', ['A1'])
    await keys.goTo('link', /^All students 3$/, 'Shift+Tab')
    await keys.press('Enter')
    await seesRows(keys, 3)

    await keys.goTo('searchbox', /^Search by name/)
    await keys.type('abara')
    await seesRows(keys, 1)
    await keys.goTo('button', 'Save as new view…')
    await keys.press('Enter')
    await keys.isAt('textbox', 'Name')
    await keys.press('Escape')
    await keys.isAt('button', 'Save as new view…')
    await keys.press('Enter')
    await keys.isAt('textbox', 'Name')
    await keys.type('Mine')
    await keys.press('Enter')
    await seesText(keys, 'View “Mine” saved')

    const acts = async (name: string, item: string) => {
      await keys.goTo('button', `Actions for view “${name}”`)
      await keys.press('Enter')
      await keys.isAt('menuitem', 'Copy link')
      await keys.goTo('menuitem', item, 'ArrowDown')
      await keys.press('Enter')
    }
    await acts('Mine', 'Share with the school')
    await seesText(keys, '“Mine” is now shared with the school')
    await keys.isAt('button', 'Actions for view “Mine”')
    await acts('Mine', 'Rename')
    await keys.isAt('textbox', 'Name')
    await keys.press('ControlOrMeta+a')
    await keys.type('Ours')
    await keys.press('Enter')
    await keys.isAt('button', 'Actions for view “Ours”')
    await acts('Ours', 'Delete view')
    await seesRows(keys, 3)
    await undo(keys, /View “Ours” deleted/)
    await keys.goTo('button', 'More')
    await keys.press('Enter')
    await keys.goTo('menuitem', /^Ours/, 'ArrowDown')
    await keys.press('Enter')
    await seesRows(keys, 1)
  },
)

byKeyboard(
  'the list is exported and printed, its columns sorted, moved, widened, pinned and shown',
  async ({ keys, world }) => {
    await openList(keys, world)
    await keys.goTo('button', 'Export')
    await keys.press('Enter')
    await seesDialog(keys, 'Export students')
    await keys.isAt('radio', /^Excel/)
    await keys.press('ArrowDown')
    await keys.goTo('button', 'Export 3 students')
    const [labels, ...rows] = parse(await keys.download('Enter'), { bom: true })
    expect(labels?.slice(0, 2)).toEqual(['Student', 'Student ID'])
    expect(rows).toHaveLength(3)
    await keys.isAt('button', 'Export')

    await keys.goTo('button', 'Print')
    await keys.press('Enter')
    await expect.poll(() => keys.printed()).toBe(1)
    await keys.isAt('button', 'Print')

    const seesHeads = (labels: string[]) =>
      keys.sees((screen) => screen.locator('[id^=head-] > button:first-child')).toContainText(labels)
    const seesHead = (name: RegExp) => keys.sees((screen) => screen.getByRole('columnheader', { name }))
    await goToRows(keys)
    await keys.press('ArrowDown')
    await keys.press('ArrowUp')
    await keys.press('ArrowRight', 2)
    await keys.press('Alt+ArrowLeft')
    await seesHeads(['Student', 'Medical', 'Student ID'])
    await keys.press('Enter')
    await seesHead(/^Student ID/).toHaveAttribute('aria-sort', 'ascending')
    await keys.press('Alt+Shift+ArrowRight', 2)
    await seesHead(/^Student ID/).toHaveCSS('width', '144px')
    await keys.press('m')
    await seesDialog(keys, 'Student ID: sort and filter')
    await keys.goTo('button', 'Left')
    await keys.press('Enter')
    await seesHeads(['Student', 'Student ID'])

    await keys.goTo('button', 'Columns')
    await keys.press('Enter')
    await keys.isAt('searchbox', 'Find a column')
    await keys.type('member ID')
    await keys.goTo('checkbox', 'Dental member ID')
    await keys.press('Space')
    await seesHead(/^Dental member ID/).toBeVisible()
    await keys.press('Escape')
    await keys.isAt('button', 'Columns')
  },
)

byKeyboard('filters by date range, advanced rules and value return the focus', async ({ keys, world }) => {
  await openList(keys, world)
  const soon = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10)
  await world.db
    .updateTable('student_periods')
    .set({ reverify_on: soon })
    .where('period_id', '=', world.periodId)
    .where('campus', '=', 'North')
    .execute()
  const findField = async (field: string) => {
    await keys.goTo('button', 'Filter')
    await keys.press('Enter')
    await keys.isAt('searchbox', 'Find a field')
    await keys.type(field)
    await keys.press('Enter')
    await keys.sees((screen) => screen.locator('[data-filter-values] :focus')).toBeVisible()
  }
  await findField('reverify date')
  await keys.goTo('button', 'Next 30 days')
  await keys.press('Enter')
  await seesCells(keys, 'sid', ['A2'])
  await keys.isAt('button', 'Filter')
  await keys.goTo('button', 'Remove Reverify date filter')
  await keys.press('Enter')
  await seesRows(keys, 3)

  await findField('dental')
  await keys.goTo('searchbox', 'Search values')
  await keys.type('waived')
  await keys.goTo('checkbox', 'Waived 1', 'ArrowDown')
  await keys.press('Space')
  await keys.press('Enter')
  await seesCells(keys, 'sid', ['A2'])
  await keys.isAt('button', 'Filter')

  await keys.press('Enter')
  await keys.goTo('button', 'Advanced…')
  await keys.press('Enter')
  await seesDialog(keys, 'Advanced filter')
  await keys.isAt('radio', 'Match all of these rules')
  await keys.press('ArrowRight')
  await keys.goTo('combobox', 'Field')
  await keys.type('Medical')
  await keys.press('Enter')
  await keys.goTo('checkbox', /^Waived$/)
  await keys.press('Space')
  await keys.goTo('button', 'Add rule')
  await keys.press('Enter')
  await keys.goTo('combobox', 'Field', 'Shift+Tab')
  await keys.type('Program')
  await keys.press('Enter')
  await keys.goTo('textbox', 'Value')
  await keys.type('nurs')
  await keys.goTo('button', 'Apply')
  await keys.press('Enter')
  await keys.isAt('button', 'Filter')
  await seesText(keys, 'Medical is Waived or Program contains nurs')
  await seesText(keys, 'No matching students')
  await keys.goTo('button', 'Remove Dental filter')
  await keys.press('Enter')
  await seesCells(keys, 'sid', ['A1', 'A3'])
})

byKeyboard(
  'many are selected, changed, given a note, removed and undone, while a colleague’s focus keeps its row',
  async ({ keys, world }) => {
    const [, brown] = await openList(keys, world, world.registrar)
    await goToRows(keys)
    await keys.press('Home')
    await keys.press('Space')
    await keys.press('Shift+ArrowDown')
    await seesText(keys, '2 selected')
    await keys.press('Escape')
    await keys.press('ControlOrMeta+a')
    await seesText(keys, '3 selected')

    await keys.goTo('button', 'Change field')
    await keys.press('Enter')
    await seesDialog(keys, /^Change a field/)
    await keys.isAt('combobox', 'Field')
    await keys.type('campus')
    await keys.press('Enter')
    await keys.goTo('combobox', 'Campus')
    await keys.sees((screen) => screen.getByRole('combobox', { name: 'Campus' })).toBeEditable()
    await keys.type('North')
    await seesText(keys, '2 records will change.')
    await keys.goTo('button', 'Change 2 records')
    await keys.press('Enter')
    await seesCells(keys, 'campus', ['North', 'North', 'North'])
    // for the next change
    await seesText(keys, '3 selected')
    await keys.isAt('button', 'Change field')
    await undo(keys, /2 records changed/)
    await seesCells(keys, 'campus', ['Main', 'North', 'Main'])
    await seesText(keys, '3 selected')
    await keys.press('j')
    await keys.isAt('grid', 'Students')
    await keys.press('Escape')

    await keys.press('x')
    await keys.goTo('button', 'More actions for the selection')
    await keys.press('Enter')
    await keys.goTo('menuitem', 'Add note', 'ArrowDown')
    await keys.press('Enter')
    await seesDialog(keys, /note/i)
    await keys.isAt('textbox', 'Note')
    await keys.type('Called.')
    await keys.goTo('button', 'Add 1 note')
    await keys.press('Enter')
    await keys.isAt('button', 'More actions for the selection')
    await undo(keys, /1 note added/)
    await seesText(keys, 'Undone')

    // a colleague removes one of them
    await keys.goTo('grid', 'Students', 'Shift+Tab')
    await keys.press('Escape')
    await keys.press('Home')
    await keys.press('j')
    await keys.isInside('grid', 'Students', `row-${brown}`)

    const other = await keys.colleague()
    await other.open(world, world.admin, world.listPath)
    await seesRows(other, 3)
    await goToRows(other)
    await other.press('Home')
    await other.press('x')
    await other.goTo('button', 'More actions for the selection')
    await other.press('Enter')
    await other.goTo('menuitem', 'Remove from this policy year', 'ArrowDown')
    await other.press('Enter')
    await other.isAt('textbox', 'Type 1 to confirm')
    await other.type('1')
    await other.goTo('button', 'Remove 1 student')
    await other.press('Enter')
    await seesCells(other, 'sid', ['A2', 'A3'])
    await other.isAt('grid', 'Students')
    await seesCells(keys, 'sid', ['A2', 'A3'])
    await keys.isInside('grid', 'Students', `row-${brown}`)

    await undo(other, /removed/)
    await seesCells(other, 'sid', ['A1', 'A2', 'A3'])
    await seesCells(keys, 'sid', ['A1', 'A2', 'A3'])
    await keys.isInside('grid', 'Students', `row-${brown}`)
    await keys.press('x')
    await keys.sees((screen) => screen.getByRole('row', { selected: true })).toContainText('Brown')
  },
)

byKeyboard('a student is previewed, and a row’s menu and its cells are used', async ({ keys, world }) => {
  await offerPrograms(world, ['Nursing', 'Pharmacy (PharmD)', 'Law'])
  await openList(keys, world)
  await goToRows(keys)
  await keys.press('Home')
  await keys.press('p')
  await seesText(keys, '1 of 3')
  await keys.press('ArrowRight')
  await seesText(keys, '2 of 3')
  await keys.goTo('button', 'Next student')
  await keys.press('Enter')
  await seesText(keys, '3 of 3')
  await keys.press('ArrowLeft')
  await seesText(keys, '2 of 3')
  await keys.press('Escape')
  await keys.sees((screen) => screen.getByRole('complementary', { name: 'Student' })).toBeHidden()
  await keys.isAt('grid', 'Students')
  await keys.press('p')
  await keys.goTo('button', 'Close')
  await keys.press('Enter')
  await keys.isAt('grid', 'Students')

  await keys.press('ArrowUp')
  await keys.press('ArrowRight', 2)
  await keys.press('Shift+F10')
  await keys.goTo('menuitem', /^Filter: “A1”/, 'ArrowDown')
  await keys.press('Escape')
  await keys.isAt('grid', 'Students')
  await keys.press('ArrowRight', 5)
  await keys.press('ContextMenu')
  await keys.goTo('menuitem', /^Edit program/, 'ArrowDown')
  await keys.press('Enter')
  await keys.isAt('combobox', 'Program')
  // until the list of values is known, it takes no text
  await keys.sees((screen) => screen.getByRole('combobox', { name: 'Program' })).toBeEditable()
  await keys.type('pharm')
  await keys.sees((screen) => screen.getByRole('option', { name: 'Pharmacy (PharmD)' })).toBeVisible()
  // the first match
  await keys.press('Enter')
  await keys.isAt('grid', 'Students')
  await seesCells(keys, 'program', ['Pharmacy (PharmD)', '=Law', 'Law'])
  await undo(keys, /Abara, Ana: Program changed to Pharmacy \(PharmD\)/)
  await seesCells(keys, 'program', ['Nursing', '=Law', 'Law'])
  await keys.isAt('grid', 'Students')
  await keys.press('F2')
  await keys.isAt('combobox', 'Program')
  await keys.press('Escape')
  await keys.isAt('grid', 'Students')

  await keys.press('Escape')
  await keys.press('ArrowDown')
  await keys.press('ControlOrMeta+c')
  await seesText(keys, '1 row copied')
  const [head, row] = (await keys.clipboard()).split('\n').map((line) => line.split('\t'))
  expect(head?.slice(0, 2)).toEqual(['Student', 'Student ID'])
  expect(row?.slice(0, 2)).toEqual(['Brown, José', 'A2'])
  expect(row).toContain("'=Law")

  await keys.press('Enter')
  await keys.sees((screen) => screen.getByRole('heading', { name: /Brown/ })).toBeVisible()
  expect(keys.address()).toMatch(/\/student\/\d+/)
  await keys.press('ControlOrMeta+k')
  await keys.sees((screen) => screen.getByRole('combobox')).toBeFocused()
  await keys.type('chen')
  await keys.sees((screen) => screen.getByRole('option', { name: /Chen/ }).first()).toBeVisible()
})
