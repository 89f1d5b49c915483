import { expect } from './fixtures.ts'
import { byKeyboard } from './keyboard.ts'

byKeyboard(
  'a school’s own text of an email is written with merge fields, previewed, compared, and removed again',
  async ({ keys, world }) => {
    const template = () =>
      world.db
        .selectFrom('email_templates')
        .select(['id', 'content', 'version'])
        .where('school_id', '=', world.schoolId)
        .where('kind', '=', 'waiver_approved_confirmation')
        .executeTakeFirstOrThrow()
    const { id } = await template()

    await keys.open(world, world.admin, `/schools/${world.schoolId}/settings/school-email-templates`)
    await keys.goTo('link', 'Waiver approved')
    await keys.press('Enter')
    await keys.sees((screen) => screen.getByText('This school uses the global text')).toBeVisible()
    expect(keys.address()).toContain(`/schools/${world.schoolId}/email-templates/${id}`)

    // a merge field in the subject, from the list that two braces open; Enter adds no line
    await keys.goTo('textbox', 'Subject')
    await keys.press('Control+a')
    await keys.type('Good news, {{')
    await keys.isAt('combobox', 'Merge field')
    await keys.type('first name')
    await keys.press('Enter')
    await keys.isAt('textbox', 'Subject')
    await keys.press('Enter')
    await keys.type('!')
    await keys
      .sees((screen) => screen.getByRole('textbox', { name: 'Subject' }))
      .toHaveText('Good news, First name, merge field!')

    // one in the text gets a fallback by opening its chip; then a chip is deleted with one key
    await keys.goTo('textbox', 'Text')
    await keys.press('Control+a')
    const typeField = async (before: string, name: string) => {
      await keys.type(`${before}{{`)
      await keys.isAt('combobox', 'Merge field')
      await keys.type(`${name}}}`)
      await keys.isAt('textbox', 'Text')
    }
    await typeField('Hi ', 'student.first_name')
    await typeField(', see you on ', 'student_period.campus')
    await keys.press('ArrowLeft')
    await keys.press('Enter')
    await keys.isAt('textbox', 'If empty, use')
    await keys.type('campus')
    await keys.press('Enter')
    await keys.isAt('textbox', 'Text')
    await typeField(' ', 'school.name')
    await keys.press('Backspace')
    await keys
      .sees((screen) => screen.getByRole('textbox', { name: 'Text' }))
      .toHaveText('Hi First name, merge field, see you on Campus or “campus”, merge field ')
    await keys.sees((screen) => screen.getByText('Nothing to fix')).toBeVisible()
    await keys
      .sees((screen) => screen.getByRole('region', { name: 'Preview' }))
      .toContainText('Good news, Maya!')
    await keys.goTo('radio', 'Desktop')
    await keys.press('ArrowRight', 2)
    await keys
      .sees((screen) => screen.getByRole('region', { name: 'Preview' }))
      .toContainText('Hi Maya, see you on')

    await keys.goTo('button', 'Save', 'Shift+Tab')
    await keys.press('Enter')
    await keys.sees((screen) => screen.getByText('This school has its own text')).toBeVisible()
    expect((await template()).content).toMatchObject({
      subject: 'Good news, {{student.first_name}}!',
      html: '<p>Hi {{student.first_name}}, see you on {{student_period.campus|campus}}</p>',
    })

    await keys.goTo('button', 'Compare with the global text')
    await keys.press('Enter')
    await keys
      .sees((screen) => screen.getByRole('region', { name: 'Subject' }).locator('mark').first())
      .toHaveText('Your insurance waiver was approved')
    await keys.press('Escape')
    await keys.goTo('button', 'Use the global text…')
    await keys.press('Enter')
    await keys.goTo('button', 'Use the global text')
    await keys.press('Enter')
    await keys.sees((screen) => screen.getByText('This school uses the global text')).toBeVisible()
    await keys
      .sees((screen) => screen.getByRole('textbox', { name: 'Subject' }))
      .toHaveText('Your insurance waiver was approved')
    expect(await template()).toMatchObject({ id, content: null, version: 3 })

    await keys.goTo('button', 'Undo')
    await keys.press('Enter')
    await keys.sees((screen) => screen.getByText('This school has its own text')).toBeVisible()
    await keys
      .sees((screen) => screen.getByRole('textbox', { name: 'Subject' }))
      .toHaveText('Good news, First name, merge field!')
    expect(await template()).toMatchObject({
      version: 4,
      content: { subject: 'Good news, {{student.first_name}}!' },
    })
  },
)
