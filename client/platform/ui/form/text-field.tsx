import { useEffect, useRef, useState, type HTMLInputAutoCompleteAttribute } from 'react'
import { useFormContext } from 'react-hook-form'
import { phoneText } from '#contract/platform/phone.ts'
import { DateInput } from '../controls/date-input.tsx'
import type { DateKind } from '../controls/date-text.ts'
import { Field, type FieldProps } from '../controls/field.tsx'
import { PasswordInput } from '../controls/password-input.tsx'
import { SuggestInput } from '../controls/suggest-input.tsx'
import { TextInput } from '../controls/text-input.tsx'
import { Textarea } from '../controls/textarea.tsx'
import type { RichTextEditorProps } from '../rich-text/editor.tsx'
import { RichTextEditor } from '../rich-text/later-editor.tsx'
import { useLeaveGuard } from './dirty-guard.ts'
import { asText, useFormField, type FormFieldProps } from './use-form-field.ts'

interface TextFieldProps extends FormFieldProps, Pick<FieldProps, 'aside' | 'hideLabel'> {
  type?: 'text' | 'email' | 'tel' | 'time' | 'url'
  autoComplete?: HTMLInputAutoCompleteAttribute
  inputMode?: 'text' | 'numeric' | 'decimal' | 'tel' | 'email'
  placeholder?: string
  maxLength?: number
}

/** Renders a form's one-line text. */
export const TextField = ({ aside, hideLabel = false, ...props }: TextFieldProps) => {
  const { value, frame, ...field } = useFormField(props)
  const { type = 'text', autoComplete, inputMode, placeholder, maxLength } = props
  return (
    <Field {...frame} {...{ aside, hideLabel }}>
      <TextInput
        {...field}
        {...{ type, autoComplete, inputMode, placeholder, maxLength }}
        value={asText(value)}
      />
    </Field>
  )
}

interface PasswordFieldProps extends FormFieldProps, Pick<FieldProps, 'aside'> {
  autoComplete: 'current-password' | 'new-password'
}

/** Renders a form's password; the form lists its key as literal. */
export const PasswordField = ({ aside, autoComplete, ...props }: PasswordFieldProps) => {
  const { value, frame, ...field } = useFormField(props)
  return (
    <Field {...frame} aside={aside}>
      <PasswordInput {...field} value={asText(value)} autoComplete={autoComplete} />
    </Field>
  )
}

interface TextareaFieldProps extends FormFieldProps {
  rows?: number
}

/** Renders a form's multi-line text. */
export const TextareaField = ({ rows = 3, ...props }: TextareaFieldProps) => {
  const { value, frame, ...field } = useFormField(props)
  return (
    <Field {...frame}>
      <Textarea {...field} value={asText(value)} rows={rows} />
    </Field>
  )
}

interface PhoneFieldProps extends FormFieldProps {
  /** The form's field with the country whose numbers need no code; without it, the U.S. */
  countryField?: string | undefined
}

/** Renders a form's phone number: typed in any common format, shown in the usual one when the field loses the focus. */
export const PhoneField = ({ countryField, ...props }: PhoneFieldProps) => {
  const { value, onBlur, frame, ...field } = useFormField(props)
  const form = useFormContext()
  const show = () =>
    import('./show-phone.ts').then(
      ({ showPhone }) => showPhone(form, props.name, countryField),
      // offline, the number stays as it was typed
      () => undefined,
    )
  return (
    <Field {...frame}>
      <TextInput
        {...field}
        type="tel"
        autoComplete="off"
        value={shownPhone(asText(value))}
        onBlur={() => {
          void show()
          onBlur()
        }}
        className="tabular"
      />
    </Field>
  )
}

/** Returns a saved number as it’s shown. A number without a country code stays as it’s typed. */
const shownPhone = (phone: string): string => (phone.startsWith('+') ? phoneText(phone) : phone)

interface SuggestFieldProps extends FormFieldProps {
  suggestions: readonly string[]
  /** Whether any text is a value, not only one of the list. */
  isFree?: boolean
  /** Saves digits as a number. */
  isNumber?: boolean
}

/** Renders a form's text field with suggestions. Leaving asks if a typed text isn't a value of the list yet. */
export const SuggestField = ({
  suggestions,
  isFree = false,
  isNumber = false,
  ...props
}: SuggestFieldProps) => {
  const [pending, setPending] = useState<string | null>(null)
  useLeaveGuard({
    isDirty: pending !== null,
    message: `“${pending ?? ''}” isn’t in the list and won’t be saved.`,
  })
  const { value, onChange, frame, ...field } = useFormField(props)
  const read = (text: string) => {
    if (!isNumber) return onChange(text)
    const digits = text.trim()
    onChange(/^\d+$/.test(digits) ? Number(digits) : digits === '' ? null : digits)
  }
  return (
    <Field {...frame}>
      <SuggestInput
        {...field}
        suggestions={suggestions}
        isFree={isFree}
        onPending={setPending}
        inputMode={isNumber ? 'numeric' : 'text'}
        value={asText(value)}
        onChange={read}
      />
    </Field>
  )
}

interface DateFieldProps extends FormFieldProps {
  kind?: DateKind
}

/** Renders a form's date: `YYYY-MM-DD` or ''. Text that isn't a date is kept and fails the contract's schema. */
export const DateField = ({ kind = 'other', ...props }: DateFieldProps) => {
  const { value, onChange, onBlur, ref, disabled, frame } = useFormField(props)
  return (
    <Field {...frame}>
      <DateInput {...{ ref, onChange, onBlur, kind, disabled }} value={asText(value)} />
    </Field>
  )
}

type RichTextFieldProps = FormFieldProps &
  Pick<
    RichTextEditorProps,
    'isWanted' | 'onEntered' | 'mentions' | 'mergeFields' | 'pickPicture' | 'profile' | 'limit'
  > & {
    hideLabel?: boolean
  }

/** Renders a form's rich text; the form lists its key as literal. '' for none. */
export const RichTextField = ({ hideLabel = false, ...props }: RichTextFieldProps) => {
  const { value, onChange, onBlur, ref, frame } = useFormField(props)
  const editor = useRef<HTMLDivElement>(null)
  // lets the form focus it like any other field
  useEffect(
    () => ref({ focus: () => editor.current?.querySelector<HTMLElement>('[contenteditable]')?.focus() }),
    [ref],
  )
  return (
    <Field {...frame} hideLabel={hideLabel}>
      <div ref={editor}>
        <RichTextEditor
          value={asText(value)}
          {...{ onChange, onBlur }}
          label={frame.label}
          mentions={props.mentions}
          mergeFields={props.mergeFields}
          pickPicture={props.pickPicture}
          {...(props.profile === undefined ? {} : { profile: props.profile })}
          {...(props.limit === undefined ? {} : { limit: props.limit })}
          {...(props.isWanted ? { isWanted: true, onEntered: props.onEntered } : {})}
        />
      </div>
    </Field>
  )
}
