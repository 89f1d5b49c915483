import { useId } from 'react'
import { formatCount } from '#client/platform/lib/format.ts'
import { Checkbox } from '#client/platform/ui/controls/checkbox.tsx'
import { FieldError } from '#client/platform/ui/controls/field.tsx'

interface SkipRejectedProps {
  /** How many rows of the file are rejected. */
  count: number
  /** Whether the rest of the file can be saved. */
  canSkip: boolean
  isChosen: boolean
  onChoose: (isChosen: boolean) => void
  /** Whether the user tried to go on without choosing. */
  isMissing: boolean
}

/** Renders the choice to save a file without its rejected rows, and asks for it if it’s missing. */
export const SkipRejected = ({ count, canSkip, isChosen, onChoose, isMissing }: SkipRejectedProps) => {
  const errorId = useId()
  return (
    <>
      {canSkip && (
        <Checkbox
          className="mt-1.5 text-ink"
          label={count === 1 ? 'Skip the rejected row' : `Skip the ${formatCount(count, 'rejected row')}`}
          checked={isChosen}
          aria-invalid={isMissing || undefined}
          aria-describedby={isMissing ? errorId : undefined}
          onChange={(event) => onChoose(event.target.checked)}
        />
      )}
      {isMissing && <FieldError id={errorId}>Select this to continue, or fix the file.</FieldError>}
    </>
  )
}
