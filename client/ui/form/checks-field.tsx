import { useId } from 'react'
import { Checkbox } from '../controls/checkbox.tsx'
import { cx } from '../cx.ts'
import { FieldError } from '../controls/field.tsx'
import { useFormField, type FormFieldProps } from './use-form-field.ts'

export interface ChecksFieldProps<T extends string> extends FormFieldProps {
  /** What can be chosen, in the order in which it is kept. */
  options: readonly T[]
  labels: Readonly<Record<T, string>>
  /** In a row that breaks, rather than in columns. */
  isRow?: boolean
}

/** Several of a few, all in sight, of a form. */
export const ChecksField = <T extends string>(props: ChecksFieldProps<T>) => {
  const { value, onChange, onBlur, ref, frame } = useFormField(props)
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
