import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import type { FormReceipt } from '#contract/review/form-submissions/shapes.ts'
import type { SiteField } from '#contract/setup/site/form-page.ts'
import type { QualifyingEvent } from '#contract/setup/period-documents/insurance-configuration.ts'
import { emptyForm, type FormBody } from './answers.ts'
import type { FormCalls } from './calls.ts'
import type { SiteOfForm } from './steps.ts'
import { StudentForm } from './student-form.tsx'

const field = (name: string, label: string): SiteField => ({
  name,
  label,
  is_usual_label: false,
  help: null,
  is_required: false,
  control: 'text',
  choices: null,
  has_own_choices: false,
  is_number: false,
  coverage: null,
})
const page = {
  kind: 'enroll' as const,
  title: null,
  intro: '',
  steps: [
    { key: 'a', title: 'First', body: '', fields: [field('first_name', 'First name')] },
    { key: 'b', title: 'Second', body: '', fields: [field('city', 'City')] },
  ],
  attestations: [],
  notices: [],
  confirmation: '',
}
const receipt: FormReceipt = {
  confirmation_number: null,
  progress: 'in_progress',
  resume_token: 'the-token',
  expires_at: '2027-07-31T00:00:00Z',
}

/** After the deadline: the fee, the life events, and until when a cohort has time. */
interface Late {
  fee: string | null
  events: readonly QualifyingEvent[]
  others?: string
}

const siteOf = (late: Late | null): SiteOfForm => {
  const deadline = (name: string | null, day: string) => ({
    name,
    waiver_deadline_on: day,
    enrollment_closes_on: '2026-10-31',
  })
  return {
    plans: [],
    life_events: { kinds: [...(late?.events ?? [])], days: 31 },
    late_waiver_fee: late?.fee ?? null,
    today: '2026-11-28',
    deadlines: late?.others ? [deadline(null, '2026-09-15'), deadline('January start', late.others)] : [],
  }
}

/** Opens a form whose calls are noted. A call to save is answered when its function is called. */
const open = (
  token: string | null = null,
  late: Late | null = null,
  errors: Readonly<Record<string, string>> = {},
  more: readonly SiteField[] = [],
) => {
  const sent: { body: FormBody; token: string | null }[] = []
  const steps: unknown[] = []
  const answers: (() => void)[] = []
  const calls: FormCalls = {
    check: async () => ({ errors, refusals: [], late_fee: null, premiums: [] }),
    send: (body, known) => {
      sent.push({ body, token: known })
      return new Promise((resolve) => {
        answers.push(() => resolve({ ...receipt, confirmation_number: 'E-AAAA-BBBB' }))
      })
    },
    upload: async () => 'file',
    searchCompanies: async () => [],
    emailLink: async () => undefined,
    countStep: (reached) => void steps.push(reached),
    readProgress: async () => ({ outcomes: [], decide_by: '2026-11-24' }),
  }
  const shown = page.steps.map((step) =>
    step.key === 'b' ? { ...step, fields: [...step.fields, ...more] } : step,
  )
  const others = late?.others
  render(
    <StudentForm
      site={siteOf(late)}
      form={{
        page: { ...page, steps: shown, kind: late === null ? 'enroll' : 'waive' },
        closes_on: late === null ? '2099-01-01' : '2026-09-15',
        state: late === null || others !== undefined ? 'open' : 'late',
      }}
      language="en"
      calls={calls}
      start={{ ...emptyForm(['medical']), signature: 'Maya Thompson' }}
      token={token}
      fix={null}
    />,
  )
  return { sent, steps, answers }
}
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

test('steps that are answered faster than they’re saved are one form', async () => {
  const { sent, answers } = open()
  await press('Continue')
  await screen.findByRole('heading', { name: 'Second' })
  await press('Continue')
  await screen.findByRole('heading', { name: 'Check and sign' })
  await press('Submit')
  for (const number of [0, 1, 2]) {
    await waitFor(() => expect(answers).toHaveLength(number + 1))
    answers[number]?.()
  }
  await screen.findByRole('heading', { name: 'Your enrollment form was sent' })
  expect(sent.map(({ token, body }) => [token, body['progress']])).toEqual([
    [null, 'in_progress'],
    ['the-token', 'in_progress'],
    ['the-token', 'complete'],
  ])
})

