import type { ReactNode } from 'react'
import {
  useFormContext,
  type ArrayPath,
  type FieldPath,
  type FieldValues,
  type UseFormReturn,
} from 'react-hook-form'
import {
  CheckboxField,
  ChecksField,
  ChoicesField,
  ComboboxField,
  RadioField,
  SelectField,
  YesNoField,
  type ChecksFieldProps,
} from './choice-field.tsx'
import { ListField, type ListFieldProps } from './list-field.tsx'
import { MoneyField, NumberField } from './number-field.tsx'
import {
  DateField,
  PasswordField,
  PhoneField,
  RichTextField,
  SuggestField,
  TextareaField,
  TextField,
} from './text-field.tsx'
import type { FormFieldProps } from './use-form-field.ts'
import { WordsField } from './words-field.tsx'

/**
 * A field component in forms with values V: its name is a path of V. It needs a label, unless its name is one of L,
 * which the form labels.
 */
export type FieldOf<P extends FormFieldProps, V extends FieldValues, L extends string = never> = (
  props: NamedProps<P, V, L>,
) => ReactNode

type NamedProps<P extends FormFieldProps, V extends FieldValues, L extends string> = Omit<
  P,
  'name' | 'label'
> &
  ({ name: FieldPath<V>; label: string } | { name: L & FieldPath<V>; label?: string | undefined })

const plainFields = {
  Text: TextField,
  Textarea: TextareaField,
  Password: PasswordField,
  RichText: RichTextField,
  Phone: PhoneField,
  Date: DateField,
  Number: NumberField,
  Money: MoneyField,
  Suggest: SuggestField,
  Select: SelectField,
  Combobox: ComboboxField,
  Choices: ChoicesField,
  Words: WordsField,
  Checkbox: CheckboxField,
  Radio: RadioField,
  YesNo: YesNoField,
}

type PlainFields = typeof plainFields

/** Every kind of field, bound to the values of one form. */
export type Fields<V extends FieldValues, L extends string = never> = {
  readonly [K in keyof PlainFields]: FieldOf<Parameters<PlainFields[K]>[0], V, L>
} & {
  readonly Checks: <T extends string>(props: NamedProps<ChecksFieldProps<T>, V, L>) => ReactNode
  readonly List: <N extends ArrayPath<V>>(props: ListFieldProps<V, N>) => ReactNode
  /** The form itself, for watching or setting a value. */
  readonly useForm: () => UseFormReturn<V>
}

const fields = { ...plainFields, Checks: ChecksField, List: ListField, useForm: useFormContext }

/**
 * Returns the fields of forms with values V: `const f = fieldsOf<Values>()`, once per file. Used inside a `Form`,
 * they take their values from it; a name that V doesn't have doesn't compile.
 */
export const fieldsOf = <V extends FieldValues, L extends string = never>(): Fields<V, L> => fields
