import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState, type FormEvent } from 'react'
import { expect, test, vi } from 'vitest'
import { Button } from './button.tsx'
import { Combobox } from './combobox.tsx'
import { SuggestInput } from './suggest-input.tsx'
import { DateInput } from './date-input.tsx'
import { Field } from './field.tsx'
import { FileDrop } from './file-drop.tsx'
import { SearchInput } from './search-input.tsx'
import { TextInput } from './text-input.tsx'
import { Tooltip } from '../overlays/tooltip.tsx'

test('a field wires its label, hint and error to the control', () => {
  render(
    <Field label="SSN" hint="Nine digits." error="The SSN has already been taken." required>
      <TextInput />
    </Field>,
  )
  const input = screen.getByLabelText(/SSN/)
  const described = (input.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.querySelector(`[id="${id}"]`)?.textContent)
  expect(described).toEqual(['The SSN has already been taken.', 'Nine digits.'])
  expect(input.getAttribute('aria-invalid')).toBe('true')
  expect(input.getAttribute('aria-required')).toBe('true')
})

test('a busy button keeps the focus and ignores presses', async () => {
  const onClick = vi.fn<() => void>()
  render(
    <Button busy onClick={onClick}>
      Save
    </Button>,
  )
  const button = screen.getByRole('button', { name: 'Save' })
  await userEvent.click(button)
  expect(document.activeElement).toBe(button)
  expect(onClick).not.toHaveBeenCalled()
})

const Birth = ({ told }: { told: (value: string) => void }) => {
  const [value, setValue] = useState('')
  return (
    <DateInput
      aria-label="Born"
      kind="birth"
      value={value}
      onChange={(next) => {
        setValue(next)
        told(next)
      }}
    />
  )
}

test('a date can be typed in any format and is shown as mm/dd/yyyy', async () => {
  const told = vi.fn<(value: string) => void>()
  render(<Birth told={told} />)
  const input = screen.getByLabelText<HTMLInputElement>('Born')
  await userEvent.type(input, '3/5/01')
  await userEvent.tab()
  expect(told).toHaveBeenLastCalledWith('2001-03-05')
  expect(input.value).toBe('03/05/2001')
})

test('text that isn’t a date is kept and isn’t treated as empty', async () => {
  const told = vi.fn<(value: string) => void>()
  render(<Birth told={told} />)
  const input = screen.getByLabelText<HTMLInputElement>('Born')
  await userEvent.type(input, '02/30/2001')
  await userEvent.tab()
  expect(told).toHaveBeenLastCalledWith('02/30/2001')
  expect(input.value).toBe('02/30/2001')
})

test('Escape clears a search before it closes a dialog', async () => {
  const onChange = vi.fn<(value: string) => void>()
  const outside = vi.fn<() => void>()
  window.addEventListener('keydown', outside)
  render(<SearchInput value="Nguyen" onChange={onChange} />)
  await userEvent.type(screen.getByRole('searchbox'), '{Escape}')
  window.removeEventListener('keydown', outside)
  expect(onChange).toHaveBeenCalledWith('')
  expect(outside).not.toHaveBeenCalled()
})

test('a file can be chosen, and the same file again', async () => {
  const onFile = vi.fn<(file: File) => void>()
  render(<FileDrop label="Choose a file" onFile={onFile} />)
  const file = new File(['a'], 'roster.csv', { type: 'text/csv' })
  await userEvent.upload(screen.getByLabelText('Choose a file'), file)
  await userEvent.upload(screen.getByLabelText('Choose a file'), file)
  expect(onFile).toHaveBeenCalledTimes(2)
})

test('a tooltip shows on hover, describes its anchor, and hides on leave, Escape, press and scroll', async () => {
  render(
    <Tooltip text="More acts">
      <button>More</button>
    </Tooltip>,
  )
  const button = screen.getByRole('button')
  const goes: readonly (() => void)[] = [
    () => fireEvent.pointerLeave(button),
    () => fireEvent.pointerDown(button),
    () => fireEvent.scroll(document.body),
    () => fireEvent.keyDown(document.body, { key: 'Escape' }),
  ]
  for (const go of goes) {
    fireEvent.pointerEnter(button, { pointerType: 'mouse' })
    const tip = await screen.findByRole('tooltip')
    expect(button.getAttribute('aria-describedby')).toBe(tip.id)
    go()
    expect(screen.queryByRole('tooltip')).toBeNull()
    expect(button.hasAttribute('aria-describedby')).toBe(false)
  }
})

