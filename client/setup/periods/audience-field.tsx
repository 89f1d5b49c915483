import { Users } from 'lucide-react'
import { useId, useState } from 'react'
import { get, useFormState, useWatch, type FieldValues } from 'react-hook-form'
import { audience, type Audience } from '#contract/setup/period-documents/audience.ts'
import { academicStatuses, academicStatusLabels } from '#contract/platform/record/student-period-choices.ts'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { FieldError } from '#client/platform/ui/controls/field.tsx'
import { useFieldLabel, widths, type FormFieldProps } from '#client/platform/ui/form/use-form-field.ts'
import { audienceText, readYear } from './audience-text.ts'
import { fieldsOf } from '#client/platform/ui/form/fields.ts'

const f = fieldsOf<FieldValues>()

export interface AudienceFieldProps extends Pick<FormFieldProps, 'name' | 'label' | 'width'> {
  /** A shorter visible label if the context says the rest: 'For'. */
  lead?: string
}

/** Renders an audience as text, with a button to edit it. */
export const AudienceField = (props: AudienceFieldProps) => {
  const { name, width = 'full' } = props
  const label = useFieldLabel(name, props.label)
  const { lead = label } = props
  const id = useId()
  const error = useGroupError(name)
  const value: unknown = useWatch({ name })
  const [isWanted, setWanted] = useState(false)
  const isOpen = isWanted || error.isWithin
  const verb = isOpen ? 'Close' : 'Change'
  const read = audience.safeParse(value)
  return (
    // the visible label alone would be the same for every audience on a screen
    <fieldset
      aria-label={label}
      aria-describedby={error.own ? `${id}-error` : undefined}
      className={widths[width]}
    >
      <div className="flex min-h-8 flex-wrap items-center gap-x-2 gap-y-1">
        <Users size={14} aria-hidden className="shrink-0 text-ink-3" />
        <span className="text-label text-ink-2">{lead}:</span>
        <span className="min-w-0 break-words" aria-live="polite">
          {read.success ? audienceText(read.data) : 'Incomplete'}
        </span>
        <Button
          variant="ghost"
          size="sm"
          aria-label={`${verb} ${label}`}
          aria-expanded={isOpen}
          onClick={() => setWanted(!isOpen)}
        >
          {verb}
        </Button>
      </div>
      {error.own && <FieldError id={`${id}-error`}>{error.own}</FieldError>}
      {isOpen && <Parts name={name} />}
    </fieldset>
  )
}

/** The first error in the audience. */
const useGroupError = (name: string) => {
  const { errors } = useFormState()
  const found: unknown = get(errors, name)
  const message: unknown = Reflect.get(Object(found), 'message')
  return { own: typeof message === 'string' ? message : undefined, isWithin: found !== undefined }
}

const Parts = ({ name }: { name: string }) => {
  const path = (part: keyof Audience) => `${name}.${part}`
  return (
    <div className="mt-2 mb-1 grid grid-cols-6 gap-x-3 gap-y-3 rounded-card bg-sunken p-3">
      <f.Words
        name={path('programs')}
        label="Programs"
        hint="Press Enter after each. Leave empty for all programs."
        width="half"
      />
      <f.Words
        name={path('campuses')}
        label="Campuses"
        hint="Press Enter after each. Leave empty for all campuses."
        width="half"
      />
      <f.Words
        name={path('class_years')}
        label="Class years"
        hint="4-digit years. Leave empty for all class years."
        keepAs={readYear}
      />
      <f.Checks
        name={path('academic_statuses')}
        label="Academic statuses"
        options={academicStatuses}
        labels={academicStatusLabels}
        isRow
      />
    </div>
  )
}
