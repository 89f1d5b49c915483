import type { Outcome } from '#contract/review/decisions/outcome-shapes.ts'
import { reasonsFor } from '#contract/review/decisions/reasons.ts'
import { Checkbox } from '#client/platform/ui/controls/checkbox.tsx'
import { Field } from '#client/platform/ui/controls/field.tsx'
import { Textarea } from '#client/platform/ui/controls/textarea.tsx'
import type { Choice } from './use-choices.ts'

/** What staff give as reasons for an outcome other than an approval. */
type Reasons = Pick<Choice, 'reason_codes' | 'note'>

interface ReasonFieldsProps {
  outcome: Outcome
  value: Reasons
  onChange: (value: Reasons) => void
}

/** Renders the reasons of an outcome, with what the student reads, and a note; nothing for an approval. */
export const ReasonFields = ({ outcome, value, onChange }: ReasonFieldsProps) => {
  const { reason_codes: codes, note } = value
  if (outcome === 'approve') return null
  const toggle = (code: string) =>
    onChange({
      note,
      reason_codes: codes.includes(code) ? codes.filter((one) => one !== code) : [...codes, code],
    })
  return (
    <>
      <fieldset>
        <legend className="mb-1 text-label font-medium text-ink-2">Reasons</legend>
        <div className="flex flex-col">
          {Object.entries(reasonsFor[outcome]).map(([code, { label, message }]) => (
            <Checkbox
              key={code}
              label={label}
              hint={codes.includes(code) && message !== '' ? `Student reads: ${message}` : undefined}
              checked={codes.includes(code)}
              onChange={() => toggle(code)}
            />
          ))}
        </div>
      </fieldset>
      <Field
        label="Note to the student"
        required={codes.includes('other')}
        hint="The student reads it with the reasons."
      >
        <Textarea
          rows={2}
          maxLength={2000}
          value={note}
          onChange={({ target }) => onChange({ reason_codes: codes, note: target.value })}
        />
      </Field>
    </>
  )
}
