import type { ReactNode } from 'react'
import {
  useFormContext,
  type ArrayPath,
  type FieldPath,
  type FieldValues,
  type UseFormReturn,
} from 'react-hook-form'
import { ChecksField, type ChecksFieldProps } from './checks-field.tsx'
import {
  ComboboxField,
  SelectField,
  type ComboboxFieldProps,
  type SelectFieldProps,
} from './choice-field.tsx'
import { ChoicesField, type ChoicesFieldProps } from './choices-field.tsx'
import { DateField, type DateFieldProps } from './date-field.tsx'
import { ListField, type ListFieldProps } from './list-field.tsx'
import { MoneyField, NumberField, type MoneyFieldProps, type NumberFieldProps } from './number-field.tsx'
import { PhoneField } from './phone-field.tsx'
import { RichTextField, type RichTextFieldProps } from './rich-text-field.tsx'
import { SuggestField, type SuggestFieldProps } from './suggest-field.tsx'
import {
  PasswordField,
  TextareaField,
  TextField,
  type PasswordFieldProps,
  type TextareaFieldProps,
  type TextFieldProps,
} from './text-field.tsx'
import { CheckboxField, RadioField, YesNoField, type RadioFieldProps } from './toggle-field.tsx'
import type { FormFieldProps } from './use-form-field.ts'
import { WordsField, type WordsFieldProps } from './words-field.tsx'

/**
 * A field component in forms that hold V: its name is a path of V. It says its label, unless its name is one of L, which
 * the form calls by itself.
 */
export type FieldOf<P extends FormFieldProps, V extends FieldValues, L extends string = never> = (
  props: NamedProps<P, V, L>,
) => ReactNode

type NamedProps<P extends FormFieldProps, V extends FieldValues, L extends string> = Omit<
  P,
  'name' | 'label'
> &
  ({ name: FieldPath<V>; label: string } | { name: L & FieldPath<V>; label?: string | undefined })

/** Every kind of field, bound to the values of one form. */
export interface Fields<V extends FieldValues, L extends string = never> {
  readonly Text: FieldOf<TextFieldProps, V, L>
  readonly Textarea: FieldOf<TextareaFieldProps, V, L>
  readonly Password: FieldOf<PasswordFieldProps, V, L>
  readonly RichText: FieldOf<RichTextFieldProps, V, L>
  readonly Phone: FieldOf<FormFieldProps, V, L>
  readonly Date: FieldOf<DateFieldProps, V, L>
  readonly Number: FieldOf<NumberFieldProps, V, L>
  readonly Money: FieldOf<MoneyFieldProps, V, L>
  readonly Suggest: FieldOf<SuggestFieldProps, V, L>
  readonly Select: FieldOf<SelectFieldProps, V, L>
  readonly Combobox: FieldOf<ComboboxFieldProps, V, L>
  readonly Choices: FieldOf<ChoicesFieldProps, V, L>
  readonly Checks: <T extends string>(props: NamedProps<ChecksFieldProps<T>, V, L>) => ReactNode
  readonly Words: FieldOf<WordsFieldProps, V, L>
  readonly Checkbox: FieldOf<FormFieldProps, V, L>
  readonly Radio: FieldOf<RadioFieldProps, V, L>
  readonly YesNo: FieldOf<FormFieldProps, V, L>
  readonly List: <N extends ArrayPath<V>>(props: ListFieldProps<V, N>) => ReactNode
  /** The form itself, for what is no field: watching a value, setting one. */
  readonly useForm: () => UseFormReturn<V>
}

const fields = {
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
  Checks: ChecksField,
  Words: WordsField,
  Checkbox: CheckboxField,
  Radio: RadioField,
  YesNo: YesNoField,
  List: ListField,
  useForm: useFormContext,
}

/**
 * The fields of forms that hold V: `const f = fieldsOf<Values>()`, once in a file. They stand in a `Form` and take its
 * values from there; a name that V does not have does not compile.
 */
export const fieldsOf = <V extends FieldValues, L extends string = never>(): Fields<V, L> => fields
