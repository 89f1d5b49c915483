import { ArrowRight } from 'lucide-react'
import { cx } from '#client/platform/ui/styles/cx.ts'
import { CoveragePill } from '#client/platform/coverage/coverage-pill.tsx'
import { fieldLabel } from '#client/platform/record/field-text.ts'
import type { SetupField } from './setup-text.ts'
import { isNone, statusIn, valueWords, type PlainValue } from '#client/platform/record/field-value.ts'

interface Change {
  readonly field: string
  readonly before: PlainValue
  readonly after: PlainValue
}

interface FieldChangeProps {
  change: Change
  /** The texts of a field that isn’t one of a record. */
  texts?: SetupField | undefined
}

/** Renders a changed field: label, old → new value; coverage statuses as pills. */
export const FieldChange = ({ change: { field, before, after }, texts }: FieldChangeProps) => (
  <span className="flex min-w-0 flex-wrap items-center gap-x-1.5 gap-y-0.5">
    <span className="text-ink-2">{texts?.label ?? fieldLabel(field)}</span>
    {!isNone(before) && (
      <>
        <Value {...{ field, texts }} value={before} isPast />
        <ArrowRight size={13} aria-hidden className="shrink-0 text-ink-3" />
        <span className="sr-only">changed to</span>
      </>
    )}
    <Value {...{ field, texts }} value={after} />
  </span>
)

interface ValueProps {
  field: string
  value: PlainValue
  texts: SetupField | undefined
  isPast?: boolean
}

const Value = ({ field, value, texts, isPast = false }: ValueProps) => {
  const status = statusIn(field, value)
  if (status !== null) return <CoveragePill status={status} short />
  return (
    <span
      className={cx(
        'tabular min-w-0 break-words',
        isPast ? 'text-ink-3 line-through decoration-ink-3/60' : isNone(value) ? 'text-ink-3' : 'text-ink',
      )}
    >
      {texts ? texts.value(value) : valueWords(field, value)}
    </span>
  )
}