test('blank text shows no tooltip', () => {
  render(
    <Tooltip text="">
      <button>More</button>
    </Tooltip>,
  )
  fireEvent.pointerEnter(screen.getByRole('button'), { pointerType: 'mouse' })
  expect(screen.queryByRole('tooltip')).toBeNull()
})

const Suggesting = ({ onChoose }: { onChoose?: (text: string) => void }) => {
  const [value, setValue] = useState('Law')
  return (
    <SuggestInput
      aria-label="Program"
      suggestions={['Law', 'Médecine', 'Pharmacy']}
      value={value}
      onChange={setValue}
      {...(onChoose ? { onChoose } : {})}
    />
  )
}
const suggested = () => screen.queryAllByRole('option').map(({ textContent }) => textContent)

test('the down arrow shows all suggestions, and Enter selects the first match', async () => {
  const onChoose = vi.fn<(text: string) => void>()
  render(<Suggesting onChoose={onChoose} />)
  const input = screen.getByLabelText<HTMLInputElement>('Program')
  input.focus()
  await userEvent.keyboard('{ArrowDown}')
  expect(suggested()).toEqual(['Law', 'Médecine', 'Pharmacy'])
  await userEvent.clear(input)
  await userEvent.type(input, 'mede')
  expect(suggested()).toEqual(['Médecine', 'Use “mede” anyway'])
  await userEvent.keyboard('{Enter}')
  expect(input.value).toBe('Médecine')
  expect(onChoose).toHaveBeenCalledWith('Médecine')

  // the list's spelling is used
  await userEvent.clear(input)
  await userEvent.type(input, 'law')
  await userEvent.tab()
  expect(input.value).toBe('Law')
})

test('a text that isn’t in the list is used only after the user confirms it', async () => {
  const onChoose = vi.fn<(text: string) => void>()
  render(<Suggesting onChoose={onChoose} />)
  const input = screen.getByLabelText<HTMLInputElement>('Program')
  await userEvent.clear(input)
  await userEvent.type(input, 'Archery')
  expect(suggested()).toEqual(['Use “Archery” anyway'])
  await userEvent.keyboard('{Enter}')
  expect(onChoose).not.toHaveBeenCalled()
  expect(screen.getByRole('status').textContent).toContain('“Archery” isn’t in the list and won’t be saved.')
  await userEvent.tab()
  expect(input.value).toBe('Archery')
  await userEvent.click(screen.getByRole('button', { name: 'Use “Archery” anyway' }))
  expect(onChoose).toHaveBeenCalledExactlyOnceWith('Archery')
  expect(screen.queryByRole('status')).toBeNull()
  expect(input.value).toBe('Archery')
})

test('the calendar’s weeks start on Sunday, and a selected day becomes the value', async () => {
  const told = vi.fn<(value: string) => void>()
  render(<Birth told={told} />)
  const input = screen.getByLabelText<HTMLInputElement>('Born')
  await userEvent.type(input, '03/05/2001')
  await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}')
  const month = await screen.findByRole('grid', { name: 'March 2001' })
  const heads = [...month.querySelectorAll('thead th')].map((head) => head.getAttribute('aria-label'))
  expect(heads).toEqual(['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'])
  // March 1, 2001 was a Thursday: the first row starts on February 25
  expect(month.querySelector('tbody button')?.textContent).toBe('25')
  await userEvent.click(screen.getByRole('button', { name: /March 17th, 2001/ }))
  expect(told).toHaveBeenLastCalledWith('2001-03-17')
  expect(input.value).toBe('03/17/2001')
  await waitFor(() => expect(screen.queryByRole('grid')).toBeNull())
})

/** A field with a value, whose search answers with new objects each time, as calls do. */
const Company = ({
  told,
  isSearching,
  value = 4,
}: {
  told: (value: number | null) => void
  isSearching?: boolean
  value?: number
}) => {
  const [typed, setTyped] = useState('')
  const found = ['Aetna', 'Cigna', 'Cigna Dental', 'Regence Cigna'].map((label, index) => ({
    value: index + 1,
    label,
  }))
  return (
    <Field label="Company">
      <Combobox
        options={
          isSearching ? found.slice(0, 2) : found.filter(({ label }) => label.toLowerCase().includes(typed))
        }
        chosen={{ value: 4, label: 'Regence' }}
        value={value}
        onChange={told}
        onSearch={setTyped}
        isSearching={isSearching}
      />
    </Field>
  )
}
const offered = () => screen.queryAllByRole('option').map(({ textContent }) => textContent)

