import { createFileRoute, notFound } from '@tanstack/react-router'
import { use, useState } from 'react'
import type { enrollForm, enrollFormIntro, waiverFormIntro } from '#contract/setup/period-documents/forms.ts'
import { insuranceConfiguration } from '#contract/setup/period-documents/insurance-configuration.ts'
import { medicalPlan } from '#contract/setup/period-documents/plans.ts'
import { formPageOf } from '#contract/setup/site/form-page.ts'
import { usePlace } from '#client/setup/period-documents/document-page.tsx'
import { afresh, useAsk } from '#client/platform/lib/query.ts'
import { FormClosed } from '#client/setup/site/form.tsx'
import { Segmented } from '#client/platform/ui/controls/segmented.tsx'
import { FormBuilder } from './form-builder.tsx'
import { FormTrialContext, type FormTrialProps, type TrialView } from './form-trial.ts'
import { isSiteForm, siteForms, type SiteForm } from './site-forms.ts'
import { siteFieldsOf } from './site-text-field.tsx'
import { useOffered, usePlans } from './use-plans.ts'
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

const viewOptions: readonly { value: TrialView; label: string }[] = [
  { value: 'whole', label: 'All steps' },
  { value: 'steps', label: 'Step by step' },
]

/** Renders the editor of a website form, and a preview that is filled in as a student does. */
const FormOf = ({ name }: { name: SiteForm }) => {
  const { kind, form, intro, dropdowns } = siteForms[name]
  const { period } = usePlace()
  const params = { id: period }
  const readIntro = useAsk(intro.get, { params }, afresh)
  const { data: choices } = useAsk(dropdowns.get, { params })
  const { data: rules } = useAsk(insuranceConfiguration.get, { params })
  const Trial = use(FormTrialContext)
  const plans = useOfferedPlans(period)
  const [view, setView] = useState<TrialView>('whole')
  return (
    <WebsiteScreen
      document={form}
      tabs={<FormTabs form={name} />}
      renderActions={() => <IntroSheet periodId={period} document={intro} />}
      current={kind}
      previewTools={<Segmented label="Form" options={viewOptions} value={view} onChange={setView} />}
      previewNote="Fill it in as a student would. Nothing is sent."
      renderPage={(content, texts) => (
        <>
          {!content.is_open && <FormClosed />}
          <Trial
            page={formPageOf(kind, {
              form: content,
              intro: texts.translate(intro.content, readIntro.data ?? intro.empty),
              options: choices?.options ?? null,
              translatedOptions: texts.translate(dropdowns.content, choices)?.options ?? null,
              notices: texts.translate(dropdowns.content, choices)?.notices ?? [],
            })}
            periodId={period}
            usesFamilyTier={rules?.uses_family_tier === true}
            {...{ plans, view }}
          />
        </>
      )}
    >
      <f.Checkbox name="is_open" label="Open to students during the form’s dates" />
      <FormBuilder kind={kind} />
    </WebsiteScreen>
  )
}

const useOfferedPlans = (periodId: number): FormTrialProps['plans'] => {
  const plans = usePlans(periodId)
  return useOffered(periodId).map((coverage) => ({
    coverage_type: coverage,
    is_optional: coverage !== 'medical',
    plan: plans[coverage] ?? medicalPlan.empty,
  }))
}

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
