import { fireEvent, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import type { FormFile } from '#contract/review/form-submissions/review-shapes.ts'
import type { SignedForm } from '#contract/review/form-submissions/shapes.ts'
import { EvidencePane, type Evidence } from './evidence-pane.tsx'

const content: SignedForm = {
  form_type: 'waiver',
  coverage_types: ['medical', 'dental'],
  answers: [
    { name: 'first_name', value: 'Maya' },
    { name: 'last_name', value: 'Park' },
    { name: 'ssn', value: '***-**-5678' },
    { name: 'medical_waive_insurance_company', value: 'Aetna' },
    { name: 'medical_waive_insurance_company_id', value: 3141 },
    { name: 'medical_waive_source_of_coverage', value: 'medicaid' },
    { name: 'medical_waive_subscriber_relation', value: 'self' },
  ],
  dependents: [
    { type: 'child', first_name: 'Kim', last_name: 'Park', gender: null, dob: '2020-01-02', ssn: null },
  ],
  attestations: [
    { key: 'true', label: 'What I wrote is true.', confirms: 'truth' },
    { key: 'old', label: 'An older statement.', confirms: null },
  ],
  signature: 'Maya R. Park',
  language: 'es',
  qualifying_event: 'loss_of_coverage',
  event_on: '2026-08-12',
}

const file = (id: number, more: Partial<FormFile>): FormFile => ({
  id,
  name: `file-${id}.png`,
  kind: 'insurance_card_front',
  media_type: 'image/png',
  size: 2048,
  created_at: '2026-08-20T15:00:00.000Z',
  url: `/api/form-files/${id}`,
  inline: true,
  ...more,
})

const form: Evidence = {
  form_type: 'waiver',
  submitted_at: '2026-08-20T15:00:00.000Z',
  match_method: 'sid_and_birth_date',
  content,
  drawn_signature: null,
  snapshot_number: 1,
  form_number: 3,
  waiver_rules_number: 2,
  files: [],
  appeal: null,
}

const card = file(1, {})
const pane = (more: Partial<Evidence> = {}) => render(<EvidencePane form={{ ...form, ...more }} />)
const part = (name: string) => within(screen.getByRole('region', { name }))
const valueIn = (title: string, label: string) =>
  part(title).getByText(label).parentElement?.querySelector('dd')?.textContent

// jsdom lays nothing out: every element is 400 by 300
beforeEach(() => {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 400, 300))
  vi.stubGlobal(
    'ResizeObserver',
    class {
      readonly observe: () => void
      constructor(tell: (entries: readonly unknown[]) => void) {
        this.observe = () => tell([])
      }
      disconnect(): void {}
    },
  )
  return () => vi.restoreAllMocks()
})

test('it shows what the student claims, with the missing parts in words', () => {
  pane()
  expect(valueIn('Medical insurance', 'Insurance company')).toBe('Aetna')
  expect(valueIn('Medical insurance', 'Source of coverage')).toBe('Medicaid')
  expect(valueIn('Medical insurance', 'Member ID')).toBe('Missing')
  expect(part('Medical insurance').queryByText('Group number')).toBeNull()
  expect(part('Dental insurance').getByText('The form has no answers about dental insurance.')).toBeTruthy()
  expect(valueIn('Student', 'Name')).toBe('Maya Park')
  expect(valueIn('Student', 'SSN')).toBe('***-**-5678')
  expect(valueIn('Life event', 'Date of event')).toBe('08/12/2026')
  expect(part('Dependents').getByText('Kim Park')).toBeTruthy()
  expect(document.body.textContent).not.toContain('3141')
})

test('each attestation says which requirement it answers', () => {
  pane()
  expect(
    part('Signature')
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['What I wrote is true.Answers: My answers are true', 'An older statement.'])
  expect(valueIn('Signature', 'Signed by')).toBe('Maya R. Park')
  expect(valueIn('Signature', 'Language')).toBe('Spanish')
})

