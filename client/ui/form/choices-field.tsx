import { Combobox as Base } from '@base-ui/react/combobox'
import { useRef, useState, type ClipboardEvent } from 'react'
import { ComboboxPopup, type ComboboxOption } from '../controls/combobox.tsx'
import { Field, useFieldCombobox } from '../controls/field.tsx'
import { useFormField, type FormFieldProps } from './use-form-field.ts'
import { useFirstError, Word, wordsClass, wordsIn } from './words-field.tsx'

type Option = ComboboxOption<string>

export interface ChoicesFieldProps extends FormFieldProps {
  /** What can be chosen; found by label or by value: 'New York', 'ny'. */
  options: readonly Option[]
}

/** Several of many, of a form: found by typing one after another, pasted together, taken away one by one. */
export const ChoicesField = (props: ChoicesFieldProps) => {
  const { value, onChange, onBlur, ref, name, frame } = useFormField(props)
  const { label } = frame
  const { options } = props
  const chosen = Array.isArray(value) ? value.map(String) : []
  return (
    <Field {...frame} error={useFirstError(name, label)}>
      <Choices {...{ label, options, chosen, onChange, onBlur }} inputRef={ref} />
    </Field>
  )
}

interface ChoicesProps {
  label: string
  options: readonly Option[]
  chosen: readonly string[]
  onChange: (values: readonly string[]) => void
  onBlur: () => void
  inputRef: (element: HTMLInputElement | null) => void
}

const Choices = (props: ChoicesProps) => {
  const { label, options, chosen, onChange, onBlur, inputRef } = props
  const { typed, setTyped, take, paste } = useTyping(props)
  const input = useRef<HTMLInputElement>(null)
  // what is not known any more stands by its own name
  const labelOf = (value: string): string => options.find((option) => option.value === value)?.label ?? value
  const remove = (value: string): void => {
    onChange(chosen.filter((one) => one !== value))
    input.current?.focus()
  }
  return (
    <Base.Root<Option, true>
      multiple
      items={matching(options, typed)}
      filter={null}
      value={chosen.map((value) => ({ value, label: labelOf(value) }))}
      onValueChange={(next) => onChange(next.map(({ value }) => value))}
      inputValue={typed}
      onInputValueChange={setTyped}
      isItemEqualToValue={(a, b) => a.value === b.value}
      autoHighlight
    >
      <div className={wordsClass}>
        <ul aria-label={`${label} so far`} className="contents">
          {chosen.map((value) => (
            <Word key={value} word={labelOf(value)} onRemove={() => remove(value)} />
          ))}
        </ul>
        <Base.Input
          {...useFieldCombobox()}
          ref={(element) => {
            input.current = element
            inputRef(element)
          }}
          placeholder={chosen.length === 0 ? 'Type to find' : undefined}
          className="h-6 min-w-24 flex-1 bg-transparent px-1.5 outline-none"
          onKeyDown={({ key }) => {
            if (key === 'Backspace' && typed === '') onChange(chosen.slice(0, -1))
            // the list closes first, and empties the line
            if (key === 'Tab') take(wordsIn(typed))
          }}
          onPaste={paste}
          onBlur={() => {
            take(wordsIn(typed))
            onBlur()
          }}
        />
      </div>
      <ComboboxPopup emptyText="Nothing matches" />
    </Base.Root>
  )
}

/** What is typed or pasted beside the list of choices. */
const useTyping = ({ options, chosen, onChange }: ChoicesProps) => {
  const [typed, setTyped] = useState('')
  /** Adds what words call, and leaves the others to be looked at. */
  const take = (words: readonly string[]): void => {
    const optionOf = (word: string) => options.find((option) => isCalled(option, word))
    const found = words.flatMap((word) => optionOf(word)?.value ?? [])
    if (found.length > 0) onChange([...new Set([...chosen, ...found])])
    setTyped(words.filter((word) => !optionOf(word)).join(', '))
  }
  const paste = (event: ClipboardEvent): void => {
    const words = wordsIn(event.clipboardData.getData('text'))
    if (words.length < 2) return
    event.preventDefault()
    take(words)
  }
  return { typed, setTyped, take, paste }
}

const folded = (text: string): string => text.trim().toLowerCase()

const isCalled = ({ value, label }: Option, word: string): boolean =>
  [value, label].some((name) => folded(name) === folded(word))

/** What fits what is typed: first what is called so, then what begins so, then what has it anywhere. */
const matching = (options: readonly Option[], typed: string): readonly Option[] => {
  const text = folded(typed)
  const rankOf = (option: Option): number =>
    isCalled(option, text) ? 0 : folded(option.label).startsWith(text) ? 1 : 2
  return options
    .filter((option) => isCalled(option, text) || folded(option.label).includes(text))
    .toSorted((one, other) => rankOf(one) - rankOf(other))
}
