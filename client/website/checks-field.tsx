import type { FieldValues } from 'react-hook-form'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { FieldError } from '#client/ui/field.tsx'
import { useFormField, type FormFieldProps } from '#client/ui/form/use-form-field.ts'

interface ChecksFieldProps<F extends FieldValues> extends FormFieldProps<F> {
  options: readonly { readonly value: string; readonly label: string }[]
}

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value)

/** Some of a few, of a form: kept in the order in which they are offered. */
export const ChecksField = <F extends FieldValues>(props: ChecksFieldProps<F>) => {
  const { error, value, onChange } = useFormField(props)
  const { label, options } = props
  const chosen = isList(value) ? value : []
  const toggle = (one: string, isOn: boolean): void =>
    onChange(
      options.map((option) => option.value).filter((each) => (each === one ? isOn : chosen.includes(each))),
    )
  return (
    <fieldset className="col-span-6 flex flex-col gap-2">
      <legend className="mb-1 text-label font-medium">{label}</legend>
      <div className="flex flex-wrap gap-x-5 gap-y-2">
        {options.map((option) => (
          <Checkbox
            key={option.value}
            label={option.label}
            checked={chosen.includes(option.value)}
            onChange={(event) => toggle(option.value, event.target.checked)}
          />
        ))}
      </div>
      {error && <FieldError>{error}</FieldError>}
    </fieldset>
  )
}