test('a fixed form says its version, and one in progress that it isn’t signed', () => {
  const { unmount } = pane({ snapshot_number: 2 })
  expect(screen.getByText('Fixed, version 2')).toBeTruthy()
  unmount()
  const letters = [file(5, { kind: 'coverage_letter' }), file(6, { kind: 'coverage_letter' })]
  const answers = ['medical_waive_insurance_company', 'dependents']
  const view = pane({ snapshot_number: 2, files: letters, fixed: { answers, files: [6] } })
  expect(
    screen.getByText('Changed: medical insurance company and dependents. New: coverage letter.'),
  ).toBeTruthy()
  const shown = part('Coverage letter').getAllByRole('heading', { level: 2 })
  expect(shown.map(({ textContent }) => textContent)).toEqual([
    'Coverage letter, 1 of 2New',
    'Coverage letter, 2 of 2',
  ])
  view.unmount()
  pane({ content: null, snapshot_number: null })
  expect(screen.getByText('The student hasn’t signed this form yet.')).toBeTruthy()
  expect(screen.queryByText(/Fixed/)).toBeNull()
})

test('an appeal shows what the student wrote, and by when it’s decided', () => {
  const { unmount } = pane()
  expect(screen.queryByRole('region', { name: 'Appeal' })).toBeNull()
  unmount()
  pane({
    appeal: {
      coverage_types: ['medical'],
      comment: 'The deductible on my new card is $1,000.',
      created_at: '2026-09-01T15:00:00.000Z',
      due_on: '2026-09-15',
    },
  })
  expect(part('Appeal').getByText('The deductible on my new card is $1,000.')).toBeTruthy()
  expect(
    part('Appeal').getByText(/^For medical · September 1, 2026 .* · Decide by 09\/15\/2026$/),
  ).toBeTruthy()
})

test('a form without files says so', () => {
  pane()
  expect(screen.getByText('No documents were sent with this form.')).toBeTruthy()
})

