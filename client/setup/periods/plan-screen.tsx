import { createFileRoute, notFound } from '@tanstack/react-router'
import {
  dentalPlan,
  medicalPlan,
  visionPlan,
  prorationLabels,
  prorations,
  type Plan,
} from '#contract/setup/period-documents/plans.ts'
import { DocumentScreen, usePlace } from '#client/setup/period-documents/document-page.tsx'
import { OptionsTabs } from './options-tabs.tsx'
import { useWatch } from 'react-hook-form'
import { getPeriodAbout } from '#contract/setup/periods/endpoints.ts'
import { insuranceTypeLabels, insuranceTypes } from '#contract/platform/record/student-period-choices.ts'
import { useAsk } from '#client/platform/lib/query.ts'
import { newKey } from '#client/platform/lib/new-key.ts'
import { documentFields } from '#client/setup/period-documents/document-fields.ts'
import { FormSection } from '#client/platform/ui/form/form.tsx'
import { PremiumTable } from './premium-table.tsx'
import { premiumExample } from './premium-example.ts'
import { unlikelyPremiums } from '#contract/setup/periods/premium-warnings.ts'
import { ApiError } from '#client/platform/lib/api-error.ts'
import { useConfirm } from '#client/platform/ui/overlays/confirm.tsx'

/** Renders the plan of a coverage type: a document per coverage type. */
const plans = { 'medical-plan': medicalPlan, 'dental-plan': dentalPlan, 'vision-plan': visionPlan } as const
type PlanKind = keyof typeof plans

const isPlan = (kind: string): kind is PlanKind => Object.hasOwn(plans, kind)

const PlanScreen = () => {
  const { plan } = Route.useParams()
  const confirmPremiums = useConfirmPremiums()
  // the route only accepts valid values
  if (!isPlan(plan)) return null
  return (
    <DocumentScreen key={plan} document={plans[plan]} tabs={<OptionsTabs />} onSave={confirmPremiums}>
      <PlanSections document={plans[plan]} />
    </DocumentScreen>
  )
}

const f = documentFields<typeof medicalPlan>()

/** Renders the fields of a plan: details, premiums, and texts for students. */
const PlanSections = ({ document }: { document: Pick<typeof medicalPlan, 'get'> }) => (
  <>
    <Names />
    <Costs document={document} />
    <FormSection title="Member services" why="Where enrolled students get help and ID cards.">
      <f.Phone name="member_phone" width="half" />
      <f.Text name="member_website" type="url" placeholder="https://" autoComplete="off" width="half" />
    </FormSection>
    <FormSection title="About the plan" why="Students see this on the student website.">
      <f.RichText name="body" hideLabel />
    </FormSection>
    <FormSection title="Documents" why="For example, a brochure or a summary of benefits.">
      <PlanDocuments />
    </FormSection>
  </>
)

const Names = () => (
  <FormSection title="Plan" why="Added to the record of every enrolled student.">
    <f.Text name="name" autoComplete="off" />
    <f.Text name="underwriter" width="half" />
    <f.Text name="administrator" width="half" />
    <f.Select
      name="insurance_type"
      options={insuranceTypes.map((value) => ({ value, label: insuranceTypeLabels[value] }))}
      emptyLabel="No value"
      width="half"
    />
    <f.Text name="group_number" autoComplete="off" width="half" />
  </FormSection>
)

const Costs = ({ document }: { document: Pick<typeof medicalPlan, 'get'> }) => (
  <FormSection title="Premiums" why="Annual premiums. Leave a tier empty if the plan doesn’t offer it.">
    <PremiumTable document={document} />
    <f.Radio
      name="proration"
      options={prorations.map((value) => ({ value, label: prorationLabels[value] }))}
    />
    <Example />
    <f.Checkbox
      name="direct_pay"
      label="Direct pay"
      hint="Students who aren’t billed by the bursar pay the insurance company directly, at a different premium."
    />
  </FormSection>
)

const Example = () => {
  const { period: id } = usePlace()
  const { data: period } = useAsk(getPeriodAbout, { params: { id } })
  const [premiums, proration] = useWatch({ control: f.useForm().control, name: ['premiums', 'proration'] })
  const words = period && premiumExample({ premiums, proration }, period)
  return (
    <p aria-live="polite" className="tabular col-span-6 rounded-card bg-sunken px-3 py-2 text-ink-2">
      {words ?? 'Enter a premium to see an example.'}
    </p>
  )
}

const PlanDocuments = () => (
  <f.List
    name="documents"
    one="document"
    none="No documents yet."
    max={20}
    empty={() => ({ key: newKey(), label: '', url: '' })}
  >
    {(index) => (
      <>
        <f.Text
          name={`documents.${index}.label`}
          label="Label"
          required
          autoComplete="off"
          placeholder="Summary of benefits"
          width="third"
        />
        <f.Text
          name={`documents.${index}.url`}
          label="URL"
          required
          type="url"
          autoComplete="off"
          placeholder="https://"
          width="two-thirds"
        />
      </>
    )}
  </f.List>
)

/**
 * Asks once before saving premiums that look like typing errors; doesn't ask again about premiums already saved.
 * @throws ApiError `aborted` if the user wants to fix them first
 */
const useConfirmPremiums = () => {
  const confirm = useConfirm()
  return async (saved: Plan, plan: Plan): Promise<void> => {
    const known = new Set(unlikelyPremiums(saved).map(([, words]) => words))
    const asked = unlikelyPremiums(plan).filter(([, words]) => !known.has(words))
    if (asked.length === 0) return
    const isWanted = await confirm({
      title: asked.length === 1 ? 'Save this premium?' : `Save these ${asked.length} premiums?`,
      message: (
        <ul className="list-disc pl-4">
          {asked.map(([path, words]) => (
            <li key={path}>{words}</li>
          ))}
        </ul>
      ),
      acceptLabel: 'Save anyway',
      cancelLabel: 'Go back',
    })
    if (!isWanted) throw new ApiError({ kind: 'aborted', message: '' })
  }
}

export const Route = createFileRoute(
  '/_signed-in/_admin/schools/$school/period/$period/insurance-options/$plan',
)({
  // by name only: the plans load with the screen
  beforeLoad: ({ params }) => {
    if (!/^(medical|dental|vision)-plan$/.test(params.plan)) throw notFound()
  },
  component: PlanScreen,
})
