import type { ReactNode } from 'react'
import { isAdmin } from '#contract/platform/access.ts'
import { states } from '#contract/platform/places.ts'
import { choicesOf, type Format, type RecordField } from '#contract/platform/record/record-field.ts'
import type { ColumnKind } from '#contract/platform/table-filters.ts'
import type { FieldProps } from '#client/platform/ui/controls/field.tsx'
import { widths, type FieldWidth, type FormFieldProps } from '#client/platform/ui/form/use-form-field.ts'
import { useUser } from '#client/platform/common/current-user.tsx'
import type { FormValues } from './record-values.ts'
import { fieldsOf } from '#client/platform/ui/form/fields.ts'

const f = fieldsOf<FormValues>()

interface RecordFieldInputProps {
  name: string
  /** The field's definition in the contract. */
  field: RecordField
  /** A shorter label if the group's heading says the rest: 'Group number' under 'Medical'. */
  label?: string
  width: FieldWidth
  /** Shown to the right of a text field's label. */
  aside?: ReactNode
  below?: ReactNode
  /** Suggested values where users can type any text; undefined if the field has none. */
  suggestions?: readonly string[] | undefined
}

type Shared = FormFieldProps & { label: string } & Pick<FieldProps, 'aside'>
type Input = (shared: Shared, field: RecordField) => ReactNode

/** With more choices than this, users find them by typing. */
const manyChoices = 12

const choiceInput: Input = (shared, field) => {
  const options = choicesOf(field)
  return options.length > manyChoices ? (
    <f.Combobox {...shared} options={options} />
  ) : (
    <f.Select {...shared} options={options} {...(field.required ? {} : { emptyLabel: 'No value' })} />
  )
}

/** The input of a field by its format, */
const byFormat: Partial<Readonly<Record<Format, Input>>> = {
  lines: (shared) => <f.Textarea {...shared} rows={3} />,
  // only a student's own number is in their country
  phone: (shared) => <f.Phone {...shared} countryField={shared.name === 'phone' ? 'country' : undefined} />,
  state: (shared) => <f.Combobox {...shared} options={states} placeholder="Find" />,
  birth: (shared) => <f.Date {...shared} kind="birth" />,
}

const textInput: Input = (shared) => <f.Text {...shared} autoComplete="off" />

/** or by its kind if it has no format. */
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

/** A multi-line text is a text area, unless it has choices. */
const suggests = (
  { format }: RecordField,
  suggestions: readonly string[] | undefined,
): suggestions is readonly string[] =>
  suggestions !== undefined && (format !== 'lines' || suggestions.length > 0)

/**
 * Renders the input that fits a field. Fields that only Shipmate Admins can change are shown to everyone, read-only.
 */
export const RecordFieldInput = (props: RecordFieldInputProps) => {
  const { name, field, label = field.label, width, aside, below, suggestions } = props
  const user = useUser()
  const isLocked = field.adminOnly === true && !isAdmin(user)
  const shared: Shared = {
    name,
    label,
    aside,
    required: field.required === true && !field.mayBeEmpty,
    disabled: isLocked,
    ...(isLocked ? { hint: 'Only Shipmate Admins can change this.' } : {}),
  }
  return (
    <div className={widths[width]} data-mention={`field-${name}`}>
      {suggests(field, suggestions) ? (
        <f.Suggest
          {...shared}
          suggestions={suggestions}
          isFree={field.isFreeText === true}
          isNumber={field.kind === 'number'}
        />
      ) : (
        inputOf(field)(shared, field)
      )}
      {below}
    </div>
  )
}
