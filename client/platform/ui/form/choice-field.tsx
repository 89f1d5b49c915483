import { Combobox as Base } from '@base-ui/react/combobox'
import { useId, useState, type ClipboardEvent } from 'react'
import { Checkbox } from '../controls/checkbox.tsx'
import {
  Combobox,
  ComboboxPopup,
  isCalled,
  matching,
  type ComboboxOption,
  type ComboboxProps,
} from '../controls/combobox.tsx'
import { Field, FieldError, useFieldCombobox } from '../controls/field.tsx'
import { RadioGroup, type RadioOption } from '../controls/radio-group.tsx'
import { Select, type SelectOption } from '../controls/select.tsx'
import { cx } from '../styles/cx.ts'
import { useFormField, type FormFieldProps } from './use-form-field.ts'
import { useFirstError, Word, wordsClass, wordsIn } from './words-field.tsx'

type Value = string | number

const chosen = (options: readonly { readonly value: Value }[], value: unknown): Value | null =>
  options.find((option) => option.value === value)?.value ?? null

interface SelectFieldProps extends FormFieldProps {
  options: readonly SelectOption<Value>[]
  /** Adds an option with this text that clears the field. */
  emptyLabel?: string
}

/** Renders a form's choice of a few options; an empty choice is null. */
export const SelectField = (props: SelectFieldProps) => {
  const { value, onChange, onBlur, ref, disabled, frame } = useFormField(props, 'choice')
  const { options, emptyLabel } = props
  return (
    <Field {...frame}>
      <Select
        {...{ ref, options, onChange, onBlur, disabled }}
        value={chosen(options, value)}
        {...(emptyLabel === undefined ? {} : { emptyLabel })}
      />
    </Field>
  )
}

type ComboboxFieldProps = FormFieldProps &
  Pick<ComboboxProps<Value>, 'options' | 'chosen' | 'onSearch' | 'isSearching' | 'placeholder'>

/** Renders a form's choice of many options, found by typing; an empty choice is null. */
export const ComboboxField = (props: ComboboxFieldProps) => {
  const { value, onChange, onBlur, ref, disabled, frame } = useFormField(props, 'choice')
  const { options, chosen: saved, onSearch, isSearching, placeholder } = props
  return (
    <Field {...frame}>
      <Combobox
        {...{ ref, options, onChange, onBlur, disabled, onSearch, isSearching, placeholder }}
        chosen={saved}
        value={typeof value === 'number' || (typeof value === 'string' && value !== '') ? value : null}
      />
    </Field>
  )
}

type Option = ComboboxOption<string>

interface ChoicesFieldProps extends FormFieldProps {
  /** The options, found by label or by value: 'New York', 'ny'. */
  options: readonly Option[]
}

/** Renders a form's choice of several of many options: typed one by one or pasted together, removed one by one. */
export const ChoicesField = (props: ChoicesFieldProps) => {
  const { value, onChange, onBlur, ref, name, frame } = useFormField(props, 'choice')
  const { label } = frame
  const { options } = props
  const chosen = Array.isArray(value) ? value.map(String) : []
  return (
    <Field {...frame} error={useFirstError(name)}>
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
  // an option that no longer exists is shown by its value
  const labelOf = (value: string): string => options.find((option) => option.value === value)?.label ?? value
  const remove = (value: string): void => onChange(chosen.filter((one) => one !== value))
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
      <div data-focus-group className={wordsClass}>
        <ul aria-label={`Selected ${label}`} className="contents">
          {chosen.map((value) => (
            <Word key={value} word={labelOf(value)} onRemove={() => remove(value)} />
          ))}
        </ul>
        <Base.Input
          {...useFieldCombobox()}
          ref={inputRef}
          data-focus-home
          placeholder={chosen.length === 0 ? 'Search' : undefined}
          className="h-6 min-w-24 flex-1 bg-transparent px-1.5 outline-none"
          onKeyDown={({ key }) => {
            if (key === 'Backspace' && typed === '') onChange(chosen.slice(0, -1))
            // Escape first closes the list and clears the text
            if (key === 'Tab') take(wordsIn(typed))
          }}
          onPaste={paste}
          onBlur={() => {
            take(wordsIn(typed))
            onBlur()
          }}
        />
      </div>
      <ComboboxPopup emptyText="No matches" />
    </Base.Root>
  )
}

/** Handles the text typed or pasted next to the list of options. */
const useTyping = ({ options, chosen, onChange }: ChoicesProps) => {
  const [typed, setTyped] = useState('')
  /** Adds the options that the words match, and keeps the other words for the user to check. */
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

export interface ChecksFieldProps<T extends string> extends FormFieldProps {
  /** The options, in the order in which they are saved. */
  options: readonly T[]
  labels: Readonly<Record<T, string>>
  /** Shows the options in rows instead of columns. */
  isRow?: boolean
}

/** Renders a form's checkboxes for several of a few options. */
export const ChecksField = <T extends string>(props: ChecksFieldProps<T>) => {
  const { value, onChange, onBlur, ref, frame } = useFormField(props, 'choice')
  const { options, labels, isRow = false } = props
  const { label, hint, error, className } = frame
  const id = useId()
  const chosen: readonly unknown[] = Array.isArray(value) ? value : []
  const toggle = (option: T, isOn: boolean) =>
    onChange(options.filter((one) => (one === option ? isOn : chosen.includes(one))))
  return (
    <fieldset className={className} aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="mb-1 text-label font-medium text-ink-2">{label}</legend>
      <div
        className={cx(isRow ? 'flex flex-wrap gap-x-5 gap-y-0.5' : 'grid gap-x-5 gap-y-0.5 sm:grid-cols-2')}
      >
        {options.map((option, index) => (
          <Checkbox
            key={option}
            label={labels[option]}
            checked={chosen.includes(option)}
            onBlur={onBlur}
            onChange={({ target }) => toggle(option, target.checked)}
            {...(index === 0 ? { ref } : {})}
          />
        ))}
      </div>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      {hint && <p className="mt-1 text-label text-ink-3">{hint}</p>}
    </fieldset>
  )
}

/** Renders a form's yes or no. */
export const CheckboxField = (props: FormFieldProps) => {
  const { value, onChange, onBlur, name, ref, disabled, frame } = useFormField(props)
  const { label, hint, error, className } = frame
  return (
    <div className={className}>
      <Checkbox
        {...{ ref, label, hint, name, disabled, onBlur }}
        checked={value === true}
        onChange={(event) => onChange(event.target.checked)}
      />
      {error && <FieldError>{error}</FieldError>}
    </div>
  )
}

interface RadioFieldProps extends FormFieldProps {
  options: readonly RadioOption<string>[]
}

/** Renders a form's choice of a few visible options. */
export const RadioField = ({ options, ...props }: RadioFieldProps) => {
  const { value, onChange, frame } = useFormField(props, 'choice')
  const { label, error, className } = frame
  const present = options.find((option) => option.value === value)?.value ?? null
  return <RadioGroup {...{ label, className, options, error, onChange }} value={present} />
}

const yesNo = [
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
] as const

/** Renders a form's yes, no or no value. */
export const YesNoField = (props: FormFieldProps) => {
  const { value, onChange, onBlur, ref, disabled, frame } = useFormField(props, 'choice')
  const present = value === true ? 'yes' : value === false ? 'no' : null
  return (
    <Field {...frame}>
      <Select
        {...{ ref, onBlur, disabled }}
        options={yesNo}
        value={present}
        onChange={(next) => onChange(next === null ? null : next === 'yes')}
        {...(frame.required ? {} : { emptyLabel: 'No value' })}
      />
    </Field>
  )
}
