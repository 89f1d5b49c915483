import { createFileRoute } from '@tanstack/react-router'
import type { ReactNode } from 'react'
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
import { useSaveLabel } from '#client/setup/period-documents/save-label.ts'
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
import { useOptionsTopic } from './options-topics.ts'
import { BackToTopics, TopicIndex, TopicRail, useTopicFocus } from './options-index.tsx'
import { RuleSections } from './rule-sections.tsx'
import { useOptionsEdit, useSaveTogether, type OptionsEdits } from './use-options-edit.ts'

const title = 'Insurance options'
const kinds = [enrollmentOptions.kind, dates.kind, insuranceConfiguration.kind]

/** Renders the insurance options of a period, in pages by topic: three documents, loaded and saved as one. */
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
  const topic = useOptionsTopic()
  const pick = useTopicFocus(edit.pick)
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
      <div className={cx(topic && 'xl:grid xl:grid-cols-[12rem_minmax(0,1fr)]')}>
        {topic && <TopicRail current={topic.id} parts={edits} />}
        <PageBody width="md">
          <OfflineBanner isWaiting={edit.isWaiting} />
          {edit.behind}
          <ErrorSummary errors={edit.errors} onPick={pick} />
          {topic ? <BackToTopics /> : <TopicIndex edits={edits} />}
          <PartForms {...{ topic, edits, instead }} onSave={edit.save} />
        </PageBody>
      </div>
      {edit.conflict}
    </>
  )
}

interface PartFormsProps extends Omit<PartsProps, 'place'> {
  topic: ReturnType<typeof useOptionsTopic>
  onSave: () => void
}

/** Renders the forms of the three documents. Each topic is on its page, and what can’t be read on all of a document’s. */
const PartForms = ({ topic, edits: { options, days, rules }, instead, onSave }: PartFormsProps) => {
  const shared = (name: keyof OptionsEdits) => ({
    isShown: topic === null || topic.part === name,
    onSave,
  })
  return (
    <>
      <OptionsPart
        {...shared('options')}
        document={enrollmentOptions}
        edit={options}
        instead={instead.noLines}
      >
        <LineSections />
      </OptionsPart>
      <OptionsPart {...shared('days')} document={dates} edit={days} instead={instead.noDays}>
        <DateSections />
      </OptionsPart>
      <OptionsPart
        {...shared('rules')}
        document={insuranceConfiguration}
        edit={rules}
        instead={instead.noRules}
      >
        <RuleSections />
      </OptionsPart>
    </>
  )
}

const Header = ({ place, edit }: { place: SetUpPlace; edit: ReturnType<typeof useOptionsEdit> }) => {
  const saveLabel = useSaveLabel(place.period, edit.isDirty)
  return (
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
            {saveLabel}
          </Button>
        </div>
      }
    />
  )
}

export const Route = createFileRoute('/_signed-in/_admin/schools/$school/period/$period/insurance-options')({
  component: InsuranceOptionsScreen,
})
