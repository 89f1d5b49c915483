import { createFileRoute } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { dates } from '#contract/setup/period-documents/dates.ts'
import { enrollmentOptions } from '#contract/setup/period-documents/enrollment-options.ts'
import { insuranceConfiguration } from '#contract/setup/period-documents/insurance-configuration.ts'
import { ChangesButton } from '#client/setup/period-documents/changes-sheet.tsx'
import {
  DocumentStates,
  useBreadcrumbOf,
  useDocument,
  usePlace,
  type SetUpPlace,
} from '#client/setup/period-documents/document-page.tsx'
import { PageLine } from '#client/setup/period-documents/page-line.tsx'
import { ReachNote } from '#client/setup/period-documents/reach-note.tsx'
import type { ApiError } from '#client/platform/lib/api-error.ts'
import { ErrorSummary } from '#client/platform/ui/text/error-summary.tsx'
import { OfflineBanner } from '#client/platform/ui/form/offline-banner.tsx'
import { UnsavedMark } from '#client/platform/ui/form/unsaved-mark.tsx'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { PageBody, PageHeader } from '#client/platform/ui/text/page-header.tsx'
import { cx } from '#client/platform/ui/styles/cx.ts'
import { DateSections } from './date-sections.tsx'
import { LineSections } from './line-sections.tsx'
import { EditedPart, OptionsPart } from './options-part.tsx'
import { OptionsTabs } from './options-tabs.tsx'
import { optionsTexts } from './options-text.ts'
import { RuleSections } from './rule-sections.tsx'
import { useOptionsEdit, useSaveTogether, type OptionsEdits } from './use-options-edit.ts'

const title = 'Insurance options'
const sections = [
  { id: 'lines', title: 'Coverage offered', part: 'options' },
  { id: 'exemptions', title: 'Exemptions', part: 'options' },
  { id: 'default', title: 'Default enrollment', part: 'options' },
  { id: 'windows', title: 'Dates', part: 'days' },
  { id: 'cohorts', title: 'Cohorts', part: 'days' },
  { id: 'terms', title: 'Coverage terms', part: 'days' },
  { id: 'tiers', title: 'Tiers, leaves and withdrawals', part: 'rules' },
  { id: 'renewals', title: 'Rollover', part: 'rules' },
  { id: 'events', title: 'Qualifying life events', part: 'rules' },
  { id: 'fees', title: 'Fees', part: 'rules' },
] as const

const kinds = [enrollmentOptions.kind, dates.kind, insuranceConfiguration.kind]

/** Renders the insurance options of a period: three documents, loaded and saved as one. */
const InsuranceOptionsScreen = () => {
  const place = usePlace()
  const read = useOptions(place.period)
  return (
    <DocumentStates place={place} title={title} tabs={<OptionsTabs />} read={read}>
      {(record) => (
        <Options key={place.period} place={place} record={record} onRetry={() => void read.refetch()} />
      )}
    </DocumentStates>
  )
}

/** A document, or null if it can't be read: then the other two can still be edited. */
const readOf = <R,>({ data, error }: { data: R | undefined; error: ApiError | null }) =>
  data ?? (error?.kind === 'unreadable' ? error : undefined)

const useOptions = (id: number) => {
  const reads = {
    options: useDocument(enrollmentOptions, id),
    days: useDocument(dates, id),
    rules: useDocument(insuranceConfiguration, id),
  }
  const all = Object.values(reads)
  const [options, days, rules] = [readOf(reads.options), readOf(reads.days), readOf(reads.rules)]
  return {
    data: options && days && rules && { options, days, rules },
    error: all.find(({ error }) => error !== null && error.kind !== 'unreadable')?.error ?? null,
    isFetchedAfterMount: all.every(({ isFetchedAfterMount }) => isFetchedAfterMount),
    refetch: () => Promise.all(all.map(({ refetch }) => refetch())),
  }
}

interface OptionsProps {
  place: SetUpPlace
  record: NonNullable<ReturnType<typeof useOptions>['data']>
  onRetry: () => void
}