test('a person to cover is checked with all that was typed', async () => {
  open(null, null, {}, [{ ...field('dependents', 'Dependents'), control: 'dependents' }])
  await press('Continue')
  await userEvent.click(await screen.findByRole('button', { name: 'Add a person' }))
  await userEvent.selectOptions(screen.getByLabelText('Relationship to you'), 'Spouse')
  await userEvent.type(screen.getByLabelText('First name'), 'Anna')
  await userEvent.type(screen.getByLabelText('Last name'), 'Chen')
  fireEvent.change(screen.getByLabelText(/^Date of birth/), { target: { value: '1999-01-02' } })
  await userEvent.type(screen.getByLabelText(/^SSN/), '123-45-6789')
  await userEvent.selectOptions(screen.getByLabelText(/^Gender/), 'X')
  await press('Continue')
  await screen.findByRole('heading', { name: 'Check and sign' })
  const told = screen.getByText('Person 1').nextElementSibling?.textContent
  expect(told).toBe('Anna Chen · Spouse · January 2, 1999 · •••-••-6789 · X')
})

test('a form says how long the page was open and what is in the field that people don’t see', async () => {
  const { sent } = open()
  await press('Continue')
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]?.body).toMatchObject({ left_empty: '', elapsed_seconds: expect.any(Number) })
})

test('a form that was saved before doesn’t say how long the page was open', async () => {
  const { sent } = open('known-token')
  await press('Continue')
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]?.token).toBe('known-token')
  expect(Object.keys(sent[0]?.body ?? {})).not.toContain('elapsed_seconds')
})

test('each step is counted once, however often it’s shown', async () => {
  const { steps } = open()
  await press('Continue')
  await screen.findByRole('heading', { name: 'Second' })
  await press('Back')
  await screen.findByRole('heading', { name: 'First' })
  await press('Continue')
  await screen.findByRole('heading', { name: 'Second' })
  expect(steps).toEqual([
    { form: 'enroll', step: 'step-a', is_first: true, language: 'en' },
    { form: 'enroll', step: 'step-b', is_first: false, language: 'en' },
  ])
})

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** The lines and sizes of the canvas that the last drawing was put on: jsdom has no canvas. */
const canvas = () => {
  const lines: string[] = []
  const sizes: number[][] = []
  // called with `new`
  vi.stubGlobal('Path2D', function (path: string) {
    lines.push(path)
  })
  const context = { fillRect: () => undefined, translate: () => undefined, stroke: () => undefined }
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation(
    // only what a drawing uses
    () => context as unknown as GPUCanvasContext,
  )
  vi.spyOn(HTMLCanvasElement.prototype, 'toDataURL').mockImplementation(function (this: HTMLCanvasElement) {
    sizes.push([this.width, this.height])
    return 'data:image/png;base64,iVBORw0KGgoAAAA='
  })
  // jsdom lays nothing out, and captures no pointer
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(100, 50, 300, 100))
  Element.prototype.setPointerCapture ??= () => undefined
  return { lines, sizes }
}
const area = () => screen.getByRole('img', { name: /drawn/ })
/** Draws a line through points of the area, which is shown at half its size. */
const draw = (...points: readonly (readonly [number, number])[]): void => {
  const at = ([x, y]: readonly [number, number]) => ({
    clientX: 100 + x / 2,
    clientY: 50 + y / 2,
    isPrimary: true,
    button: 0,
  })
  const [first = [0, 0], ...rest] = points
  fireEvent.pointerDown(area(), at(first))
  for (const point of rest) fireEvent.pointerMove(area(), at(point))
  fireEvent.pointerUp(area())
}
const lines = () => [...area().querySelectorAll('path')].map((path) => path.getAttribute('d'))

/** Goes to the last step. */
const openSigning = async () => {
  const form = open()
  for (const heading of ['Second', 'Check and sign']) {
    await press('Continue')
    await screen.findByRole('heading', { name: heading })
  }
  return form
}
/** Sends the form, whose earlier steps were saved. Returns its body. */
const submit = async ({ sent, answers }: ReturnType<typeof open>): Promise<FormBody | undefined> => {
  await press('Submit')
  for (const number of [0, 1, 2]) {
    await waitFor(() => expect(answers).toHaveLength(number + 1))
    answers[number]?.()
  }
  await screen.findByRole('heading', { name: 'Your enrollment form was sent' })
  return sent.at(-1)?.body
}

test('a signature that is drawn is sent with the form, without the empty space around it', async () => {
  const drawn = canvas()
  const form = await openSigning()
  await press('Draw your signature (optional)')
  draw([40, 60], [100, 20], [140, 60])
  draw([200, 90])
  expect(lines()).toEqual(['M40 60Q100 20 120 40Q140 60 140 60', 'M200 90l0.1 0'])
  expect(await submit(form)).toMatchObject({
    signature: 'Maya Thompson',
    drawn_signature: 'iVBORw0KGgoAAAA=',
  })
  expect(drawn.lines).toEqual(['M40 60Q100 20 120 40Q140 60 140 60', 'M200 90l0.1 0'])
  expect(drawn.sizes).toEqual([[172, 82]])
  // what was saved before has nothing of it
  expect(form.sent.map(({ body }) => 'drawn_signature' in body)).toEqual([false, false, true])
})

