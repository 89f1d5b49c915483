import type { FieldPath, FieldValues } from 'react-hook-form'
import { coverageLabels, coverages } from '#contract/coverage/choices.ts'
import { DateField } from '#client/ui/form/date-field.tsx'
import { TextField } from '#client/ui/form/text-field.tsx'
import { CheckboxField } from '#client/ui/form/toggle-field.tsx'
import type { RecordForm } from '#client/ui/form/use-record-form.ts'

/** What both forms of a policy year hold. */
export interface PeriodValues extends FieldValues {
  name: string
  starts_on: string
  ends_on: string
  waiver_deadline_on: string
  medical_offered: boolean
  dental_offered: boolean
  vision_offered: boolean
}

interface PartProps<V extends PeriodValues> {
  form: RecordForm<V>
}

// The fields of PeriodValues are paths of whatever extends it.
const path = <V extends PeriodValues>(name: keyof PeriodValues & string) => name as FieldPath<V>

/** Name, dates and deadline. */
export const PeriodDates = <V extends PeriodValues>({ form }: PartProps<V>) => (
  <>
    <TextField
      form={form}
      name={path<V>('name')}
      label="Name"
      required
      autoComplete="off"
      maxLength={100}
      className="col-span-6"
    />
    <DateField
      form={form}
      name={path<V>('starts_on')}
      label="Starts"
      required
      className="col-span-3 sm:col-span-2"
    />
    <DateField
      form={form}
      name={path<V>('ends_on')}
      label="Ends"
      required
      className="col-span-3 sm:col-span-2"
    />
    <DateField
      form={form}
      name={path<V>('waiver_deadline_on')}
      label="Waiver deadline"
      className="col-span-3 sm:col-span-2"
    />
  </>
)

/** The lines of coverage that the year offers. */
export const LinesOffered = <V extends PeriodValues>({ form }: PartProps<V>) => (
  <fieldset className="col-span-6">
    <legend className="mb-1 text-label font-medium text-ink-2">Lines offered</legend>
    <div className="flex flex-wrap gap-x-5 gap-y-1">
      {coverages.map((coverage) => (
        <CheckboxField
          key={coverage}
          form={form}
          name={path<V>(`${coverage}_offered`)}
          label={coverageLabels[coverage]}
        />
      ))}
    </div>
  </fieldset>
)
