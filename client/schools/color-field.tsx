import type { FieldValues } from 'react-hook-form'
import { Field } from '#client/ui/field.tsx'
import { asText, useFormField, type FormFieldProps } from '#client/ui/form/use-form-field.ts'
import { TextInput } from '#client/ui/text-input.tsx'
import { isColor } from './color-words.ts'

/** A color of a form: picked, or typed as #rrggbb. */
export const ColorField = <V extends FieldValues>(props: FormFieldProps<V>) => {
  const { error, value, ref, onChange, ...field } = useFormField(props)
  const { label, className = '' } = props
  const text = asText(value)
  return (
    <Field label={label} error={error} className={className}>
      <span className="flex items-center gap-2">
        <TextInput
          {...field}
          ref={ref}
          value={text}
          onChange={onChange}
          maxLength={7}
          spellCheck={false}
          autoComplete="off"
          className="tabular min-w-0 flex-1 font-mono"
        />
        <input
          type="color"
          aria-label={`Pick ${label.toLowerCase()}`}
          value={isColor(text) ? text.toLowerCase() : '#000000'}
          onChange={(event) => onChange(event.target.value)}
          className="size-8 shrink-0 cursor-pointer rounded-control bg-raised p-0.5 shadow-control coarse:size-10"
        />
      </span>
    </Field>
  )
}
