import { Field } from '#client/ui/field.tsx'
import { asText, useFormField, type FormFieldProps } from '#client/ui/form/use-form-field.ts'
import { TextInput } from '#client/ui/text-input.tsx'
import { isColor } from './color-words.ts'

/** A color of a form: picked, or typed as #rrggbb. */
export const ColorField = (props: FormFieldProps) => {
  const { value, onChange, frame, ...field } = useFormField(props)
  const text = asText(value)
  return (
    <Field {...frame}>
      <span className="flex items-center gap-2">
        <TextInput
          {...field}
          value={text}
          onChange={onChange}
          maxLength={7}
          spellCheck={false}
          autoComplete="off"
          className="tabular min-w-0 flex-1 font-mono"
        />
        <input
          type="color"
          aria-label={`Pick ${frame.label.toLowerCase()}`}
          value={isColor(text) ? text.toLowerCase() : '#000000'}
          onChange={(event) => onChange(event.target.value)}
          className="size-8 shrink-0 cursor-pointer rounded-control bg-raised p-0.5 shadow-control coarse:size-10"
        />
      </span>
    </Field>
  )
}
