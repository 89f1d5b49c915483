import { useId, type ReactNode } from 'react'
import { FieldError } from './field.tsx'

export interface RadioOption<V extends string> {
  readonly value: V
  readonly label: ReactNode
  readonly hint?: ReactNode
}

interface RadioGroupProps<V extends string> {
  label: ReactNode
  options: readonly RadioOption<V>[]
  value: V | null
  onChange: (value: V) => void
  error?: string | undefined
  className?: string
}

/** Renders a choice of a few visible options. Native radios, so arrow keys move within the group. */
export const RadioGroup = <V extends string>(props: RadioGroupProps<V>) => {
  const { label, options, value, onChange, error, className } = props
  const name = useId()
  return (
    <fieldset className={className} aria-describedby={error ? `${name}-error` : undefined}>
      <legend className="mb-1 text-label font-medium text-ink-2">{label}</legend>
      <div className="flex flex-col gap-1">
        {options.map((option) => (
          <label key={option.value} className="flex min-h-6 items-start gap-2 py-0.5">
            <span className="flex h-5 items-center">
              <input
                type="radio"
                name={name}
                value={option.value}
                checked={option.value === value}
                onChange={() => onChange(option.value)}
                className="radio-glyph size-3.5 shrink-0 appearance-none rounded-full bg-raised shadow-[0_0_0_1px_var(--line-box)] checked:bg-accent checked:shadow-[0_0_0_1px_var(--accent)] coarse:size-4.5"
              />
            </span>
            <span className="min-w-0">
              {option.label}
              {option.hint && <span className="block text-label text-ink-3">{option.hint}</span>}
            </span>
          </label>
        ))}
      </div>
      {error && <FieldError id={`${name}-error`}>{error}</FieldError>}
    </fieldset>
  )
}
