import type { ReactNode } from 'react'
import { isAdmin } from '#contract/access.ts'
import { states } from '#contract/places.ts'
import type { Format, RecordField } from '#contract/record-field.ts'
import type { ColumnKind } from '#contract/table-filters.ts'
import type { FieldProps } from '#client/ui/controls/field.tsx'
import { widths, type FieldWidth, type FormFieldProps } from '#client/ui/form/use-form-field.ts'
import { useUser } from './current-user.tsx'
import type { FormValues } from './record-values.ts'
import { fieldsOf } from '#client/ui/form/fields.ts'

const f = fieldsOf<FormValues>()

export interface RecordFieldInputProps {
  name: string
  /** What the field is, as the contract says. */
  field: RecordField
  /** Where the group around it says the rest: 'Group number' under 'Medical'. */
  label?: string
  width: FieldWidth
  /** Beside the label of a line of text. */
  aside?: ReactNode
  below?: ReactNode
  /** Values to choose from where anything may be typed; undefined where the field suggests nothing. */
  suggestions?: readonly string[] | undefined
}

type Shared = FormFieldProps & { label: string } & Pick<FieldProps, 'aside'>
type Input = (shared: Shared, field: RecordField) => ReactNode

/** Above this many choices they are found by typing. */
const manyChoices = 12

const choiceInput: Input = (shared, { choices = [], choiceLabels, required }) => {
  const options = choices.map((value) => ({ value, label: choiceLabels?.[value] ?? value }))
  return choices.length > manyChoices ? (
    <f.Combobox {...shared} options={options} />
  ) : (
    <f.Select {...shared} options={options} {...(required ? {} : { emptyLabel: 'No value' })} />
  )
}

/** The input of a field by its format, */
const byFormat: Partial<Readonly<Record<Format, Input>>> = {
  lines: (shared) => <f.Textarea {...shared} rows={3} />,
  phone: (shared) => <f.Phone {...shared} />,
  state: (shared) => <f.Combobox {...shared} options={states} placeholder="Find" />,
  birth: (shared) => <f.Date {...shared} kind="birth" />,
}

const textInput: Input = (shared) => <f.Text {...shared} autoComplete="off" />

/** and where that asks for nothing, by its kind. */
const byKind: Readonly<Record<ColumnKind, Input>> = {
  text: textInput,
  instant: textInput,
  choice: choiceInput,
  boolean: (shared) => <f.YesNo {...shared} />,
  date: (shared) => <f.Date {...shared} />,
  number: (shared) => <f.Number {...shared} />,
  money: (shared) => <f.Money {...shared} />,
}

const inputOf = ({ format, kind }: RecordField): Input => (format && byFormat[format]) ?? byKind[kind]

/** What is written in lines is, where there is nothing to choose. */
const suggests = (
  { format }: RecordField,
  suggestions: readonly string[] | undefined,
): suggestions is readonly string[] =>
  suggestions !== undefined && (format !== 'lines' || suggestions.length > 0)

/** The input of one field of a record, by what it holds. What only product admins write is shown to all, and locked. */
export const RecordFieldInput = (props: RecordFieldInputProps) => {
  const { name, field, label = field.label, width, aside, below, suggestions } = props
  const user = useUser()
  const isLocked = field.adminOnly === true && !isAdmin(user)
  const shared: Shared = {
    name,
    label,
    aside,
    required: field.required ?? false,
    disabled: isLocked,
    ...(isLocked ? { hint: 'Set by Shipmate Admins.' } : {}),
  }
  return (
    <div className={widths[width]} data-mention={`field-${name}`}>
      {suggests(field, suggestions) ? (
        <f.Suggest {...shared} suggestions={suggestions} isNumber={field.kind === 'number'} />
      ) : (
        inputOf(field)(shared, field)
      )}
      {below}
    </div>
  )
}
