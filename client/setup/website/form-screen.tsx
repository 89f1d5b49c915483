import { createFileRoute, notFound } from '@tanstack/react-router'
import { attestedLabels, attestedRules } from '#contract/setup/period-documents/attested.ts'
import { attestationLabels, attestations } from '#contract/setup/period-documents/waiver-choices.ts'
import { formFieldsOf, type FormKind } from '#contract/setup/period-documents/form-fields.ts'
import type {
  enrollForm,
  FormField,
  enrollFormIntro,
  waiverFormIntro,
} from '#contract/setup/period-documents/forms.ts'
import { formPageOf } from '#contract/setup/site/form-page.ts'
import { usePlace } from '#client/setup/period-documents/document-page.tsx'
import { formatCount } from '#client/platform/lib/format.ts'
import { newKey } from '#client/platform/lib/new-key.ts'
import { afresh, useAsk } from '#client/platform/lib/query.ts'
import { FormPreview } from '#client/setup/site/form.tsx'
import { FormSection } from '#client/platform/ui/form/form.tsx'
import type { FoldWords } from '#client/platform/ui/form/list-item.tsx'
import { isSiteForm, siteForms, type SiteForm } from './site-forms.ts'
import { siteFieldsOf } from './site-text-field.tsx'
import { WebsiteScreen } from './website-screen.tsx'
import { FormTabs } from './website-tabs.tsx'
import { DocumentSheet } from './document-sheet.tsx'

// the waiver form has the same fields
const f = siteFieldsOf<typeof enrollForm>()

const FormScreen = () => {
  const { form } = Route.useParams()
  // the route only accepts valid values
  return isSiteForm(form) ? <FormOf key={form} name={form} /> : null
}

/** Renders the editor of a website form: its steps, their fields, and the attestations. */
const FormOf = ({ name }: { name: SiteForm }) => {
  const { kind, form, intro, dropdowns } = siteForms[name]
  const { period } = usePlace()
  const params = { id: period }
  const readIntro = useAsk(intro.get, { params }, afresh)
  const { data: choices } = useAsk(dropdowns.get, { params })
  return (
    <WebsiteScreen
      document={form}
      tabs={<FormTabs form={name} />}
      renderActions={() => <IntroSheet periodId={period} document={intro} />}
      current={kind}
      renderPage={(content, texts) => (
        <FormPreview
          page={formPageOf(kind, {
            form: content,
            intro: texts.translate(intro.content, readIntro.data ?? intro.empty),
            options: choices?.options ?? null,
            translatedOptions: texts.translate(dropdowns.content, choices)?.options ?? null,
            notices: texts.translate(dropdowns.content, choices)?.notices ?? [],
          })}
          isOpen={content.is_open}
        />
      )}
    >
      <Steps kind={kind} />
      <Attestations kind={kind} />
    </WebsiteScreen>
  )
}

const Steps = ({ kind }: { kind: FormKind }) => (
  <FormSection
    title="Steps"
    why="Students complete the steps in this order. Each step asks for fields from the student’s record."
  >
    <f.Checkbox name="is_open" label="Open to students during the form’s dates" />
    <f.List
      name="steps"
      one="step"
      none="No steps yet."
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
        none="No fields yet."
        fold={(field) => fieldText(kind, field)}
        max={80}
        empty={() => ({ key: newKey(), name: '', label: null, help: null, is_required: true })}
      >
        {(at) => <AskedFieldInputs kind={kind} name={`${name}.fields.${at}`} />}
      </f.List>
    </>
  )
}

/** The fields a form can ask for, with the record's labels. */
const optionsOf = (kind: FormKind) =>
  formFieldsOf(kind).map(({ name, field, group }) => ({ value: name, label: field.label, detail: group }))
const options = { enroll: optionsOf('enroll'), waive: optionsOf('waive') }

/** Returns a field's own label with the record's label. */
const fieldText = (kind: FormKind, { name, label, is_required }: FormField): FoldWords => {
  const word = options[kind].find(({ value }) => value === name)?.label ?? ''
  const isRenamed = label !== null && label.trim() !== '' && label !== word
  const details = [...(isRenamed ? [word] : []), ...(is_required ? [] : ['optional'])]
  return { title: isRenamed ? label : word, detail: details.join(' · ') }
}

interface AskedFieldProps {
  kind: FormKind
  name: `steps.${number}.fields.${number}`
}

const AskedFieldInputs = ({ kind, name }: AskedFieldProps) => (
  <>
    <f.Combobox name={`${name}.name`} label="Field" options={options[kind]} required width="half" />
    <f.Text name={`${name}.label`} label="Label" placeholder="Use the field’s label" width="half" />
    <f.Text name={`${name}.help`} label="Help text" width="two-thirds" />
    <div className="col-span-6 sm:col-span-2 sm:mt-6">
      <f.Checkbox name={`${name}.is_required`} label="Required" />
    </div>
  </>
)

/** The requirements that a statement of the waiver form can answer. */
const requirements = [
  ...attestations.map((value) => ({
    value,
    label: attestationLabels[value],
    detail: 'Required attestation',
  })),
  ...attestedRules.map((value) => ({ value, label: attestedLabels[value], detail: 'Waiver rule' })),
]

const Attestations = ({ kind }: { kind: FormKind }) => (
  <>
    <FormSection title="Attestations" why="Statements students must check before they submit the form.">
      <f.List
        name="attestations"
        one="statement"
        none="No statements yet."
        max={20}
        empty={() => ({ key: newKey(), label: '', confirms: null })}
      >
        {(index) => (
          <>
            <f.Textarea name={`attestations.${index}.label`} label="Statement" required rows={2} />
            {kind === 'waive' && (
              <f.Combobox
                name={`attestations.${index}.confirms`}
                label="Requirement it meets"
                hint="The requirement is met when the student checks this statement."
                options={requirements}
                placeholder="No requirement"
                width="two-thirds"
              />
            )}
          </>
        )}
      </f.List>
    </FormSection>
    <FormSection title="Confirmation" why="Students see this after they submit the form.">
      <f.SiteText name="confirmation" label="Confirmation" hideLabel />
    </FormSection>
  </>
)

// the waiver form has the same fields
const introFields = siteFieldsOf<typeof enrollFormIntro>()

interface IntroSheetProps {
  periodId: number
  document: typeof enrollFormIntro | typeof waiverFormIntro
}

/** Opens the introduction of a form, or says why it can't be shown. */
const IntroSheet = ({ periodId, document }: IntroSheetProps) => (
  <DocumentSheet
    label="Edit introduction…"
    title={document.label}
    periodId={periodId}
    document={document}
    refreshes={[document.get]}
  >
    <introFields.Text name="title" />
    <introFields.SiteText name="body" />
  </DocumentSheet>
)

export const Route = createFileRoute('/_signed-in/_admin/schools/$school/period/$period/website/$form')({
  // by name only: the forms load with the screen
  beforeLoad: ({ params }) => {
    if (!/^(enroll|waiver)-form$/.test(params.form)) throw notFound()
  },
  component: FormScreen,
})
