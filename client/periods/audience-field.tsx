import { Users } from 'lucide-react'
import { useId, useState } from 'react'
import { get, useFormState, useWatch, type FieldValues } from 'react-hook-form'
import { audience, type Audience } from '#contract/periods/audience.ts'
import { academicStatuses, academicStatusLabels } from '#contract/student-periods/choices.ts'
import { Button } from '#client/ui/controls/button.tsx'
import { FieldError } from '#client/ui/controls/field.tsx'
import { useFieldLabel, widths, type FormFieldProps } from '#client/ui/form/use-form-field.ts'
import { audienceInWords, readYear } from './audience-words.ts'
import { fieldsOf } from '#client/ui/form/fields.ts'

const f = fieldsOf<FieldValues>()

export interface AudienceFieldProps extends Pick<FormFieldProps, 'name' | 'label' | 'width'> {
  /** What is in sight of the label, where what it belongs to is in sight too: 'For'. */
  lead?: string
}

/** Whom something is for: said in words, and opened to be changed. */
export const AudienceField = (props: AudienceFieldProps) => {
  const { name, width = 'full' } = props
  const label = useFieldLabel(name, props.label)
  const { lead = label } = props
  const id = useId()
  const error = useGroupError(name)
  const value: unknown = useWatch({ name })
  const [isWanted, setWanted] = useState(false)
  const isOpen = isWanted || error.isWithin
  const read = audience.safeParse(value)
  return (
    // the label alone, as often as there are audiences on a screen, would not tell them apart
    <fieldset
      aria-label={label}
      aria-describedby={error.own ? `${id}-error` : undefined}
      className={widths[width]}
    >
      <div className="flex min-h-8 flex-wrap items-center gap-x-2 gap-y-1">
        <Users size={14} aria-hidden className="shrink-0 text-ink-3" />
        <span className="text-label text-ink-2">{lead}:</span>
        <span className="min-w-0 break-words" aria-live="polite">
          {read.success ? audienceInWords(read.data) : 'Not clear yet'}
        </span>
        <Button
          variant="ghost"
          size="sm"
          aria-label={isOpen ? `Done with ${label}` : `Change ${label}`}
          aria-expanded={isOpen}
          onClick={() => setWanted(!isOpen)}
        >
          {isOpen ? 'Done' : 'Change'}
        </Button>
      </div>
      {error.own && <FieldError id={`${id}-error`}>{error.own}</FieldError>}
      {isOpen && <Parts name={name} />}
    </fieldset>
  )
}

/** What is wrong with the group, as a whole or within. */
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
        hint="None: all of them. Enter after each."
        width="half"
      />
      <f.Words name={path('campuses')} label="Campuses" hint="None: all of them." width="half" />
      <f.Words name={path('class_years')} label="Class years" hint="Four digits each." keepAs={readYear} />
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