const Options = ({ place, record, onRetry }: OptionsProps) => {
  const same = { period: place.period, join: useSaveTogether(place.period), onRetry }
  return (
    <EditedPart {...same} document={enrollmentOptions} read={record.options}>
      {(options, noLines) => (
        <EditedPart {...same} document={dates} read={record.days}>
          {(days, noDays) => (
            <EditedPart {...same} document={insuranceConfiguration} read={record.rules}>
              {(rules, noRules) => (
                <Parts
                  place={place}
                  edits={{ options, days, rules }}
                  instead={{ noLines, noDays, noRules }}
                />
              )}
            </EditedPart>
          )}
        </EditedPart>
      )}
    </EditedPart>
  )
}

interface PartsProps {
  place: SetUpPlace
  edits: OptionsEdits
  /** Shown instead of a part that can't be read. */
  instead: Record<'noLines' | 'noDays' | 'noRules', ReactNode>
}

const Parts = ({ place, edits, instead }: PartsProps) => {
  const edit = useOptionsEdit(edits)
  const { options, days, rules } = edits
  return (
    <>
      <div className="sticky top-0 z-20">
        <Header place={place} edit={edit} />
        {options && <ReachNote place={place} document={enrollmentOptions} edit={options} />}
        {days && <ReachNote place={place} document={dates} edit={days} />}
        {rules && <ReachNote place={place} document={insuranceConfiguration} edit={rules} />}
      </div>
      <OptionsTabs />
      <PageLine place={place} document={enrollmentOptions} />
      <div className="xl:grid xl:grid-cols-[11rem_minmax(0,1fr)]">
        <SectionRail label="Sections" sections={sections.filter(({ part }) => edits[part] !== null)} />
        <PageBody width="md">
          <OfflineBanner isWaiting={edit.isWaiting} />
          {edit.behind}
          <ErrorSummary errors={edit.errors} onPick={edit.pick} />
          <div className="[&>*+form]:border-t [&>*+form]:border-line [&>*+form]:pt-6">
            {options && (
              <OptionsPart document={enrollmentOptions} edit={options} onSave={edit.save}>
                <LineSections />
              </OptionsPart>
            )}
            {instead.noLines}
            {days && (
              <OptionsPart document={dates} edit={days} onSave={edit.save}>
                <DateSections />
              </OptionsPart>
            )}
            {instead.noDays}
            {rules && (
              <OptionsPart document={insuranceConfiguration} edit={rules} onSave={edit.save}>
                <RuleSections />
              </OptionsPart>
            )}
            {instead.noRules}
          </div>
        </PageBody>
      </div>
      {edit.conflict}
    </>
  )
}

const Header = ({ place, edit }: { place: SetUpPlace; edit: ReturnType<typeof useOptionsEdit> }) => (
  <PageHeader
    title={title}
    breadcrumb={useBreadcrumbOf(place)}
    aside={<UnsavedMark isDirty={edit.isDirty} />}
    actions={
      <div data-focus-group className="contents">
        <ChangesButton periodId={place.period} kind={kinds} label={title} words={optionsTexts} />
        {edit.isDirty && <Button onClick={edit.discard}>Discard</Button>}
        <Button
          variant="primary"
          disabled={!edit.isDirty}
          busy={edit.isSaving}
          onClick={() => edit.save()}
          className="max-md:order-first"
        >
          Save
        </Button>
      </div>
    }
  />
)

export const Route = createFileRoute('/_signed-in/_admin/schools/$school/period/$period/insurance-options')({
  component: InsuranceOptionsScreen,
})

/** A section of a long screen. */
interface RailSection {
  readonly id: string
  readonly title: string
}

/** Renders links to the sections of a long screen; on a narrow screen it's hidden. */
const SectionRail = ({ label, sections }: { label: string; sections: readonly RailSection[] }) => {
  const [chosen, setChosen] = useState<string | null>(null)
  const go = (id: string) => {
    setChosen(id)
    const section = document.getElementById(id)
    section?.scrollIntoView({ block: 'start' })
    section?.focus({ preventScroll: true })
  }
  return (
    <nav aria-label={label} className="hidden xl:block">
      <ol className="sticky top-16 flex flex-col gap-px p-4">
        {sections.map(({ id, title }) => (
          <li key={id}>
            <button
              type="button"
              aria-current={id === chosen ? 'location' : undefined}
              onClick={() => go(id)}
              className={cx(
                'flex min-h-7 w-full items-center rounded-control px-2 text-left text-label hover:bg-hover hover:text-ink',
                id === chosen ? 'font-medium text-ink' : 'text-ink-2',
              )}
            >
              {title}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  )
}