test('files are in the order of their types, and a waiver says which side of the card wasn’t sent', () => {
  pane({
    files: [
      file(3, { kind: 'other', name: 'receipt.txt', media_type: 'text/plain', inline: false }),
      file(2, { kind: 'coverage_letter', name: 'letter.pdf', media_type: 'application/pdf' }),
      card,
      file(4, {}),
    ],
  })
  const documents = within(screen.getByRole('region', { name: 'Documents' }))
  expect(documents.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual([
    'Insurance card, front, 1 of 2',
    'Insurance card, front, 2 of 2',
    'Coverage letter',
    'receipt.txt',
  ])
  expect(documents.getByText('Not sent: Insurance card, back')).toBeTruthy()
  expect(screen.getByTitle('Coverage letter').getAttribute('src')).toContain('/api/form-files/2')
  expect(screen.getByRole('link', { name: 'Download receipt.txt' }).getAttribute('href')).toMatch(
    /\/api\/form-files\/3\?download=1$/,
  )
  expect(screen.queryByRole('link', { name: 'Open receipt.txt in a new tab' })).toBeNull()
})

const loadPicture = (): HTMLImageElement => {
  const picture = screen.getByRole<HTMLImageElement>('img', { name: 'Insurance card, front' })
  vi.spyOn(picture, 'naturalWidth', 'get').mockReturnValue(800)
  vi.spyOn(picture, 'naturalHeight', 'get').mockReturnValue(500)
  fireEvent.load(picture)
  return picture
}

test('buttons zoom and turn a picture, and fitting keeps it turned', async () => {
  pane({ files: [card] })
  const picture = loadPicture()
  expect(picture.style.width).toBe('400px')
  await userEvent.click(screen.getByRole('button', { name: 'Zoom in on Insurance card, front' }))
  expect(picture.style.width).toBe('500px')
  expect(screen.getByRole('status', { name: 'Zoom of Insurance card, front' }).textContent).toBe('125%')
  await userEvent.click(screen.getByRole('button', { name: 'Rotate Insurance card, front to the right' }))
  expect(picture.style.transform).toContain('rotate(90deg)')
  await userEvent.click(screen.getByRole('button', { name: 'Fit Insurance card, front' }))
  expect(picture.style.width).toBe('300px')
  expect(picture.style.transform).toContain('rotate(90deg)')
  await userEvent.click(screen.getByRole('button', { name: 'Rotate Insurance card, front to the left' }))
  expect(picture.style.transform).toContain('rotate(0deg)')
  const out = screen.getByRole('button', { name: 'Zoom out of Insurance card, front' })
  expect(out.getAttribute('aria-disabled')).toBe('true')
  await userEvent.click(out)
  expect(picture.style.width).toBe('400px')
})

test('the keys of a focused picture zoom and move it, and don’t reach the screen', async () => {
  const onScreen = vi.fn<(event: KeyboardEvent) => void>()
  document.addEventListener('keydown', onScreen)
  pane({ files: [card] })
  const picture = loadPicture()
  const box = screen.getByRole('group', { name: 'Picture: Insurance card, front' })
  box.focus()
  onScreen.mockClear()
  await userEvent.keyboard('++-')
  expect(picture.style.width).toBe('500px')
  await userEvent.keyboard('{ArrowRight}{ArrowDown}{ArrowDown}')
  expect([box.scrollLeft, box.scrollTop]).toEqual([60, 120])
  expect(onScreen).not.toHaveBeenCalled()
  await userEvent.keyboard('j')
  expect(onScreen).toHaveBeenCalledOnce()
  document.removeEventListener('keydown', onScreen)
})

test('Ctrl and the wheel zoom only the picture that has the focus', () => {
  pane({ files: [card] })
  const picture = loadPicture()
  const box = screen.getByRole('group', { name: 'Picture: Insurance card, front' })
  expect(fireEvent.wheel(box, { deltaY: -100, ctrlKey: true })).toBe(true)
  expect(picture.style.width).toBe('400px')
  box.focus()
  expect(fireEvent.wheel(box, { deltaY: -100 })).toBe(true)
  expect(fireEvent.wheel(box, { deltaY: -100, ctrlKey: true })).toBe(false)
  expect(picture.style.width).toBe('500px')
})

test('each picture has its own zoom', async () => {
  pane({ files: [card, file(2, { kind: 'insurance_card_back' })] })
  await userEvent.click(screen.getByRole('button', { name: 'Zoom in on Insurance card, back' }))
  expect(screen.getByRole('status', { name: 'Zoom of Insurance card, back' }).textContent).toBe('125%')
  expect(screen.getByRole('status', { name: 'Zoom of Insurance card, front' }).textContent).toBe('100%')
})

test('a picture that can’t be shown offers the download', () => {
  pane({ files: [card] })
  fireEvent.error(screen.getByRole('img', { name: 'Insurance card, front' }))
  expect(screen.getByText('This picture can’t be shown here. Download it to open it.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Download Insurance card, front' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Zoom/ })).toBeNull()
})

test('an appeal has its comment and the files that came with it', () => {
  pane({
    appeal: {
      comment: 'My plan covers the whole year.',
      created_at: '2026-11-20T15:00:00.000Z',
      due_on: '2026-12-04',
      files: [file(7, { name: 'letter.pdf' })],
      coverage_types: ['medical'],
      open_coverages: ['medical'],
      own_declines: [],
    },
  })
  expect(part('Appeal').getByText('My plan covers the whole year.')).toBeTruthy()
  expect(part('Appeal').getByText('Sent with the appeal: letter.pdf')).toBeTruthy()
})

test('a form without an appeal says nothing about one', () => {
  pane({ appeal: null })
  expect(screen.queryByRole('region', { name: /Appeal/ })).toBeNull()
})

test('a signature that the student drew appears below their typed name', () => {
  pane({ drawn_signature: 'iVBORw0KGgo=' })
  const picture = part('Signature').getByRole('img', { name: 'Signature drawn by Maya R. Park' })
  expect(picture.getAttribute('src')).toBe('data:image/png;base64,iVBORw0KGgo=')
  const name = part('Signature').getByText('Maya R. Park')
  expect(name.compareDocumentPosition(picture)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})

test('without a drawn signature there is no picture', () => {
  pane()
  expect(part('Signature').queryByRole('img')).toBeNull()
})
