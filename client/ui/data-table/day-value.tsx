import { anchorLabels, calendarAnchors, isRelativeDay, type Anchor } from '#contract/relative-day.ts'
import { DateInput } from '../controls/date-input.tsx'
import { TextInput } from '../controls/text-input.tsx'
import { NativeSelect } from './native-select.tsx'
import type { Operand } from './types.ts'

interface DayValueProps {
  label: string
  anchors: readonly Anchor[] | undefined
  value: Operand
  onChange: (value: Operand) => void
}

const exact = 'exact'

/** A day: of the calendar, or so many days from one that moves. */
export const DayValue = ({ label, anchors = calendarAnchors, value, onChange }: DayValueProps) => {
  const relative = isRelativeDay(value) ? value : null
  const turn = (kind: string) => {
    const anchor = anchors.find((one) => one === kind)
    onChange(anchor ? { relative: anchor } : '')
  }
  return (
    <div className="flex min-w-0 flex-1 flex-col gap-1.5">
      <NativeSelect
        label={`${label}: which day`}
        value={relative?.relative ?? exact}
        options={[[exact, 'A date'], ...anchors.map((anchor) => [anchor, anchorLabels[anchor]] as const)]}
        onChange={turn}
      />
      {relative ? (
        <OffsetInput
          label={label}
          offset={relative.offset ?? 0}
          onChange={(offset) =>
            onChange({ relative: relative.relative, ...(offset === 0 ? {} : { offset }) })
          }
        />
      ) : (
        <DateInput
          aria-label={label}
          value={typeof value === 'string' ? value : ''}
          onChange={onChange}
          className="w-full!"
        />
      )}
    </div>
  )
}

/** Days: as many as ten years either way. */
const farthest = 3660

const OffsetInput = ({
  label,
  offset,
  onChange,
}: {
  label: string
  offset: number
  onChange: (offset: number) => void
}) => (
  <span className="flex items-center gap-2 text-label text-ink-2">
    <TextInput
      type="number"
      aria-label={`${label}: days after it, below zero before it`}
      value={offset}
      min={-farthest}
      max={farthest}
      className="w-20!"
      onChange={(event) => {
        const days = Math.round(Number(event.target.value))
        onChange(Math.min(farthest, Math.max(-farthest, Number.isFinite(days) ? days : 0)))
      }}
    />
    days after it (−7: before)
  </span>
)