test('what is typed over a value stays, and Enter chooses what was found, not that value', async () => {
  const told = vi.fn<(value: number | null) => void>()
  render(<Company told={told} />)
  const input = screen.getByLabelText<HTMLInputElement>('Company')
  expect(input.value).toBe('Regence')
  await userEvent.click(input)
  expect(offered()).toEqual(['Aetna', 'Cigna', 'Cigna Dental', 'Regence Cigna'])
  await userEvent.keyboard('cig')
  expect(input.value).toBe('cig')
  expect(offered()).toEqual(['Cigna', 'Cigna Dental', 'Regence Cigna'])
  await userEvent.keyboard('{Enter}')
  expect(told).toHaveBeenCalledExactlyOnceWith(2)
})

test('what is typed over a value stays, even if only an earlier search found the value', async () => {
  const told = vi.fn<(value: number | null) => void>()
  render(<Company told={told} value={2} />)
  const input = screen.getByLabelText<HTMLInputElement>('Company')
  expect(input.value).toBe('Cigna')
  await userEvent.click(input)
  await userEvent.keyboard('aet')
  expect([input.value, offered()]).toEqual(['aet', ['Aetna']])
  await userEvent.keyboard('x{Enter}')
  expect([input.value, offered(), told.mock.calls]).toEqual(['aetx', [], []])
})

test('while a search runs, Enter chooses nothing that doesn’t match what was typed, and saves nothing', async () => {
  const told = vi.fn<(value: number | null) => void>()
  const saved = vi.fn<(event: FormEvent) => void>((event) => event.preventDefault())
  render(
    <form onSubmit={saved}>
      <Company told={told} isSearching />
    </form>,
  )
  const input = screen.getByLabelText<HTMLInputElement>('Company')
  await userEvent.click(input)
  expect(offered()).toEqual(['Regence', 'Aetna', 'Cigna'])
  await userEvent.keyboard('cig')
  expect(offered()).toEqual(['Cigna'])
  await userEvent.keyboard('x')
  expect(offered()).toEqual([])
  expect(screen.getByText('Searching…')).toBeTruthy()
  await userEvent.keyboard('{Enter}')
  expect([told.mock.calls, saved.mock.calls, input.value]).toEqual([[], [], 'cigx'])
})

test('Enter pressed before the search is done chooses what is called what was typed, and nothing else', async () => {
  const told = vi.fn<(value: number | null) => void>()
  const { rerender } = render(<Company told={told} value={1} isSearching />)
  const input = screen.getByLabelText<HTMLInputElement>('Company')
  const searched = () => rerender(<Company told={told} value={1} />)
  await userEvent.click(input)
  await userEvent.keyboard('regence{Enter}')
  searched()
  // no one has seen it: only a name in full is as good as that
  expect([told.mock.calls, offered()]).toEqual([[], ['Regence Cigna']])
  rerender(<Company told={told} value={1} isSearching />)
  await userEvent.keyboard(' cigna{Enter}')
  searched()
  await waitFor(() => expect(told).toHaveBeenCalledExactlyOnceWith(4))
  await waitFor(() => expect(offered()).toEqual([]))
})

test('what is typed and left without a choice is named, unless it’s an option in full: that one is chosen', async () => {
  const told = vi.fn<(value: number | null) => void>()
  render(
    <>
      <Company told={told} value={1} />
      <button type="button">Next</button>
    </>,
  )
  const input = screen.getByLabelText<HTMLInputElement>('Company')
  const typeAndLeave = async (text: string) => {
    await userEvent.click(input)
    await userEvent.keyboard(text)
    await userEvent.tab()
  }
  await typeAndLeave('acme')
  expect(await screen.findByText('“acme” wasn’t chosen from the list. Aetna stays.')).toBeTruthy()
  await userEvent.click(input)
  await userEvent.keyboard('cig{Escape}')
  await userEvent.tab()
  expect(screen.queryByText(/wasn’t chosen/)).toBeNull()
  expect(told).not.toHaveBeenCalled()
  await typeAndLeave('cigna')
  await waitFor(() => expect(told).toHaveBeenCalledExactlyOnceWith(2))
  expect(screen.queryByText(/wasn’t chosen/)).toBeNull()
})
