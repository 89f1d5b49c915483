import { createFileRoute } from '@tanstack/react-router'
import { coverageLabels, coverages, type Coverage } from '#contract/coverage/choices.ts'
import type { ContentOf } from '#contract/periods/document.ts'
import {
  getDentalPlan,
  getEnrollmentOptions,
  getMedicalPlan,
  getVisionPlan,
} from '#contract/periods/endpoints.ts'
import { getPlanDetails, replacePlanDetails } from '#contract/website/endpoints.ts'
import { planDetails } from '#contract/website/plan-details.ts'
import { DocumentStates, showsDocuments, type SetUpPlace } from '#client/common/set-up/document-page.tsx'
import { useDocumentEdit, type Versioned } from '#client/common/set-up/use-document-edit.ts'
import { afresh, useAsk, useSend } from '#client/lib/query.ts'
import { PlanInfoSite, type PlanInfoSiteProps } from '#client/site/plan-info.tsx'
import { FormSection } from '#client/ui/form/form.tsx'
import { SectionFields } from './section-fields.tsx'
import { siteFieldsOf } from './site-text-field.tsx'
import { WebsitePage } from './website-page.tsx'
import { WebsiteTabs } from './website-tabs.tsx'

const f = siteFieldsOf<ContentOf<typeof planDetails>>()

const PlanInfoScreen = () => {
  const { school, period } = Route.useParams()
  const place = { school: Number(school), period: Number(period) }
  const read = useAsk(getPlanDetails, { params: { id: place.period } }, afresh)
  return (
    <DocumentStates place={place} title={planDetails.label} tabs={<WebsiteTabs place={place} />} read={read}>
      {(record) => <PlanInfo place={place} record={record} />}
    </DocumentStates>
  )
}

type Shape = (typeof planDetails)['content']['shape']

interface PlanInfoProps {
  place: SetUpPlace
  record: Versioned<Shape>
}

const PlanInfo = ({ place, record }: PlanInfoProps) => {
  const { send } = useSend(replacePlanDetails, { refreshes: showsDocuments, quiet: true })
  const edit = useDocumentEdit({
    document: planDetails,
    periodId: place.period,
    schema: replacePlanDetails.body,
    record,
    labels: { intro: 'Introduction', shown_coverages: 'Plans shown', sections: 'Sections' },
    save: async (body) => (await send({ params: { id: place.period }, body })).reply,
  })
  const plans = usePlans(place.period)
  const offered = useOffered(place.period)
  return (
    <WebsitePage
      place={place}
      document={planDetails}
      edit={edit}
      current="plan-info"
      renderPage={(content) => <PlanInfoSite content={content} offered={offered} plans={plans} />}
    >
      <FormSection title="Introduction" why="Stands above the plans.">
        <f.SiteText name="intro" label="Introduction" hideLabel />
      </FormSection>
      <ShownPlans offered={offered} />
      <FormSection title="Sections" why="Below the plans, in the order in which students read them.">
        <SectionFields />
      </FormSection>
    </WebsitePage>
  )
}

interface ShownPlansProps {
  offered: readonly Coverage[]
}

const ShownPlans = ({ offered }: ShownPlansProps) => {
  const others = coverages.filter((coverage) => !offered.includes(coverage))
  return (
    <FormSection
      title="Plans"
      why="Which lines’ plans are shown. What they say is set under insurance options."
    >
      <f.Checks
        name="shown_coverages"
        label="Plans shown"
        options={coverages}
        labels={coverageLabels}
        isRow
        {...(others.length === 0 ? {} : { hint: hintOf(others) })}
      />
    </FormSection>
  )
}

const lists = new Intl.ListFormat('en-US')

/** 'Dental and vision are not offered this year, and not shown.' */
const hintOf = (others: readonly Coverage[]): string => {
  const words = lists.format(others.map((coverage) => coverageLabels[coverage].toLowerCase()))
  const isOne = others.length === 1
  return `${words.charAt(0).toUpperCase()}${words.slice(1)} ${isOne ? 'is' : 'are'} not offered this year, and not shown.`
}

/** The lines of the period; all of them until they are known. */
const useOffered = (periodId: number): readonly Coverage[] => {
  const { data } = useAsk(getEnrollmentOptions, { params: { id: periodId } }, afresh)
  return data ? coverages.filter((coverage) => data[`${coverage}_offered`]) : coverages
}

const usePlans = (periodId: number): PlanInfoSiteProps['plans'] => {
  const params = { id: periodId }
  const { data: medical } = useAsk(getMedicalPlan, { params })
  const { data: dental } = useAsk(getDentalPlan, { params })
  const { data: vision } = useAsk(getVisionPlan, { params })
  return {
    ...(medical && medical.version > 0 ? { medical } : {}),
    ...(dental && dental.version > 0 ? { dental } : {}),
    ...(vision && vision.version > 0 ? { vision } : {}),
  }
}

export const Route = createFileRoute(
  '/_signed-in/_admin/schools/$school/period/$period/website/plan-info-and-details',
)({ component: PlanInfoScreen })
