import { useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import { coverageLabels, coverages } from '#contract/platform/coverage/choices.ts'
import { dependentTypeLabels, dependentTypes } from '#contract/platform/record/student-period-choices.ts'
import { dependentFields } from '#contract/platform/record/student-period-fields.ts'
import {
  dependentChange,
  dependentsStart,
  type DependentChange,
  type StudentPeriod,
} from '#contract/records/student-periods/shapes.ts'
import { type Dependent } from '#contract/platform/record/dependent.ts'
import { genderLabels, genders } from '#contract/platform/record/genders.ts'
import { fieldLabel } from '#client/platform/record/field-text.ts'
import type { DialogHandle } from '#client/platform/ui/overlays/dialog-host.tsx'
import { fieldsOf } from '#client/platform/ui/form/fields.ts'
import { FormDialog } from '#client/platform/ui/form/form-dialog.tsx'
import { useRecordForm } from '#client/platform/ui/form/use-record-form.ts'
import { DependentEffects, noStart, type Start, type StartValues } from './dependent-effects.tsx'
import { dependentOwnerOf } from './dependents.tsx'
import { SsnReveal } from './ssn-reveal.tsx'
import { fullName } from '#contract/platform/person-name.ts'

interface DependentDialogProps {
  record: StudentPeriod
  /** Null adds a dependent. */
  dependent: Dependent | null
  onSave: (dependents: readonly DependentChange[], title: string, start: Start) => Promise<void>
  handle: DialogHandle
}

interface Values extends StartValues {
  type: DependentChange['type'] | null
  first_name: string
  last_name: string
  gender: (typeof genders)[number] | null
  dob: string
  ssn: string
  covers: DependentChange['covers']
}

const blankDependent = (lastName: string): Values => ({
  type: null,
  first_name: '',
  last_name: lastName,
  gender: null,
  dob: '',
  ssn: '',
  covers: [],
  ...noStart,
})

const valuesOf = ({ dob, ssn, ...rest }: Dependent): Values => ({
  ...rest,
  dob: dob ?? '',
  ssn: ssn ?? '',
  ...noStart,
})

const savedDependent = z.strictObject({ ...dependentChange.shape, ...dependentsStart })

/** Renders the dialog that adds or changes a dependent of a policy year. */
export const DependentDialog = ({ record, dependent, onSave, handle }: DependentDialogProps) => {
  const others = record.dependents.filter(({ id }) => id !== dependent?.id)
  const form = useRecordForm<Values, typeof savedDependent>({
    schema: savedDependent,
    defaults: dependent ? valuesOf(dependent) : blankDependent(record.student.last_name ?? ''),
    extra: dependent ? { id: dependent.id } : {},
    draft: { form: `dependent:${record.id}:${dependent?.id ?? 'new'}`, except: ['ssn'] },
    onSubmit: async (body) => {
      const { dependents_effective_on, qualifying_event, event_on, ...saved } = savedDependent.parse(body)
      const start = { dependents_effective_on, qualifying_event, event_on }
      await onSave([...others, saved], dependent ? 'Dependent saved' : 'Dependent added', start)
      handle.close()
    },
  })
  return (
    <FormDialog
      {...handle.dialog}
      size="md"
      title={dependent ? fullName(dependent) : 'Add dependent'}
      form={form}
      submitLabel={dependent ? 'Save' : 'Add dependent'}
    >
      <DependentFields dependent={dependent} />
      <Effects {...{ record, dependent, others }} />
    </FormDialog>
  )
}

interface EffectsProps extends Pick<DependentDialogProps, 'record' | 'dependent'> {
  others: readonly Dependent[]
}

const Effects = ({ record, dependent, others }: EffectsProps) => {
  const [type, covers] = useWatch<Values, ['type', 'covers']>({ name: ['type', 'covers'] })
  const dependents = type === null ? null : [...others, { id: dependent?.id, type, covers }]
  return <DependentEffects {...{ record, dependents }} />
}

const f = fieldsOf<Values>()

const DependentFields = ({ dependent }: Pick<DependentDialogProps, 'dependent'>) => (
  <div className="grid grid-cols-6 items-start gap-x-3 gap-y-4">
    <f.Select
      name="type"
      label={dependentFields.type.label}
      required
      width="pair"
      options={dependentTypes.map((type) => ({ value: type, label: dependentTypeLabels[type] }))}
    />
    <f.Select
      name="gender"
      label={dependentFields.gender.label}
      emptyLabel="No value"
      width="pair"
      options={genders.map((gender) => ({ value: gender, label: genderLabels[gender] }))}
    />
    <f.Text name="first_name" label={dependentFields.first_name.label} width="pair" />
    <f.Text name="last_name" label={dependentFields.last_name.label} required width="pair" />
    <f.Date name="dob" label={dependentFields.dob.label} kind="birth" width="pair" />
    <f.Text
      name="ssn"
      label={dependentFields.ssn.label}
      inputMode="numeric"
      autoComplete="off"
      width="pair"
      aside={dependent && <SsnReveal owner={dependentOwnerOf(dependent)} mask={dependent.ssn} hidesMask />}
    />
    <f.Checks name="covers" label={fieldLabel('covers')} options={coverages} labels={coverageLabels} isRow />
  </div>
)
