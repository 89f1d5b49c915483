import { capitalized } from '#contract/platform/letter-case.ts'
import { createFileRoute } from '@tanstack/react-router'
import { coverageLabels, coverages, type Coverage } from '#contract/platform/coverage/choices.ts'
import { enrollmentOptions } from '#contract/setup/period-documents/enrollment-options.ts'
import { dentalPlan, medicalPlan, visionPlan } from '#contract/setup/period-documents/plans.ts'
import { planDetails } from '#contract/setup/period-documents/plan-details.ts'
import { formatList } from '#client/platform/lib/format.ts'
import { PlanInfoSite, type PlanInfoSiteProps } from '#client/setup/site/plan-info.tsx'
import { usePlace } from '#client/setup/period-documents/document-page.tsx'
import { afresh, useAsk } from '#client/platform/lib/query.ts'
import { FormSection } from '#client/platform/ui/form/form.tsx'
import { SectionFields } from './section-fields.tsx'
import { siteFieldsOf } from './site-text-field.tsx'
import { WebsiteScreen } from './website-screen.tsx'

const f = siteFieldsOf<typeof planDetails>()

const PlanInfoScreen = () => {
  const { period } = usePlace()
  const plans = usePlans(period)
  const offered = useOffered(period)
  return (
    <WebsiteScreen
      document={planDetails}
      current="plan-info"
      renderPage={(content) => <PlanInfoSite content={content} offered={offered} plans={plans} />}
    >
      <FormSection title="Introduction" why="Appears above the plans.">
        <f.SiteText name="intro" hideLabel />
      </FormSection>
      <ShownPlans offered={offered} />
      <FormSection title="Sections" why="These appear below the plans. Drag to reorder.">
        <SectionFields />
      </FormSection>
    </WebsiteScreen>
  )
}

const ShownPlans = ({ offered }: { offered: readonly Coverage[] }) => {
  const others = coverages.filter((coverage) => !offered.includes(coverage))
  return (
    <FormSection title="Plans" why="Choose which plans students see. Edit the plans under Insurance options.">
      <f.Checks
        name="shown_coverages"
        options={coverages}
        labels={coverageLabels}
        isRow
        {...(others.length === 0 ? {} : { hint: hintOf(others) })}
      />
    </FormSection>
  )
}

/** Returns 'Dental and vision aren’t offered this year, so students don’t see them.' */
const hintOf = (others: readonly Coverage[]): string => {
  const start = capitalized(formatList(others.map((coverage) => coverageLabels[coverage].toLowerCase())))
  return others.length === 1
    ? `${start} isn’t offered this year, so students don’t see it.`
    : `${start} aren’t offered this year, so students don’t see them.`
}

/** The coverage types of the period; all of them until it's loaded. */
const useOffered = (periodId: number): readonly Coverage[] => {
  const { data } = useAsk(enrollmentOptions.get, { params: { id: periodId } }, afresh)
  return data ? coverages.filter((coverage) => data[`${coverage}_offered`]) : coverages
}

const usePlans = (periodId: number): PlanInfoSiteProps['plans'] => {
  const params = { id: periodId }
  const { data: medical } = useAsk(medicalPlan.get, { params })
  const { data: dental } = useAsk(dentalPlan.get, { params })
  const { data: vision } = useAsk(visionPlan.get, { params })
  return {
    ...(medical && medical.version > 0 ? { medical } : {}),
    ...(dental && dental.version > 0 ? { dental } : {}),
    ...(vision && vision.version > 0 ? { vision } : {}),
  }
}

export const Route = createFileRoute(
  '/_signed-in/_admin/schools/$school/period/$period/website/plan-info-and-details',
)({ component: PlanInfoScreen })
