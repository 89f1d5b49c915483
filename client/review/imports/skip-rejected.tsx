import { formatCount } from '#client/platform/lib/format.ts'
import { Checkbox } from '#client/platform/ui/controls/checkbox.tsx'

interface SkipRejectedProps {
  /** How many rows of the file are rejected. */
  count: number
  isChosen: boolean
  onChoose: (isChosen: boolean) => void
}

/** Renders the choice to save a file without its rejected rows. */
export const SkipRejected = ({ count, isChosen, onChoose }: SkipRejectedProps) => (
  <Checkbox
    className="text-ink"
    label={count === 1 ? 'Skip the rejected row' : `Skip the ${formatCount(count, 'rejected row')}`}
    checked={isChosen}
    onChange={(event) => onChoose(event.target.checked)}
  />
)
