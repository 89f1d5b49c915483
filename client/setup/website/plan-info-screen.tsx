import { capitalized } from '#contract/platform/letter-case.ts'
import { createFileRoute } from '@tanstack/react-router'
import { coverageLabels, coverages, type Coverage } from '#contract/platform/coverage/choices.ts'
import { planDetails } from '#contract/setup/period-documents/plan-details.ts'
import { formatList } from '#client/platform/lib/format.ts'
import { PlanInfoSite } from '#client/setup/site/plan-info.tsx'
import { usePlace } from '#client/setup/period-documents/document-page.tsx'
import { FormSection } from '#client/platform/ui/form/form.tsx'
import { SectionFields } from './section-fields.tsx'
import { siteFieldsOf } from './site-text-field.tsx'
import { useOffered, usePlans } from './use-plans.ts'
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

export const Route = createFileRoute(
  '/_signed-in/_admin/schools/$school/period/$period/website/plan-info-and-details',
)({ component: PlanInfoScreen })
