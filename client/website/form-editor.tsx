import type { ReactNode } from 'react'
import type { Schema } from '#contract/endpoint.ts'
import { askedFieldsOf, type FormKind } from '#contract/website/asked-fields.ts'
import type { Content } from '#contract/periods/document.ts'
import type { Notice, Options } from '#contract/website/dropdowns.ts'
import type { enrollForm, enrollFormIntro, FormField, waiverForm } from '#contract/website/forms.ts'
import type { SetUpPlace } from '#client/common/set-up/document-page.tsx'
import { useDocumentEdit, type Versioned } from '#client/common/set-up/use-document-edit.ts'
import { formatCount } from '#client/lib/format.ts'
import { newKey } from '#client/lib/new-key.ts'
import { FormSite } from '#client/site/form.tsx'
import { ComboboxField } from '#client/ui/form/choice-field.tsx'
import { FormSection } from '#client/ui/form/form.tsx'
import { ListField } from '#client/ui/form/list-field.tsx'
import type { FoldWords } from '#client/ui/form/list-item.tsx'
import { TextareaField, TextField } from '#client/ui/form/text-field.tsx'
import { CheckboxField } from '#client/ui/form/toggle-field.tsx'
import type { RecordForm } from '#client/ui/form/use-record-form.ts'
import { SiteTextField } from './site-text-field.tsx'
import { WebsitePage } from './website-page.tsx'
import { FormTabs } from './website-tabs.tsx'

type Shape = (typeof enrollForm)['content']['shape']
type FormForm = RecordForm<Content<Shape>>
type Intro = Content<(typeof enrollFormIntro)['content']['shape']>

export interface FormEditorProps {
  place: SetUpPlace
  kind: FormKind
  document: typeof enrollForm | typeof waiverForm
  /** The body of the call that replaces it. */
  schema: Schema
  record: Versioned<Shape>
  save: (body: Versioned<Shape>) => Promise<Versioned<Shape>>
  /** What stands before it, as it is saved. */
  intro: Intro
  /** What can be chosen in it, and what it warns of. */
  dropdowns: { readonly options: Options; readonly notices: readonly Notice[] } | undefined
  /** Opens its introduction. */
  actions: ReactNode
}

const labels = {
  is_open: 'Open to students',
  steps: 'Steps',
  attestations: 'Attestations',
  confirmation: 'Confirmation',
} as const

/** A form of the student site being written: its steps, what each asks for, and what a student states. */
export const FormEditor = (props: FormEditorProps) => {
  const { place, kind, document, schema, record, save, intro, dropdowns, actions } = props
  const edit = useDocumentEdit<Shape>({ document, periodId: place.period, schema, record, labels, save })
  const { form } = edit
  return (
    <WebsitePage
      place={place}
      document={document}
      edit={edit}
      tabs={<FormTabs place={place} form={document.kind} />}
      actions={actions}
      current={kind}
      renderPage={(content) => (
        <FormSite
          kind={kind}
          content={content}
          intro={intro}
          options={dropdowns?.options ?? null}
          notices={dropdowns?.notices ?? []}
          isPreview
        />
      )}
    >
      <Steps form={form} kind={kind} />
      <Ending form={form} />
    </WebsitePage>
  )
}

const Steps = ({ form, kind }: { form: FormForm; kind: FormKind }) => (
  <FormSection
    title="Steps"
    why="In the order in which students come through them; each asks for some fields of the record."
  >
    <CheckboxField
      form={form}
      name="is_open"
      label="Students can send it, within its window"
      className="col-span-6"
    />
    <ListField
      form={form}
      name="steps"
      one="step"
      none="No step yet."
      fold={({ title, fields }) => ({ title, detail: formatCount(fields.length, 'field') })}
      max={20}
      empty={() => ({ key: newKey(), title: '', body: '', fields: [] })}
    >
      {(index) => <Step form={form} kind={kind} index={index} />}
    </ListField>
  </FormSection>
)

const Step = ({ form, kind, index }: { form: FormForm; kind: FormKind; index: number }) => {
  const name = `steps.${index}` as const
  return (
    <>
      <TextField form={form} name={`${name}.title`} label="Title" required className="col-span-6" />
      <SiteTextField form={form} name={`${name}.body`} label="Text" />
      <ListField
        form={form}
        name={`${name}.fields`}
        one="field"
        none="It asks for nothing yet."
        fold={(field) => fieldInWords(kind, field)}
        max={80}
        empty={() => ({ key: newKey(), name: '', label: null, help: null, is_required: true })}
      >
        {(at) => <AskedFieldInputs form={form} kind={kind} name={`${name}.fields.${at}`} />}
      </ListField>
    </>
  )
}

/** What a form may ask for, by the words of the record. */
const optionsOf = (kind: FormKind) =>
  askedFieldsOf(kind).map(({ name, field, group }) => ({ value: name, label: field.label, detail: group }))
const options = { enroll: optionsOf('enroll'), waive: optionsOf('waive') }

/** By its own label beside the record's word for it. */
const fieldInWords = (kind: FormKind, { name, label, is_required }: FormField): FoldWords => {
  const word = options[kind].find(({ value }) => value === name)?.label ?? ''
  const isRenamed = label !== null && label.trim() !== '' && label !== word
  const details = [...(isRenamed ? [word] : []), ...(is_required ? [] : ['may be left empty'])]
  return { title: isRenamed ? label : word, detail: details.join(' · ') }
}

interface AskedFieldProps {
  form: FormForm
  kind: FormKind
  name: `steps.${number}.fields.${number}`
}

const AskedFieldInputs = ({ form, kind, name }: AskedFieldProps) => (
  <>
    <ComboboxField
      form={form}
      name={`${name}.name`}
      label="Asks for"
      options={options[kind]}
      required
      className="col-span-6 sm:col-span-3"
    />
    <TextField
      form={form}
      name={`${name}.label`}
      label="Label"
      placeholder="The record’s own"
      className="col-span-6 sm:col-span-3"
    />
    <TextField form={form} name={`${name}.help`} label="Help" className="col-span-6 sm:col-span-4" />
    <CheckboxField
      form={form}
      name={`${name}.is_required`}
      label="Required"
      className="col-span-6 sm:col-span-2 sm:mt-6"
    />
  </>
)

const Ending = ({ form }: { form: FormForm }) => (
  <>
    <FormSection
      title="Attestations"
      why="What a student states by a tick; the form cannot be sent without it."
    >
      <ListField
        form={form}
        name="attestations"
        one="statement"
        none="No statement yet."
        max={20}
        empty={() => ({ key: newKey(), label: '' })}
      >
        {(index) => (
          <TextareaField
            form={form}
            name={`attestations.${index}.label`}
            label="Statement"
            required
            rows={2}
            className="col-span-6"
          />
        )}
      </ListField>
    </FormSection>
    <FormSection title="Confirmation" why="What a student reads once the form is sent.">
      <SiteTextField form={form} name="confirmation" label="Confirmation" hideLabel />
    </FormSection>
  </>
)
