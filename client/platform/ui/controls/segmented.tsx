import { useId } from 'react'
import { cx } from '../styles/cx.ts'

interface SegmentedProps<V extends string> {
  label: string
  options: readonly { readonly value: V; readonly label: string }[]
  /** Null while nothing is chosen. */
  value: V | null
  onChange: (value: V) => void
}

/** Renders a choice of a few options in a row, with a label next to it. Native radios: arrow keys change it. */
export const Segmented = <V extends string>({ label, options, value, onChange }: SegmentedProps<V>) => {
  const name = useId()
  return (
    <fieldset className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
      <legend className="float-left text-label text-ink-2">{label}</legend>
      <div className="flex flex-wrap rounded-control bg-track p-0.5">
        {options.map((option) => (
          <label
            key={option.value}
            className={cx(
              'flex h-6 items-center rounded-[5px] px-2.5 text-label font-medium whitespace-nowrap has-focus-visible:outline-2 has-focus-visible:outline-ring coarse:h-9',
              option.value === value ? 'bg-raised text-ink shadow-control' : 'text-ink-2 hover:text-ink',
            )}
          >
            <input
              type="radio"
              name={name}
              className="sr-only"
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
