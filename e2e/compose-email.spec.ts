import { expect } from './fixtures.ts'
import { byKeyboard } from './keyboard.ts'

const people = [
  {
    student: { sid: 'C1', first_name: 'Ana', last_name: 'Abara', university_email: 'ana@campus.example' },
    program: 'Nursing',
  },
  {
    student: {
      sid: 'C2',
      first_name: 'Ben',
      last_name: 'Brown',
      university_email: null,
      personal_email: null,
    },
  },
  { student: { sid: 'C3', first_name: 'Cal', last_name: 'Chen', university_email: 'cal@campus.example' } },
]

byKeyboard(
  'an email to a selection is written with a preview and a warning, scheduled, kept as a draft and stopped',
  async ({ keys, world }) => {
    await world.addStudents(people)
    await keys.open(world, world.registrar, world.listPath)
    await keys.goTo('grid', 'Students')
    await keys.press('ControlOrMeta+a')
    await keys.goTo('button', 'Email')
    await keys.press('Enter')
    await keys.sees((screen) => screen.getByRole('dialog', { name: 'Email 3 students' })).toBeVisible()

    await keys.goTo('textbox', 'Subject')
    await keys.type('Your card')
    await keys.goTo('textbox', 'Text')
    await keys.type('Dear {{first')
    await keys.sees((screen) => screen.getByRole('option', { name: /First name/ })).toBeVisible()
    await keys.press('Enter')
    await keys.type(', it is in the mail.')
    await keys
      .sees((screen) => screen.getByText('2 students will get this email of 3 selected.'))
      .toBeVisible()
    await keys
      .sees((screen) => screen.getByText('1 student without an email address won’t get it'))
      .toBeVisible()
    await keys.sees((screen) => screen.getByText('To Abara, Ana, ana@campus.example')).toBeVisible()

    // closed by accident: what was typed comes back
    await keys.press('Escape')
    await keys.sees((screen) => screen.getByRole('dialog')).toHaveCount(0)
    await keys.goTo('button', 'Email')
    await keys.press('Enter')
    await keys.sees((screen) => screen.getByRole('textbox', { name: 'Subject' })).toContainText('Your card')
    await keys
      .sees((screen) => screen.getByText('2 students will get this email of 3 selected.'))
      .toBeVisible()

    await keys.goTo('button', 'Next student')
    await keys.press('Enter')
    await keys.sees((screen) => screen.getByText('To Chen, Cal, cal@campus.example')).toBeVisible()

    await keys.goTo('radio', 'Send now', 'Shift+Tab')
    await keys.press('ArrowDown')
    await keys.goTo('textbox', 'Date')
    await keys.type('12/01/2099')
    await keys.goTo('button', 'Schedule for 2 students')
    await keys.press('Enter')
    await keys.sees((screen) => screen.getByText('Choose a time within the next year.')).toBeVisible()
    await keys.goTo('textbox', 'Date', 'Shift+Tab')
    await keys.press('Control+a')
    const day = new Date(Date.now() + 7 * 86_400_000)
    await keys.type(`${day.getMonth() + 1}/${day.getDate()}/${day.getFullYear()}`)
    await keys.sees((screen) => screen.getByRole('button', { name: 'Schedule for 2 students' })).toBeEnabled()
    // from the field, without going to the button
    await keys.takes(1, async () => {
      await keys.press('ControlOrMeta+Enter')
      await keys.sees((screen) => screen.getByText('2 emails scheduled')).toBeVisible()
    })

    await keys.goTo('button', 'Show progress')
    await keys.press('Enter')
    await keys.sees((screen) => screen.getByRole('heading', { name: 'Your card' })).toBeVisible()
    await keys.sees((screen) => screen.getByText('2 waiting')).toBeVisible()
    await keys.goTo('button', 'Stop “Your card”')
    await keys.press('Enter')
    await keys.sees((screen) => screen.getByText('2 emails canceled')).toBeVisible()
    await keys.sees((screen) => screen.getByText('2 canceled', { exact: true })).toBeVisible()
    const stored = await world.db
      .selectFrom('emails')
      .select(['to_address', 'state', 'body'])
      .where('school_id', '=', world.schoolId)
      .orderBy('id')
      .execute()
    expect(stored).toEqual([
      { to_address: 'ana@campus.example', state: 'canceled', body: 'Dear Ana, it is in the mail.' },
      { to_address: 'cal@campus.example', state: 'canceled', body: 'Dear Cal, it is in the mail.' },
    ])
  },
)
