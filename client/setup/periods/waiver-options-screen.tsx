import { createFileRoute } from '@tanstack/react-router'
import {
  waiverConfiguration,
  type WaiverValues,
} from '#contract/setup/period-documents/waiver-configuration.ts'
import { ruleKeys } from '#contract/setup/period-documents/waiver-rules.ts'
import { DocumentScreen } from '#client/setup/period-documents/document-page.tsx'
import { valueInWords } from '#client/platform/history/document-text.ts'
import { FormSection } from '#client/platform/ui/form/form.tsx'
import { RuleList } from './rule-list.tsx'
import { ruleText } from './rule-text.ts'
import type { WaiverTrialProps } from './waiver-trial.tsx'
import type { WaiverWhatIfProps } from './waiver-what-if.tsx'
import { useWatch } from 'react-hook-form'
import { Banner } from '#client/platform/ui/states/banner.tsx'
import { documentFields } from '#client/setup/period-documents/document-fields.ts'
import { useState, type ReactNode } from 'react'
import { listPeriodDocuments, listPublications } from '#contract/setup/periods/endpoints.ts'
import { FailedState } from '#client/platform/ui/states/failed-state.tsx'
import { formatInstant } from '#client/platform/lib/format.ts'
import { useAsk } from '#client/platform/lib/query.ts'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { Sheet } from '#client/platform/ui/overlays/sheet.tsx'
import { later } from '#client/platform/ui/states/later.tsx'
import { SkeletonRows } from '#client/platform/ui/states/skeleton.tsx'

/** Renders the waiver rules and options: saved as a draft until they're published. */
const WaiverOptionsScreen = () => {
  const periodId = Number(Route.useParams().period)
  return (
    <DocumentScreen
      document={waiverConfiguration}
      valueWords={partText}
      renderImpact={(place) => <WaiverImpact place={place} />}
      renderActions={({ place, edit, record }) => (
        <>
          <TryButton periodId={place.period} rules={record} isDirty={edit.isDirty} />
          <WhatIfButton place={place} isDirty={edit.isDirty} />
          <PublicationsButton periodId={place.period} kind={waiverConfiguration.kind} />
        </>
      )}
    >
      <FormSection
        title="Waiver rules"
        why="Requirements other coverage must meet to qualify for a waiver. Only the published rules apply to students."
      >
        <RuleList periodId={periodId} />
      </FormSection>
      <PolicySections />
    </DocumentScreen>
  )
}

/** Returns a value as text for merge conflicts: a rule by its parameters, others as usual. */
const partText = (name: string, value: unknown): string => {
  const rule = ruleKeys.find((key) => key === name)
  const read = rule === undefined ? null : waiverConfiguration.content.shape[rule].safeParse(value)
  if (rule === undefined || !read?.success) return valueInWords(value)
  return `${read.data.is_on ? 'On' : 'Off'} · ${ruleText(rule, read.data)}`
}

const f = documentFields<typeof waiverConfiguration>()

/** Renders the other waiver options: automatic approval, deadlines, quality review, reverification. */
const PolicySections = () => (
  <>
    <AutomaticDecisions />
    <FormSection id="times" title="Deadlines" why="How long students and the office have to act.">
      <Figure name="grace_days" hint="How long the student has to fix a waiver you can’t process." />
      <Figure name="appeal_days" hint="How long the student has to appeal a declined waiver." />
      <Figure name="decision_target_days" hint="The office’s goal for each waiver." />
      <Figure name="coverage_letter_max_age_days" hint="Counted from the date on the letter." />
      <f.Checkbox
        name="locks_after_benefits_used"
        label="Don’t allow a mid-year waiver after the student uses plan benefits"
        hint="Applies to enrolled students whose record has “Benefits used since”, entered manually or from a roster. A Shipmate Admin can override it."
      />
    </FormSection>
    <QualityReview />
    <FormSection
      id="second-looks"
      title="Reverification"
      why="How often to reverify waivers, by source of coverage. Leave empty to never reverify."
    >
      <Figure name="reverify_individual_plan_months" />
      <Figure name="reverify_medicaid_months" />
      <Figure name="reverify_cobra_months" />
      <Figure name="reverify_employer_group_months" />
      <Figure name="reverify_sample_percent" hint="Share of all other waivers, chosen at random." />
      <f.Checkbox
        name="reverifies_nightly"
        label="Reverify waivers every night"
        hint="Only waivers due for reverification. Checks can cost money."
      />
      <f.Checkbox
        name="ages_out_nightly"
        label="Change waivers to aged out every night"
        hint="Only waivers that rely on a parent’s plan and whose coverage has likely ended because of age. The age-out report lists them."
      />
      <Figure
        name="tries"
        hint="Attempts without a clear result before a waiver becomes Unable to Process."
      />
    </FormSection>
  </>
)

