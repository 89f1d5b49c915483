import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { Editor } from '@tiptap/core'
import { describe, expect, test } from 'vitest'
import type { GlobalTemplate, SchoolTemplate } from '#contract/mail/email-templates/shapes.ts'
import { absent, broken, onePage, openApp, pending, refused, sentTo } from '#client/testing/open-app.tsx'
import { aSchool } from '#client/testing/records.ts'
import { admin } from '#client/testing/users.ts'

type Answers = Parameters<typeof openApp>[2]

const content = {
  subject: 'Waiver approved for {{student.first_name}}',
  html: '<p>Hello {{student.first_name}},</p><p>Your waiver was approved.</p>',
  text: null,
  translations: {},
}
const globalOne: GlobalTemplate = {
  ...content,
  id: 3,
  kind: 'waiver_approved_confirmation',
  name: 'Waiver approved',
  version: 4,
  updated_at: '2026-09-01T14:00:00Z',
  updated_by: { id: 8, name: 'Robin Hale' },
  overridden_by: [{ id: 7, name: 'Harborview University' }],
}
const spanish = { subject: 'Aprobada', html: '<p>Hola</p>', text: null }
const declined: GlobalTemplate = {
  ...globalOne,
  id: 4,
  kind: 'waiver_declined',
  name: 'Waiver declined',
  translations: { es: spanish },
  updated_at: null,
  updated_by: null,
  overridden_by: [],
}
const schoolOne: SchoolTemplate = {
  ...content,
  id: 31,
  kind: 'waiver_approved_confirmation',
  name: 'Waiver approved',
  version: 2,
  updated_at: null,
  updated_by: null,
  school_id: 7,
  is_overridden: false,
  is_enabled: true,
  languages: ['en', 'es'],
}
const own: SchoolTemplate = {
  ...schoolOne,
  is_overridden: true,
  html: '<p>Hi {{student.first_name}},</p><p>Your waiver was approved.</p>',
  updated_at: '2026-09-02T14:00:00Z',
  updated_by: { id: 1, name: 'Dana Whitlock' },
}
const preview = {
  subject: 'Waiver approved for Maya',
  html: '<p>Hello Maya</p>',
  text: 'Hello Maya',
  empty_fields: ['student.middle_initial'],
}

const globals = 'GET /api/global-email-templates'
const globalGet = 'GET /api/global-email-templates/3'
const globalPut = 'PUT /api/global-email-templates/3'
const schools = 'GET /api/school-email-templates'
const schoolGet = 'GET /api/school-email-templates/31'
const schoolPut = 'PUT /api/school-email-templates/31'
const reset = 'DELETE /api/school-email-templates/31'
const previewCall = 'POST /api/email-templates/preview'
const sendTest = 'POST /api/send-test-student-email'

const one = (data: unknown, headers: Record<string, string> = {}) => ({ body: { data }, headers })
const ground: Answers = {
  'GET /api/schools-for-users': one([]),
  'GET /api/schools/7': one(aSchool),
  'GET /api/schools/7/periods': one([]),
  'GET /api/drafts': one(null),
  'PUT /api/drafts': { status: 204 },
  'DELETE /api/drafts': { status: 204 },
  [globals]: one([globalOne, declined]),
  [globalGet]: one(globalOne),
  [schools]: one([schoolOne, { ...own, id: 32, is_enabled: false, name: 'Waiver declined' }]),
  [schoolGet]: one(schoolOne),
  [previewCall]: one(preview),
}
const open = (path: string, answers: Answers = {}) => openApp(path, admin, { ...ground, ...answers })

/** Answers with a template, and after a call with the changed one. */
const changing = (before: SchoolTemplate, call: string, after: SchoolTemplate): Answers => {
  let present = before
  return {
    [schoolGet]: () => one(present),
    [call]: () => one((present = after), { 'X-Change-Id': '91' }),
  }
}

const lists = ['/settings/global-email-templates', '/schools/7/settings/school-email-templates'] as const
const [globalScreen, schoolScreen] = ['/settings/global-email-templates/3', '/schools/7/email-templates/31']

