import { X } from 'lucide-react'
import { useState, type ClipboardEvent, type KeyboardEvent } from 'react'
import { get, useFormState } from 'react-hook-form'
import { controlClass } from '../controls/control.ts'
import { cx } from '../styles/cx.ts'
import { Field, useFieldControl } from '../controls/field.tsx'
import { useFormField, type FormFieldProps } from './use-form-field.ts'
import { Truncate } from '../overlays/truncate.tsx'

/** Splits typed or pasted text into words at lines and commas. */
export const wordsIn = (text: string): string[] =>
  text
    .split(/[\n,;\t]+/)
    .map((word) => word.trim())
    .filter((word) => word !== '')

/** Adds words to a list, each once, ignoring case. */
export const withWords = (list: readonly string[], words: readonly string[]): string[] => {
  const seen = new Set(list.map((word) => word.toLowerCase()))
  const fresh = words.filter((word) => !seen.has(word.toLowerCase()) && seen.add(word.toLowerCase()))
  return [...list, ...fresh]
}

interface WordsFieldProps extends FormFieldProps {
  /** Returns the saved value of a word, for example a number or a code; the word itself by default. */
  keepAs?: (word: string) => string | number
}

/**
 * Renders a form's list of short texts: typed with Enter or a comma after each or pasted together, removed one by
 * one.
 */
export const WordsField = ({ keepAs = String, ...props }: WordsFieldProps) => {
  const { value, onChange, onBlur, ref, name, frame } = useFormField(props)
  const { label } = frame
  const list = Array.isArray(value) ? value.map(String) : []
  return (
    <Field {...frame} error={useFirstError(name)}>
      <Words
        {...{ label, list, onBlur }}
        // a number and its text are the same word
        onChange={(words) => onChange([...new Set(words.map(keepAs))])}
        inputRef={ref}
      />
    </Field>
  )
}

/** Renders the words and the input for the next one. */
export const wordsClass = cx(
  controlClass,
  'flex min-h-8 flex-wrap items-center gap-1 p-1 focus-within:outline-2 focus-within:-outline-offset-1 focus-within:outline-ring focus-within:outline-solid',
)

/** Returns the error of the list, or of its first wrong word. */
export const useFirstError = (name: string): string | undefined => {
  const { errors } = useFormState({ name })
  const found: unknown = get(errors, name)
  const all = Array.isArray(found) ? found : [found]
  const messages = all.map((one: unknown): unknown => Reflect.get(Object(one), 'message'))
  return messages.find((message) => typeof message === 'string')
}

interface WordsProps {
  label: string
  list: readonly string[]
  onChange: (list: string[]) => void
  onBlur: () => void
  inputRef: (element: HTMLInputElement | null) => void
}

const Words = ({ label, list, onChange, onBlur, inputRef }: WordsProps) => {
  const [typed, setTyped] = useState('')
  const take = (text: string) => {
    setTyped('')
    if (wordsIn(text).length > 0) onChange(withWords(list, wordsIn(text)))
  }
  return (
    <div data-focus-group className={wordsClass}>
      <ul aria-label={`Selected ${label}`} className="contents">
        {list.map((word) => (
          <Word key={word} word={word} onRemove={() => onChange(list.filter((one) => one !== word))} />
        ))}
      </ul>
      <input
        {...useFieldControl()}
        ref={inputRef}
        data-focus-home
        value={typed}
        autoComplete="off"
        className="h-6 min-w-24 flex-1 bg-transparent px-1.5 outline-none"
        onChange={({ target }) => (target.value.endsWith(',') ? take(target.value) : setTyped(target.value))}
        onKeyDown={(event) => pressKey(event, { typed, list, take, onChange })}
        onPaste={(event) => pasteWords(event, take)}
        onBlur={() => {
          take(typed)
          onBlur()
        }}
      />
    </div>
  )
}

/** Renders a word with its remove button. */
export const Word = ({ word, onRemove }: { word: string; onRemove: () => void }) => (
  <li className="flex h-6 max-w-full items-center rounded-[4px] bg-neutral-soft pl-1.5 text-label text-neutral-text">
    <Truncate>{word}</Truncate>
    <button
      type="button"
      aria-label={`Remove ${word}`}
      className="grid size-6 shrink-0 place-items-center rounded-[4px] hover:bg-pressed"
      onClick={onRemove}
    >
      <X size={12} aria-hidden />
    </button>
  </li>
)

interface Typing {
  readonly typed: string
  readonly list: readonly string[]
  readonly take: (text: string) => void
  readonly onChange: (list: string[]) => void
}

/**
 * Enter adds the typed word (and submits the form only if there is none); Backspace in an empty input removes the
 * last word.
 */
const pressKey = (event: KeyboardEvent, { typed, list, take, onChange }: Typing): void => {
  if (event.key === 'Enter' && typed.trim() !== '') {
    event.preventDefault()
    take(typed)
  }
  if (event.key === 'Backspace' && typed === '') onChange(list.slice(0, -1))
}

/** Pasting several words adds them all; one word is pasted as text. */
const pasteWords = (event: ClipboardEvent, take: (text: string) => void): void => {
  const text = event.clipboardData.getData('text')
  if (wordsIn(text).length < 2) return
  event.preventDefault()
  take(text)
}
