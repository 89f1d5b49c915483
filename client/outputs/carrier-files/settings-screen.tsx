import { createFileRoute } from '@tanstack/react-router'
import {
  coverageLevelLabels,
  coverageLevels,
  singleLevelLabels,
  singleLevels,
  ssnPolicies,
  ssnPolicyLabels,
  studentIdPlaceLabels,
  studentIdPlaces,
  carrierFile,
  planCodesOf,
} from '#contract/setup/period-documents/carrier-file.ts'
import { listCarrierFiles } from '#contract/outputs/carrier-files/endpoints.ts'
import { coverageLabels, coverages } from '#contract/platform/coverage/choices.ts'
import { documentFields } from '#client/setup/period-documents/document-fields.ts'
import { DocumentScreen } from '#client/setup/period-documents/document-page.tsx'
import { TierTable } from '#client/setup/period-documents/tier-table.tsx'
import { LinkButton } from '#client/platform/ui/controls/link-button.tsx'
import { FormSection } from '#client/platform/ui/form/form.tsx'

const f = documentFields<typeof carrierFile>()

/** Renders what the carrier agreed on for its 834 files. */
const CarrierSettingsScreen = () => (
  <DocumentScreen
    document={carrierFile}
    refreshes={[listCarrierFiles]}
    renderActions={({ place }) => (
      <LinkButton
        to="/schools/$school/period/$period/reports/carrier-file"
        params={{ school: String(place.school), period: String(place.period) }}
      >
        Carrier files
      </LinkButton>
    )}
  >
    <Parties />
    <FormSection
      title="Plan codes"
      why="The carrier’s plan code for each tier. Leave a tier empty if the plan doesn’t have it."
    >
      <PlanCodeTable />
    </FormSection>
    <Content />
  </DocumentScreen>
)

const Parties = () => (
  <>
    <FormSection title="Exchange" why="The IDs that the carrier gave you for files.">
      <f.Text name="sender_id" autoComplete="off" hint="ISA06 and GS02." width="half" />
      <f.Text name="receiver_id" autoComplete="off" hint="ISA08 and GS03." width="half" />
    </FormSection>
    <FormSection title="Policy" why="Who sponsors the plan and who insures it.">
      <f.Text name="policy_number" autoComplete="off" width="half" />
      <f.Text name="sponsor_ein" autoComplete="off" placeholder="12-3456789" width="half" />
      <f.Text name="carrier_name" autoComplete="off" width="half" />
      <f.Text name="carrier_id" autoComplete="off" hint="Usually its tax ID." width="half" />
      <f.Text
        name="administrator_name"
        autoComplete="off"
        hint="Leave empty if there’s no third-party administrator (TPA)."
        width="half"
      />
      <f.Text name="administrator_id" autoComplete="off" width="half" />
    </FormSection>
  </>
)

const { Text } = f

/** Renders the plan codes: a row per tier, a column per coverage type. */
const PlanCodeTable = () => (
  <div className="col-span-6 overflow-x-auto p-px">
    <TierTable
      className="min-w-120"
      columns={coverages.map((coverage) => ({
        id: coverage,
        label: coverageLabels[coverage],
        look: 'w-30 pl-2',
        renderField: (tier, label) => (
          <Text
            name={`${planCodesOf(coverage)}.${tier}`}
            label={`${coverageLabels[coverage]} plan code, ${label}`}
            hideLabel
            autoComplete="off"
          />
        ),
      }))}
    />
  </div>
)

const options = <V extends string>(values: readonly V[], labels: Readonly<Record<V, string>>) =>
  values.map((value) => ({ value, label: labels[value] }))

const Content = () => (
  <>
    <FormSection title="Coverage levels" why="What each tier is called in HD05.">
      <f.Radio name="single_level" options={options(singleLevels, singleLevelLabels)} width="half" />
      <f.Radio name="family_levels" options={options(coverageLevels, coverageLevelLabels)} width="half" />
    </FormSection>
    <FormSection
      title="Students"
      why="SSNs are sent only if you choose it here. The choice is saved in the history."
    >
      <f.Radio name="ssns" options={options(ssnPolicies, ssnPolicyLabels)} />
      <f.Radio name="student_id_place" options={options(studentIdPlaces, studentIdPlaceLabels)} />
      <f.Checkbox name="sends_premiums" label="Send each student’s premium" />
    </FormSection>
  </>
)

export const Route = createFileRoute(
  '/_signed-in/_admin/schools/$school/period/$period/reports/carrier-file/settings',
)({ component: CarrierSettingsScreen })