test('a line ends at the edge of the place to draw, and a second finger or mouse button draws nothing', async () => {
  canvas()
  await openSigning()
  await press('Draw your signature (optional)')
  draw([590, 190], [900, 500])
  fireEvent.pointerDown(area(), { isPrimary: false, button: 0, clientX: 120, clientY: 60 })
  fireEvent.pointerDown(area(), { isPrimary: true, button: 2, clientX: 120, clientY: 60 })
  expect(lines()).toEqual(['M590 190Q600 200 600 200'])
})

test('a drawing can be cleared and drawn again, and removed', async () => {
  const drawn = canvas()
  const form = await openSigning()
  await press('Draw your signature (optional)')
  draw([40, 60], [100, 20])
  await press('Clear')
  expect(lines()).toEqual([])
  draw([10, 10], [20, 20])
  expect(lines()).toHaveLength(1)
  await press('Remove the drawing')
  expect(screen.queryByRole('img')).toBeNull()
  expect(await submit(form)).toMatchObject({ signature: 'Maya Thompson', drawn_signature: null })
  expect(drawn.sizes).toEqual([])
})

test('a drawing is still there after a look at an earlier step', async () => {
  canvas()
  await openSigning()
  await press('Draw your signature (optional)')
  draw([40, 60], [100, 20])
  await press('Back')
  await press('Continue')
  await screen.findByRole('heading', { name: 'Check and sign' })
  expect(lines()).toHaveLength(1)
})

test('who uses a keyboard passes one button, and keeps the focus if they open and remove the drawing', async () => {
  const form = await openSigning()
  const name = screen.getByRole('textbox', { name: 'Your full name' })
  name.focus()
  await userEvent.tab()
  const open = screen.getByRole('button', { name: 'Draw your signature (optional)' })
  expect(document.activeElement).toBe(open)
  expect(screen.queryByRole('img')).toBeNull()
  await userEvent.keyboard('{Enter}')
  const remove = screen.getByRole('button', { name: 'Remove the drawing' })
  expect(document.activeElement).toBe(remove)
  await userEvent.keyboard('{Enter}')
  expect(document.activeElement?.textContent).toBe('Draw your signature (optional)')
  await userEvent.tab()
  expect(document.activeElement?.textContent).toBe('Submit')
  expect(await submit(form)).toMatchObject({ signature: 'Maya Thompson', drawn_signature: null })
})

test.each<[Late['fee'], Late['events'], string]>([
  ['75.00', [], 'A late fee of $75 applies.'],
  [
    '75.00',
    ['marriage'],
    'A late fee of $75 applies, unless something changed in your life in the last 31 days',
  ],
  [null, ['marriage'], 'You can still send this form if something changed in your life in the last 31 days'],
])(
  'after the deadline the form says what it takes to send it: fee %s, life events %j',
  (fee, events, text) => {
    open(null, { fee, events })
    const note = screen.getByText(/^The deadline was September 15, 2026\.$/).parentElement
    expect(note?.textContent).toContain(text)
    expect(note?.textContent.includes('You can still send')).toBe(fee === null)
  },
)

test.each<[Late['fee'], Late['events'], string]>([
  ['75.00', [], 'If your deadline has passed: A late fee of $75 applies.'],
  [null, ['marriage'], 'If your deadline has passed: You can still send this form if something changed'],
  [null, [], 'If your deadline has passed: You can’t send this form anymore.'],
])(
  'a form that only some students can still send on time says so before the first question: fee %s, events %j',
  (fee, events, text) => {
    open(null, { fee, events, others: '2027-01-31' })
    expect(screen.getByRole('heading', { name: 'Your deadline' })).toBeTruthy()
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'January start: Waive by January 31, 2027. 64 days left.',
      'Everyone else: The deadline was September 15, 2026.',
    ])
    expect(screen.getByText('If your deadline has passed:').parentElement?.textContent).toContain(text)
    const event = screen.queryByRole('combobox', { name: /What happened/ })
    expect(event?.textContent.startsWith('Nothing on this list')).toBe(events.length > 0 ? true : undefined)
  },
)

test('who is late for their own group goes back to the event, with the focus on what is wrong', async () => {
  const closed = 'This form closed on September 30, 2026.'
  open(null, null, { qualifying_event: closed })
  await press('Continue')
  const summary = await screen.findByRole('region', { name: 'Fix 1 answer' })
  expect(summary.textContent).toContain(closed)
  expect(document.activeElement).toBe(summary)
  expect(screen.queryByText(/The deadline was/)).toBeNull()
})