const textbox = (name: string) => screen.findByRole('textbox', { name })
const editorOf = async (name: string): Promise<Editor> => {
  // the editor stores itself on its element
  return Reflect.get(await textbox(name), 'editor') as Editor
}
const typeAtEnd = async (name: string, text: string) => {
  const editor = await editorOf(name)
  act(() => void editor.commands.insertContentAt(editor.state.doc.content.size - 1, text))
}
const save = async () => userEvent.click(await screen.findByRole('button', { name: 'Save' }))
const theList = async () => within((await screen.findAllByRole('table', { name: 'Email templates' }))[0]!)

test('a template of another school isn’t found', async () => {
  await open('/schools/8/email-templates/31', { [schoolGet]: () => one(schoolOne) })
  expect(await screen.findByText('Page not found')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
})

describe.each([
  [lists[0], globals, 'The email templates'],
  [lists[1], schools, 'The email templates'],
  [globalScreen, globalGet, 'The email template'],
  [schoolScreen, schoolGet, 'The email template'],
])('%s', (path, call, what) => {
  test.each([
    ['loading', pending, /^Loading email template/],
    ['refused', refused, 'Only Shipmate Admins have access to email templates.'],
    ['broken', broken, `${what} couldn’t be loaded`],
    ['not found', absent, 'Not found'],
  ])('says so if it’s %s', async (_, answer, words) => {
    await open(path, { [call]: answer })
    expect(await screen.findByText(words)).toBeTruthy()
  })
})

describe('the global list', () => {
  test('says when each email is sent, what’s missing, who saved it, and which schools have their own text', async () => {
    await open(lists[0])
    const [, first, second] = (await theList()).getAllByRole('row')
    expect(first?.textContent).toContain('When a waiver is approved.')
    expect(first?.textContent).toContain('EnglishSpanish missing')
    expect(first?.textContent).toContain('Robin Hale')
    expect(first?.textContent).toContain('Harborview University')
    expect(second?.textContent).toContain('English and Spanish')
    expect(second?.textContent).toMatch(/Spanish——$/)
    const link = within(first ?? document.body).getByRole('link', { name: 'Waiver approved' })
    expect(link.getAttribute('href')).toBe(globalScreen)
  })
})

const outdated = { ...schoolOne, translations: { es: { ...spanish, of: 1 } } }

describe('a text whose English changed since', () => {
  test('is outdated in the list, its tab and the checks, until someone says that it’s still right', async () => {
    const kept = { ...outdated, version: 3 }
    const { received } = await open(schoolScreen, changing(outdated, schoolPut, kept))
    expect(await screen.findByRole('button', { name: /^Spanish.*outdated/ })).toBeTruthy()
    await userEvent.click(await screen.findByRole('button', { name: 'Still right: Spanish' }))
    expect(screen.queryByText(/changed after it was translated/)).toBeNull()
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Checks' }))
    await save()
    await waitFor(() =>
      expect(sentTo(received, schoolPut)).toMatchObject([{ translations: { es: { ...spanish, of: null } } }]),
    )
  })

  test('says so in the list', async () => {
    await open(lists[1], { [schools]: one([outdated]) })
    expect((await theList()).getAllByRole('row')[1]?.textContent).toContain(
      'English and SpanishSpanish outdated',
    )
  })
})

describe('a school’s list', () => {
  test('says what is sent, whose text it is, and which languages are missing', async () => {
    await open(lists[1])
    const [, first, second] = (await theList()).getAllByRole('row')
    expect(first?.textContent).toContain('OnGlobalEnglishSpanish missing')
    expect(second?.textContent).toContain('OffSchool’s own')
    const link = within(first ?? document.body).getByRole('link', { name: 'Waiver approved' })
    expect(link.getAttribute('href')).toBe(schoolScreen)
  })
})

describe('a global template', () => {
  test('names the schools that changes don’t reach', async () => {
    await open(globalScreen)
    expect(await screen.findByText('Harborview University has its own text')).toBeTruthy()
    expect(screen.queryByRole('checkbox', { name: /^Send this email/ })).toBeNull()
  })

  test('is saved with a translation, without the languages that have no text', async () => {
    const { received } = await open(globalScreen, {
      [globalPut]: one({ ...globalOne, translations: { es: spanish }, version: 5 }, { 'X-Change-Id': '90' }),
    })
    await typeAtEnd('Subject', '!')
    await userEvent.click(screen.getByRole('button', { name: /^Spanish/ }))
    await typeAtEnd('Subject', 'Aprobada')
    await typeAtEnd('Text', 'Hola')
    await save()
    expect(await screen.findByText('Waiver approved saved')).toBeTruthy()
    expect(screen.getByText('It applies to emails queued from now on.')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Undo' })).toBeTruthy()
    expect(sentTo(received, globalPut)).toEqual([
      {
        ...content,
        subject: `${content.subject}!`,
        translations: { es: spanish },
        version: 4,
      },
    ])
  })

  test('with half a translation opens its language on save, and says what is missing', async () => {
    const { received } = await open(globalScreen)
    await screen.findByRole('button', { name: /^Spanish/ })
    await userEvent.click(screen.getByRole('button', { name: /^Spanish/ }))
    await typeAtEnd('Subject', 'Aprobada')
    await userEvent.click(screen.getByRole('button', { name: 'English' }))
    await save()
    expect(await screen.findAllByText('Enter text.')).not.toEqual([])
    expect((await editorOf('Subject')).getText()).toBe('Aprobada')
    await waitFor(async () => expect(document.activeElement).toBe(await textbox('Text')))
    expect(sentTo(received, globalPut)).toEqual([])
  })

  test('has its own plain-text part once someone writes it', async () => {
    const { received } = await open(globalScreen, { [globalPut]: one({ ...globalOne, version: 5 }) })
    await userEvent.click(await screen.findByRole('checkbox', { name: /^Write the plain text yourself/ }))
    expect((await editorOf('Plain text')).getText()).toContain('Hello {{student.first_name}}')
    await typeAtEnd('Plain text', ' Bye.')
    await save()
    await waitFor(() =>
      expect(sentTo(received, globalPut)).toMatchObject([
        { text: 'Hello {{student.first_name}},\n\nYour waiver was approved. Bye.' },
      ]),
    )
  })

  test('that someone else changed too is merged field by field, and asks only about the same field', async () => {
    const theirs = { ...globalOne, html: '<p>Theirs</p>', version: 5 }
    let times = 0
    const { received } = await open(globalScreen, {
      [globalPut]: () =>
        (times += 1) === 1
          ? { status: 409, body: { code: 'stale', message: 'x', data: theirs } }
          : one({ ...theirs, version: 6 }),
    })
    await typeAtEnd('Subject', '!')
    await save()
    await screen.findByText('Waiver approved saved')
    expect(sentTo(received, globalPut)[1]).toMatchObject({
      subject: `${content.subject}!`,
      html: '<p>Theirs</p>',
      version: 5,
    })
  })

  test('with the same field changed shows both texts', async () => {
    const theirs = { ...globalOne, html: '<p>Theirs</p>', version: 5 }
    await open(globalScreen, {
      [globalPut]: { status: 409, body: { code: 'stale', message: 'x', data: theirs } },
    })
    await typeAtEnd('Text', ' Mine')
    await save()
    const dialog = within(
      await screen.findByRole('dialog', { name: 'Someone else changed this email template' }),
    )
    expect(dialog.getByText('Theirs')).toBeTruthy()
  })
})

describe('the checks', () => {
  test('offer the new name of an older field, and a fallback, and apply them to the text', async () => {
    const older = '<p>{{student.program}} {{student_period.campus}}</p>'
    await open(schoolScreen, { [schoolGet]: one({ ...schoolOne, html: older }) })
    const checks = within(await screen.findByRole('region', { name: 'Checks' }))
    await checks.findByText(/is now called “student_period\.program”/)
    await userEvent.click(checks.getByRole('button', { name: 'Fix' }))
    await waitFor(async () =>
      expect((await editorOf('Text')).getText()).toBe('{{student_period.program}} {{student_period.campus}}'),
    )
    const fallback = await checks.findByRole('textbox', { name: 'Fallback for student_period.campus' })
    await userEvent.type(fallback, 'your campus{Enter}')
    await waitFor(async () =>
      expect((await editorOf('Text')).getText()).toContain('{{student_period.campus|your campus}}'),
    )
  })

  test('name an unknown field as an error and a language without a text, and lead to its place', async () => {
    await open(schoolScreen, { [schoolGet]: one({ ...schoolOne, html: '<p>{{student.shoe}}</p>' }) })
    const checks = within(await screen.findByRole('region', { name: 'Checks' }))
    expect(await checks.findByText(/can’t contain the merge field “student\.shoe”/)).toBeTruthy()
    await userEvent.click(checks.getByRole('button', { name: 'Show in Spanish' }))
    await waitFor(async () => expect(document.activeElement).toBe(await textbox('Subject')))
    expect((await editorOf('Subject')).getText()).toBe('')
  })
})

describe('the preview', () => {
  test('shows the typed text with the values of an invented person, and what would be empty', async () => {
    const { received } = await open(schoolScreen)
    const region = within(await screen.findByRole('region', { name: 'Preview' }))
    expect(await region.findByText('Waiver approved for Maya')).toBeTruthy()
    expect(region.getByTitle('Email preview').getAttribute('sandbox')).not.toContain('allow-same-origin')
    expect(region.getByText('Empty for this student: Middle initial.')).toBeTruthy()
    await typeAtEnd('Subject', '!')
    await waitFor(() =>
      expect(sentTo(received, previewCall).at(-1)).toEqual({
        kind: 'waiver_approved_confirmation',
        school_id: 7,
        student_period_id: null,
        language: 'en',
        subject: `${content.subject}!`,
        html: content.html,
        text: null,
      }),
    )
    await userEvent.click(region.getByRole('radio', { name: 'Plain text' }))
    expect(region.getByText('Hello Maya')).toBeTruthy()
  })

  test('has the values of a student who was found by name', async () => {
    const hit = {
      id: 900,
      school_id: 7,
      school_name: 'Harborview University',
      first_name: 'Ana',
      last_name: 'Lopez',
      prior_last_name: null,
      sid: 'S1',
      dob: '2004-01-02',
      university_email: null,
      matched: 'name',
      latest_period_id: 70,
    }
    const { received } = await open(schoolScreen, {
      'GET /api/students/search-by-name': one([hit]),
      'GET /api/student-periods-by-student/900': one([{ id: 500 }]),
    })
    await userEvent.type(await screen.findByRole('combobox', { name: 'Student' }), 'Lop')
    await userEvent.click(await screen.findByRole('option', { name: /Lopez, Ana/ }))
    await waitFor(() =>
      expect(sentTo(received, previewCall).at(-1)).toMatchObject({ student_period_id: 500 }),
    )
  })

  test('says why there is none', async () => {
    await open(schoolScreen, { [previewCall]: broken })
    expect(await screen.findByText(/^The preview couldn’t be loaded/)).toBeTruthy()
  })
})

describe('a school’s template', () => {
  test('with the global text becomes the school’s own by saving, and can be turned off', async () => {
    const { received } = await open(schoolScreen, {
      ...changing(schoolOne, schoolPut, { ...own, is_enabled: false, version: 3 }),
    })
    expect(await screen.findByText('This school uses the global text')).toBeTruthy()
    await userEvent.click(screen.getByRole('checkbox', { name: /^Send this email/ }))
    await save()
    expect(await screen.findByText('This school has its own text')).toBeTruthy()
    expect(sentTo(received, schoolPut)).toEqual([{ ...content, is_enabled: false, version: 2 }])
  })

  test('that is always sent says so, and has no choice', async () => {
    await open(schoolScreen, { [schoolGet]: one({ ...schoolOne, kind: 'status_code' }) })
    expect(await screen.findByText(/^This email is always sent/)).toBeTruthy()
    expect(screen.queryByRole('checkbox', { name: /^Send this email/ })).toBeNull()
  })

  test('is compared with the global text word by word', async () => {
    await open(schoolScreen, { [schoolGet]: one(own) })
    await userEvent.click(await screen.findByRole('button', { name: 'Compare with the global text' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Compare with the global text' }))
    const part = within(await dialog.findByRole('region', { name: 'Text' }))
    const marked = part.getAllByText(/^(Hello|Hi)$/)
    expect(marked.map(({ tagName, textContent }) => [tagName, textContent])).toEqual([
      ['MARK', 'Hello'],
      ['MARK', 'Hi'],
    ])
    expect(dialog.queryByRole('region', { name: 'Subject' })).toBeNull()
  })

  test('goes back to the global text after a confirmation', async () => {
    const { received } = await open(schoolScreen, {
      ...changing(own, reset, { ...schoolOne, version: 3 }),
      'POST /api/changes/91/undo': {
        body: { data: { reverted: 1, left: [], left_total: 0, emails_canceled: 0, emails_sent: 0 } },
      },
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Use the global text…' }))
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Use the global text?' }))
    expect(sentTo(received, reset)).toHaveLength(0)
    await userEvent.click(dialog.getByRole('button', { name: 'Use the global text' }))
    expect(await screen.findByText('Waiver approved uses the global text')).toBeTruthy()
    expect(sentTo(received, reset)).toHaveLength(1)
    await waitFor(async () => expect((await editorOf('Text')).getText()).toContain('Hello'))
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(sentTo(received, 'POST /api/changes/91/undo')).toHaveLength(1))
  })
})

describe('the history', () => {
  test('names the part and the language that changed', async () => {
    const entry = {
      id: 1,
      change_id: 1,
      at: '2026-09-02T14:00:00Z',
      actor: { id: 8, name: 'Robin Hale' },
      cause: 'person',
      subject: { type: 'email_template', id: 31 },
      student_id: null,
      student_period_id: null,
      kind: 'email_template_changed',
      reason: null,
      changes: [{ field: 'email.translations.es.html', before: '<p>Hola</p>', after: '<p>Buenas</p>' }],
    }
    await open(schoolScreen, { 'GET /api/email-templates/31/history': onePage([entry]) })
    await userEvent.click(await screen.findByRole('button', { name: 'Waiver approved history' }))
    expect(await screen.findByText('Spanish › Text')).toBeTruthy()
    expect(screen.getByText('Buenas')).toBeTruthy()
  })
})

test('the links of a text are checked when asked, and those that don’t work are listed', async () => {
  const html =
    '<p><a href="https://plan.example/">Plan</a> <a href="https://plan.example/{{student.sid}}">Mine</a></p>'
  const checkCall = 'POST /api/email-templates/check-links'
  const { received } = await open(schoolScreen, {
    [schoolGet]: one({ ...schoolOne, html }),
    [checkCall]: one([{ url: 'https://plan.example/', problem: 'returns error 404' }]),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Check links' }))
  expect(await screen.findByText('https://plan.example/ returns error 404.')).toBeTruthy()
  expect(screen.getByText('1 link to fix')).toBeTruthy()
  expect(sentTo(received, checkCall)).toEqual([{ urls: ['https://plan.example/'] }])
})

describe('a test email', () => {
  test('goes to the signed-in user unless another address is entered', async () => {
    const { received } = await open(schoolScreen, { [sendTest]: { status: 202, ...one({ email_id: 9 }) } })
    await userEvent.click(await screen.findByRole('button', { name: 'Send test…' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Send a test' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Send test' }))
    expect(await screen.findByText('Test email queued')).toBeTruthy()
    expect(sentTo(received, sendTest)).toEqual([
      { template_id: 31, language: 'en', student_period_id: null, to: 'dana@shipmate.example' },
    ])
  })

  test('says that changes aren’t in it yet, and why an address is refused', async () => {
    await open(schoolScreen, {
      [sendTest]: { status: 422, body: { message: 'x', errors: { to: ['Nobody can get emails there.'] } } },
    })
    await typeAtEnd('Subject', '!')
    await userEvent.click(await screen.findByRole('button', { name: 'Send test…' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Send a test' }))
    expect(dialog.getByText(/The test contains the saved text/)).toBeTruthy()
    await userEvent.click(dialog.getByRole('button', { name: 'Send test' }))
    expect(await dialog.findByText('Nobody can get emails there.')).toBeTruthy()
  })
})
