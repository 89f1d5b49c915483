import type { ReactNode } from 'react'
import type { Schema } from '#contract/endpoint.ts'
import { askedFieldsOf, type FormKind } from '#contract/website/asked-fields.ts'
import type { Content, ContentOf } from '#contract/periods/document.ts'
import type { Notice, Options } from '#contract/website/dropdowns.ts'
import type { enrollForm, enrollFormIntro, FormField, waiverForm } from '#contract/website/forms.ts'
import type { SetUpPlace } from '#client/common/set-up/document-page.tsx'
import { useDocumentEdit, type Versioned } from '#client/common/set-up/use-document-edit.ts'
import { formatCount } from '#client/lib/format.ts'
import { newKey } from '#client/lib/new-key.ts'
import { FormSite } from '#client/site/form.tsx'
import { FormSection } from '#client/ui/form/form.tsx'
import type { FoldWords } from '#client/ui/form/list-item.tsx'
import { siteFieldsOf } from './site-text-field.tsx'
import { WebsitePage } from './website-page.tsx'
import { FormTabs } from './website-tabs.tsx'

const f = siteFieldsOf<ContentOf<typeof enrollForm>>()

type Shape = (typeof enrollForm)['content']['shape']
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
      <Steps kind={kind} />
      <Ending />
    </WebsitePage>
  )
}

const Steps = ({ kind }: { kind: FormKind }) => (
  <FormSection
    title="Steps"
    why="In the order in which students come through them; each asks for some fields of the record."
  >
    <f.Checkbox name="is_open" label="Students can send it, within its window" />
    <f.List
      name="steps"
      one="step"
      none="No step yet."
      fold={({ title, fields }) => ({ title, detail: formatCount(fields.length, 'field') })}
      max={20}
      empty={() => ({ key: newKey(), title: '', body: '', fields: [] })}
    >
      {(index) => <Step kind={kind} index={index} />}
    </f.List>
  </FormSection>
)

const Step = ({ kind, index }: { kind: FormKind; index: number }) => {
  const name = `steps.${index}` as const
  return (
    <>
      <f.Text name={`${name}.title`} label="Title" required />
      <f.SiteText name={`${name}.body`} label="Text" />
      <f.List
        name={`${name}.fields`}
        one="field"
        none="It asks for nothing yet."
        fold={(field) => fieldInWords(kind, field)}
        max={80}
        empty={() => ({ key: newKey(), name: '', label: null, help: null, is_required: true })}
      >
        {(at) => <AskedFieldInputs kind={kind} name={`${name}.fields.${at}`} />}
      </f.List>
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
  kind: FormKind
  name: `steps.${number}.fields.${number}`
}

const AskedFieldInputs = ({ kind, name }: AskedFieldProps) => (
  <>
    <f.Combobox name={`${name}.name`} label="Asks for" options={options[kind]} required width="half" />
    <f.Text name={`${name}.label`} label="Label" placeholder="The record’s own" width="half" />
    <f.Text name={`${name}.help`} label="Help" width="two-thirds" />
    <div className="col-span-6 sm:col-span-2 sm:mt-6">
      <f.Checkbox name={`${name}.is_required`} label="Required" />
    </div>
  </>
)

const Ending = () => (
  <>
    <FormSection
      title="Attestations"
      why="What a student states by a tick; the form cannot be sent without it."
    >
      <f.List
        name="attestations"
        one="statement"
        none="No statement yet."
        max={20}
        empty={() => ({ key: newKey(), label: '' })}
      >
        {(index) => <f.Textarea name={`attestations.${index}.label`} label="Statement" required rows={2} />}
      </f.List>
    </FormSection>
    <FormSection title="Confirmation" why="What a student reads once the form is sent.">
      <f.SiteText name="confirmation" label="Confirmation" hideLabel />
    </FormSection>
  </>
)
