import { coverageLabels, coverages } from '#contract/platform/coverage/choices.ts'
import { fieldsOf } from '#client/platform/ui/form/fields.ts'

/** The values of both policy year forms. */
export interface PeriodValues {
  name: string
  starts_on: string
  ends_on: string
  waiver_deadline_on: string
  medical_offered: boolean
  dental_offered: boolean
  vision_offered: boolean
}

const f = fieldsOf<PeriodValues>()

/** Renders name, dates and deadline. */
export const PeriodDates = () => (
  <>
    <f.Text name="name" label="Name" required autoComplete="off" maxLength={100} />
    <f.Date name="starts_on" label="Starts" required width="short" />
    <f.Date name="ends_on" label="Ends" required width="short" />
    <f.Date name="waiver_deadline_on" label="Waiver deadline" width="short" />
  </>
)

/** Renders the coverage types that the year offers. */
export const LinesOffered = () => (
  <fieldset className="col-span-6">
    <legend className="mb-1 text-label font-medium text-ink-2">Coverage offered</legend>
    <div className="flex flex-wrap gap-x-5 gap-y-1">
      {coverages.map((coverage) => (
        <f.Checkbox key={coverage} name={`${coverage}_offered`} label={coverageLabels[coverage]} />
      ))}
    </div>
  </fieldset>
)
