import { Users } from 'lucide-react'
import { useEffect, useId, useState } from 'react'
import { get, useFormState, useWatch, type FieldPath, type FieldValues } from 'react-hook-form'
import { audience } from '#contract/periods/audience.ts'
import { academicStatuses, academicStatusLabels } from '#contract/student-periods/choices.ts'
import { Button } from '#client/ui/button.tsx'
import { FieldError } from '#client/ui/field.tsx'
import { ChecksField } from '#client/ui/form/checks-field.tsx'
import type { FormFieldProps } from '#client/ui/form/use-form-field.ts'
import { WordsField } from '#client/ui/form/words-field.tsx'
import { audienceInWords, readYear } from './audience-words.ts'

interface AudienceFieldProps<V extends FieldValues> extends Pick<
  FormFieldProps<V>,
  'form' | 'name' | 'label' | 'className'
> {
  /** What is in sight of the label, where what it belongs to is in sight too: 'For'. */
  lead?: string
}

/** Whom something is for: said in words, and opened to be changed. */
export const AudienceField = <V extends FieldValues>(props: AudienceFieldProps<V>) => {
  const { form, name, label, lead = label, className = '' } = props
  const id = useId()
  const error = useGroupError(props)
  const value: unknown = useWatch({ control: form.methods.control, name })
  const [isWanted, setWanted] = useState(false)
  const isOpen = isWanted || error.isWithin
  const read = audience.safeParse(value)
  return (
    // the label alone, as often as there are audiences on a screen, would not tell them apart
    <fieldset
      aria-label={label}
      aria-describedby={error.own ? `${id}-error` : undefined}
      className={className}
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
      {isOpen && <Parts {...props} />}
    </fieldset>
  )
}

type GroupProps<V extends FieldValues> = Pick<FormFieldProps<V>, 'form' | 'name' | 'label'>

/** Tells the form that errors of the whole group have a place, and what is wrong with it. */
const useGroupError = <V extends FieldValues>({ form, name, label }: GroupProps<V>) => {
  const { labels } = form
  useEffect(() => {
    labels.set(name, label)
    return () => {
      labels.delete(name)
    }
  }, [labels, name, label])
  const { errors } = useFormState({ control: form.methods.control })
  const found: unknown = get(errors, name)
  const message: unknown = Reflect.get(Object(found), 'message')
  return { own: typeof message === 'string' ? message : undefined, isWithin: found !== undefined }
}

const Parts = <V extends FieldValues>({ form, name }: GroupProps<V>) => {
  // the lists of an audience are paths of whatever form holds one
  const path = (part: string) => `${name}.${part}` as FieldPath<V>
  return (
    <div className="mt-2 mb-1 grid grid-cols-6 gap-x-3 gap-y-3 rounded-card bg-sunken p-3">
      <WordsField
        form={form}
        name={path('programs')}
        label="Programs"
        hint="None: all of them. Enter after each."
        className="col-span-6 sm:col-span-3"
      />
      <WordsField
        form={form}
        name={path('campuses')}
        label="Campuses"
        hint="None: all of them."
        className="col-span-6 sm:col-span-3"
      />
      <WordsField
        form={form}
        name={path('class_years')}
        label="Class years"
        hint="Four digits each."
        keepAs={readYear}
        className="col-span-6"
      />
      <ChecksField
        form={form}
        name={path('academic_statuses')}
        label="Academic statuses"
        options={academicStatuses}
        labels={academicStatusLabels}
        isRow
        className="col-span-6"
      />
    </div>
  )
}
