import { createFileRoute, notFound } from '@tanstack/react-router'
import {
  getDentalPlan,
  getMedicalPlan,
  getPeriodAbout,
  getVisionPlan,
  replaceDentalPlan,
  replaceMedicalPlan,
  replaceVisionPlan,
} from '#contract/periods/endpoints.ts'
import { dentalPlan, medicalPlan, visionPlan } from '#contract/periods/plans.ts'
import {
  DocumentPage,
  DocumentStates,
  showsDocuments,
  type SetUpPlace,
} from '#client/common/set-up/document-page.tsx'
import { useDocumentEdit, type Versioned } from '#client/common/set-up/use-document-edit.ts'
import { afresh, useAsk, useSend } from '#client/lib/query.ts'
import { OptionsTabs } from './options-tabs.tsx'
import { PlanSections } from './plan-sections.tsx'
import { planLabels, planWords } from './plan-words.ts'
import { useConfirmPremiums } from './use-confirm-premiums.tsx'

/** The plan of each line: one document like another, under a name of its own. */
const plans = {
  'medical-plan': { document: medicalPlan, get: getMedicalPlan, replace: replaceMedicalPlan },
  'dental-plan': { document: dentalPlan, get: getDentalPlan, replace: replaceDentalPlan },
  'vision-plan': { document: visionPlan, get: getVisionPlan, replace: replaceVisionPlan },
} as const
type PlanKind = keyof typeof plans

const isPlan = (kind: string): kind is PlanKind => Object.hasOwn(plans, kind)

const PlanScreen = () => {
  const { school, period, plan } = Route.useParams()
  const place = { school: Number(school), period: Number(period) }
  // the route lets nothing else pass
  return isPlan(plan) ? <PlanOf key={`${plan} ${period}`} kind={plan} place={place} /> : null
}

interface PlanProps {
  kind: PlanKind
  place: SetUpPlace
}

const PlanOf = ({ kind, place }: PlanProps) => {
  const { document, get } = plans[kind]
  const params = { id: place.period }
  const plan = useAsk(get, { params }, afresh)
  const period = useAsk(getPeriodAbout, { params }, afresh)
  const read = {
    data: plan.data && period.data ? { plan: plan.data, period: period.data } : undefined,
    error: plan.error ?? period.error,
    isFetchedAfterMount: plan.isFetchedAfterMount && period.isFetchedAfterMount,
    refetch: () => Promise.all([plan.refetch(), period.refetch()]),
  }
  return (
    <DocumentStates place={place} title={document.label} tabs={<OptionsTabs place={place} />} read={read}>
      {(record) => <Plan kind={kind} place={place} record={record.plan} period={record.period} />}
    </DocumentStates>
  )
}

interface LoadedProps extends PlanProps {
  record: Versioned<(typeof medicalPlan)['content']['shape']>
  period: { readonly starts_on: string; readonly ends_on: string }
}

const Plan = ({ kind, place, record, period }: LoadedProps) => {
  const { document, replace } = plans[kind]
  const { send } = useSend(replace, { refreshes: showsDocuments, quiet: true })
  const confirmPremiums = useConfirmPremiums()
  const edit = useDocumentEdit({
    document,
    periodId: place.period,
    schema: replace.body,
    record,
    labels: planLabels,
    save: async (body) => {
      await confirmPremiums(record, body)
      return (await send({ params: { id: place.period }, body })).reply
    },
  })
  return (
    <DocumentPage
      place={place}
      document={document}
      edit={edit}
      words={planWords}
      tabs={<OptionsTabs place={place} />}
    >
      <PlanSections period={period} />
    </DocumentPage>
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
