import { createFileRoute } from '@tanstack/react-router'
import { dates } from '#contract/periods/dates.ts'
import { getDates, getEnrollmentOptions, getInsuranceConfiguration } from '#contract/periods/endpoints.ts'
import { enrollmentOptions } from '#contract/periods/enrollment-options.ts'
import { insuranceConfiguration } from '#contract/periods/insurance-configuration.ts'
import { ChangesButton } from '#client/common/set-up/changes-sheet.tsx'
import { DocumentStates, useBreadcrumbOf, type SetUpPlace } from '#client/common/set-up/document-page.tsx'
import { afresh, useAsk } from '#client/lib/query.ts'
import { WaitingBanner } from '#client/ui/form/waiting-banner.tsx'
import { Button } from '#client/ui/button.tsx'
import { PageBody, PageHeader } from '#client/ui/page-header.tsx'
import { DateSections } from './date-sections.tsx'
import { LineSections } from './line-sections.tsx'
import { OptionsPart } from './options-part.tsx'
import { OptionsTabs } from './options-tabs.tsx'
import { optionsWords } from './options-words.ts'
import { RuleSections } from './rule-sections.tsx'
import { SectionRail } from './section-rail.tsx'
import { useOptionsEdit, type OptionsRecord } from './use-options-edit.ts'

const title = 'Insurance options'
const sections = [
  { id: 'lines', title: 'Lines offered' },
  { id: 'exemptions', title: 'Exemptions' },
  { id: 'default', title: 'Default enrollment' },
  { id: 'windows', title: 'Windows' },
  { id: 'cohorts', title: 'Cohorts' },
  { id: 'terms', title: 'Coverage terms' },
  { id: 'tiers', title: 'Tiers and leaves' },
  { id: 'renewals', title: 'A new year' },
  { id: 'events', title: 'Life events' },
  { id: 'fees', title: 'Fees' },
]

const kinds = [enrollmentOptions.kind, dates.kind, insuranceConfiguration.kind]

/** How the insurance of a period works: three documents, read and saved as the one thing that staff know. */
const InsuranceOptionsScreen = () => {
  const { school, period } = Route.useParams()
  const place = { school: Number(school), period: Number(period) }
  return (
    <DocumentStates
      place={place}
      title={title}
      tabs={<OptionsTabs place={place} />}
      read={useOptions(place.period)}
    >
      {(record) => <Options key={place.period} place={place} record={record} />}
    </DocumentStates>
  )
}

const useOptions = (id: number) => {
  const options = useAsk(getEnrollmentOptions, { params: { id } }, afresh)
  const days = useAsk(getDates, { params: { id } }, afresh)
  const rules = useAsk(getInsuranceConfiguration, { params: { id } }, afresh)
  const all = [options, days, rules]
  const data: OptionsRecord | undefined =
    options.data && days.data && rules.data
      ? { options: options.data, days: days.data, rules: rules.data }
      : undefined
  return {
    data,
    error: all.find(({ error }) => error !== null)?.error ?? null,
    isFetchedAfterMount: all.every(({ isFetchedAfterMount }) => isFetchedAfterMount),
    refetch: () => Promise.all(all.map(({ refetch }) => refetch())),
  }
}

const Options = ({ place, record }: { place: SetUpPlace; record: OptionsRecord }) => {
  const edit = useOptionsEdit(place.period, record)
  const { options, days, rules } = edit.edits
  return (
    <>
      <Header place={place} edit={edit} />
      <OptionsTabs place={place} />
      <div className="xl:grid xl:grid-cols-[11rem_minmax(0,1fr)]">
        <SectionRail label="Sections" sections={sections} />
        <PageBody width="md">
          <WaitingBanner isWaiting={edit.isWaiting} />
          <div className="[&>form+form]:border-t [&>form+form]:border-line [&>form+form]:pt-6">
            <OptionsPart edit={options} onSave={edit.save}>
              <LineSections form={options.form} />
            </OptionsPart>
            <OptionsPart edit={days} onSave={edit.save}>
              <DateSections form={days.form} />
            </OptionsPart>
            <OptionsPart edit={rules} onSave={edit.save}>
              <RuleSections form={rules.form} />
            </OptionsPart>
          </div>
        </PageBody>
      </div>
      {options.conflict ?? days.conflict ?? rules.conflict}
    </>
  )
}

const Header = ({ place, edit }: { place: SetUpPlace; edit: ReturnType<typeof useOptionsEdit> }) => (
  <PageHeader
    title={title}
    breadcrumb={useBreadcrumbOf(place)}
    aside={
      <span aria-live="polite" className="text-label text-ink-3">
        {edit.isDirty ? 'Not saved yet' : ''}
      </span>
    }
    actions={
      <>
        <ChangesButton periodId={place.period} kind={kinds} label={title} words={optionsWords} />
        {edit.isDirty && <Button onClick={edit.discard}>Discard</Button>}
        <Button variant="primary" disabled={!edit.isDirty} busy={edit.isSaving} onClick={() => edit.save()}>
          Save
        </Button>
      </>
    }
  />
)

export const Route = createFileRoute('/_signed-in/_admin/schools/$school/period/$period/insurance-options')({
  component: InsuranceOptionsScreen,
})
