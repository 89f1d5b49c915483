import { createFileRoute, notFound } from '@tanstack/react-router'
import { dentalPlan, medicalPlan, visionPlan } from '#contract/periods/plans.ts'
import { DocumentScreen } from '#client/common/set-up/document-page.tsx'
import { OptionsTabs } from './options-tabs.tsx'
import { PlanSections } from './plan-sections.tsx'
import { useConfirmPremiums } from './use-confirm-premiums.tsx'

/** The plan of each line: one document like another, under a name of its own. */
const plans = { 'medical-plan': medicalPlan, 'dental-plan': dentalPlan, 'vision-plan': visionPlan } as const
type PlanKind = keyof typeof plans

const isPlan = (kind: string): kind is PlanKind => Object.hasOwn(plans, kind)

const PlanScreen = () => {
  const { plan } = Route.useParams()
  const confirmPremiums = useConfirmPremiums()
  // the route lets nothing else pass
  if (!isPlan(plan)) return null
  return (
    <DocumentScreen key={plan} document={plans[plan]} tabs={<OptionsTabs />} onSave={confirmPremiums}>
      <PlanSections />
    </DocumentScreen>
  )
}

export const Route = createFileRoute(
  '/_signed-in/_admin/schools/$school/period/$period/insurance-options/$plan',
)({
  // by its name alone: the plans themselves come with the screen
  beforeLoad: ({ params }) => {
    if (!/^(medical|dental|vision)-plan$/.test(params.plan)) throw notFound()
  },
  component: PlanScreen,
})
