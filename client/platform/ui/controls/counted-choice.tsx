import { formatNumber } from '#client/platform/lib/format.ts'
import { Button } from './button.tsx'

interface CountedChoiceProps<V extends string> {
  /** The name of the choice, for screen readers. */
  label: string
  values: readonly V[]
  labels: Readonly<Record<V, string>>
  /** How many rows have each value. A value of none isn’t offered unless it’s chosen. */
  counts: Readonly<Partial<Record<V, number>>>
  total: number
  /** The chosen value; null for all. */
  value: V | null
  onChange: (value: V | null) => void
}

/** Renders a button for all rows of a table and one for each value, each with its number. */
export const CountedChoice = <V extends string>(props: CountedChoiceProps<V>) => {
  const { label, values, labels, counts, total, value, onChange } = props
  const offered = values.filter((one) => one === value || (counts[one] ?? 0) > 0)
  return (
    <fieldset aria-label={label} className="mb-3 flex flex-wrap gap-2">
      <Choice label="All" quantity={total} isChosen={value === null} onChoose={() => onChange(null)} />
      {offered.map((one) => (
        <Choice
          key={one}
          label={labels[one]}
          quantity={counts[one] ?? 0}
          isChosen={one === value}
          onChoose={() => onChange(one)}
        />
      ))}
    </fieldset>
  )
}

interface ChoiceProps {
  label: string
  quantity: number
  isChosen: boolean
  onChoose: () => void
}

const Choice = ({ label, quantity, isChosen, onChoose }: ChoiceProps) => (
  <Button size="sm" variant={isChosen ? 'secondary' : 'ghost'} aria-pressed={isChosen} onClick={onChoose}>
    {label} <span className="tabular text-ink-3">{formatNumber(quantity)}</span>
  </Button>
)