const QualityReview = () => (
  <FormSection
    id="quality"
    title="Quality review"
    why="Waivers that someone else decides again, without seeing the first decision."
  >
    <Figure
      name="second_review_percent"
      hint="Share of the waivers that staff decide. Enter 0 for none. A change applies to later decisions."
    />
  </FormSection>
)

const AutomaticDecisions = () => {
  const isOn = useWatch({ control: f.useForm().control, name: 'approves_automatically' })
  return (
    <FormSection
      id="automatic"
      title="Automatic approval"
      why="Which waivers Shipmate approves without staff review."
    >
      <f.Checkbox
        name="approves_automatically"
        label="Auto-approve waivers that pass every rule checked electronically"
      />
      {isOn && <f.Checkbox name="confirms_automatic_approvals" label="Email the student" />}
      {isOn && (
        <Figure
          name="trial_days"
          hint="Days after publishing when staff still decide, and Shipmate only records what it would have approved."
        />
      )}
      <Banner tone={isOn ? 'warning' : 'info'} className="col-span-6">
        {isOn
          ? 'Waivers that pass are approved without staff review. Shipmate never declines automatically. Staff review every waiver that doesn’t pass.'
          : 'Staff review every waiver. Shipmate never declines automatically.'}
      </Banner>
    </FormSection>
  )
}

interface FigureProps {
  name: keyof WaiverValues & (`${string}_days` | `${string}_months` | `${string}_percent` | 'tries')
  hint?: string
}

const Figure = (props: FigureProps) => <f.Number {...props} width="half" />

const WaiverTrial = later(
  async () => (await import('./waiver-trial.tsx')).WaiverTrial,
  <SkeletonRows rows={8} label="Loading the form" />,
)

/** Opens the form that tries the saved rules on a made-up waiver. */
const TryButton = (props: WaiverTrialProps) => (
  <SheetButton label="Try it" title="Try the waiver rules">
    <WaiverTrial {...props} />
  </SheetButton>
)

const WaiverWhatIf = later(
  async () => (await import('./waiver-what-if.tsx')).WaiverWhatIf,
  <SkeletonRows rows={6} label="Loading the comparison" />,
)

const WaiverImpact = later(
  async () => (await import('./waiver-impact.tsx')).WaiverImpact,
  <SkeletonRows rows={3} label="Checking waivers" />,
)

/** Opens what the saved rules would change in the waivers of this and the last year. */
const WhatIfButton = (props: WaiverWhatIfProps) => (
  <SheetButton label="See what changes" title="Changed recommendations">
    <WaiverWhatIf {...props} />
  </SheetButton>
)

interface SheetButtonProps {
  label: string
  title: string
  children: ReactNode
}

/** Renders a button that opens a sheet whose content loads with it. */
const SheetButton = ({ label, title, children }: SheetButtonProps) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>{label}</Button>
      <Sheet open={isOpen} onClose={() => setOpen(false)} title={title}>
        {isOpen && children}
      </Sheet>
    </>
  )
}

interface PublicationsProps {
  periodId: number
  kind: string
}

/** Renders the published rule set; opens the earlier ones. */
const PublicationsButton = (props: PublicationsProps) => {
  const [isOpen, setOpen] = useState(false)
  const { data } = useAsk(listPeriodDocuments, { params: { id: props.periodId } })
  const published = data?.find(({ kind }) => kind === props.kind)?.published
  if (!published) return null
  return (
    <>
      <Button variant="ghost" onClick={() => setOpen(true)}>
        Rule set {published.number}
      </Button>
      <Sheet open={isOpen} onClose={() => setOpen(false)} title="Rule sets">
        {isOpen && <Publications {...props} />}
      </Sheet>
    </>
  )
}

const Publications = ({ periodId, kind }: PublicationsProps) => {
  const { data, error, refetch } = useAsk(listPublications, { params: { id: periodId }, query: { kind } })
  if (error)
    return (
      <FailedState
        compact
        error={error}
        what="The rule sets"
        who="Only Shipmate Admins have access to rule sets."
        onRetry={() => void refetch()}
      />
    )
  if (!data) return <SkeletonRows rows={3} label="Loading rule sets" />
  return (
    <div className="px-5 pt-1 pb-5">
      <p className="mb-3 text-ink-2">
        Each decision keeps the rule set it was made with. Published rule sets never change.
      </p>
      <ol className="flex flex-col">
        {data.map(({ number, at, by }, index) => (
          <li key={number} className="border-t border-line py-2.5 first:border-t-0">
            <p className="font-medium">
              Rule set {number}
              {index === 0 && <span className="font-normal text-ink-2"> · current</span>}
            </p>
            <p className="text-label text-ink-2">
              Published <time dateTime={at}>{formatInstant(at)}</time>
              {by && ` by ${by.name}`}
            </p>
          </li>
        ))}
      </ol>
    </div>
  )
}

export const Route = createFileRoute('/_signed-in/_admin/schools/$school/period/$period/waiver-options')({
  component: WaiverOptionsScreen,
})
