import { useId } from 'react'
import { coverageLabels, coverages } from '#contract/coverage/choices.ts'
import { dependentTypeLabels, dependentTypes } from '#contract/student-periods/choices.ts'
import { dependentFields } from '#contract/student-periods/fields.ts'
import {
  dependentChange,
  type Dependent,
  type DependentChange,
  type StudentPeriod,
} from '#contract/student-periods/shapes.ts'
import { genderLabels, genders } from '#contract/students/choices.ts'
import { fieldLabel } from '#client/common/field-words.ts'
import { Button } from '#client/ui/button.tsx'
import { Checkbox } from '#client/ui/checkbox.tsx'
import type { DialogHandle } from '#client/ui/dialog-host.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { SelectField } from '#client/ui/form/choice-field.tsx'
import { DateField } from '#client/ui/form/date-field.tsx'
import { Form, SubmitButton } from '#client/ui/form/form.tsx'
import { TextField } from '#client/ui/form/text-field.tsx'
import { useFormField, type FormFieldProps } from '#client/ui/form/use-form-field.ts'
import { useRecordForm, type RecordForm } from '#client/ui/form/use-record-form.ts'
import { dependentOwnerOf } from './dependents.tsx'
import { SsnReveal } from './ssn-reveal.tsx'

interface DependentDialogProps {
  record: StudentPeriod
  /** Null adds one. */
  dependent: Dependent | null
  onSave: (dependents: readonly DependentChange[], title: string) => Promise<void>
  handle: DialogHandle
}

interface Values {
  type: DependentChange['type'] | null
  first_name: string
  last_name: string
  gender: (typeof genders)[number] | null
  dob: string
  ssn: string
  covers: DependentChange['covers']
}

const newcomer = (lastName: string): Values => ({
  type: null,
  first_name: '',
  last_name: lastName,
  gender: null,
  dob: '',
  ssn: '',
  covers: [],
})

const valuesOf = ({ dob, ssn, ...rest }: Dependent): Values => ({
  ...rest,
  dob: dob ?? '',
  ssn: ssn ?? '',
})

/** Adds or changes one dependent of a policy year. */
export const DependentDialog = ({ record, dependent, onSave, handle }: DependentDialogProps) => {
  const formId = useId()
  const form = useRecordForm<Values, typeof dependentChange>({
    schema: dependentChange,
    defaults: dependent ? valuesOf(dependent) : newcomer(record.student.last_name ?? ''),
    extra: dependent ? { id: dependent.id } : {},
    draft: { form: `dependent:${record.id}:${dependent?.id ?? 'new'}`, except: ['ssn'] },
    onSubmit: async (body) => {
      const others = record.dependents.filter(({ id }) => id !== dependent?.id)
      const saved = dependentChange.parse(body)
      await onSave([...others, saved], dependent ? 'Dependent saved' : 'Dependent added')
      handle.close()
    },
  })
  return (
    <Dialog
      {...handle.dialog}
      size="md"
      title={dependent ? `${dependent.first_name} ${dependent.last_name}` : 'Add dependent'}
      footer={
        <>
          <Button onClick={handle.dialog.onClose}>Cancel</Button>
          <SubmitButton form={form} formId={formId}>
            {dependent ? 'Save' : 'Add dependent'}
          </SubmitButton>
        </>
      }
    >
      <Form form={form} id={formId}>
        <DependentFields form={form} dependent={dependent} />
      </Form>
    </Dialog>
  )
}

const half = 'col-span-3'

const DependentFields = ({
  form,
  dependent,
}: Pick<DependentDialogProps, 'dependent'> & { form: RecordForm<Values> }) => (
  <div className="grid grid-cols-6 items-start gap-x-3 gap-y-4">
    <SelectField
      {...{ form }}
      name="type"
      label={dependentFields.type.label}
      required
      className={half}
      options={dependentTypes.map((type) => ({ value: type, label: dependentTypeLabels[type] }))}
    />
    <SelectField
      {...{ form }}
      name="gender"
      label={dependentFields.gender.label}
      emptyLabel="No value"
      className={half}
      options={genders.map((gender) => ({ value: gender, label: genderLabels[gender] }))}
    />
    <TextField
      {...{ form }}
      name="first_name"
      label={dependentFields.first_name.label}
      required
      className={half}
    />
    <TextField
      {...{ form }}
      name="last_name"
      label={dependentFields.last_name.label}
      required
      className={half}
    />
    <DateField {...{ form }} name="dob" label={dependentFields.dob.label} kind="birth" className={half} />
    <TextField
      {...{ form }}
      name="ssn"
      label={dependentFields.ssn.label}
      inputMode="numeric"
      autoComplete="off"
      className={half}
      aside={dependent && <SsnReveal owner={dependentOwnerOf(dependent)} mask={dependent.ssn} hidesMask />}
    />
    <CoversField {...{ form }} name="covers" label={fieldLabel('covers')} className="col-span-6" />
  </div>
)

/** Which lines cover the dependent. */
const CoversField = (props: FormFieldProps<Values>) => {
  const { value, onChange } = useFormField(props)
  const chosen = Array.isArray(value) ? value : []
  return (
    <fieldset className={props.className}>
      <legend className="mb-1 text-label font-medium text-ink-2">{props.label}</legend>
      <div className="flex flex-wrap gap-x-6">
        {coverages.map((coverage) => (
          <Checkbox
            key={coverage}
            label={coverageLabels[coverage]}
            checked={chosen.includes(coverage)}
            onChange={(event) =>
              onChange(
                coverages.filter((one) => (one === coverage ? event.target.checked : chosen.includes(one))),
              )
            }
          />
        ))}
      </div>
    </fieldset>
  )
}
