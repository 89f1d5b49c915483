import type { Outcome } from '#contract/review/decisions/choices.ts'
import { reasonsFor } from '#contract/review/decisions/reasons.ts'
import { Checkbox } from '#client/platform/ui/controls/checkbox.tsx'
import { Field } from '#client/platform/ui/controls/field.tsx'
import { Textarea } from '#client/platform/ui/controls/textarea.tsx'
import { useScreenKeys } from '#client/platform/ui/focus/screen-keys.ts'
import { ButtonKey } from '#client/platform/ui/text/kbd.tsx'
import type { Choice } from './use-choices.ts'

/** What staff give as reasons for an outcome other than an approval. */
type GivenReasons = Pick<Choice, 'reason_codes' | 'note'>

interface ReasonFieldsProps {
  outcome: Outcome
  value: GivenReasons
  onChange: (value: GivenReasons) => void
  /** Whether 1 to 9 tick the first reasons. */
  hasKeys?: boolean | undefined
}

/** Renders the reasons of an outcome, with what the student reads, and a note; nothing for an approval. */
export const ReasonFields = (props: ReasonFieldsProps) => {
  const { outcome, value, onChange } = props
  if (outcome === 'approve') return null
  return (
    <>
      <Reasons {...props} />
      <Field
        label="Note to the student"
        required={value.reason_codes.includes('other')}
        hint="The student sees it with the reasons."
      >
        <Textarea
          rows={2}
          maxLength={2000}
          value={value.note}
          onChange={({ target }) => onChange({ ...value, note: target.value })}
        />
      </Field>
    </>
  )
}

const Reasons = ({ outcome, value: { reason_codes: codes, note }, onChange, hasKeys }: ReasonFieldsProps) => {
  const reasons = Object.entries(reasonsFor[outcome])
  const toggle = (code: string | undefined) => {
    if (code === undefined) return
    const others = codes.filter((one) => one !== code)
    onChange({ note, reason_codes: codes.includes(code) ? others : [...codes, code] })
  }
  const digits = reasons.slice(0, lastDigit).map((_, index) => String(index + 1))
  useScreenKeys('Review', [
    {
      keys: digits,
      label: 'Tick a reason',
      act: hasKeys ? (digit) => toggle(reasons[Number(digit) - 1]?.[0]) : undefined,
    },
  ])
  return (
    <fieldset>
      <legend className="mb-1 text-label font-medium text-ink-2">Reasons</legend>
      <div className="flex flex-col">
        {reasons.map(([code, { label, message }], index) => (
          <Checkbox
            key={code}
            label={
              <>
                {label} {hasKeys && index < lastDigit && <ButtonKey>{index + 1}</ButtonKey>}
              </>
            }
            hint={codes.includes(code) && message !== '' ? `Student sees: ${message}` : undefined}
            checked={codes.includes(code)}
            onChange={() => toggle(code)}
          />
        ))}
      </div>
    </fieldset>
  )
}

const lastDigit = 9
