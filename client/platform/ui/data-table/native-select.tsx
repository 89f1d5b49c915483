import { controlClass, lineClass } from '../controls/control.ts'
import { cx } from '../styles/cx.ts'

interface NativeSelectProps {
  label: string
  value: string
  options: readonly (readonly [string, string])[]
  onChange: (value: string) => void
}

/** Renders the browser's own select, which needs no popup inside a popover. */
export const NativeSelect = ({ label, value, options, onChange }: NativeSelectProps) => (
  <select
    aria-label={label}
    value={value}
    className={cx(controlClass, lineClass)}
    onChange={(event) => onChange(event.target.value)}
  >
    {options.map(([key, words]) => (
      <option key={key} value={key}>
        {words}
      </option>
    ))}
  </select>
)
